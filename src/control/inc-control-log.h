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

/**
 * \ingroup inc
 * \brief What the manager or a client agent has written down.
 */
struct IncManagerLogEntry
{
    Time at;            //!< when it happened
    std::string event;  //!< what, e.g. "RESERVING" or "registered"
    std::string object; //!< name of the node or group
    std::string text;   //!< more, as the reason of a refusal
};

/**
 * \ingroup inc
 * \brief A state of a group, from the manager's entry to the next one of that group.
 */
struct IncGroupSpan
{
    std::string group; //!< name of the group
    std::string state; //!< state that begins, such as "FENCING"
    std::string text;  //!< reason, if there is one
    Time begin;        //!< when the group came into the state
    Time end;          //!< when it left the state, or the end that was asked for
};

/**
 * \ingroup inc
 * \param entry entry of the manager
 * \return true if it says that a group came into a state
 */
bool IncIsOfGroup(const IncManagerLogEntry& entry);

/**
 * \ingroup inc
 * \param log log of the manager
 * \param end when the last state of each group ends
 * \return the states of all groups, in the order of their begin
 */
std::vector<IncGroupSpan> IncGroupSpans(const std::vector<IncManagerLogEntry>& log, Time end);

/**
 * \ingroup inc
 * \brief Forget the oldest entries of a log that has twice as many as are kept.
 * \param log of a manager or client agent
 * \param kept number of entries that are kept at least; 0: all
 */
void IncTrimManagerLog(std::vector<IncManagerLogEntry>& log, uint32_t kept);

/**
 * \ingroup inc
 * \param log of a manager or client agent
 * \return a line for each entry
 */
std::string IncManagerLogToText(const std::vector<IncManagerLogEntry>& log);

/**
 * \ingroup inc
 * \param log of a manager or client agent
 * \return an array of objects with t_ns, event, object and text
 */
nlohmann::ordered_json IncManagerLogToJson(const std::vector<IncManagerLogEntry>& log);

} // namespace ns3

#endif // INC_CONTROL_LOG_H
