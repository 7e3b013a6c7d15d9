/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-execution-workload.h"
#include "ns3/inc-parallelism.h"
#include "ns3/inc-workload-trace.h"
#include "ns3/inc-workload.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Return the members of a rank's group of a kind, including the rank.
std::set<uint32_t>
Peers(const IncParallelism& parallelism, const std::string& kind, uint32_t count, uint32_t rank)
{
    std::set<uint32_t> peers;
    uint32_t memberships = 0;
    for (const auto& group : parallelism.MakeGroups(kind, count))
    {
        if (std::count(group.ranks.begin(), group.ranks.end(), rank) > 0)
        {
            ++memberships;
            peers.insert(group.ranks.begin(), group.ranks.end());
        }
    }
    EXPECT_EQ(memberships, 1U) << kind << " of rank " << rank;
    EXPECT_EQ(peers.size(), parallelism.SizeOf(kind, count)) << kind;
    return peers;
}

IncWorkload
Read(const std::string& text)
{
    std::istringstream stream(text);
    return IncWorkload::Read(stream, "file");
}

} // namespace

TEST(IncParallelism, EveryRankIsInOneGroupOfEachKindAndTheyMeetOnlyInIt)
{
    for (const uint32_t tensor : {1U, 2U, 4U})
    {
        for (const uint32_t expert : {1U, 2U, 3U})
        {
            for (const uint32_t pipeline : {1U, 2U})
            {
                const IncParallelism parallelism{tensor, expert, pipeline, 0};
                const uint32_t count = tensor * expert * pipeline * 2;
                ASSERT_EQ(parallelism.Refusal(count), "");
                for (uint32_t rank = 0; rank < count; ++rank)
                {
                    const auto tp = Peers(parallelism, "TP", count, rank);
                    const auto dp = Peers(parallelism, "DP", count, rank);
                    const auto ep = Peers(parallelism, "EP", count, rank);
                    const auto dpEp = Peers(parallelism, "DP_EP", count, rank);
                    // Tensor-parallel ranks have consecutive numbers.
                    EXPECT_EQ(*tp.rbegin() - *tp.begin() + 1, tensor);
                    for (uint32_t other = 0; other < count; ++other)
                    {
                        EXPECT_EQ(tp.count(other) && dp.count(other), other == rank);
                        EXPECT_EQ(ep.count(other) && dpEp.count(other), other == rank);
                        // Ranks that share experts, and ranks with equal experts, are replicas of
                        // each other.
                        EXPECT_LE(ep.count(other) + dpEp.count(other), 2 * dp.count(other));
                    }
                }
            }
        }
    }
}

TEST(IncParallelism, RanksThatCannotBeDividedAreRefused)
{
    EXPECT_EQ(
        (IncParallelism{4, 1, 2, 0}.Refusal(12)),
        "12 ranks are not groups of 4 (tensor) times 1 (expert) times 2 (pipeline); accepted: a "
        "multiple of 8 workers");
    EXPECT_EQ((IncParallelism{4, 1, 2, 32}.Refusal(16)),
              "is for 32 ranks, not 16; accepted: 32 workers");
    EXPECT_EQ((IncParallelism{4, 1, 2, 16}.Refusal(16)), "");
}

TEST(IncWorkload, HeadersSayHowRanksShareTheModel)
{
    const auto workload =
        Read("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 1 vpp: 1 ga: 1 "
             "all_gpus: 8 checkpoints: 1 0 checkpoint_initiates: 1 1\n"
             "2\n"
             "a -1 1000 ALLREDUCE 64 2000 ALLREDUCE 64 3000 ALLREDUCE 128 500\n"
             "b -1 1000 ALLTOALL_EP 64 0 NONE 0 3000 ALLGATHER_DP_EP 128 0\n");
    ASSERT_EQ(workload.parallelism.Refusal(8), "");
    EXPECT_FALSE(workload.IsDataParallel());
    const IncExecutionWorkload execution(workload, 8);
    const IncExecutionTrace& trace = execution.GetTraces()[5];
    std::vector<std::string> found;
    for (uint32_t node = 0; node < trace.GetNodes().size(); ++node)
    {
        const IncTraceNode& traced = trace.GetNodes()[node];
        std::string line = trace.GetName(node) + ": " + std::to_string(traced.durationNs);
        if (traced.communication != IncTraceNode::NO_COMMUNICATION)
        {
            const auto& asked = trace.GetCommunications()[traced.communication];
            line = trace.GetName(node) + ": " + std::to_string(asked.bytes) + " B";
            for (const uint32_t rank : execution.GetGroups()[asked.group].ranks)
            {
                line += " " + std::to_string(rank);
            }
        }
        found.push_back(line);
    }
    // Rank 5 is the second part of the third replica. Layer a is computed again before the backward
    // pass of b.
    const std::vector<std::string> expected{"a forward: 1000",
                                            "a forward allreduce: 64 B 4 5",
                                            "b forward: 1000",
                                            "b forward alltoall: 64 B 5 7",
                                            "a forward again: 1000",
                                            "a forward again allreduce: 64 B 4 5",
                                            "b backward: 3000",
                                            "b allgather: 64 B 1 5",
                                            "a input gradient: 2000",
                                            "a input gradient allreduce: 64 B 4 5",
                                            "a weight gradient: 3000",
                                            "a allreduce: 128 B 1 3 5 7",
                                            "a update: 500"};
    EXPECT_EQ(found, expected);
}
