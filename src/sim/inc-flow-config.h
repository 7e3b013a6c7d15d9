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
    IncFlowPattern pattern; //!< traffic, except size of flows and jobs
    IncVerb verb{IncVerb::WRITE};
    double background{0};  //!< load of background flows: share of a host's link rate
    std::string file;      //!< file of flows; empty: flows of `pattern`
    std::string list;      //!< file of flows that run beside collectives, or empty
    std::string tableFile; //!< table to write, with a line per flow; or empty

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Throw IncError for arguments that would have no effect. */
    void Check(const IncArgumentTable& table, bool isRun, bool hasOthers) const;

    /** \return whether flows run beside collectives, in rows that have collectives */
    bool AreBeside() const
    {
        return background > 0 || !list.empty();
    }

    void AddPattern(IncArgumentTable& table);

    /** \return names of the arguments that only flows without a collective use */
    static std::vector<std::string> Names();

    /** \return `pattern` with this size of flows, bytes, and this number of jobs */
    IncFlowPattern MakePattern(uint64_t bytes, uint32_t jobs) const;

    /** \return name of the pattern, or "file" if a file has the flows */
    std::string PatternName() const
    {
        return file.empty() ? pattern.name : "file";
    }

    /** \return name in results for flows beside collectives: the argument that asks for them */
    std::string BesideName() const
    {
        return list.empty() ? "background" : "flowList";
    }

    /** \return whether the pattern uses this argument, which only some patterns use */
    bool Takes(const std::string& argument) const;
};

} // namespace ns3

#endif // INC_FLOW_CONFIG_H
