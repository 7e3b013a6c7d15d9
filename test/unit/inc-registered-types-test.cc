/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-sim-arguments.h"

#include "ns3/inc-congestion-control.h"
#include "ns3/inc-error.h"
#include "ns3/inc-registered-types.h"
#include "ns3/inc-topology-builder.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace ns3;

namespace
{

/// A shape defined outside the module: switches in a row, each with a host.
class RowOfSwitches : public IncRegularTopology
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::RowOfSwitches")
                                .SetParent<IncRegularTopology>()
                                .AddConstructor<RowOfSwitches>()
                                .AddAttribute("RowLength",
                                              "Switches in the row.",
                                              UintegerValue(5),
                                              MakeUintegerAccessor(&RowOfSwitches::m_length),
                                              MakeUintegerChecker<uint32_t>(2, 100));
        return tid;
    }

    void Check() const override
    {
        CheckParameters(GetTypeId());
    }

    uint64_t CountHosts() const override
    {
        return m_length;
    }

    bool HasEqualCostPaths() const override
    {
        return false;
    }

    IncTopology Build() const override
    {
        IncTopology topology;
        AddNodes(topology, IncTopologyNode::Kind::HOST, "h", m_length);
        const uint32_t first = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "s", m_length);
        AttachHosts(topology, first, m_length, 1);
        for (uint32_t i = 1; i < m_length; ++i)
        {
            AddLink(topology, first + i - 1, first + i);
        }
        topology.DeriveTiers();
        topology.Validate();
        return topology;
    }

  private:
    uint32_t m_length{5};
};

NS_OBJECT_ENSURE_REGISTERED(RowOfSwitches);

/// A congestion control defined outside the module.
class SendOnePacket : public IncCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::SendOnePacket")
                                .SetParent<IncCongestionControl>()
                                .AddConstructor<SendOnePacket>();
        return tid;
    }

    bool NeedsAcknowledgements() const override
    {
        return true;
    }

  private:
    void DoStart() override
    {
        Allow(UNLIMITED, GetPathMtu());
    }
};

NS_OBJECT_ENSURE_REGISTERED(SendOnePacket);

std::unique_ptr<const IncSimArguments>
Parse(const std::vector<std::string>& arguments)
{
    std::ostringstream help;
    return IncSimArguments::Parse(arguments, help);
}

std::string
Refusal(const std::vector<std::string>& arguments)
{
    try
    {
        Parse(arguments);
    }
    catch (const IncError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(IncRegisteredTypes, AreCalledByTheWordsOfTheirNames)
{
    const IncRegisteredTypes shapes(IncRegularTopology::GetTypeId(), "Topology");
    EXPECT_EQ(shapes.All().at("fat-tree").GetName(), "ns3::IncFatTreeTopology");
    EXPECT_EQ(shapes.All().at("leaf-spine").GetName(), "ns3::IncLeafSpineTopology");
    EXPECT_EQ(shapes.All().at("row-of-switches").GetName(), "ns3::RowOfSwitches");
    EXPECT_EQ(shapes.All().count("regular"), 0u) << "has no constructor";
    const IncRegisteredTypes controls(IncCongestionControl::GetTypeId(), "CongestionControl");
    EXPECT_EQ(controls.All().at("dcqcn").GetName(), "ns3::IncDcqcn");
    EXPECT_EQ(controls.WordOf(SendOnePacket::GetTypeId()), "send-one-packet");
}

TEST(IncTopologyConfig, TakesAnyRegisteredShapeAndItsParameters)
{
    EXPECT_EQ(Parse({"--topology=row-of-switches"})->topology.CountHosts(), 5u);
    const auto config = Parse({"--topology=row-of-switches", "--rowLength=7", "--linkRate=25Gbps"});
    EXPECT_EQ(config->topology.CountHosts(), 7u);
    const IncTopology topology = config->topology.Build();
    EXPECT_EQ(topology.GetHosts().size(), 7u);
    EXPECT_EQ(topology.GetLinks().size(), 13u);
    EXPECT_EQ(topology.GetLinks().back().rate, 25'000'000'000u);
    EXPECT_EQ(config->table.Values()["rowLength"], 7);
    EXPECT_EQ(config->table.Values()["hostsPerEdge"], 0) << "of a shape that was not chosen";
    EXPECT_EQ(Parse({"--k=6"})->table.Values()["hostsPerEdge"], 3) << "what is in effect";
}

TEST(IncTopologyConfig, RefusesWhatAnotherShapeOrItsCheckerDoesNotTake)
{
    EXPECT_NE(Refusal({"--topology=ring"}).find("row-of-switches"), std::string::npos);
    EXPECT_NE(Refusal({"--rowLength=7"}).find("has no effect with"), std::string::npos);
    EXPECT_NE(Refusal({"--topology=row-of-switches", "--k=4"}).find("has no effect with"),
              std::string::npos);
    EXPECT_EQ(Refusal({"--topology=row-of-switches", "--rowLength=101"}),
              "--rowLength=101: accepted: a whole number from 2 to 100");
    EXPECT_NE(Refusal({"--topology=row-of-switches", "--ecmp=per-flow"}).find("single path"),
              std::string::npos);
}

TEST(IncCongestionConfig, TakesAnyRegisteredCongestionControl)
{
    EXPECT_EQ(Parse({"--scheme=ring", "--cc=send-one-packet"})->congestion.algorithm,
              "ns3::SendOnePacket");
    EXPECT_NE(Refusal({"--cc=send-one-packet"}).find("nothing is acknowledged"), std::string::npos);
    EXPECT_NE(Refusal({"--scheme=ring", "--cc=dcqcn"}).find("marks"), std::string::npos);
    EXPECT_NE(Refusal({"--cc=reno"}).find("dcqcn, hpcc, send-one-packet"), std::string::npos);
}
