/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Adds a congestion control to inc-sim: one class halves the rate of a sender at each CNP.
 *
 *   h0 --+-- h4
 *   h1 --s0- h5          Workers push to a parameter server. ECN marks the frames that wait at its
 *   h2 --+-- h6          port, and their senders halve their rates.
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

/// Halves the rate at a CNP. A congestion control reacts to ACKs and CNPs by calls of Allow().
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

// The main function of inc-sim; it finds the class Halving by its TypeId.
int
main(int argc, char* argv[])
{
    return IncScenario::Main("inc-own-congestion", argc, argv);
}
