/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of aggregator cells that the groups of a switch share.

#include "inc-pool-rig.h"

#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

/// Return the hosts of a leaf-spine network by job: job i has the i-th host of each leaf.
std::vector<uint32_t>
HostsAcross(const IncTopology& topology, uint32_t leaves, uint32_t hostsPerLeaf, uint32_t job)
{
    std::vector<uint32_t> workers;
    for (uint32_t leaf = 0; leaf < leaves; ++leaf)
    {
        workers.push_back(topology.GetHosts()[leaf * hostsPerLeaf + job]);
    }
    return workers;
}

} // namespace

/// Test jobs over the same leaves with many and few cells, in closed form.
class IncPoolExtremesTest : public TestCase
{
  public:
    IncPoolExtremesTest()
        : TestCase("With a cell for all messages it is as with slots of one's own, and without "
                   "priorities preempt is shared")
    {
    }

  private:
    static constexpr uint32_t JOBS = 4;
    static constexpr uint32_t LEAVES = 4;
    static constexpr uint32_t WINDOW = 8;
    static constexpr uint32_t MESSAGES = 400;
    const Time m_late{MicroSeconds(10)}; // shorter than any timer

    // Outcome of all jobs.
    struct Outcome
    {
        bool exact;                     // whether all sums are right
        std::vector<Time> ends;         // end of each job
        IncAggregatorCounters counters; // counters summed over all switches
        uint64_t retransmissions;       // messages that clients sent again
    };

    // Run the jobs; job i has the spine i as root, and rank 0 of the first job begins late.
    static Outcome RunJobs(const IncPoolSetting& setting, Time late = Time(0))
    {
        const IncTopology topology = IncLeafSpineTopology(LEAVES, JOBS, 2 * JOBS).Build();
        IncPooledJobs jobs(topology, setting);
        std::mt19937 random(1);
        for (uint32_t job = 0; job < JOBS; ++job)
        {
            std::vector<uint32_t> workers = HostsAcross(topology, LEAVES, 2 * JOBS, 2 * job);
            const auto others = HostsAcross(topology, LEAVES, 2 * JOBS, 2 * job + 1);
            workers.insert(workers.end(), others.begin(), others.end());
            jobs.Add(workers, *topology.Find("spine" + std::to_string(job)), random);
        }
        jobs.Delay(0, 0, late);
        jobs.Run();
        Outcome outcome{jobs.AreExact(), {}, jobs.GetCounters(), jobs.GetRetransmissions()};
        for (uint32_t job = 0; job < JOBS; ++job)
        {
            outcome.ends.push_back(jobs.GetEnd(job));
        }
        return outcome;
    }

    static IncPoolSetting MakeSetting(const std::string& policy, uint32_t cells)
    {
        IncPoolSetting setting;
        setting.policy = policy;
        setting.cells = cells;
        setting.options.slots = WINDOW;
        setting.options.groups = JOBS;
        setting.messages = MESSAGES;
        return setting;
    }

    void DoRun() override
    {
        const Outcome own = RunJobs(MakeSetting("static", 0));
        for (const std::string policy : {"Shared", "Preempt"})
        {
            const Outcome many = RunJobs(MakeSetting(policy, 2 * JOBS * WINDOW));
            NS_TEST_EXPECT_MSG_EQ(many.exact, true, policy);
            NS_TEST_EXPECT_MSG_EQ(many.counters.collisions, 0U, policy);
            NS_TEST_EXPECT_MSG_EQ(many.counters.passed, 0U, policy);
            NS_TEST_EXPECT_MSG_EQ(many.counters.acquired,
                                  uint64_t{MESSAGES} * JOBS * LEAVES,
                                  policy);
            for (uint32_t job = 0; job < JOBS; ++job)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(many.ends[job].GetDouble(),
                                          own.ends[job].GetDouble(),
                                          0.005 * own.ends[job].GetDouble(),
                                          policy << ", job " << job);
            }
        }
        // While a rank is late, its leaf has no cell for the other jobs.
        const IncPoolSetting few = MakeSetting("Shared", WINDOW);
        IncPoolSetting equal = MakeSetting("Preempt", WINDOW);
        equal.priorities = {3, 3, 3, 3};
        const Outcome shared = RunJobs(few, m_late);
        const Outcome preempt = RunJobs(equal, m_late);
        NS_TEST_EXPECT_MSG_EQ((shared.exact && preempt.exact), true, "few cells");
        NS_TEST_EXPECT_MSG_EQ((shared.ends == preempt.ends), true, "equal priorities: times");
        NS_TEST_EXPECT_MSG_EQ(preempt.counters.evicted, 0U, "equal priorities");
        NS_TEST_EXPECT_MSG_EQ(preempt.counters.passed, shared.counters.passed, "equal priorities");
        const IncAggregatorCounters& counters = shared.counters;
        NS_TEST_EXPECT_MSG_EQ(counters.acquired + counters.collisions,
                              uint64_t{MESSAGES} * JOBS * LEAVES,
                              "every round below a root asks once");
        NS_TEST_EXPECT_MSG_GT(counters.collisions, 0U, "few cells");
        NS_TEST_EXPECT_MSG_EQ(shared.retransmissions, 0U, "few cells");
        NS_TEST_EXPECT_MSG_EQ(counters.passed,
                              2 * counters.collisions,
                              "a round without a cell passes both its workers' contributions");
    }
};

