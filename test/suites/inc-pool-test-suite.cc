/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of aggregator cells that the groups of a switch share.

#include "inc-aggregation-rig.h"
#include "inc-environment.h"

#include "ns3/inc-cell-pool.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-pool-policy.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>
#include <set>

using namespace ns3;

namespace
{

/// Settings of the jobs of a PooledJobs.
struct PoolSetting
{
    std::string policy{"shared"}; // word of --pool; "static": groups share nothing
    uint32_t cells{4};            // cells of a switch
    uint32_t ways{0};             // cells among which a round chooses; 0: all
    IncCellHash hash{IncCellHash::MESSAGE};
    IncGroupOptions options;           // options of all groups
    std::optional<Time> minTimeout{};  // floor of the clients' timers; nothing: the default
    uint32_t messages{20};             // messages of a rank
    std::vector<uint8_t> priorities{}; // priorities by job; later jobs have 0
};

/// Jobs that run AllReduce at the same time over switches with shared cells.
class PooledJobs
{
  public:
    PooledJobs(const IncTopology& topology, const PoolSetting& setting)
        : m_rig(topology),
          m_setting(setting)
    {
        m_helper.SetClientAttribute("Payload", UintegerValue(PAYLOAD));
        if (setting.minTimeout)
        {
            m_helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(*setting.minTimeout));
        }
        m_helper.SetClientAttribute("MaxRetries", UintegerValue(1000));
        if (IsShared())
        {
            m_policy = IncPoolPolicy::Create(setting.policy);
            m_policy->SetAttribute("Ways", UintegerValue(setting.ways));
            m_policy->SetAttribute("Hash", IncEnumValue(setting.hash));
            m_helper.SetAggregatorAttribute("Pool", PointerValue(m_policy));
            m_helper.SetAggregatorAttribute("Slots", UintegerValue(setting.cells));
        }
    }

    ~PooledJobs()
    {
        for (Job& job : m_jobs)
        {
            for (const auto& client : job.group.clients)
            {
                client->Dispose();
            }
        }
    }

    /// Add a job with these workers, whose tree has a given root.
    void Add(const std::vector<uint32_t>& workers,
             std::optional<uint32_t> root,
             std::mt19937& random)
    {
        IncTreeBuilder builder(m_rig.fabric.GetTopology());
        if (root)
        {
            builder.SetRoot(*root);
        }
        const auto tree = builder.Build(IncTreeWorkers(m_rig.fabric.GetTopology(), workers));
        IncGroupOptions options = m_setting.options;
        options.treeId = static_cast<uint16_t>(m_jobs.size() + 1);
        options.cells.isShared = IsShared();
        options.cells.priority =
            m_jobs.size() < m_setting.priorities.size() ? m_setting.priorities[m_jobs.size()] : 0;
        m_jobs.emplace_back();
        Job& job = m_jobs.back();
        job.group = m_helper.Install(m_rig.fabric, tree, options);
        job.sums.assign(m_setting.messages * ELEMENTS, 0);
        job.delays.assign(workers.size(), Time(0));
        for (uint32_t rank = 0; rank < workers.size(); ++rank)
        {
            auto& data = job.data.emplace_back(job.sums.size());
            for (std::size_t i = 0; i < data.size(); ++i)
            {
                data[i] = static_cast<int32_t>(random());
                job.sums[i] += static_cast<uint32_t>(data[i]);
            }
        }
    }

    /// Lose, copy and delay frames with these probabilities.
    void Impair(double loss, double duplicate, double reorder, int64_t stream)
    {
        m_rig.Impair(loss, duplicate, reorder, stream);
    }

    /// Let a rank of a job begin late.
    void Delay(std::size_t job, uint32_t rank, Time delay)
    {
        m_jobs[job].delays[rank] = delay;
    }

    /// Post the requests of all jobs, and simulate.
    void Run()
    {
        for (Job& job : m_jobs)
        {
            for (uint32_t rank = 0; rank < job.data.size(); ++rank)
            {
                Simulator::Schedule(job.delays[rank], [&job, rank]() { Post(job, rank); });
            }
        }
        IncAggregationRig::RunFor(Seconds(1000)); // at 30 % loss, timers grow to 16 ms
    }

    bool AreDone() const
    {
        return std::all_of(m_jobs.begin(), m_jobs.end(), [](const Job& job) {
            return job.done == job.data.size();
        });
    }

