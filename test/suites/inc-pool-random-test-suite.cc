/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of shared aggregator cells over random networks, with all faults.

#include "inc-environment.h"
#include "inc-pool-rig.h"

#include "ns3/test.h"

#include <iostream>

using namespace ns3;

/**
 * \brief Test random networks, jobs, policies and faults with few or many shared cells.
 *
 * In the environment, INC_ITERATIONS is the number of runs and INC_SEED the first seed.
 */
class IncRandomPoolsTest : public TestCase
{
  public:
    IncRandomPoolsTest()
        : TestCase("Random jobs with shared cells: sums are exact, nothing hangs, cells are free")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 150);
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

    // Return a tree of switches with some more links, and with hosts at any switch.
    static IncTopology Draw(std::mt19937& random)
    {
        IncTopology topology;
        const uint32_t switches = 2 + random() % 6;
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
        const uint32_t hosts = 4 + random() % 13;
        for (uint32_t i = 0; i < hosts; ++i)
        {
            const uint32_t node = topology.AddHost("h" + std::to_string(i));
            link(random() % switches, node);
        }
        topology.DeriveTiers();
        return topology;
    }

    // Check the identities of the counters of cells.
    void CheckCounters(const IncPooledJobs& pooled,
                       const IncPoolSetting& setting,
                       uint32_t jobs,
                       bool isClean,
                       const std::string& name)
    {
        const IncAggregatorCounters counters = pooled.GetCounters();
        IncCellCounters sum;
        for (uint32_t job = 0; job < jobs; ++job)
        {
            const IncGroup& group = pooled.GetGroup(job);
            const IncCellCounters cells = pooled.GetCells(job);
            const std::string tree = name + ", job " + std::to_string(job);
            sum += cells;
            if (setting.ledger == IncCellLedger::ROUND)
            {
                NS_TEST_ASSERT_MSG_EQ(cells.acquired + cells.collisions,
                                      setting.messages * (group.aggregators.size() - 1),
                                      tree << ": each message asks once on each node");
            }
            NS_TEST_ASSERT_MSG_EQ(cells.completedWhole + cells.completedParts,
                                  setting.messages,
                                  tree << ": the root completes each message once");
            const auto* root = group.aggregators.front()->FindTree(group.treeId);
            const std::size_t children = root->GetConfig().children.size();
            NS_TEST_ASSERT_MSG_EQ(
                (cells.partsMax >= children && cells.partsMax <= group.hosts.size()),
                true,
                tree << ": " << cells.partsMax << " frames for a message");
            NS_TEST_ASSERT_MSG_EQ((cells.partsMax > children),
                                  (cells.completedParts > 0),
                                  tree << ": messages in parts have more frames than children");
            if (isClean)
            {
                NS_TEST_ASSERT_MSG_EQ(cells.overlapRoot, 0U, tree << ": nothing arrives twice");
                NS_TEST_ASSERT_MSG_EQ(
                    (cells.completedParts > 0 && cells.collisions + cells.evicted == 0),
                    false,
                    tree << ": parts although each message has a cell");
            }
        }
        NS_TEST_ASSERT_MSG_EQ(sum.completedWhole, counters.completedWhole, name << ": whole");
        NS_TEST_ASSERT_MSG_EQ(sum.completedParts, counters.completedParts, name << ": in parts");
        NS_TEST_ASSERT_MSG_EQ(sum.partsMax, counters.partsMax, name << ": most parts");
        NS_TEST_ASSERT_MSG_EQ(sum.overlapRoot, counters.overlapRoot, name << ": overlaps");
        for (const auto& aggregator : pooled.GetAggregators())
        {
            const IncAggregatorCounters& node = aggregator->GetCounters();
            NS_TEST_ASSERT_MSG_EQ((node.overlapRoot <= node.refused.Get(IncRefusal::OVERLAP)),
                                  true,
                                  name << ": a root refuses an overlap");
        }
        if (setting.options.cells.hold != IncCellHold::RESULT)
        {
            NS_TEST_ASSERT_MSG_EQ(sum.acquired,
                                  counters.completed - uint64_t{setting.messages} * jobs +
                                      sum.evicted,
                                  name << ": a message with a cell completes or is evicted");
        }
    }

    void RunWith(uint32_t seed)
    {
        std::mt19937 random(seed);
        const auto draw = [&random](std::initializer_list<uint32_t> values) {
            return *(values.begin() + random() % values.size());
        };
        const IncTopology topology = Draw(random);
        IncPoolSetting setting;
        setting.minTimeout = MicroSeconds(20);
        setting.policy = random() % 2 == 0 ? "Shared" : "Preempt";
        setting.options.slots = draw({1, 2, 4, 8, 64});
        const uint32_t jobs = 1 + random() % 8;
        // All roots may be on one switch.
        setting.cells = jobs * setting.options.slots + draw({0, 1, 2, 5, 16, 64, 4096});
        setting.ways = draw({0, 0, 1, 2, 4});
        setting.ways = std::min(setting.ways, setting.cells);
        setting.hash = random() % 2 == 0 ? IncCellHash::MESSAGE : IncCellHash::PLACE;
        IncGroupOptions& options = setting.options;
        options.dissemination = static_cast<IncDisseminationMode>(random() % 3);
        options.transport =
            random() % 3 == 0 ? IncAggregationTransport::RC : IncAggregationTransport::UC;
        const bool isTree = options.dissemination == IncDisseminationMode::TREE;
        options.cells.hold = static_cast<IncCellHold>(random() % (isTree ? 3 : 2));
        options.rc.timeout = MicroSeconds(50);
        options.rc.retryCount = 1000000; // RNR NAKs may be lost, too
        options.rc.selectiveRepeat = random() % 2 == 0;
        options.firstMessageId = UINT32_MAX - random() % 16;
        setting.messages = 1 + random() % 40;
        setting.rehash = random() % 2 == 0;
        if (options.transport == IncAggregationTransport::UC && random() % 2 == 0)
        {
            setting.ledger = IncCellLedger::CELL;
        }
        for (uint32_t job = 0; job < jobs; ++job)
        {
            setting.priorities.push_back(static_cast<uint8_t>(random() % 3));
        }
        const bool isLossy = random() % 4 != 0;
        const auto percent = [&random, isLossy]() {
            return isLossy ? (random() % 31) / 100.0 : 0.0;
        };

        IncPooledJobs pooled(topology, setting);
        for (uint32_t job = 0; job < jobs; ++job)
        {
            std::vector<uint32_t> workers = topology.GetHosts();
            std::shuffle(workers.begin(), workers.end(), random);
            const uint32_t server = workers.back();
            workers.resize(2 + random() % (workers.size() - 2));
            std::optional<uint32_t> root;
            if (random() % 3 == 0)
            {
                root = server; // a host as parameter server, with its own memory
            }
            pooled.Add(workers, root, random);
        }
        const double loss = percent();
        const double duplicate = percent();
        const double reorder = percent();
        pooled.Impair(loss, duplicate, reorder, 1000 * seed);
        pooled.Run();

        const std::string name =
            "seed " + std::to_string(seed) + ": " + setting.policy + ", " +
            std::to_string(setting.cells) + " cells, window " + std::to_string(options.slots) +
            ", ways " + std::to_string(setting.ways) + ", hold " +
            std::to_string(static_cast<int>(options.cells.hold)) + ", way of results " +
            std::to_string(static_cast<int>(options.dissemination)) +
            (options.transport == IncAggregationTransport::RC ? ", RC" : ", UC") +
            (setting.ledger == IncCellLedger::CELL ? ", ledger cell" : "") + ", loss " +
            std::to_string(loss);
        const IncAggregatorCounters counters = pooled.GetCounters();
        NS_TEST_ASSERT_MSG_EQ(pooled.AreDone(), true, name << " hangs " << pooled.GetFailures());
        NS_TEST_ASSERT_MSG_EQ(pooled.AreExact(), true, name << ": sums");
        NS_TEST_ASSERT_MSG_EQ(pooled.GetHeld(), 0U, name << ": cells still held");
        const bool asksOnce = setting.ledger == IncCellLedger::ROUND;
        NS_TEST_ASSERT_MSG_EQ((counters.evicted > 0 && setting.policy == "Shared" && asksOnce),
                              false,
                              name << ": evicted without priorities");
        const bool isClean = loss + duplicate + reorder == 0 && asksOnce;
        CheckCounters(pooled, setting, jobs, isClean, name);
        if (isClean)
        {
            NS_TEST_ASSERT_MSG_EQ(pooled.GetRetransmissions(), 0U, name << ": timers");
        }
    }
};

class IncPoolRandomTestSuite : public TestSuite
{
  public:
    IncPoolRandomTestSuite()
        : TestSuite("inc-pool-random", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncRandomPoolsTest);
    }
};

static IncPoolRandomTestSuite g_incPoolRandomTestSuite; //!< registers the suite
