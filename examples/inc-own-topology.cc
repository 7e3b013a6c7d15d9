/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Adds a topology to inc-sim: one class describes a torus of switches. Runs an AllReduce on it.
 *
 *      s0 -- s1 -- s2 -- (s0)
 *      |     |     |
 *      s3 -- s4 -- s5 -- (s3)        Each switch has a host and four neighbors. Links join the
 *      |     |     |                 last switch of a row or column to the first.
 *      s6 -- s7 -- s8 -- (s6)
 *      |     |     |
 *     (s0)  (s1)  (s2)
 *
 *   ./inc run inc-own-topology --topology=torus --width=4 --size=64KiB
 *
 * Expected output:
 *
 *   # inc-own-topology --size=64KiB --topology=torus --width=4
 *   # busbw is algbw times nccl-tests' factor for host algorithms: in the network it may
 *   # exceed the links' rate, so compare algbw. GB = 10^9 bytes.
 *   #
 *   #       size         count      type   redop      scheme     time   algbw   busbw  #wrong
 *   #        (B)    (elements)                                   (us)  (GB/s)  (GB/s)
 *   65536 16384 float32 sum inc * * * 0
 *   # Out of bounds values : 0 OK
 *   # Avg bus bandwidth : *
 */

#include "inc-scenario.h"

#include "ns3/inc-topology-builder.h"
#include "ns3/uinteger.h"

using namespace ns3;

/// A torus of two dimensions. A topology class needs parameters and a function that links nodes.
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

    void Check() const override
    {
        CheckParameters(GetTypeId());
        CheckSize(CountHosts(), CountHosts());
    }

    uint64_t CountHosts() const override
    {
        return uint64_t{m_width} * m_height;
    }

    IncTopology Build() const override
    {
        Check();
        const uint32_t switches = m_width * m_height;
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

// The main function of inc-sim; it finds the class Torus by its TypeId.
int
main(int argc, char* argv[])
{
    return IncScenario::Main("inc-own-topology", argc, argv);
}
