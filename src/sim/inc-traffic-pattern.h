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
 * \brief A pattern of traffic (`--pattern`), which decides which host sends to which host.
 *
 * To add a pattern, write a file with a constant of type IncTrafficPatternRegistration.
 */
struct IncTrafficPattern
{
    /// One flow between two hosts, given by their numbers from 0.
    struct Pair
    {
        uint32_t from;     //!< sending host
        uint32_t to;       //!< receiving host
        uint32_t round{0}; //!< round of the flow, see IncFlow::round
    };

    struct Hosts
    {
        uint32_t count;   //!< number of hosts, at least 2
        uint32_t perLeaf; //!< hosts at each leaf; 0 if the numbers differ
        uint32_t jobs;    //!< number of jobs among which hosts are divided
    };

    /// Arguments that have no effect with the pattern, and the reason for the error.
    struct Refusal
    {
        std::vector<std::string> arguments; //!< arguments of inc-sim
        std::string why;                    //!< completes "has no effect with --pattern=name"
    };

    std::string name;              //!< name of the pattern, as users write it
    std::string help;              //!< part of a sentence that describes the pattern in the help
    std::vector<std::string> own;  //!< arguments of the pattern that some others do not use
    std::vector<Refusal> refusals; //!< arguments that have no effect with this pattern
    bool needsLeaves{false};       //!< whether all leaves, at least two, need equally many hosts
    bool drawsEachFlow{false};     //!< whether each repetition (--flows) draws new pairs
    /// Function that makes the pairs; null if `flows` is set.
    std::function<std::vector<Pair>(const Hosts& hosts, const IncFlowPattern::Draw& draw)> pairs;
    /// Function that makes the flows, for patterns that are more than pairs; or null.
    std::function<std::vector<IncFlow>(const IncFlowPattern& pattern,
                                       const IncTopology& topology,
                                       const std::vector<uint32_t>& hosts,
                                       const IncFlowPattern::Draw& draw)>
        flows;

    bool Takes(const std::string& argument) const;
};

/** \ingroup inc \brief Registers a pattern; define a constant of it in the pattern's file. */
using IncTrafficPatternRegistration = IncRegistration<IncTrafficPattern>;

/** \ingroup inc \return all patterns by name */
const std::map<std::string, IncTrafficPattern>& IncTrafficPatterns();

} // namespace ns3

#endif // INC_TRAFFIC_PATTERN_H
