/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of routes that switches advertise: figures 5 to 8 of the draft on enhanced ECMP. On random
// networks with link failures and repairs, tables equal those of IncRouteComputation.

#include "../unit/inc-random-topology.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Speakers = std::vector<Ptr<IncRouteSpeaker>>;

Speakers
InstallAndConverge(const IncFabric& fabric)
{
    auto speakers = IncManagerHelper().InstallSpeakers(fabric);
    IncRouteSpeaker::Converge(speakers);
    return speakers;
}

// Return the ports of an entry, each with a mark if it leads to the destination at present.
std::string
Describe(const IncForwardingTable::Group& group)
{
    std::set<std::pair<uint16_t, bool>> ports;
    for (uint32_t i = 0; i < group.size; ++i)
    {
        ports.emplace(group.ports[i], group.IsUsable(i));
    }
    std::string text;
    for (const auto& [port, isUsable] : ports)
    {
        text += std::to_string(port) + (isUsable ? " " : "- ");
    }
    return text;
}

std::vector<uint16_t>
Subgroup(const IncForwardingTable::Group& group)
{
    return {group.ports + group.part.first, group.ports + group.part.first + group.part.size};
}

} // namespace

/// Test the draft's figures 5 to 8: a route carries router id and group over a spine
class IncDraftRoutesTest : public TestCase
{
  public:
    IncDraftRoutesTest()
        : TestCase("Test that a route carries its egress group over a spine and maps to a subgroup")
    {
    }

  private:
    void DoRun() override
    {
        // Two leaves have two hosts each, and there are eight spines. Nodes 4 and 5 are the leaves.
        IncFabricHelper helper;
        helper.SetEcmpGroupSizes(4, 1);
        IncEcmpGroups byHand =
            IncEcmpGroups::Compute(IncLeafSpineTopology(2, 8, 2).Build(), 4, 4, 1);
        byHand.mapping[{0x01010101, 1}] = 2;
        byHand.mapping[{0x01010101, 2}] = 1;
        helper.SetEcmpGroups("leaf0", byHand);
        const IncFabric fabric = helper.Install(IncLeafSpineTopology(2, 8, 2).Build());
        fabric.GetSwitch(5)->SetAttribute("RouterId", Ipv4AddressValue("1.1.1.1"));
        const auto speakers = InstallAndConverge(fabric);

        const auto group = speakers.front()->GetAttribute(IncAddressPlan::AddressOf(3)).Get();
        NS_TEST_ASSERT_MSG_EQ(group.has_value(), true, "figure 6: the route carries the attribute");
        NS_TEST_EXPECT_MSG_EQ(group->routerId, 0x01010101, "router id apart from the address");
        NS_TEST_EXPECT_MSG_EQ(group->groupId, 2, "second port of leaf1");
        const auto& table = fabric.GetSwitch(4)->GetTable();
        NS_TEST_EXPECT_MSG_EQ(table.Lookup(2).subgroupCount, 2, "figure 7: eight in fours");
        // Figure 8: the configured mapping is the reverse of the computed one.
        NS_TEST_EXPECT_MSG_EQ((Subgroup(table.Lookup(2)) == std::vector<uint16_t>{6, 7, 8, 9}),
                              true,
                              "route-1 maps to the second subgroup");
        NS_TEST_EXPECT_MSG_EQ((Subgroup(table.Lookup(3)) == std::vector<uint16_t>{2, 3, 4, 5}),
                              true,
                              "route-2 maps to the first");
        Simulator::Destroy();
    }
};

/// Test that a host with several ports has a group for each
class IncSeveralPortsTest : public TestCase
{
  public:
    IncSeveralPortsTest()
        : TestCase("Test that a host with two ports has two egress groups, until a link fails")
    {
    }

