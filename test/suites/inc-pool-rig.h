/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_POOL_RIG_H
#define INC_POOL_RIG_H

#include "inc-aggregation-rig.h"

#include "ns3/inc-cell-pool.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-pool-policy.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/// Settings of jobs that share cells.
struct IncPoolSetting
{
    std::string policy{"Shared"}; // class Inc…PoolPolicy; "static": groups share nothing
    uint32_t cells{4};            // cells of a switch
    uint32_t ways{0};             // cells among which a round chooses; 0: all
    IncCellHash hash{IncCellHash::MESSAGE};
    bool rehash{false}; // whether a place of the window gets another hash without a cell
    IncCellLedger ledger{IncCellLedger::ROUND};
    IncGroupOptions options;           // options of all groups
    std::optional<Time> minTimeout{};  // floor of the clients' timers; nothing: the default
    uint32_t messages{20};             // messages of a rank
    std::vector<uint8_t> priorities{}; // priorities by job; later jobs have 0
};

/// Jobs that run AllReduce at the same time over switches with shared cells.
class IncPooledJobs
{
  public:
    IncPooledJobs(const IncTopology& topology, const IncPoolSetting& setting)
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
            ObjectFactory factory("ns3::Inc" + setting.policy + "PoolPolicy");
            factory.Set("Ways", UintegerValue(setting.ways));
            factory.Set("Hash", IncEnumValue(setting.hash));
            factory.Set("Rehash", BooleanValue(setting.rehash));
            factory.Set("Ledger", IncEnumValue(setting.ledger));
            m_policy = factory.Create<IncPoolPolicy>();
            m_helper.SetAggregatorAttribute("Pool", PointerValue(m_policy));
            m_helper.SetAggregatorAttribute("Slots", UintegerValue(setting.cells));
        }
    }

    ~IncPooledJobs()
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

    /// Return the counters of a job's tree, of all its nodes.
    IncCellCounters GetCells(std::size_t job) const
    {
        const IncGroup& group = m_jobs[job].group;
        IncCellCounters sum;
        for (const auto& aggregator : group.aggregators)
        {
            sum += aggregator->FindTree(group.treeId)->GetCellCounters();
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
    IncPoolSetting m_setting;    // settings of all jobs
    IncGroupHelper m_helper;     // makes clients and aggregators
    Ptr<IncPoolPolicy> m_policy; // policy of all switches; null: none
    std::deque<Job> m_jobs;      // jobs in the order of their tree ids
};

} // namespace ns3

#endif // INC_POOL_RIG_H
