/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of results by BIER, tree and unicast over random networks and trees, with all faults.

#include "inc-aggregation-rig.h"
#include "inc-environment.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <set>

using namespace ns3;

namespace
{

using Mode = IncDisseminationMode;

/// A job with its own workers, tree and options.
class RandomJob
{
  public:
    RandomJob(const IncFabric& fabric, uint16_t treeId, std::mt19937& random)
    {
        const auto& topology = fabric.GetTopology();
        std::vector<uint32_t> hosts = topology.GetHosts();
        std::shuffle(hosts.begin(), hosts.end(), random);
        m_workers.assign(hosts.begin(),
                         hosts.begin() + 2 +
                             random() % (std::min<std::size_t>(12, hosts.size()) - 1));
        IncTreeBuilder builder(topology);
        if (m_workers.size() < hosts.size() && random() % 4 == 0)
        {
            builder.SetRoot(hosts.back()); // a host as parameter server
        }
        const auto tree = builder.Build(IncTreeWorkers(topology, m_workers));

        IncGroupOptions options;
        options.treeId = treeId;
        options.dissemination = static_cast<Mode>(random() % 3);
        options.bitmaps = random() % 2 == 0;
        options.order = random() % 2 == 0 ? IncReductionOrder::RANK : IncReductionOrder::ARRIVAL;
        options.slots = 1 + random() % 8;
        options.firstMessageId = UINT32_MAX - random() % 16;
        options.firstPsn = 0xffffff - random() % 16;
        options.bitStringLength = 64;
        options.transport =
            random() % 3 == 0 ? IncAggregationTransport::RC : IncAggregationTransport::UC;
        options.rc.timeout = MicroSeconds(50);
        options.rc.retryCount = 100;
        options.rc.selectiveRepeat = random() % 2 == 0;

        m_description = "tree " + std::to_string(treeId) + ", root " +
                        topology.GetName(tree.GetRoot()) + ", way " +
                        std::to_string(static_cast<int>(options.dissemination)) +
                        (options.bitmaps ? ", bitmaps" : ", tree ids") +
                        (options.transport == IncAggregationTransport::RC ? ", RC" : ", UC") +
                        (options.rc.selectiveRepeat ? ", selective" : ", go-back-N") + ", slots " +
                        std::to_string(options.slots) + ", order " +
                        std::to_string(static_cast<int>(options.order)) + ", workers " +
                        std::to_string(m_workers.size());

        IncGroupHelper helper;
        helper.SetClientAttribute("Payload", UintegerValue(64));
        helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(MicroSeconds(20)));
        m_group = helper.Install(fabric, tree, options);
        m_messages = 1 + random() % 30;
        for (uint32_t i = 0; i < tree.GetNodes().size(); ++i)
        {
            for (const auto& input : tree.GetInputs(i))
            {
                // With bitmaps, an aggregate has one packet for each set of 64 workers.
                m_inputs += input.isWorker || !options.bitmaps
                                ? 1
                                : CountSets(tree.GetNodes()[input.index].aBm);
            }
        }
        m_vatNodes = tree.GetNodes().size();
        for (uint32_t rank = 0; rank < m_workers.size(); ++rank)
        {
            auto& data = m_data.emplace_back(m_messages * 16);
            for (auto& element : data)
            {
                element = static_cast<int32_t>(random());
            }
        }
        m_sums.assign(m_messages * 16, 0);
        for (const auto& data : m_data)
        {
            std::transform(data.begin(),
                           data.end(),
                           m_sums.begin(),
                           m_sums.begin(),
                           [](int32_t a, uint32_t b) {
                               return a + b; // wraps around
                           });
        }
    }

    ~RandomJob()
    {
        for (const auto& client : m_group.clients)
        {
            client->Dispose();
        }
    }

    void Post()
    {
        for (uint32_t rank = 0; rank < m_workers.size(); ++rank)
        {
            IncClientRequest request;
            request.dataType = IncDataType::INT32;
            request.count = m_data[rank].size();
            request.send = reinterpret_cast<uint8_t*>(m_data[rank].data());
            request.receive = reinterpret_cast<uint8_t*>(m_data[rank].data());
            request.done = Callback<void, const std::string&>(
                [this](const std::string& status) { m_done += status.empty(); });
            m_group.clients[rank]->Post(request);
        }
    }

    bool IsDone() const
    {
        return m_done == m_workers.size();
    }

    bool IsExact() const
    {
        return std::all_of(m_data.begin(), m_data.end(), [this](const auto& data) {
            return std::equal(data.begin(), data.end(), m_sums.begin(), [](int32_t a, uint32_t b) {
                return static_cast<uint32_t>(a) == b;
            });
        });
    }

    /// Return a description of the random choices.
    std::string Describe() const
    {
        return m_description;
    }

    /// Return the number of contributions that all its VAT nodes together add.
    uint64_t GetContributions() const
    {
        return m_messages * m_inputs;
    }

