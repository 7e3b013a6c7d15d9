/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of aggregator cells that the groups of a switch share.

#include "inc-aggregation-rig.h"
#include "inc-environment.h"

#include "ns3/inc-cell-pool.h"
#include "ns3/inc-fat-tree-topology.h"
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
    std::string policy{"shared"};  // word of --pool; "static": groups share nothing
    uint32_t cells{4};             // cells of a switch
    uint32_t ways{0};              // cells among which a round chooses; 0: all
    IncCellHash hash{IncCellHash::MESSAGE};
    IncGroupOptions options;       // options of all groups
    uint32_t messages{20};         // messages of a rank
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
        m_helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(MicroSeconds(20)));
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

    /// Post the requests of all jobs, a job's after its delay, and simulate.
    void Run(const std::vector<Time>& delays = {})
    {
        for (std::size_t i = 0; i < m_jobs.size(); ++i)
        {
            Simulator::Schedule(i < delays.size() ? delays[i] : Time(0),
                                [&job = m_jobs[i]]() { Post(job); });
        }
        IncAggregationRig::RunFor(Seconds(20));
    }

    bool AreDone() const
    {
        return std::all_of(m_jobs.begin(), m_jobs.end(), [](const Job& job) {
            return job.done == job.data.size();
        });
    }

    bool AreExact() const
    {
        return std::all_of(m_jobs.begin(), m_jobs.end(), [](const Job& job) {
            return std::all_of(job.data.begin(), job.data.end(), [&job](const auto& data) {
                return std::equal(data.begin(),
                                  data.end(),
                                  job.sums.begin(),
                                  [](int32_t a, uint32_t b) {
                                      return static_cast<uint32_t>(a) == b;
                                  });
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

    static constexpr uint32_t ELEMENTS = 16; // elements of a message

  private:
    static constexpr uint32_t PAYLOAD = 4 * ELEMENTS;

    struct Job
    {
        IncGroup group;
        std::vector<std::vector<int32_t>> data; // operands, then results, by rank
        std::vector<uint32_t> sums;             // expected result
        uint64_t done{0};                       // ranks that have completed
        Time end;                               // when the last one did
    };

    bool IsShared() const
    {
        return m_setting.policy != "static";
    }

    static void Post(Job& job)
    {
        for (uint32_t rank = 0; rank < job.data.size(); ++rank)
        {
            IncClientRequest request;
            request.dataType = IncDataType::INT32;
            request.count = job.data[rank].size();
            request.send = reinterpret_cast<uint8_t*>(job.data[rank].data());
            request.receive = request.send == nullptr
                                  ? nullptr
                                  : reinterpret_cast<uint8_t*>(job.data[rank].data());
            request.done = Callback<void, const std::string&>([&job](const std::string& status) {
                job.done += status.empty();
                job.end = Simulator::Now();
            });
            job.group.clients[rank]->Post(request);
        }
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

IncTopology
LeafSpine(uint32_t leaves, uint32_t spines, uint32_t hostsPerLeaf)
{
    return IncLeafSpineTopology(leaves, spines, hostsPerLeaf).Build();
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
        options.rc.retryCount = 1000;
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
        NS_TEST_ASSERT_MSG_EQ(pooled.AreDone(), true, name << " hangs");
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
 * \brief Test the extremes: a cell for every message, and none.
 */
class IncPoolExtremesTest : public TestCase
{
  public:
    IncPoolExtremesTest()
        : TestCase("With a cell for all messages it is as with slots of one's own, with none every "
                   "contribution goes to the root")
    {
    }

  private:
    static constexpr uint32_t JOBS = 4;
    static constexpr uint32_t LEAVES = 4;
    static constexpr uint32_t WINDOW = 8;

    // Return the jobs after their run; job i has the spine i as root.
    static std::unique_ptr<PooledJobs> RunJobs(const std::string& policy, uint32_t cells)
    {
        const IncTopology topology = LeafSpine(LEAVES, JOBS, 2 * JOBS);
        PoolSetting setting;
        setting.policy = policy;
        setting.cells = cells;
        setting.options.slots = WINDOW;
        setting.options.groups = JOBS;
        setting.messages = 400;
        auto jobs = std::make_unique<PooledJobs>(topology, setting);
        std::mt19937 random(1);
        for (uint32_t job = 0; job < JOBS; ++job)
        {
            std::vector<uint32_t> workers = HostsAcross(topology, LEAVES, 2 * JOBS, 2 * job);
            const auto others = HostsAcross(topology, LEAVES, 2 * JOBS, 2 * job + 1);
            workers.insert(workers.end(), others.begin(), others.end());
            jobs->Add(workers, *topology.Find("spine" + std::to_string(job)), random);
        }
        jobs->Run();
        return jobs;
    }

    void DoRun() override
    {
        Time own;
        {
            own = RunJobs("static", 0)->GetEnd();
        }
        for (const std::string policy : {"shared", "preempt"})
        {
            const auto jobs = RunJobs(policy, (JOBS + 1) * WINDOW);
            const IncAggregatorCounters counters = jobs->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(jobs->AreExact(), true, policy);
            NS_TEST_EXPECT_MSG_EQ(counters.collisions, 0U, policy);
            NS_TEST_EXPECT_MSG_EQ(counters.passed, 0U, policy);
            NS_TEST_EXPECT_MSG_EQ(counters.acquired, 400U * JOBS * LEAVES, policy);
            NS_TEST_EXPECT_MSG_EQ_TOL(jobs->GetEnd().GetDouble(),
                                      own.GetDouble(),
                                      0.005 * own.GetDouble(),
                                      policy);
        }
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
    }
};

static IncPoolTestSuite g_incPoolTestSuite; //!< registers the suite
