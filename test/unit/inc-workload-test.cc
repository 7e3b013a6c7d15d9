/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-execution-trace.h"
#include "ns3/inc-workload-trace.h"
#include "ns3/inc-workload.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

const std::string SOURCES = INC_SOURCE_DIR;

IncWorkload
Read(const std::string& text)
{
    std::istringstream stream(text);
    return IncWorkload::Read(stream, "file");
}

/// Return the message of the refusal, or an empty text if the text is accepted.
std::string
Complaint(const std::string& text)
{
    try
    {
        Read(text);
    }
    catch (const IncWorkloadError& error)
    {
        return error.what();
    }
    return "";
}

IncWorkload
Reference(const std::string& name)
{
    return IncWorkload::Load(SOURCES + "/test/reference/workloads/" + name);
}

IncWorkload
Example(const std::string& name)
{
    return IncWorkload::Load(SOURCES + "/examples/workloads/" + name);
}

} // namespace

TEST(IncWorkload, ReadsOurOwnFormat)
{
    const auto workload = Read("# a comment\n\n"
                               "first 1.5 3 allreduce 4096 float32 # why\n"
                               "  second\t0 0 none 0 int8\r\n"
                               "third 1e3 2e3 barrier 0 int8\n");
    ASSERT_EQ(workload.layers.size(), 3u);
    const auto& first = workload.layers[0];
    EXPECT_EQ(first.name, "first");
    EXPECT_EQ(first.line, 3u);
    EXPECT_EQ(first.forward.computeUs, 1.5);
    EXPECT_EQ(first.BackwardUs(), 3);
    EXPECT_EQ(first.weightGradient.collective, IncCollective::ALLREDUCE);
    EXPECT_EQ(first.weightGradient.bytes, 4096u);
    EXPECT_EQ(first.dtype, IncDataType::FLOAT32);
    EXPECT_FALSE(workload.layers[1].weightGradient.collective.has_value());
    EXPECT_EQ(workload.layers[2].weightGradient.collective, IncCollective::BARRIER);
    EXPECT_TRUE(workload.HasDataTypes());
    EXPECT_EQ(workload.GradientBytes(), 4096u);
}

TEST(IncWorkload, ReadsAstraSimAndSimAi)
{
    const auto data = Reference("inc-astra-sim-data.txt");
    ASSERT_EQ(data.layers.size(), 5u);
    const auto& conv1 = data.layers[0];
    EXPECT_EQ(conv1.name, "conv1");
    EXPECT_DOUBLE_EQ(conv1.forward.computeUs, 13.003);
    EXPECT_DOUBLE_EQ(conv1.BackwardUs(), 12.864 + 32.291);
    EXPECT_DOUBLE_EQ(conv1.updateUs, 3.229);
    EXPECT_FALSE(conv1.forward.collective.has_value());
    EXPECT_EQ(conv1.weightGradient.collective, IncCollective::ALLREDUCE);
    EXPECT_EQ(conv1.weightGradient.bytes, 37632u);
    EXPECT_FALSE(data.HasDataTypes());
    EXPECT_NO_THROW(data.RequireDataParallel());

    const auto hybrid = Reference("inc-astra-sim-hybrid.txt");
    EXPECT_EQ(hybrid.layers[0].forward.collective, IncCollective::ALLREDUCE);
    EXPECT_EQ(hybrid.layers[0].forward.bytes, 69730304u);

    const auto llama = Reference("inc-simai-llama.txt");
    EXPECT_EQ(llama.layers[1].weightGradient.collective, IncCollective::REDUCESCATTER);
    EXPECT_EQ(llama.layers[1].weightGradient.bytes, 13509853184u);

    const auto micro = Reference("inc-simai-micro.txt");
    EXPECT_EQ(micro.GradientBytes(), 4096u + 8192 + 16384 + 32768);
}

TEST(IncWorkload, GroupsOfSimAiAreKeptApart)
{
    const auto workload = Read("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 2\n"
                               "1\na -1 1 ALLTOALL_EP 8 1 NONE 0 1 ALLREDUCE_DP_EP 16 1\n");
    EXPECT_EQ(workload.layers[0].forward.collective, IncCollective::ALLTOALL);
    EXPECT_EQ(workload.layers[0].forward.group, "EP");
    EXPECT_EQ(workload.layers[0].weightGradient.group, "DP_EP");
}

TEST(IncWorkload, RefusesCollectivesThatAstraSimDoesNotName)
{
    for (const char* word : {"ALLREDUC", "allreduce", "ALLREDUCE_", "ALLREDUCE_XY", "none"})
    {
        const std::string row = "DATA\n1\na -1 1 NONE 0 1 NONE 0 1 " + std::string(word) + " 8 1\n";
        EXPECT_EQ(Complaint(row).rfind("file:3: ", 0), 0u) << word;
    }
}

