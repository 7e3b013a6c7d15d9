/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * A congestion control of one's own: halve at a mark, add a little with every acknowledgement.
 *
 *   h0 --+
 *   h1 --+-- s0 -- h3        three flows of 4 MB share the port to h3, 100 Gb/s, which marks what
 *   h2 --+                   waits with ECN
 *
 *   ./inc run inc-own-congestion
 *   ./inc run inc-own-congestion --cc=ns3::IncDcqcn
 *   ./inc run inc-own-congestion --cc=
 *
 * Expected output:
 *
 *   ns3::HalveAtMarks: 12 MB after * us, at most * KB in the queue
 *   ns3::IncDcqcn: 12 MB after * us, at most * KB in the queue
 *   no congestion control: 12 MB after * us, at most * KB in the queue
 */

#include "ns3/core-module.h"
#include "ns3/inc-congestion-control.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-star-topology.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

/// All that a congestion control needs: what to do about news, and what to allow.
class HalveAtMarks : public IncCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::HalveAtMarks")
                                .SetParent<IncCongestionControl>()
                                .AddConstructor<HalveAtMarks>()
                                .AddAttribute("Step",
                                              "What an acknowledgement adds to the rate",
                                              DataRateValue(DataRate("100Mbps")),
                                              MakeDataRateAccessor(&HalveAtMarks::m_step),
                                              MakeDataRateChecker());
        return tid;
    }

    void OnAck(const IncAckSample& sample) override
    {
        m_current = std::min(m_current + m_step.GetBitRate(), GetLineRate());
        Allow(m_current, UNLIMITED);
    }

    void OnCnp() override
    {
        m_current = std::max(m_current / 2, GetLineRate() / 100);
        Allow(m_current, UNLIMITED);
    }

  private:
    void DoStart() override
    {
        m_current = GetLineRate();
        Allow(m_current, UNLIMITED);
    }

    DataRate m_step;
    uint64_t m_current{0}; //!< bit/s
};

NS_OBJECT_ENSURE_REGISTERED(HalveAtMarks);

int
main(int argc, char* argv[])
{
    constexpr uint32_t SENDERS = 3;
    constexpr uint32_t BYTES = 4'000'000;
    std::string algorithm = "ns3::HalveAtMarks";
    CommandLine cmd(__FILE__);
    cmd.AddValue("cc", "TypeId of the congestion control, or nothing", algorithm);
    cmd.Parse(argc, argv);
    Config::SetDefault("ns3::IncQueuePair::CongestionControl", StringValue(algorithm));

    IncFabricHelper helper;
    helper.EnableEcn("0");
    const IncFabric fabric = helper.Install(IncStarTopology(SENDERS + 1).Build());
    const auto port = fabric.GetDevice(SENDERS, 0)->GetPeer(); // of the switch, to h3
    Time end;
    for (uint32_t i = 0; i < SENDERS; ++i)
    {
        const auto from = fabric.GetNic(i)->CreateRcQueuePair();
        const auto to = fabric.GetNic(SENDERS)->CreateRcQueuePair();
        from->Connect(IncFabric::GetAddress(SENDERS), to->GetQpn());
        to->Connect(IncFabric::GetAddress(i), from->GetQpn());
        IncReceiveRequest receive;
        receive.length = BYTES;
        to->PostReceive(receive);
        from->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&end](const IncCompletion&) { end = Simulator::Now(); }));
        IncWorkRequest request;
        request.length = BYTES;
        from->PostSend(request);
    }
    Simulator::Run();

    std::cout << (algorithm.empty() ? "no congestion control" : algorithm) << ": "
              << SENDERS * BYTES / 1'000'000 << " MB after " << end.GetNanoSeconds() / 1e3
              << " us, at most " << port->GetCounters().maxQueuedBytes / 1e3
              << " KB in the queue\n";
    Simulator::Destroy();
    return 0;
}
