/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parallelism.h"

namespace ns3
{

std::string
IncParallelism::Refusal(uint32_t count) const
{
    if (ranks != 0 && ranks != count)
    {
        return "is for " + std::to_string(ranks) + " ranks, not " + std::to_string(count) +
               "; accepted: " + std::to_string(ranks) + " workers";
    }
    const uint64_t smallest = uint64_t(tensor) * expert * pipeline;
    if (count % smallest != 0)
    {
        return std::to_string(count) + " ranks are not groups of " + std::to_string(tensor) +
               " (tensor) times " + std::to_string(expert) + " (expert) times " +
               std::to_string(pipeline) + " (pipeline); accepted: a multiple of " +
               std::to_string(smallest) + " workers";
    }
    return "";
}

uint32_t
IncParallelism::SizeOf(const std::string& kind, uint32_t count) const
{
    const uint32_t replicas = count / tensor / pipeline;
    return kind == "TP"   ? tensor
           : kind == "EP" ? expert
           : kind == "DP" ? replicas
                          : replicas / expert;
}

std::vector<IncCommunicationGroup>
IncParallelism::MakeGroups(const std::string& kind, uint32_t count) const
{
    const uint32_t replicas = count / tensor / pipeline;
    std::vector<IncCommunicationGroup> groups;
    std::map<std::vector<uint32_t>, std::size_t> known; // index of a group, by `common`
    for (uint32_t rank = 0; rank < count; ++rank)
    {
        const uint32_t part = rank % tensor;
        const uint32_t replica = rank / tensor % replicas;
        const uint32_t stage = rank / tensor / replicas;
        std::vector<uint32_t> common{stage};
        if (kind == "TP")
        {
            common.push_back(replica);
        }
        else
        {
            common.push_back(part);
            common.push_back(kind == "EP"      ? replica / expert
                             : kind == "DP_EP" ? replica % expert
                                               : 0);
        }
        const auto [group, isNew] = known.emplace(common, groups.size());
        if (isNew)
        {
            groups.push_back({kind + std::to_string(groups.size()), {}});
        }
        groups[group->second].ranks.push_back(rank);
    }
    return groups;
}

} // namespace ns3
