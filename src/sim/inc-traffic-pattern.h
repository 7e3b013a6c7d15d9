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
 * \brief Pattern of traffic that `--pattern` names: its senders, receivers and properties.
 *
 * A pattern is a file of its own with an IncTrafficPatternRegistration.
 */
struct IncTrafficPattern
{
    /// One flow between hosts, which are counted from 0.
    struct Pair
    {
        uint32_t from;     //!< sending host
        uint32_t to;       //!< receiving host
        uint32_t round{0}; //!< round of the flow, see IncFlow
    };

    /// Hosts from which pairs are made.
    struct Hosts
    {
        uint32_t count;   //!< number of hosts, at least 2
        uint32_t perLeaf; //!< under each leaf; 0 where the numbers differ
        uint32_t jobs;    //!< number of jobs that hosts belong to
    };

    /// Arguments without effect.
    struct Refusal
    {
        std::vector<std::string> arguments; //!< arguments of inc-sim
        std::string why;                    //!< completes "has no effect with --pattern=name"
    };

    std::string name; //!< name of the pattern, as users write it
    std::string help; //!< description for the help, a part of a sentence
    /// Arguments of inc-sim that not all patterns take, and this one does.
    std::vector<std::string> own;
    std::vector<Refusal> refusals; //!< arguments that it does not take
    bool needsLeaves{false};       //!< hosts in equal numbers under at least two leaves
    bool drawsEachFlow{false};     //!< each of several flows has its own pairs
    /// Makes the pairs; null: see `flows`.
    std::function<std::vector<Pair>(const Hosts& hosts, const IncFlowPattern::Draw& draw)> pairs;
    /// Makes the flows, where they are more than pairs with a size and a start.
    std::function<std::vector<IncFlow>(const IncFlowPattern& pattern,
                                       const IncTopology& topology,
                                       const std::vector<uint32_t>& hosts,
                                       const IncFlowPattern::Draw& draw)>
        flows;

    /**
     * \param argument of inc-sim
     * \return whether it is one of `own`
     */
    bool Takes(const std::string& argument) const;
};

/** \ingroup inc \brief Makes a pattern known: a constant in the pattern's file. */
using IncTrafficPatternRegistration = IncRegistration<IncTrafficPattern>;

/** \ingroup inc \return all patterns by name */
const std::map<std::string, IncTrafficPattern>& IncTrafficPatterns();

} // namespace ns3

#endif // INC_TRAFFIC_PATTERN_H