    /// Return the number of rounds that all its VAT nodes together complete.
    uint64_t GetRounds() const
    {
        return m_messages * m_vatNodes;
    }

    const std::vector<Ptr<IncAggregator>>& GetAggregators() const
    {
        return m_group.aggregators;
    }

  private:
    static uint64_t CountSets(const IncBitString& bits)
    {
        std::set<uint32_t> sets;
        for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
        {
            sets.insert((bit - 1) / 64);
        }
        return sets.size();
    }

    std::string m_description;                // description of the random choices
    std::vector<uint32_t> m_workers;          // node indices of the workers, by rank
    IncGroup m_group;                         // the installed group
    std::vector<std::vector<int32_t>> m_data; // operands, then results, by rank
    std::vector<uint32_t> m_sums;             // expected result
    uint64_t m_messages{0};                   // number of messages of a rank
    uint64_t m_inputs{0};                     // packets into all VAT nodes, per message
    uint64_t m_vatNodes{0};                   // number of VAT nodes of the tree
    uint64_t m_done{0};                       // number of ranks that have completed
};

} // namespace

/**
 * \brief Test random networks, trees and disseminations with loss, duplication and reordering.
 *
 * In the environment, INC_ITERATIONS is the number of networks and INC_SEED the first seed.
 */
class IncRandomTreesTest : public TestCase
{
  public:
    IncRandomTreesTest()
        : TestCase("Random networks, trees and jobs: every contribution counts exactly once")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 200);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            RunWith(seed);
            if (IsStatusFailure())
            {
                std::cerr << "failed with INC_SEED=" << seed << " INC_ITERATIONS=1\n";
                return;
            }
        }
    }

    // Return a random tree of switches with some more links, and with hosts at any switch.
    static IncTopology Draw(std::mt19937& random)
    {
        IncTopology topology;
        const uint32_t switches = 1 + random() % 8;
        // Sometimes there are more hosts than a BitString of 64 bits holds.
        const uint32_t hosts = random() % 8 == 0 ? 65 + random() % 70 : 2 + random() % 11;
        const auto link = [&](uint32_t a, uint32_t b) {
            topology.AddLink(a, b, 100000000000, 100000 + random() % 1000000);
        };
        for (uint32_t i = 0; i < switches; ++i)
        {
            const uint32_t node = topology.AddSwitch("s" + std::to_string(i));
            if (i > 0)
            {
                link(random() % i, node);
            }
        }
        for (uint32_t i = switches > 1 ? random() % (2 * switches) : 0; i > 0; --i)
        {
            const uint32_t a = random() % switches;
            link(a, (a + 1 + random() % (switches - 1)) % switches);
        }
        for (uint32_t i = 0; i < hosts; ++i)
        {
            const uint32_t node = topology.AddHost("h" + std::to_string(i));
            link(random() % switches, node);
        }
        topology.DeriveTiers();
        return topology;
    }

    void RunWith(uint32_t seed)
    {
        std::mt19937 random(seed);
        IncAggregationRig rig(Draw(random));
        std::vector<std::unique_ptr<RandomJob>> jobs(1 + random() % 3);
        for (uint16_t i = 0; i < jobs.size(); ++i)
        {
            jobs[i] = std::make_unique<RandomJob>(rig.fabric, i + 1, random);
        }
        const auto percent = [&random]() { return (random() % 4) / 100.0; };
        const double loss = percent();
        const double duplicate = percent();
        rig.Impair(loss, duplicate, percent(), 1000 * seed);
        for (const auto& job : jobs)
        {
            job->Post();
        }
        IncAggregationRig::RunFor(Seconds(10));

        uint64_t contributions = 0;
        uint64_t rounds = 0;
        std::set<Ptr<IncAggregator>> aggregators;
        for (const auto& job : jobs)
        {
            const std::string name = "seed " + std::to_string(seed) + ": " + job->Describe();
            NS_TEST_ASSERT_MSG_EQ(job->IsDone(), true, name << " hangs");
            NS_TEST_ASSERT_MSG_EQ(job->IsExact(), true, name << ": sums");
            contributions += job->GetContributions();
            rounds += job->GetRounds();
            aggregators.insert(job->GetAggregators().begin(), job->GetAggregators().end());
        }
        for (const auto& aggregator : aggregators)
        {
            contributions -= aggregator->GetCounters().contributions;
            rounds -= aggregator->GetCounters().completed;
        }
        NS_TEST_ASSERT_MSG_EQ(contributions, 0U, "seed " << seed << ": each contribution once");
        NS_TEST_ASSERT_MSG_EQ(rounds, 0U, "seed " << seed << ": each round once");
    }
};

class IncDisseminationRandomTestSuite : public TestSuite
{
  public:
    IncDisseminationRandomTestSuite()
        : TestSuite("inc-dissemination-random", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncRandomTreesTest);
    }
};

static IncDisseminationRandomTestSuite g_incDisseminationRandomTestSuite; //!< registers the suite
