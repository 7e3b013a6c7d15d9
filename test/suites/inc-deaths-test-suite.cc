/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Hosts, switches and links die at random times: every rank gets an error, and the simulation ends.

#include "inc-environment.h"

#include "ns3/config.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-parameter-server.h"
#include "ns3/inc-ring-allreduce.h"
#include "ns3/inc-route-oracle.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Time without progress after which a request fails, as the manual states.
const Time STALL = MilliSeconds(50);
/// Latest time of the failure. Before it come at most eight timeouts of a connection, 16 ms at
/// most, one after the other up and down a tree.
const Time STATED = STALL + 3 * MilliSeconds(128);

/// A network, an operation on it, and a node or link that dies.
class Death
{
  public:
    explicit Death(uint32_t seed)
        : m_random(seed)
    {
        m_topology = DrawTopology();
        m_fabric = IncFabricHelper().Install(m_topology);
        IncFabricHelper::AssignStreams(m_fabric, seed);
        if (m_random() % 2 == 0)
        {
            m_oracle = CreateObject<IncRouteOracle>();
            m_oracle->SetAttribute("ConvergenceDelay", TimeValue(MicroSeconds(100)));
            m_oracle->Watch(m_fabric);
            m_description += ", routes follow";
        }
        SetUpAlgorithm();
        const uint32_t ranks = m_algorithm->GetRanks();
        const uint64_t count = 1 + m_random() % 40000;
        m_sum.assign(count, 0);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            auto& data = m_data.emplace_back(count);
            for (uint64_t i = 0; i < count; ++i)
            {
                data[i] = m_random() % 1000;
                m_sum[i] += data[i];
            }
        }
        m_done.resize(ranks);
        m_status.resize(ranks);
        DrawVictim();
    }

    ~Death()
    {
        m_algorithm->Dispose();
        if (m_oracle)
        {
            m_oracle->Dispose();
        }
        Simulator::Destroy();
    }

    /// Simulate until no event is left, without Stop().
    void Run()
    {
        IncCollectiveRequest request;
        request.type = IncDataType::INT32;
        request.count = m_sum.size();
        for (auto& data : m_data)
        {
            request.buffers.push_back(reinterpret_cast<uint8_t*>(data.data()));
        }
        m_algorithm->Start(request, MakeCallback(&Death::Done, this));
        Simulator::Schedule(m_moment, &Death::Die, this);
        Simulator::Run();
    }

    /// Return the error that was found, or an empty text.
    std::string Check() const
    {
        for (uint32_t rank = 0; rank < m_done.size(); ++rank)
        {
            const std::string who = "rank " + std::to_string(rank) + ": ";
            if (m_done[rank] != 1)
            {
                return who + "done was called " + std::to_string(m_done[rank]) + " times";
            }
            if (m_status[rank].empty() && m_data[rank] != m_sum)
            {
                return who + "wrong sum";
            }
        }
        return m_last > m_moment + STATED ? "the last rank heard of it after " +
                                                std::to_string(m_last.GetMilliSeconds()) + " ms"
                                          : "";
    }

    uint32_t CountFailed() const
    {
        return std::count_if(m_status.begin(), m_status.end(), [](const auto& status) {
            return !status.empty();
        });
    }

    /// Return a description of the random choices.
    const std::string& Describe() const
    {
        return m_description;
    }

  private:
    IncTopology DrawTopology()
    {
        switch (m_random() % 3)
        {
        case 0:
            m_description = "star";
            return IncStarTopology(2 + m_random() % 4).Build();
        case 1:
            m_description = "leaf-spine";
            return IncLeafSpineTopology(2, 2, 1 + m_random() % 3).Build();
        default:
            m_description = "fat-tree";
            return IncFatTreeTopology(4, 1).Build();
        }
    }

    NodeContainer GetHosts() const
    {
        NodeContainer hosts;
        for (const uint32_t host : m_topology.GetHosts())
        {
            hosts.Add(m_fabric.GetNodes().Get(host));
        }
        return hosts;
    }

    void SetUpAlgorithm()
    {
        switch (m_random() % 4)
        {
        case 0: {
            m_description += ", ring";
            auto ring = CreateObject<IncRingAllReduce>();
            ring->Setup(GetHosts());
            m_algorithm = ring;
            break;
        }
        case 1: {
            m_description += ", parameter server";
            auto server = CreateObject<IncParameterServer>();
            server->Setup(GetHosts(), GetHosts().Get(0));
            m_algorithm = server;
            break;
        }
        default:
            SetUpInNetwork();
            break;
        }
    }

    void SetUpInNetwork()
    {
        IncGroupOptions options;
        options.transport =
            m_random() % 2 == 0 ? IncAggregationTransport::UC : IncAggregationTransport::RC;
        options.dissemination = static_cast<IncDisseminationMode>(m_random() % 3);
        options.slots = 1 << m_random() % 6;
        options.bitmaps = m_random() % 2 == 0;
        m_description +=
            std::string(options.transport == IncAggregationTransport::UC ? ", UC" : ", RC") +
            ", way " + std::to_string(static_cast<int>(options.dissemination)) + ", slots " +
            std::to_string(options.slots) + (options.bitmaps ? ", bitmaps" : ", tree ids");
        IncTreeBuilder builder(m_topology);
        const auto tree = builder.Build(IncTreeWorkers(m_topology, m_topology.GetHosts()));
        m_group = IncGroupHelper().Install(m_fabric, tree, options);
        auto algorithm = CreateObject<IncInNetworkCollective>();
        algorithm->Setup(m_group.clients);
        m_algorithm = algorithm;
    }

    void DrawVictim()
    {
        m_moment = NanoSeconds(m_random() % 40000);
        const auto link = static_cast<uint32_t>(m_random() % m_topology.GetLinks().size());
        if (m_random() % 3 == 0)
        {
            m_victims = {link};
            m_description += ", link " + m_topology.GetLinkName(link);
        }
        else
        {
            // A host or switch dies by the failure of all its links.
            const auto node = static_cast<uint32_t>(m_random() % m_topology.GetNodes().size());
            for (const auto& port : m_topology.GetPorts(node))
            {
                m_victims.push_back(port.link);
            }
            m_description += ", " + m_topology.GetName(node);
        }
        m_description += " at " + std::to_string(m_moment.GetNanoSeconds()) + " ns";
    }

    void Die()
    {
        for (const uint32_t link : m_victims)
        {
            m_fabric.GetChannel(link)->SetUp(false);
        }
    }

    void Done(uint32_t rank, const std::string& status)
    {
        ++m_done[rank];
        m_status[rank] = status;
        m_last = Simulator::Now();
    }

    std::mt19937 m_random;                    // source of all random choices
    IncTopology m_topology;                   // topology of the network
    IncFabric m_fabric;                       // the network
    Ptr<IncRouteOracle> m_oracle;             // reroutes after a death; null: routes stay
    IncGroup m_group;                         // group, if the operation runs in the network
    Ptr<IncCollectiveAlgorithm> m_algorithm;  // algorithm that runs
    std::vector<std::vector<int32_t>> m_data; // operands, then results, by rank
    std::vector<int32_t> m_sum;               // expected result
    std::vector<uint32_t> m_victims;          // links that die
    Time m_moment;                            // time of the death
    std::vector<uint32_t> m_done;             // number of completions, by rank
    std::vector<std::string> m_status;        // error of the completion, by rank
    Time m_last;                              // time of the last completion
    std::string m_description;                // description of the random choices
};

} // namespace

