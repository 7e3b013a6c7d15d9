/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Loses one result in two modes of a slot: literal slots hang the workers, shadow copies do not.
 *
 *        h0    h1          Each host sends --rounds messages through a single slot. The link to h0
 *          \  /            loses the first result. h1 continues with the second message, while h0
 *           s0             repeats the first one.
 *
 *   ./inc run inc-slot-modes --rounds=4
 *
 * Expected output:
 *
 *   literal:
 *     h0 message 0: 8 timeouts without progress, after 1743.43 us
 *     h1 still waits after 200 ms
 *     s0 completed 1 rounds, sent 0 results again
 *     s0 met 23 duplicates, answered 23 with "pending", refused 7 messages of the past
 *   shadow:
 *     h0 has all results, after 15.577 us
 *     h1 has all results, after 15.577 us
 *     s0 completed 4 rounds, sent 1 results again
 *     s0 met 2 duplicates, answered 1 with "pending", refused 0 messages of the past
 *
 * In literal mode (draft-liu-nfsv4-rocev2, section 5.2) the root clears the slot as soon as it has
 * sent the result, so that no copy is left. It refuses h0's repeated message as old until h0 gives
 * up. It answers "pending" to h1, whose second message lacks h0's contribution, for ever. In shadow
 * mode the slot keeps its last result until its next round completes. That round needs a
 * contribution from every worker, so every worker has the last result by then.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/error-model.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-program.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"

#include <iostream>

using namespace ns3;

namespace
{

constexpr uint32_t PAYLOAD = 1024;

/// Lose the first frame that arrives at a host: the first result.
void
LoseFirstFrame(const IncFabric& fabric, uint32_t host)
{
    auto errors = CreateObject<ReceiveListErrorModel>();
    errors->SetList({0});
    fabric.GetDevice(host, 0)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
}

void
PrintCounters(const IncAggregatorCounters& counters)
{
    std::cout << "  s0 completed " << counters.completed << " rounds, sent " << counters.resent
              << " results again\n  s0 met " << counters.duplicates << " duplicates, answered "
              << counters.pendingSent << " with \"pending\", refused "
              << counters.refused.Get(IncRefusal::OLD_MESSAGE) << " messages of the past\n";
}

void
Simulate(IncSlotMode mode, const std::string& name, uint32_t rounds)
{
    const IncTopology topology = IncStarTopology(2).Build();
    const IncFabric fabric = IncFabricHelper().Install(topology);
    LoseFirstFrame(fabric, topology.GetHosts().front());

    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    const IncAggregationTree tree = IncTreeBuilder(topology).Build(workers);
    IncGroupOptions options;
    options.slotMode = mode;
    options.slots = 1;
    IncGroupHelper helper;
    helper.SetClientAttribute("Payload", UintegerValue(PAYLOAD));
    helper.SetClientAttribute("MaxRetries", UintegerValue(8));
    const IncGroup group = helper.Install(fabric, tree, options);

    std::cout << name << ":\n";
    std::vector<bool> waits(workers.size(), true);
    for (uint32_t rank = 0; rank < workers.size(); ++rank)
    {
        IncClientRequest request; // without memory: the data is virtual
        request.dataType = IncDataType::UINT8;
        request.count = uint64_t{rounds} * PAYLOAD;
        request.done = Callback<void, const std::string&>([&waits, rank](const std::string& error) {
            waits[rank] = false;
            std::cout << "  h" << rank << " " << (error.empty() ? "has all results" : error)
                      << ", after " << Simulator::Now().GetNanoSeconds() / 1e3 << " us\n";
        });
        group.clients[rank]->Post(request);
    }
    Simulator::Stop(MilliSeconds(200));
    Simulator::Run();

    for (uint32_t rank = 0; rank < workers.size(); ++rank)
    {
        if (waits[rank])
        {
            std::cout << "  h" << rank << " still waits after "
                      << Simulator::Now().GetMilliSeconds() << " ms\n";
        }
    }
    PrintCounters(group.aggregators.front()->GetCounters());
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t rounds = 4;
    IncArgumentTable arguments("inc-slot-modes", "One lost result in both modes of a slot.");
    arguments.Integer("rounds", rounds, 2U, 1000U, "Messages of each host, one after the other.");
    return IncRunProgram("inc-slot-modes", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        Simulate(IncSlotMode::LITERAL, "literal", rounds);
        Simulate(IncSlotMode::SHADOW, "shadow", rounds);
        return 0;
    });
}
