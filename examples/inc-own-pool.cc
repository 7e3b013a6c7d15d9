/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Adds a policy for shared slots to inc-sim: results that are kept for repetitions stay.
 *
 *       spine0   spine1      Two jobs share the slots of the leaves. A message that finds no empty
 *        |   \ /    |        slot goes on to the spine. With --poolHold=cache, --pool=shared would
 *        |   / \    |        give it the slot of a message that is complete. This policy does not,
 *      leaf0     leaf1       so that the switch can repeat all its sums if frames are lost.
 *
 *   ./inc run inc-own-pool --topology=leaf-spine --leaves=2 --spines=2 --hostsPerLeaf=4 --jobs=2
 *       --scheme=inc --size=64KB --slots=16 --pool=thrifty --poolHold=cache
 * --jobPlacement=interleaved
 *
 * Expected output:
 *
 *   # inc-own-pool --hostsPerLeaf=4 * --topology=leaf-spine
 *   # busbw is algbw times nccl-tests' factor for host algorithms: in the network it may
 *   # exceed the links' rate, so compare algbw. GB = 10^9 bytes.
 *   #
 *   #       size         count      type   redop      scheme     time   algbw   busbw  #wrong
 *   #        (B)    (elements)                                   (us)  (GB/s)  (GB/s)
 *   64000 16000 float32 sum inc * * * 0
 *   #   2 jobs: first done after * us
 *   #   32 thrifty slots: 49.2 % of 252 messages found none; frames passed on 248, *
 *   #   bound by slots: 16 let through * GB/s, links alone *
 *   # Out of bounds values : 0 OK
 *   # Avg bus bandwidth : *
 */

#include "inc-scenario.h"

#include "ns3/inc-pool-policy.h"

using namespace ns3;

/// Gives empty cells only. A policy chooses a cell for each message that begins.
class ThriftyPoolPolicy : public IncPoolPolicy
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::ThriftyPoolPolicy")
                                .SetParent<IncPoolPolicy>()
                                .AddConstructor<ThriftyPoolPolicy>();
        return tid;
    }

    IncCell* Choose(IncCellSet& cells, uint8_t priority) const override
    {
        IncCell* cell = cells.FindFree();
        return cell && !cell->user ? cell : nullptr; // a cell with a user has a complete message
    }
};

NS_OBJECT_ENSURE_REGISTERED(ThriftyPoolPolicy);

// The main function of inc-sim; it finds the class ThriftyPoolPolicy by its TypeId.
int
main(int argc, char* argv[])
{
    return IncScenario::Main("inc-own-pool", argc, argv);
}
