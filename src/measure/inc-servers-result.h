/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVERS_RESULT_H
#define INC_SERVERS_RESULT_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief What servers of several GPUs did in a row.
struct IncServersResult
{
    uint32_t servers{0};       //!< number of servers with a rank
    uint32_t gpusPerServer{0}; //!< ranks in the largest server
    std::string inServer;      //!< part of the collective inside servers, as --inServer names it
    uint64_t scaleUpBytesTotal{0}; //!< payload on all scale-up links, both directions, bytes
    uint64_t scaleUpBytesMax{0};   //!< payload on the most loaded direction of a link, bytes
    std::string bottleneck;        //!< direction "h0->v0.up" that was busy for the longest time

    /** \return fields of the row in the result file and in a CSV file */
    nlohmann::ordered_json ToJson() const;

    /** \return the fields as a line of text */
    std::string ToText() const;
};

} // namespace ns3

#endif // INC_SERVERS_RESULT_H
