/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Compares pools of slots for jobs that compute between their AllReduces, as in training.
 *
 *   server0   server1   server2     Three jobs have four workers and a server as root each. A job
 *          \     |     /            repeats an AllReduce of 1024 messages, with 64 in flight, and
 *               leaf                then computes. The duty is the share of the time that AllReduce
 *              /////                takes if the job is alone. A line has the mean time of
 * AllReduce 12 workers             and computing, in units of the time of a job that is alone.
 *
 *   ./inc run inc-pool-duty
 *
 * Expected output:
 *
 *   messages per slot  duty    static    shared   preempt       ATP       ESA
 *                 0.1   0.3      1.00      1.00      1.00      1.02      1.02
 *                 0.1   0.5      1.00      1.00      1.00      1.03      1.03
 *                 0.1   0.7      1.00      1.00      1.00      1.05      1.05
 *                 1.0   0.3      1.00      1.00      1.00      1.18      1.23
 *                 1.0   0.5      1.00      1.00      1.00      1.36      1.32
 *                 1.0   0.7      1.00      1.00      1.00      1.58      1.49
 *                 2.0   0.3      1.27      1.11      1.14      1.30      1.36
 *                 2.0   0.5      1.46      1.26      1.16      1.60      1.55
 *                 2.0   0.7      1.64      1.55      1.30      1.93      1.80
 *                 3.0   0.3      1.57      1.21      1.15      1.42      1.44
 *                 3.0   0.5      1.95      1.51      1.23      1.79      1.72
 *                 3.0   0.7      2.33      1.98      1.42      2.18      2.06
 *
 * "Messages per slot" is the sum of the jobs' windows divided by the slots of the leaf. ATP and ESA
 * choose one slot by a hash of the place in the window. So many messages find their slot in use
 * though others are free, and need four frames to the server instead of one. With preempt and ESA
 * the jobs have different priorities.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-pool-policy.h"
#include "ns3/inc-program.h"
#include "ns3/inc-tree-builder.h"

#include <algorithm>
#include <cstdio>
#include <deque>

using namespace ns3;

