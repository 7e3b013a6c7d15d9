/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Compares slots of one's own with slots that jobs share: when sharing wins and when it loses.
 *
 *        spine0 … spine3     Four jobs run an AllReduce at the same time. Each has four workers on
 *           |   \ /   |      both leaves, and a spine of its own as root. A leaf has few slots.
 * With |   / \   |      static each job has a fourth of them as its window. With shared each leaf0
 * leaf1     job has a full window, and a message without a slot goes to the spine
 *        |||||     |||||     as four contributions instead of one.
 *
 *   ./inc run inc-shared-pool
 *
 * Expected output:
 *
 *   All jobs begin at once; a message keeps its slot until its result passes.
 *     slots  jobs  static us  shared us  static/shared  without a slot
 *        64     4      560.7      599.9           0.93          71.7 %
 *        80     4      450.8      556.7           0.81          64.1 %
 *        96     4      376.5      193.3           1.95           0.0 %
 *       128     4      282.5      193.3           1.46           0.0 %
 *       192     4      193.3      193.3           1.00           0.0 %
 *        64     1      560.7      193.3           2.90           0.0 %
 *        80     1      450.8      193.3           2.33           0.0 %
 *        96     1      376.5      193.3           1.95           0.0 %
 *       128     1      282.5      193.3           1.46           0.0 %
 *       192     1      193.3      193.3           1.00           0.0 %
 *   Rank 0 of the first job is 200 us late; 64 slots.
 *     pool                          first job us  last job us
 *     static                               760.7        560.7
 *     shared                               393.3        353.4
 *     preempt, others first                393.3        193.3
 *
 * A message needs its slot for about half of its life, so that 64 slots do not do for the 200
 * messages of four busy jobs: then a link that carries four contributions for one costs more than a
 * small window. With 96 slots or more, or with idle jobs, sharing is faster. A late rank's job
 * holds its slots and slows all jobs of the leaf, unless they have a higher priority.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-pool-policy.h"
#include "ns3/inc-program.h"
#include "ns3/inc-tree-builder.h"

#include <cstdio>

using namespace ns3;