    /// Return the failures of all jobs.
    std::string GetFailures() const
    {
        std::string failures;
        for (const Job& job : m_jobs)
        {
            failures += job.failure;
        }
        return failures;
    }

    bool AreExact() const
    {
        return std::all_of(m_jobs.begin(), m_jobs.end(), [](const Job& job) {
            return std::all_of(job.data.begin(), job.data.end(), [&job](const auto& data) {
                return std::equal(
                    data.begin(),
                    data.end(),
                    job.sums.begin(),
                    [](int32_t a, uint32_t b) { return static_cast<uint32_t>(a) == b; });
            });
        });
    }

    /// Return the time when a job's last rank was done.
    Time GetEnd(std::size_t job) const
    {
        return m_jobs[job].end;
    }

    /// Return the time when the last rank of all jobs was done.
    Time GetEnd() const
    {
        Time end;
        for (const Job& job : m_jobs)
        {
            end = Max(end, job.end);
        }
        return end;
    }

    /// Return the sum of the counters of all switches.
    IncAggregatorCounters GetCounters() const
    {
        IncAggregatorCounters sum;
        for (const auto& aggregator : GetAggregators())
        {
            IncAddCounters(sum, aggregator->GetCounters());
        }
        return sum;
    }

    /// Return the number of messages sent again by all clients.
    uint64_t GetRetransmissions() const
    {
        uint64_t sum = 0;
        for (const Job& job : m_jobs)
        {
            for (const auto& client : job.group.clients)
            {
                sum += client->GetCounters().retransmissions;
            }
        }
        return sum;
    }

    /// Return the number of cells that rounds hold on all switches.
    uint32_t GetHeld() const
    {
        uint32_t held = 0;
        for (const auto& aggregator : GetAggregators())
        {
            held += aggregator->GetPool() ? aggregator->GetPool()->GetHeld() : 0;
        }
        return held;
    }

    std::set<Ptr<IncAggregator>> GetAggregators() const
    {
        std::set<Ptr<IncAggregator>> aggregators;
        for (const Job& job : m_jobs)
        {
            aggregators.insert(job.group.aggregators.begin(), job.group.aggregators.end());
        }
        return aggregators;
    }

    const IncGroup& GetGroup(std::size_t job) const
    {
        return m_jobs[job].group;
    }

    IncAggregationRig& GetRig()
    {
        return m_rig;
    }

    static constexpr uint32_t ELEMENTS = 16;          // elements of a message
    static constexpr uint32_t PAYLOAD = 4 * ELEMENTS; // bytes of a message

  private:
    struct Job
    {
        IncGroup group;
        std::vector<std::vector<int32_t>> data; // operands, then results, by rank
        std::vector<uint32_t> sums;             // expected result
        std::vector<Time> delays;               // time when each rank begins
        uint64_t done{0};                       // ranks that have completed
        Time end;                               // when the last one did
        std::string failure;                    // reason for which a rank failed; empty: none
    };

    bool IsShared() const
    {
        return m_setting.policy != "static";
    }

    static void Post(Job& job, uint32_t rank)
    {
        IncClientRequest request;
        request.dataType = IncDataType::INT32;
        request.count = job.data[rank].size();
        request.send = reinterpret_cast<uint8_t*>(job.data[rank].data());
        request.receive = reinterpret_cast<uint8_t*>(job.data[rank].data());
        request.done = Callback<void, const std::string&>([&job](const std::string& status) {
            job.done += status.empty();
            job.failure = status.empty() ? job.failure : status;
            job.end = Simulator::Now();
        });
        job.group.clients[rank]->Post(request);
    }

    IncAggregationRig m_rig;     // the network; its own group is not used
    PoolSetting m_setting;       // settings of all jobs
    IncGroupHelper m_helper;     // makes clients and aggregators
    Ptr<IncPoolPolicy> m_policy; // policy of all switches; null: none
    std::deque<Job> m_jobs;      // jobs in the order of their tree ids
};

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

