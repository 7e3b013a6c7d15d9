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

/// \ingroup inc
/// \brief A group of ranks that call collectives together.
struct IncCommunicationGroup
{
    std::string name;            //!< "all", or the name in the traces
    std::vector<uint32_t> ranks; //!< members in ascending order; the index is the rank in the group
};

/**
 * \ingroup inc
 * \brief Division of a model among the ranks of a training run, in Megatron's order: tensor
 * parallel ranks first, then replicas, then stages of the pipeline.
 *
 * Expert parallel ranks are neighboring replicas. A rank is a member of one group of each kind.
 * Members of "TP" share the layers, and members of "DP" have equal parts of the model. Members of
 * "EP" share the experts, and members of "DP_EP" have equal experts.
 */
struct IncParallelism
{
    uint32_t tensor{1};   //!< number of ranks that share a layer
    uint32_t expert{1};   //!< number of replicas that share the experts
    uint32_t pipeline{1}; //!< number of stages of the pipeline
    uint32_t ranks{0};    //!< number of ranks for which the workload was written; 0 for any number

    /** \return why this number of ranks cannot be divided, and what is accepted; empty if it can */
    std::string Refusal(uint32_t count) const;

    /// \return number of ranks in a group of a kind (TP, DP, EP or DP_EP); Refusal() must be empty
    uint32_t SizeOf(const std::string& kind, uint32_t count) const;

    /** \return groups of a kind, in the order of their first ranks; Refusal() must be empty */
    std::vector<IncCommunicationGroup> MakeGroups(const std::string& kind, uint32_t count) const;
};

} // namespace ns3

#endif // INC_PARALLELISM_H