/// Test a server behind one switch: the rate that is left by contributions passed on.
class IncPoolServerTest : public TestCase
{
  public:
    IncPoolServerTest()
        : TestCase("A server's link carries 1 + f (c - 1) frames a message, for f from 0 to 1")
    {
    }

  private:
    static constexpr uint32_t WORKERS = 4;
    static constexpr uint64_t RATE = 10000000000;
    static constexpr uint32_t WINDOW = 256;

    void DoRun() override
    {
        for (const uint32_t most : {WINDOW, 0U})
        {
            IncTopology topology;
            const uint32_t leaf = topology.AddSwitch("leaf");
            for (uint32_t i = 0; i <= WORKERS; ++i)
            {
                const uint32_t host = topology.AddHost("h" + std::to_string(i));
                topology.AddLink(leaf, host, RATE, 1000000);
            }
            topology.DeriveTiers();
            IncPoolSetting setting;
            setting.cells = WINDOW;
            setting.options.slots = WINDOW;
            setting.options.cells.most = most;
            setting.messages = 8000;
            IncPooledJobs jobs(topology, setting);
            std::mt19937 random(1);
            auto workers = topology.GetHosts();
            const uint32_t server = workers.back();
            workers.pop_back();
            jobs.Add(workers, server, random);
            jobs.Run();
            const IncAggregatorCounters counters = jobs.GetCounters();
            NS_TEST_EXPECT_MSG_EQ(jobs.AreExact(), true, "most " << most);
            NS_TEST_EXPECT_MSG_EQ(jobs.GetRetransmissions(), 0U, "most " << most);
            NS_TEST_EXPECT_MSG_EQ(counters.passed,
                                  (most == 0 ? setting.messages * WORKERS : 0),
                                  "most " << most);
            const double frames = most == 0 ? WORKERS : 1; // 1 + f (c - 1)
            const double bits = 8 * (IncPooledJobs::PAYLOAD + jobs.GetGroup(0).overhead);
            const double seconds = setting.messages * frames * bits / RATE;
            // Results have a BIER header, so that a whole sum waits for them.
            const double margin = most == 0 ? 0.03 : 0.06;
            NS_TEST_EXPECT_MSG_EQ_TOL(jobs.GetEnd().GetSeconds(),
                                      seconds,
                                      margin * seconds,
                                      "most " << most);
        }
    }
};

/**
 * \brief Test fixed parts against shared cells with jobs that are always busy, in closed form.
 *
 * The jobs have servers of their own behind one switch, and the window W is the product of rate and
 * round trip. There are s messages for each of the K cells, s = J W / K. The links to the servers
 * have all the delay, so that a message needs its cell for its whole life.
 */
class IncPoolScarcityTest : public TestCase
{
  public:
    IncPoolScarcityTest()
        : TestCase("Jobs that are always busy take s with fixed parts, and 1 plus a share of c - 1 "
                   "with shared "
                   "cells")
    {
    }

  private:
    static constexpr uint64_t RATE = 10000000000;
    static constexpr uint32_t WINDOW = 64;
    static constexpr uint32_t MESSAGES = 6400;

    // Return the time of the last job in units of the time at the full rate.
    static double RunJobs(const std::string& policy,
                          uint32_t count,
                          uint32_t workers,
                          uint32_t cells,
                          Time delay)
    {
        IncTopology topology;
        IncTopologyNode node;
        node.name = "leaf";
        node.kind = IncTopologyNode::Kind::SWITCH;
        node.slots = cells;
        const uint32_t leaf = topology.AddNode(node);
        for (uint32_t i = 0; i < count * (workers + 1); ++i)
        {
            const uint32_t host = topology.AddHost("h" + std::to_string(i));
            const bool isServer = i % (workers + 1) == workers;
            topology.AddLink(leaf, host, RATE, isServer ? delay.GetPicoSeconds() : 1000);
        }
        topology.DeriveTiers();
        IncPoolSetting setting;
        setting.policy = policy;
        setting.cells = WINDOW; // of a server
        setting.options.slots = policy == "static" ? cells / count : WINDOW;
        setting.options.groups = count;
        setting.options.dissemination = IncDisseminationMode::TREE;
        setting.options.cells.hold = IncCellHold::RESULT;
        setting.messages = MESSAGES;
        IncPooledJobs jobs(topology, setting);
        std::mt19937 random(1);
        for (uint32_t job = 0; job < count; ++job)
        {
            const auto first = topology.GetHosts().begin() + job * (workers + 1);
            jobs.Add({first, first + workers}, *(first + workers), random);
        }
        const double bits = 8.0 * (IncPooledJobs::PAYLOAD + jobs.GetGroup(0).overhead);
        if (delay.IsZero())
        {
            return bits / RATE; // time of a message
        }
        jobs.Run();
        return jobs.AreExact() ? jobs.GetEnd().GetSeconds() * RATE / (bits * MESSAGES) : 0;
    }