/**
 * \ingroup inc-tests
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

    void RunWith(uint32_t seed)
    {
        std::mt19937 random(seed);
        const auto draw = [&random](std::initializer_list<uint32_t> values) {
            return *(values.begin() + random() % values.size());
        };
        const IncTopology topology = Draw(random);
        PoolSetting setting;
        setting.minTimeout = MicroSeconds(20);
        setting.policy = random() % 2 == 0 ? "shared" : "preempt";
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
        for (uint32_t job = 0; job < jobs; ++job)
        {
            setting.priorities.push_back(static_cast<uint8_t>(random() % 3));
        }
        const bool isLossy = random() % 4 != 0;
        const auto percent = [&random, isLossy]() {
            return isLossy ? (random() % 31) / 100.0 : 0.0;
        };

        PooledJobs pooled(topology, setting);
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
            (options.transport == IncAggregationTransport::RC ? ", RC" : ", UC") + ", loss " +
            std::to_string(loss);
        const IncAggregatorCounters counters = pooled.GetCounters();
        NS_TEST_ASSERT_MSG_EQ(pooled.AreDone(), true, name << " hangs " << pooled.GetFailures());
        NS_TEST_ASSERT_MSG_EQ(pooled.AreExact(), true, name << ": sums");
        NS_TEST_ASSERT_MSG_EQ(pooled.GetHeld(), 0U, name << ": cells still held");
        NS_TEST_ASSERT_MSG_EQ((counters.evicted > 0 && setting.policy == "shared"),
                              false,
                              name << ": evicted without priorities");
        if (loss + duplicate + reorder == 0)
        {
            NS_TEST_ASSERT_MSG_EQ(pooled.GetRetransmissions(), 0U, name << ": timers");
        }
    }
};

/**
 * \ingroup inc-tests
 * \brief Test jobs over the same leaves with many and few cells, in closed form.
 */
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
        IncAggregatorCounters counters; // of all switches
        uint64_t retransmissions;       // of all clients
    };

    // Run the jobs; job i has the spine i as root, and rank 0 of the first job begins late.
    static Outcome RunJobs(const PoolSetting& setting, Time late = Time(0))
    {
        const IncTopology topology = IncLeafSpineTopology(LEAVES, JOBS, 2 * JOBS).Build();
        PooledJobs jobs(topology, setting);
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

    static PoolSetting MakeSetting(const std::string& policy, uint32_t cells)
    {
        PoolSetting setting;
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
        for (const std::string policy : {"shared", "preempt"})
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
        const PoolSetting few = MakeSetting("shared", WINDOW);
        PoolSetting equal = MakeSetting("preempt", WINDOW);
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

/**
 * \ingroup inc-tests
 * \brief Test a server behind one switch: the rate that is left by contributions passed on.
 */
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
            PoolSetting setting;
            setting.cells = WINDOW;
            setting.options.slots = WINDOW;
            setting.options.cells.most = most;
            setting.messages = 8000;
            PooledJobs jobs(topology, setting);
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
            const double bits = 8 * (PooledJobs::PAYLOAD + jobs.GetGroup(0).overhead);
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
 * \ingroup inc-tests
 * \brief Test that a priority protects a job from a straggler of others.
 */
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
        PoolSetting setting;
        setting.policy = policy;
        setting.cells = cells;
        setting.options.slots = WINDOW;
        setting.options.groups = 2;
        setting.messages = 4000;
        if (policy == "preempt")
        {
            setting.priorities = {0, 1};
        }
        PooledJobs jobs(topology, setting);
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
        const Time shared = RunJobs("shared", WINDOW, counters);
        NS_TEST_EXPECT_MSG_GT(counters.collisions, 0U, "the late rank's job holds all cells");
        const Time preempt = RunJobs("preempt", WINDOW, counters);
        NS_TEST_EXPECT_MSG_GT(shared, 1.2 * alone, "without priorities");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(preempt, 1.05 * alone, "with priorities");
        NS_TEST_EXPECT_MSG_GT(counters.evicted, 0U, "parts were sent on");
    }
};

/**
 * \ingroup inc-tests
 * \brief Tests of shared cells.
 */
class IncPoolTestSuite : public TestSuite
{
  public:
    IncPoolTestSuite()
        : TestSuite("inc-pool", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncRandomPoolsTest);
        AddTestCase(new IncPoolExtremesTest);
        AddTestCase(new IncPoolServerTest);
        AddTestCase(new IncPoolPriorityTest);
    }
};

static IncPoolTestSuite g_incPoolTestSuite; //!< registers the suite