namespace
{

constexpr uint32_t JOBS = 4;
constexpr uint32_t LEAVES = 2;
constexpr uint32_t OF_LEAF = 4; // workers of a job on a leaf
constexpr uint32_t WINDOW = 64; // messages in flight of a worker that has a full window
constexpr uint32_t PAYLOAD = 1024;

/// What the jobs of one simulation do.
struct Setting
{
    std::string policy;                   //!< static, Shared or Preempt
    uint32_t slots{0};                    //!< slots of a leaf
    IncCellHold hold{IncCellHold::CACHE}; //!< how long a message keeps its slot
    uint32_t active{JOBS};                //!< number of jobs that run
    Time late{0};                         //!< delay of rank 0 of the first job
    bool prefersOthers{false};            //!< whether the other jobs have a higher priority
};

/// What came of it.
struct Outcome
{
    std::vector<double> us; //!< time of each job
    double passed{0};       //!< share of messages without a slot
};

IncGroup
InstallJob(const IncFabric& fabric,
           const IncGroupHelper& helper,
           uint32_t job,
           const Setting& setting)
{
    const IncTopology& topology = fabric.GetTopology();
    std::vector<uint32_t> workers;
    for (uint32_t i = 0; i < LEAVES * OF_LEAF; ++i)
    {
        const uint32_t leaf = i / OF_LEAF;
        workers.push_back(topology.GetHosts()[leaf * JOBS * OF_LEAF + job * OF_LEAF + i % OF_LEAF]);
    }
    IncTreeBuilder builder(topology);
    builder.SetRoot(*topology.Find("spine" + std::to_string(job)));
    IncGroupOptions options;
    options.treeId = static_cast<uint16_t>(job + 1);
    options.dissemination = IncDisseminationMode::TREE;
    options.slots = setting.policy == "static" ? setting.slots / JOBS : WINDOW;
    options.cells.isShared = setting.policy != "static";
    options.cells.hold = setting.hold;
    options.cells.priority = setting.prefersOthers && job > 0 ? 1 : 0;
    return helper.Install(fabric, builder.Build(IncTreeWorkers(topology, workers)), options);
}

Outcome
Simulate(const Setting& setting, uint64_t messages)
{
    const IncFabric fabric =
        IncFabricHelper().Install(IncLeafSpineTopology(LEAVES, JOBS, JOBS * OF_LEAF).Build());
    IncGroupHelper helper;
    helper.SetClientAttribute("Payload", UintegerValue(PAYLOAD));
    if (setting.policy != "static")
    {
        helper.SetAggregatorAttribute(
            "Pool",
            PointerValue(ObjectFactory("ns3::Inc" + setting.policy + "PoolPolicy").Create()));
        helper.SetAggregatorAttribute("Slots", UintegerValue(setting.slots));
    }
    std::vector<IncGroup> groups;
    Outcome outcome;
    outcome.us.assign(setting.active, 0);
    for (uint32_t job = 0; job < setting.active; ++job)
    {
        groups.push_back(InstallJob(fabric, helper, job, setting));
        for (uint32_t rank = 0; rank < groups[job].clients.size(); ++rank)
        {
            IncClientRequest request; // without memory: the data is virtual
            request.dataType = IncDataType::UINT8;
            request.count = messages * PAYLOAD;
            request.done =
                Callback<void, const std::string&>([&us = outcome.us[job]](const std::string&) {
                    us = Simulator::Now().GetNanoSeconds() / 1e3;
                });
            const bool isLate = job == 0 && rank == 0;
            Simulator::Schedule(
                isLate ? setting.late : Time(0),
                [client = groups[job].clients[rank], request]() { client->Post(request); });
        }
    }
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    IncAggregatorCounters leaves;
    for (const Ptr<IncAggregator>& aggregator :
         {groups.front().aggregators[1], groups.front().aggregators[2]})
    {
        IncAddCounters(leaves, aggregator->GetCounters());
    }
    const double rounds = static_cast<double>(leaves.acquired + leaves.collisions);
    outcome.passed = rounds > 0 ? static_cast<double>(leaves.collisions) / rounds : 0;
    Simulator::Destroy();
    return outcome;
}

/// Print times with few and many slots, all jobs busy, then only one.
void
CompareSlots(uint64_t messages)
{
    std::printf("All jobs begin at once; a message keeps its slot until its result passes.\n"
                "  slots  jobs  static us  shared us  static/shared  without a slot\n");
    for (const uint32_t active : {JOBS, 1U})
    {
        for (const uint32_t slots : {64U, 80U, 96U, 128U, 192U})
        {
            const Outcome own = Simulate({"static", slots, IncCellHold::CACHE, active}, messages);
            const Outcome shared =
                Simulate({"Shared", slots, IncCellHold::RESULT, active}, messages);
            std::printf("  %5u  %4u  %9.1f  %9.1f  %13.2f  %12.1f %%\n",
                        slots,
                        active,
                        own.us.back(),
                        shared.us.back(),
                        own.us.back() / shared.us.back(),
                        100 * shared.passed);
        }
    }
}

/// Print what a late rank of the first job does to the last one.
void
CompareLate(uint64_t messages)
{
    std::printf("Rank 0 of the first job is 200 us late; 64 slots.\n"
                "  pool                          first job us  last job us\n");
    const Time late = MicroSeconds(200);
    const std::pair<const char*, Setting> settings[]{
        {"static", {"static", WINDOW, IncCellHold::CACHE, JOBS, late}},
        {"shared", {"Shared", WINDOW, IncCellHold::CACHE, JOBS, late}},
        {"preempt, others first", {"Preempt", WINDOW, IncCellHold::CACHE, JOBS, late, true}}};
    for (const auto& [name, setting] : settings)
    {
        const Outcome outcome = Simulate(setting, messages);
        std::printf("  %-28s  %12.1f  %11.1f\n", name, outcome.us.front(), outcome.us.back());
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    uint64_t messages = 2048;
    IncArgumentTable arguments("inc-shared-pool", "Slots of one's own, and slots that jobs share.");
    arguments.Integer("messages",
                      messages,
                      uint64_t{256},
                      uint64_t{1} << 20,
                      "Messages of a rank.");
    return IncRunProgram("inc-shared-pool", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        CompareSlots(messages);
        CompareLate(messages);
        return 0;
    });
}
