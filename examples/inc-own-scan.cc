/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Adds to inc-sim a collective, the prefix sum (MPI_Scan), and a scheme that runs it.
 *
 *   h0 --> h1 --> h2 --> h3 …     Rank r gets the sum of the elements of ranks 0 to r.
 *
 *   ./inc run inc-own-scan --topology=star --scheme=pass-on --collective=scan --size=64KiB
 *
 * Expected output:
 *
 *   # inc-own-scan --collective=scan --scheme=pass-on --size=64KiB --topology=star
 *   # busbw is algbw times nccl-tests' factor for host algorithms: in the network it may
 *   # exceed the links' rate, so compare algbw. GB = 10^9 bytes.
 *   #
 *   #       size         count      type   redop      scheme     time   algbw   busbw  #wrong
 *   #        (B)    (elements)                                   (us)  (GB/s)  (GB/s)
 *   65536 16384 float32 sum pass-on * * * 0
 *   # Out of bounds values : 0 OK
 *   # Avg bus bandwidth : *
 */

#include "inc-scenario.h"

#include "ns3/inc-own-collective.h"
#include "ns3/inc-own-scheme.h"

#include <numeric>

using namespace ns3;

/// Prefix sum. A collective needs only a function that names the contributors to a rank's result.
class Scan : public IncOwnCollective
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::Scan").SetParent<IncOwnCollective>().AddConstructor<Scan>();
        return tid;
    }

    std::vector<uint32_t> GetContributors(uint32_t rank, uint32_t ranks) const override
    {
        std::vector<uint32_t> all(rank + 1);
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
};

NS_OBJECT_ENSURE_REGISTERED(Scan);

/// Each rank adds its elements to the sum from the previous rank, and sends that to the next one.
class PassOn : public IncOwnScheme
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::PassOn").SetParent<IncOwnScheme>().AddConstructor<PassOn>();
        return tid;
    }

    std::vector<IncCollective> GetCollectives() const override
    {
        return {IncOwnCollective::Of(Scan::GetTypeId())};
    }

    IncHostProgram MakeProgram(const IncHostCall& call) const override
    {
        IncHostProgram program;
        uint32_t sum = IncHostProgram::NONE;
        if (call.rank > 0)
        {
            sum = program.Receive(IncHostStep::Kind::REDUCE, call.rank - 1, 0, call.count);
        }
        if (call.rank + 1 < call.ranks)
        {
            program.Send(call.rank + 1, 0, call.count, {sum});
        }
        return program;
    }
};

NS_OBJECT_ENSURE_REGISTERED(PassOn);

// The main function of inc-sim; it finds both classes by their TypeIds.
int
main(int argc, char* argv[])
{
    return IncScenario::Main("inc-own-scan", argc, argv);
}