    void DoRun() override
    {
        const double message = RunJobs("static", 1, 2, WINDOW, Time(0));
        // A contribution and a result wait twice each until they are whole.
        const Time delay = Seconds(message * (WINDOW - 4) / 2);
        for (const auto& [jobs, workers, scarcity] :
             {std::tuple(2U, 2U, 4U), std::tuple(2U, 4U, 2U), std::tuple(4U, 4U, 4U)})
        {
            const uint32_t cells = jobs * WINDOW / scarcity;
            const double s = scarcity;
            const double shared = 1 + (1 - 1 / s) * (workers - 1);
            NS_TEST_EXPECT_MSG_EQ_TOL(RunJobs("static", jobs, workers, cells, delay),
                                      s,
                                      0.03 * s,
                                      "fixed parts, s = " << s << ", c = " << workers);
            NS_TEST_EXPECT_MSG_EQ_TOL(RunJobs("Shared", jobs, workers, cells, delay),
                                      shared,
                                      0.03 * shared,
                                      "sharing, s = " << s << ", c = " << workers);
        }
    }
};

/// Test that a priority protects a job from a straggler of others.
class IncPoolPriorityTest : public TestCase
{
  public:
    IncPoolPriorityTest()
        : TestCase("The top priority takes the cells that a straggler's job holds")
    {
    }

  private:
    static constexpr uint32_t LEAVES = 2;
    static constexpr uint32_t WINDOW = 256;
    static constexpr uint32_t OF_LEAF = 4; // workers of a job on a leaf

    // Return the time of the second job; rank 0 of the first one is late if there is one.
    static Time RunJobs(const std::string& policy, uint32_t cells, IncAggregatorCounters& counters)
    {
        const IncTopology topology = IncLeafSpineTopology(LEAVES, 2, 2 * OF_LEAF).Build();
        IncPoolSetting setting;
        setting.policy = policy;
        setting.cells = cells;
        setting.options.slots = WINDOW;
        setting.options.groups = 2;
        setting.messages = 4000;
        if (policy == "Preempt")
        {
            setting.priorities = {0, 1};
        }
        IncPooledJobs jobs(topology, setting);
        std::mt19937 random(1);
        for (uint32_t job = 0; job < 2; ++job)
        {
            std::vector<uint32_t> workers;
            for (uint32_t i = 0; i < OF_LEAF; ++i)
            {
                const auto some = HostsAcross(topology, LEAVES, 2 * OF_LEAF, OF_LEAF * job + i);
                workers.insert(workers.end(), some.begin(), some.end());
            }
            jobs.Add(workers, *topology.Find("spine" + std::to_string(job)), random);
        }
        jobs.Delay(0, 0, MicroSeconds(500));
        jobs.Run();
        counters = jobs.GetCounters();
        return jobs.AreExact() ? jobs.GetEnd(1) : Time::Max();
    }

    void DoRun() override
    {
        IncAggregatorCounters counters;
        const Time alone = RunJobs("static", 0, counters);
        const Time shared = RunJobs("Shared", WINDOW, counters);
        NS_TEST_EXPECT_MSG_GT(counters.collisions, 0U, "the late rank's job holds all cells");
        const Time preempt = RunJobs("Preempt", WINDOW, counters);
        NS_TEST_EXPECT_MSG_GT(shared, 1.2 * alone, "without priorities");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(preempt, 1.05 * alone, "with priorities");
        NS_TEST_EXPECT_MSG_GT(counters.evicted, 0U, "parts were sent on");
    }
};

class IncPoolTestSuite : public TestSuite
{
  public:
    IncPoolTestSuite()
        : TestSuite("inc-pool", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncPoolExtremesTest);
        AddTestCase(new IncPoolServerTest);
        AddTestCase(new IncPoolScarcityTest);
        AddTestCase(new IncPoolPriorityTest);
    }
};

static IncPoolTestSuite g_incPoolTestSuite; //!< registers the suite
