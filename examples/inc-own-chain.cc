/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Adds a scheme to inc-sim: one class describes an AllReduce along a chain of hosts. Compares it
 * with a ring.
 *
 *   h0 --> h1 --> h2 --> … --> h7     Each host adds its elements and passes the sum on. The last
 *   h0 <-- h1 <-- h2 <-- … <-- h7     one has the total, which travels back to all.
 *
 *   ./inc run inc-own-chain --topology=star --scheme=chain,ring --size=64KiB
 *
 * Expected output:
 *
 *   # inc-own-chain --scheme=chain,ring --size=64KiB --topology=star
 *   # busbw is algbw times nccl-tests' factor for host algorithms: in the network it may
 *   # exceed the links' rate, so compare algbw. GB = 10^9 bytes.
 *   #
 *   #       size         count      type   redop      scheme     time   algbw   busbw  #wrong
 *   #        (B)    (elements)                                   (us)  (GB/s)  (GB/s)
 *   65536 16384 float32 sum chain * * * 0
 *   65536 16384 float32 sum ring * * * 0
 *   # Out of bounds values : 0 OK
 *   # Avg bus bandwidth : *
 */

#include "inc-scenario.h"

#include "ns3/inc-own-scheme.h"

using namespace ns3;

/// AllReduce along a chain. A scheme names its collectives, and the sends and receives of a rank.
class Chain : public IncOwnScheme
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::Chain").SetParent<IncOwnScheme>().AddConstructor<Chain>();
        return tid;
    }

    std::vector<IncCollective> GetCollectives() const override
    {
        return {IncCollective::ALLREDUCE};
    }

    IncHostProgram MakeProgram(const IncHostCall& call) const override
    {
        using Kind = IncHostStep::Kind;
        const uint32_t before = call.rank - 1;
        const uint32_t after = call.rank + 1;
        const bool isLast = after == call.ranks;
        IncHostProgram program;
        uint32_t sum = IncHostProgram::NONE; // step that holds the sum
        if (call.rank > 0)
        {
            sum = program.Receive(Kind::REDUCE, before, 0, call.count);
        }
        if (!isLast)
        {
            program.Send(after, 0, call.count, {sum});
            sum = program.Receive(Kind::COPY, after, 0, call.count);
        }
        if (call.rank > 0)
        {
            program.Send(before, 0, call.count, {sum});
        }
        return program;
    }
};

NS_OBJECT_ENSURE_REGISTERED(Chain);

// The main function of inc-sim; it finds the class Chain by its TypeId.
int
main(int argc, char* argv[])
{
    return IncScenario::Main("inc-own-chain", argc, argv);
}
