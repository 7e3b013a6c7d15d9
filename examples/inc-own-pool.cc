/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Adds a policy for shared slots to inc-sim: sums that are kept for repetitions keep their slots.
 *
 *    core0 … core3      The network is a fat-tree, whose hosts are one job. A message that finds no
 *     agg0 … agg7       empty slot in an edge or aggregation switch goes on to the root. With
 *    edge0 … edge7      --poolHold=cache, --pool=shared would give it the slot of a message that is
 *     h0 h1 … h15       complete. This policy does not, so that switches can repeat all their sums.
 *
 *   ./inc run inc-own-pool --pool=thrifty --poolHold=cache --scheme=inc --size=64KB --slots=16
 *
 * Expected output:
 *
 *   # inc-own-pool --pool=thrifty --poolHold=cache --scheme=inc --size=64KB --slots=16
 *   # busbw is algbw times nccl-tests' factor for host algorithms: in the network it may
 *   # exceed the links' rate, so compare algbw. GB = 10^9 bytes.
 *   #
 *   #       size         count      type   redop      scheme     time   algbw   busbw  #wrong
 *   #        (B)    (elements)                                   (us)  (GB/s)  (GB/s)
 *   64000 16000 float32 sum inc * * * 0
 *   #   16 thrifty slots: 49.2 % of 756 messages found none; frames passed on 992, evicted 0
 *   # bound by slots: 16 let through * GB/s, links alone *
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
