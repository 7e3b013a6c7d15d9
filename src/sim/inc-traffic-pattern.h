/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRAFFIC_PATTERN_H
#define INC_TRAFFIC_PATTERN_H

#include "inc-flow-pattern.h"

#include "ns3/inc-registry.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A pattern of traffic (`--pattern`): it decides who sends to whom.
 *
 * To add a pattern, write a file with a constant IncTrafficPatternRegistration.
 */
struct IncTrafficPattern
{
    /// One flow between two hosts, given by their numbers from 0.
    struct Pair
    {
        uint32_t from;     //!< sending host
        uint32_t to;       //!< receiving host
        uint32_t round{0}; //!< round of the flow, see IncFlow
    };

    /// Hosts that take part.
    struct Hosts
    {
        uint32_t count;   //!< number of hosts, at least 2
        uint32_t perLeaf; //!< hosts under each leaf; 0 if the numbers differ
        uint32_t jobs;    //!< number of jobs that hosts belong to
    };

    /// Refusal of arguments that have no effect.
    struct Refusal
    {
        std::vector<std::string> arguments; //!< arguments of inc-sim
        std::string why;                    //!< completes "has no effect with --pattern=name"
    };

    std::string name; //!< name of the pattern, as users write it
    std::string help; //!< description for the help, a part of a sentence
    /// Arguments of inc-sim that this pattern uses and some others do not.
    std::vector<std::string> own;
    std::vector<Refusal> refusals; //!< arguments that have no effect with this pattern
    bool needsLeaves{false};       //!< whether at least two leaves must have equally many hosts
    bool drawsEachFlow{false};     //!< whether pairs are drawn again for each of several flows
    /// Makes the pairs; null: `flows` makes the flows.
    std::function<std::vector<Pair>(const Hosts& hosts, const IncFlowPattern::Draw& draw)> pairs;
    /// Makes the flows, if they are more than pairs with a size and a start; or null.
    std::function<std::vector<IncFlow>(const IncFlowPattern& pattern,
                                       const IncTopology& topology,
                                       const std::vector<uint32_t>& hosts,
                                       const IncFlowPattern::Draw& draw)>
        flows;

    /**
     * \param argument name of an argument of inc-sim
     * \return whether the argument is one of `own`
     */
    bool Takes(const std::string& argument) const;
};

/** \ingroup inc \brief Registers a pattern; a constant in the pattern's file. */
using IncTrafficPatternRegistration = IncRegistration<IncTrafficPattern>;

/** \ingroup inc \return all patterns by name */
const std::map<std::string, IncTrafficPattern>& IncTrafficPatterns();

} // namespace ns3

#endif // INC_TRAFFIC_PATTERN_H