  private:
    void DoRun() override
    {
        // h0 is at s0, h1 at s1 and s2. Four spines connect them, in subgroups of one.
        IncTopology topology;
        const uint32_t h0 = topology.AddHost("h0");
        const uint32_t h1 = topology.AddHost("h1");
        const auto link = [&topology](uint32_t a, uint32_t b) {
            return topology.AddLink(a, b, 100'000'000'000, 1'000'000);
        };
        std::vector<uint32_t> leaves;
        for (uint32_t leaf = 0; leaf < 3; ++leaf)
        {
            leaves.push_back(topology.AddSwitch("s" + std::to_string(leaf)));
            link(leaf == 0 ? h0 : h1, leaves.back());
        }
        for (uint32_t spine = 0; spine < 4; ++spine)
        {
            const uint32_t node = topology.AddSwitch("spine" + std::to_string(spine));
            for (const uint32_t leaf : leaves)
            {
                link(leaf, node);
            }
        }
        topology.DeriveTiers();
        for (const bool isAdvertised : {false, true})
        {
            IncFabricHelper helper;
            helper.SetEcmpGroupSizes(1, 1);
            const IncFabric fabric = helper.Install(topology);
            const auto speakers = isAdvertised ? InstallAndConverge(fabric) : Speakers();
            const auto ingress = fabric.GetSwitch(leaves[0]);
            const auto* group = &ingress->GetTable().Lookup(h1);
            NS_TEST_EXPECT_MSG_EQ(group->choices, 2, "a group for each port");
            NS_TEST_EXPECT_MSG_NE(group[0].part.first, group[1].part.first, "two subgroups");
            std::set<uint16_t> used;
            IncEcmp ecmp;
            ecmp.SetScheme(IncEcmpScheme::EGRESS_GROUP);
            for (uint16_t port = 1000; port < 1100; ++port)
            {
                IncFramePtr frame = IncFrame::Create();
                frame->flowHash = IncFlowHash(1, 2, port);
                used.insert(ecmp.Choose(*group, *frame, 0));
            }
            NS_TEST_EXPECT_MSG_EQ(used.size(), 2, "flows use both");
            if (isAdvertised)
            {
                fabric.GetChannel(2)->SetUp(false); // link of h1 and s2
                IncRouteSpeaker::Converge(speakers);
                NS_TEST_EXPECT_MSG_EQ(ingress->GetTable().Lookup(h1).choices, 1, "one is left");
                NS_TEST_EXPECT_MSG_EQ(
                    speakers[1]->GetAttribute(IncAddressPlan::AddressOf(h1)).GetSize(),
                    1,
                    "s2 has withdrawn its route");
            }
            Simulator::Destroy();
        }
    }
};

/// Test that advertised routes equal those computed from the whole network
class IncToldRoutesTest : public TestCase
{
  public:
    explicit IncToldRoutesTest(double loss)
        : TestCase("Test that told routes are the computed ones, after failures and repairs too" +
                   std::string(loss > 0 ? ", on links that lose one frame in ten" : "")),
          m_loss(loss)
    {
    }

  private:
    void Compare(const IncFabric& fabric, const std::string& when)
    {
        const IncTopology& topology = fabric.GetTopology();
        std::vector<bool> failed;
        for (uint32_t link = 0; link < topology.GetLinks().size(); ++link)
        {
            failed.push_back(!fabric.GetChannel(link)->GetDevice(0)->IsLinkUp());
        }
        const IncRouteComputation computed(topology, failed);
        for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
        {
            const auto device = fabric.GetSwitch(node);
            if (!device && topology.GetPorts(node).size() == 1)
            {
                continue; // it has no table
            }
            const auto& table = device ? device->GetTable() : fabric.GetNic(node)->GetTable();
            IncForwardingTable expected;
            expected.SetRoutes(computed.GetRoutes(node));
            for (uint32_t to = 0; to < topology.GetNodes().size(); ++to)
            {
                NS_TEST_EXPECT_MSG_EQ(Describe(table.Lookup(to)),
                                      Describe(expected.Lookup(to)),
                                      when << ": " << topology.GetName(node) << " to "
                                           << topology.GetName(to));
            }
        }
    }

    void DoRun() override
    {
        std::mt19937_64 random(4);
        for (uint32_t network = 0; network < (m_loss > 0 ? 3 : 25); ++network)
        {
            const IncTopology topology = RandomTopology(random);
            const IncFabric fabric = IncFabricHelper().Install(topology);
            for (uint32_t i = 0; m_loss > 0 && i < fabric.GetDevices().GetN(); ++i)
            {
                auto model = CreateObject<RateErrorModel>();
                model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
                model->SetRate(m_loss);
                model->AssignStreams(i);
                fabric.GetDevices().Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(model));
            }
            const auto speakers = InstallAndConverge(fabric);
            const std::string name = "network " + std::to_string(network);
            Compare(fabric, name);
            std::vector<uint32_t> down;
            for (uint32_t change = 0; change < 4; ++change)
            {
                down.push_back(random() % topology.GetLinks().size());
                fabric.GetChannel(down.back())->SetUp(false);
                IncRouteSpeaker::Converge(speakers);
                Compare(fabric, name + ", failure " + std::to_string(change));
            }
            for (const uint32_t link : down)
            {
                fabric.GetChannel(link)->SetUp(true);
                IncRouteSpeaker::Converge(speakers);
                Compare(fabric, name + ", link " + std::to_string(link) + " is up again");
            }
            Simulator::Destroy();
        }
    }

    double m_loss; //!< probability of loss per frame and link
};

class IncRoutingTestSuite : public TestSuite
{
  public:
    IncRoutingTestSuite()
        : TestSuite("inc-routing", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncDraftRoutesTest);
        AddTestCase(new IncSeveralPortsTest);
        AddTestCase(new IncToldRoutesTest(0));
        AddTestCase(new IncToldRoutesTest(0.1));
    }
};

static IncRoutingTestSuite g_incRoutingTestSuite; //!< registers the suite
