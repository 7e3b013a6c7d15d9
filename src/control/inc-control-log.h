/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_LOG_H
#define INC_CONTROL_LOG_H

#include "ns3/nstime.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief An entry in the log of the manager or of a client agent.
struct IncManagerLogEntry
{
    Time at;            //!< time of the event
    std::string event;  //!< event, e.g. "RESERVING" or "registered"
    std::string object; //!< name of the node or group
    std::string text;   //!< further text, e.g. the reason of a refusal
};

/// \ingroup inc
/// \brief The time that a group spends in one state, between two entries of the manager's log.
struct IncGroupSpan
{
    std::string group; //!< name of the group
    std::string state; //!< name of the state, e.g. "FENCING"
    std::string text;  //!< reason, if there is one
    Time begin;        //!< time when the state begins
    Time end;          //!< time when the state ends, or the end that the caller gave
};

/// \brief Return whether an entry of the manager's log says that a group entered a state.
bool IncIsOfGroup(const IncManagerLogEntry& entry);

/// \brief Return the time that each group spent in each state, ordered by begin. The last state of
/// each group ends at `end`.
std::vector<IncGroupSpan> IncGroupSpans(const std::vector<IncManagerLogEntry>& log, Time end);

/// \brief Remove the oldest entries once a log has 2 · `kept` entries or more; 0: keep all.
void IncTrimManagerLog(std::vector<IncManagerLogEntry>& log, uint32_t kept);

/// \brief Return the text of a log, a line for each entry.
std::string IncManagerLogToText(const std::vector<IncManagerLogEntry>& log);

/// \brief Return an array of objects with t_ns, event, object and text, one for each log entry.
nlohmann::ordered_json IncManagerLogToJson(const std::vector<IncManagerLogEntry>& log);

} // namespace ns3

#endif // INC_CONTROL_LOG_H