TEST(IncWorkload, WhatDataParallelismCannotRunIsRefusedWhenRun)
{
    // Reading these workloads succeeds; only running them is refused.
    for (const IncWorkload& workload :
         {Reference("inc-astra-sim-hybrid.txt"),
          Reference("inc-simai-llama.txt"),
          Read("DATA\n1\na -1 1 NONE 0 1 NONE 0 1 ALLREDUCE_DP_EP 8 1\n"),
          Read("a 1 1 broadcast 4 float32\n"),
          Read("a 1 1 none 0 float32\n")})
    {
        EXPECT_THROW(workload.RequireDataParallel(), IncWorkloadError);
    }
    EXPECT_NO_THROW(Reference("inc-simai-micro.txt").RequireDataParallel());
}

TEST(IncWorkload, AFileThatCannotBeReadIsNamed)
{
    EXPECT_THROW(IncWorkload::Load("/nonexistent"), IncWorkloadError);
    EXPECT_THROW(IncWorkload::Load("/"), IncWorkloadError);
}

TEST(IncWorkload, ShardedParametersAreGatheredAheadOfBothPasses)
{
    std::istringstream text("a 1.5 3 allgather+reducescatter 40 float32\n"
                            "b 2 4 allgather+reducescatter 8 float32\n");
    const IncWorkload workload = IncWorkload::Read(text, "w");
    EXPECT_FALSE(workload.IsDataParallel());
    const IncExecutionTrace trace("w", IncMakeWorkloadTrace(workload, 4));
    // A gather does not wait for the latest computation, but for the one before. The result of a
    // computation depends on both.
    const std::vector<std::tuple<std::string, int64_t, std::vector<std::string>>> expected{
        {"a allgather forward", 12, {}}, // 10 elements in 4 shards of at most 3
        {"a forward", 1500, {"a allgather forward"}},
        {"b allgather forward", 4, {}},
        {"b forward", 2000, {"a forward", "b allgather forward"}},
        {"b allgather backward", 4, {"a forward"}},
        {"b backward", 4000, {"b allgather backward", "b forward"}},
        {"b reducescatter", 8, {"b backward"}},
        {"a allgather backward", 12, {"b forward"}},
        {"a backward", 3000, {"a allgather backward", "b backward"}},
        {"a reducescatter", 40, {"a backward"}},
    };
    ASSERT_EQ(trace.GetNodes().size(), expected.size());
    std::vector<std::vector<std::string>> before(expected.size());
    for (uint32_t node = 0; node < expected.size(); ++node)
    {
        for (const uint32_t next : trace.GetSuccessors(node))
        {
            before[next].push_back(trace.GetName(node));
        }
    }
    for (uint32_t node = 0; node < expected.size(); ++node)
    {
        const auto& [name, amount, after] = expected[node];
        const IncTraceNode& made = trace.GetNodes()[node];
        EXPECT_EQ(trace.GetName(node), name);
        std::sort(before[node].begin(), before[node].end());
        EXPECT_EQ(before[node], after) << name;
        const bool computes = made.communication == IncTraceNode::NO_COMMUNICATION;
        EXPECT_EQ(computes
                      ? made.durationNs
                      : static_cast<int64_t>(trace.GetCommunications()[made.communication].bytes),
                  amount)
            << name;
        const bool reduces = name.find("reducescatter") != std::string::npos;
        EXPECT_EQ(made.resource == IncExecutionResource::GRADIENTS, reduces) << name;
    }
}

TEST(IncWorkload, ResNet50HasTheBucketsOfDistributedDataParallel)
{
    // Backward runs from the last line to the first.
    std::vector<uint64_t> backward;
    const auto workload = Example("resnet50.txt");
    for (auto layer = workload.layers.rbegin(); layer != workload.layers.rend(); ++layer)
    {
        backward.push_back(layer->weightGradient.bytes);
        EXPECT_EQ(layer->dtype, IncDataType::FLOAT32);
        EXPECT_NEAR(layer->BackwardUs(), 2 * layer->forward.computeUs, 0.11);
    }
    EXPECT_EQ(backward, (std::vector<uint64_t>{8196000, 31502336, 26255360, 26550272, 9724160}));
}

TEST(IncWorkload, ExamplesCarryTheParametersOfThePublishedModels)
{
    EXPECT_EQ(Example("llama2-7b-fsdp.txt").GradientBytes(), 6738415616 * 2);
    const std::vector<std::tuple<std::string, uint64_t, uint64_t>> models{
        {"resnet50.txt", 25557032, 4},
        {"bert-large.txt", 335141888, 4},
        {"gpt2.txt", 124439808, 4},
        {"gpt2-medium.txt", 354823168, 4},
        {"gpt2-large.txt", 774030080, 4},
        {"gpt2-xl.txt", 1557611200, 4},
        {"llama2-7b.txt", 6738415616, 2},
    };
    for (const auto& [name, parameters, bytes] : models)
    {
        const auto workload = Example(name);
        EXPECT_EQ(workload.GradientBytes(), parameters * bytes) << name;
        EXPECT_NO_THROW(workload.RequireDataParallel()) << name;
        for (const auto& layer : workload.layers)
        {
            EXPECT_EQ(IncSizeOf(*layer.dtype), bytes) << name;
        }
    }
}