/**
 * \brief Test the death of a random node or link at a random time in a random mode.
 *
 * In the environment, INC_ITERATIONS is the number of deaths and INC_SEED the first seed.
 */
class IncRandomDeathsTest : public TestCase
{
  public:
    IncRandomDeathsTest()
        : TestCase("Whatever dies and when, every rank is done once in the stated time")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::IncClient::StallTimeout", TimeValue(STALL));
        Config::SetDefault("ns3::IncRankAgent::StallTimeout", TimeValue(STALL));
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 60);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        uint32_t failed = 0;
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            Death death(seed);
            death.Run();
            failed += death.CountFailed() > 0;
            const std::string wrong = death.Check();
            NS_TEST_EXPECT_MSG_EQ(wrong, "", "seed " << seed << ", " << death.Describe());
            if (!wrong.empty())
            {
                std::cerr << "failed with INC_SEED=" << seed << " INC_ITERATIONS=1\n";
                break;
            }
        }
        const bool areEnough = iterations < 60 || failed >= iterations / 6;
        NS_TEST_EXPECT_MSG_EQ(areEnough, true, "too few come in time to matter: " << failed);
        Config::Reset();
    }
};

class IncDeathsTestSuite : public TestSuite
{
  public:
    IncDeathsTestSuite()
        : TestSuite("inc-deaths", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncRandomDeathsTest);
    }
};

static IncDeathsTestSuite g_incDeathsTestSuite; //!< registers the suite
