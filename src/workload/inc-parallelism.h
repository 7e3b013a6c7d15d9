/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARALLELISM_H
#define INC_PARALLELISM_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The ranks that run a collective together.
 */
struct IncCommunicationGroup
{
    std::string name;            //!< "all", or as in the traces
    std::vector<uint32_t> ranks; //!< ascending; a rank's place is its rank in the group
};

/**
 * \ingroup inc
 * \brief How the ranks of a training run share a model, in Megatron's order: tensor parallel ranks
 * are neighbors, then come the replicas, then the stages of the pipeline.
 *
 * Expert parallel ranks are neighboring replicas. A rank is member of one group of each kind: "TP"
 * shares the layers, "DP" has the same part of the model, "EP" shares the experts, and "DP_EP" has
 * the same experts.
 */
struct IncParallelism
{
    uint32_t tensor{1};   //!< ranks that share a layer
    uint32_t expert{1};   //!< replicas that share the experts
    uint32_t pipeline{1}; //!< number of stages
    uint32_t ranks{0};    //!< number of ranks that the workload was written for; 0: any number

    /**
     * \param count of ranks
     * \return why they cannot be divided like this, and what is accepted; empty: they can
     */
    std::string Refusal(uint32_t count) const;

    /**
     * \param kind TP, DP, EP or DP_EP
     * \param count of ranks, which can be divided
     * \return how many ranks a group of this kind has
     */
    uint32_t SizeOf(const std::string& kind, uint32_t count) const;

    /**
     * \param kind TP, DP, EP or DP_EP
     * \param count of ranks, which can be divided
     * \return the groups of this kind, in the order of their first ranks
     */
    std::vector<IncCommunicationGroup> MakeGroups(const std::string& kind, uint32_t count) const;
};

} // namespace ns3

#endif // INC_PARALLELISM_H
