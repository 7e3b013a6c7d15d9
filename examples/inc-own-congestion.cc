/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * A congestion control of one's own, described in one class, is one of those of inc-sim.
 *
 *   h0 --+-- h4
 *   h1 --s0- h5          workers push to a parameter server: what waits at its port is marked by
 *   h2 --+-- h6          ECN, and those who sent it halve their rates
 *   h3 --+-- h7
 *
 *   ./inc run inc-own-congestion --topology=star --scheme=ps --size=64KB --ecn=1 --cc=halving
 *
 * Expected output:
 *
 *   # inc-own-congestion --cc=halving --ecn=1 --scheme=ps --size=64KB --topology=star
 *   # busbw is algbw times nccl-tests' factor for host algorithms: in the network it may
 *   # exceed the links' rate, so compare algbw. GB = 10^9 bytes.
 *   #
 *   #       size         count      type   redop      scheme     time   algbw   busbw  #wrong
 *   #        (B)    (elements)                                   (us)  (GB/s)  (GB/s)
 *   64000 16000 float32 sum ps * * * 0
 *   # Out of bounds values : 0 OK
 *   # Avg bus bandwidth : *
 */

#include "inc-scenario.h"

#include "ns3/data-rate.h"
#include "ns3/inc-congestion-control.h"

#include <algorithm>

using namespace ns3;

/// All that a congestion control needs: what to do about news, and what to allow.
class Halving : public IncCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::Halving")
                                .SetParent<IncCongestionControl>()
                                .AddConstructor<Halving>()
                                .AddAttribute("Step",
                                              "What an acknowledgement adds to the rate",
                                              DataRateValue(DataRate("100Mbps")),
                                              MakeDataRateAccessor(&Halving::m_step),
                                              MakeDataRateChecker());
        return tid;
    }

    bool NeedsMarks() const override
    {
        return true;
    }

    void OnAck(const IncAckSample& sample) override
    {
        m_current = std::min(m_current + m_step, GetLineRate());
        Allow(m_current, UNLIMITED);
    }

    void OnCnp() override
    {
        m_current = std::max(m_current * 0.5, GetLineRate() * 0.01);
        Allow(m_current, UNLIMITED);
    }

  private:
    void DoStart() override
    {
        m_current = GetLineRate();
        Allow(m_current, UNLIMITED);
    }

    DataRate m_step;
    DataRate m_current; //!< present rate
};

NS_OBJECT_ENSURE_REGISTERED(Halving);

// inc-sim, which finds the class among the congestion controls.
int
main(int argc, char* argv[])
{
    return IncScenario::Main("inc-own-congestion", argc, argv);
}