namespace
{

constexpr uint32_t JOBS = 3;
constexpr uint32_t WORKERS = 4;     // of a job
constexpr uint32_t WINDOW = 64;     // messages in flight that use the whole rate of a link
constexpr uint64_t MESSAGES = 1024; // of an AllReduce
constexpr uint32_t PAYLOAD = 1024;
constexpr uint64_t RATE = 100000000000;
constexpr int64_t LONG_PS = 2900000; // delay of a server's link

/// A pool of slots.
struct Pool
{
    const char* name;   //!< name in the printed table
    std::string policy; //!< static, Shared or Preempt
    uint32_t ways{0};   //!< slots among which a message can choose; 0: all
};

/// A job that runs AllReduces, with a time of computing after each.
struct Job
{
    IncGroup group;         //!< clients of the job
    Time computing;         //!< time of computing
    uint32_t running{0};    //!< ranks whose AllReduce is not over
    uint32_t iterations{0}; //!< iterations that are left
    Time end;               //!< time when the last iteration was over
};

void
Iterate(Job& job)
{
    job.running = static_cast<uint32_t>(job.group.clients.size());
    for (const auto& client : job.group.clients)
    {
        IncClientRequest request; // without memory: the data is virtual
        request.dataType = IncDataType::UINT8;
        request.count = MESSAGES * PAYLOAD;
        request.done = Callback<void, const std::string&>([&job](const std::string&) {
            if (--job.running > 0)
            {
                return;
            }
            job.end = Simulator::Now() + job.computing;
            if (--job.iterations > 0)
            {
                Simulator::Schedule(job.computing, [&job]() { Iterate(job); });
            }
        });
        client->Post(request);
    }
}

/// What the jobs do.
struct Setting
{
    uint32_t jobs;       //!< number of jobs
    uint32_t slots;      //!< slots of the switch
    double duty;         //!< share of the time for AllReduce, if the job is alone
    Time alone;          //!< time of an AllReduce of a job that is alone
    uint32_t iterations; //!< iterations of a job
};

/// Return the mean time of an iteration, averaged over the jobs.
Time
Simulate(const Pool& pool, const Setting& setting)
{
    const auto& [jobs, slots, duty, allReduce, iterations] = setting;
    IncTopology topology;
    IncTopologyNode node;
    node.name = "leaf";
    node.kind = IncTopologyNode::Kind::SWITCH;
    node.slots = slots;
    const uint32_t leaf = topology.AddNode(node);
    for (uint32_t i = 0; i < jobs * (WORKERS + 1); ++i)
    {
        const bool isServer = i % (WORKERS + 1) == WORKERS;
        const uint32_t host = topology.AddHost("h" + std::to_string(i));
        topology.AddLink(leaf, host, RATE, isServer ? LONG_PS : 1000);
    }
    topology.DeriveTiers();
    const IncFabric fabric = IncFabricHelper().Install(topology);
    const bool isShared = pool.policy != "static";
    IncGroupHelper helper;
    helper.SetClientAttribute("Payload", UintegerValue(PAYLOAD));
    if (isShared)
    {
        ObjectFactory policy("ns3::Inc" + pool.policy + "PoolPolicy");
        policy.Set("Ways", UintegerValue(pool.ways));
        policy.Set("Hash", IncEnumValue(IncCellHash::PLACE));
        helper.SetAggregatorAttribute("Pool", PointerValue(policy.Create()));
        helper.SetAggregatorAttribute("Slots", UintegerValue(WINDOW)); // of a server
    }
    std::deque<Job> all(jobs);
    Time sum;
    for (uint32_t i = 0; i < jobs; ++i)
    {
        const auto first = topology.GetHosts().begin() + i * (WORKERS + 1);
        const std::vector<uint32_t> workers(first, first + WORKERS);
        IncTreeBuilder builder(topology);
        builder.SetRoot(*(first + WORKERS));
        IncGroupOptions options;
        options.treeId = static_cast<uint16_t>(i + 1);
        options.dissemination = IncDisseminationMode::TREE;
        options.groups = jobs;
        options.slots = isShared ? WINDOW : std::min(WINDOW, slots / jobs);
        options.cells.isShared = isShared;
        options.cells.hold = IncCellHold::RESULT;
        options.cells.priority = static_cast<uint8_t>(i);
        Job& job = all[i];
        job.group =
            helper.Install(fabric, builder.Build(IncTreeWorkers(topology, workers)), options);
        // different times, so that the jobs meet in all phases
        job.computing = allReduce * ((1 - duty) / duty * (0.8 + 0.4 * i / std::max(1U, jobs - 1)));
        job.iterations = iterations;
        Iterate(job);
    }
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    for (Job& job : all)
    {
        sum += job.end;
    }
    Simulator::Destroy();
    return sum / int64_t{iterations * jobs};
}

/// Print the mean time of an iteration in units of that of a job which is alone.
void
PrintTable(uint32_t iterations)
{
    const Pool pools[]{{"static", "static"},
                       {"shared", "Shared"},
                       {"preempt", "Preempt"},
                       {"ATP", "Shared", 1},
                       {"ESA", "Preempt", 1}};
    std::printf("messages per slot  duty");
    for (const Pool& pool : pools)
    {
        std::printf("  %8s", pool.name);
    }
    const Time alone = Simulate(pools[0], {1, WINDOW, 1, Time(0), 1});
    for (const double scarcity : {0.1, 1.0, 2.0, 3.0})
    {
        const auto slots = static_cast<uint32_t>(JOBS * WINDOW / scarcity);
        for (const double duty : {0.3, 0.5, 0.7})
        {
            std::printf("\n%17.1f  %4.1f", scarcity, duty);
            for (const Pool& pool : pools)
            {
                const Time time = Simulate(pool, {JOBS, slots, duty, alone, iterations});
                std::printf("  %8.2f", time.GetDouble() / alone.GetDouble() * duty);
            }
        }
    }
    std::printf("\n");
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t iterations = 10;
    IncArgumentTable arguments("inc-pool-duty", "Pools of slots for jobs that also compute.");
    arguments.Integer("iterations", iterations, 1U, 10000U, "AllReduces of a job.");
    return IncRunProgram("inc-pool-duty", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        PrintTable(iterations);
        return 0;
    });
}
