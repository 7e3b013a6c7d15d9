/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * A topology of one's own: a torus of switches, described in one class, adds up a tensor.
 *
 *      s0 -- s1 -- s2 -- (s0)
 *      |     |     |
 *      s3 -- s4 -- s5 -- (s3)        a host on each switch; every switch has four neighbors,
 *      |     |     |                 the last of a row or column is next to the first
 *      s6 -- s7 -- s8 -- (s6)
 *      |     |     |
 *     (s0)  (s1)  (s2)
 *
 *   ./inc run inc-own-topology
 *   ./inc run inc-own-topology --ns3::Torus::Width=4
 *
 * Expected output:
 *
 *   torus of 9 switches, 9 hosts and 27 links: h0 and h8 got 45 after * us
 *   torus of 12 switches, 12 hosts and 36 links: h0 and h11 got 78 after * us
 */

#include "ns3/core-module.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-topology-builder.h"
#include "ns3/inc-tree-builder.h"

#include <iostream>

using namespace ns3;

/// A torus of two dimensions. All that a shape needs: its parameters, and how it is wired.
class Torus : public IncRegularTopology
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::Torus")
                                .SetParent<IncRegularTopology>()
                                .AddConstructor<Torus>()
                                .AddAttribute("Width",
                                              "Switches in a row of a torus.",
                                              UintegerValue(3),
                                              MakeUintegerAccessor(&Torus::m_width),
                                              MakeUintegerChecker<uint32_t>(3, 64))
                                .AddAttribute("Height",
                                              "Switches in a column of a torus.",
                                              UintegerValue(3),
                                              MakeUintegerAccessor(&Torus::m_height),
                                              MakeUintegerChecker<uint32_t>(3, 64));
        return tid;
    }

    uint64_t CountHosts() const override
    {
        return uint64_t{m_width} * m_height;
    }

    IncTopology Build() const override
    {
        CheckParameters(GetTypeId());
        const uint32_t switches = m_width * m_height;
        CheckSize(switches, switches);
        IncTopology topology;
        AddNodes(topology, IncTopologyNode::Kind::HOST, "h", switches);
        const uint32_t s0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "s", switches);
        AttachHosts(topology, s0, switches, 1);
        for (uint32_t y = 0; y < m_height; ++y)
        {
            for (uint32_t x = 0; x < m_width; ++x)
            {
                const uint32_t right = y * m_width + (x + 1) % m_width;
                const uint32_t below = (y + 1) % m_height * m_width + x;
                AddLink(topology, s0 + y * m_width + x, s0 + right);
                AddLink(topology, s0 + y * m_width + x, s0 + below);
            }
        }
        topology.DeriveTiers();
        topology.Validate();
        return topology;
    }

  private:
    uint32_t m_width{3};
    uint32_t m_height{3};
};

NS_OBJECT_ENSURE_REGISTERED(Torus);

int
main(int argc, char* argv[])
{
    CommandLine cmd(__FILE__); // attributes of Torus are arguments
    cmd.Parse(argc, argv);

    const IncTopology topology = CreateObject<Torus>()->Build();
    const IncFabric fabric = IncFabricHelper().Install(topology);
    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    const IncAggregationTree tree = IncTreeBuilder(topology).Build(workers);
    const IncGroup group = IncGroupHelper().Install(fabric, tree, IncGroupOptions());

    std::vector<float> tensors;
    for (uint32_t rank = 0; rank < workers.size(); ++rank)
    {
        tensors.push_back(rank + 1.0F);
    }
    Time end;
    for (uint32_t rank = 0; rank < workers.size(); ++rank)
    {
        IncClientRequest request;
        request.operation = IncOperation::SUM;
        request.dataType = IncDataType::FLOAT32;
        request.count = 1;
        request.receive = reinterpret_cast<uint8_t*>(&tensors[rank]);
        request.send = request.receive;
        request.done = Callback<void, const std::string&>([&end](const std::string& error) {
            NS_ABORT_MSG_UNLESS(error.empty(), error);
            end = Simulator::Now();
        });
        group.clients[rank]->Post(request);
    }
    Simulator::Run();

    NS_ABORT_MSG_UNLESS(tensors.front() == tensors.back(), "the sums differ");
    std::cout << "torus of " << topology.GetNodes().size() - workers.size() << " switches, "
              << workers.size() << " hosts and " << topology.GetLinks().size() << " links: h0 and h"
              << workers.size() - 1 << " got " << tensors.front() << " after "
              << end.GetNanoSeconds() / 1e3 << " us\n";
    Simulator::Destroy();
    return 0;
}
