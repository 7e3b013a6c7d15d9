/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_CONFIG_H
#define INC_FLOW_CONFIG_H

#include "inc-flow-pattern.h"

#include "ns3/inc-work-request.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/** \ingroup inc \brief Arguments of inc-sim about the traffic of `--scheme=flows`. */
struct IncFlowConfig
{
    IncFlowPattern pattern;       //!< traffic, without the size of flows and the jobs
    IncVerb verb{IncVerb::WRITE}; //!< operation of the flows
    double background{0};         //!< load of background flows, as a share of a host's link
    std::string file;             //!< file of flows; empty: the pattern
    std::string list;             //!< file of flows beside collectives, or empty
    std::string tableFile;        //!< file for a line per flow; empty: none

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /**
     * \brief Refuse arguments without effect.
     * \param table the parsed arguments
     * \param isRun whether there are rows of flows
     * \param hasOthers whether there are rows of collectives
     */
    void Check(const IncArgumentTable& table, bool isRun, bool hasOthers) const;

    /** \return whether flows share the network with collectives, if any are run */
    bool AreBeside() const
    {
        return background > 0 || !list.empty();
    }

    /** \param table table that gets --pattern */
    void AddPattern(IncArgumentTable& table);

    /** \return names of all arguments */
    static std::vector<std::string> Names();

    /**
     * \param bytes bytes of a flow
     * \param jobs number of jobs, if the pattern has jobs
     * \return the pattern
     */
    IncFlowPattern MakePattern(uint64_t bytes, uint32_t jobs) const;

    /** \return name of the pattern, or "file" */
    std::string PatternName() const;

    /** \return argument that asks for the flows beside collectives, as their name in results */
    std::string BesideName() const
    {
        return list.empty() ? "background" : "flowList";
    }

    /** \return whether the chosen pattern uses an argument that only some patterns use */
    bool Takes(const std::string& argument) const;
};

} // namespace ns3

#endif // INC_FLOW_CONFIG_H
