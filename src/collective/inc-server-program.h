/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVER_PROGRAM_H
#define INC_SERVER_PROGRAM_H

#include "inc-host-algorithm.h"
#include "inc-server-layout.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Part of a collective that runs inside servers, over their scale-up switches.
enum class IncInServer : uint8_t
{
    FLAT,   //!< none of its own: the algorithm runs over all GPUs
    CHAIN,  //!< elements pass all GPUs of a server to the head of their rail, and back
    DIRECT, //!< each GPU sends to the head of each rail, and gets results from it
    NVLS    //!< the scale-up switch reduces for the heads, and multicasts their results
};

/// \ingroup inc
/// \brief Return the name of a part inside servers, as users write it.
std::string IncName(IncInServer inServer);

/** \brief Return whether IncMakeServerProgram() can make the programs of a collective. */
bool IncRunsOverServers(IncCollective collective,
                        const IncServerLayout& layout,
                        IncInServer inServer,
                        const IncHostAlgorithm* between);

/**
 * \ingroup inc
 * \brief Make a rank's program of a collective over servers.
 *
 * With FLAT all ranks run the algorithm; see IncMakeFlatProgram(). Otherwise only the heads run
 * it. In AllReduce the elements are divided among the rails. On each rail the GPUs of a server
 * reduce their stripe to the head, the heads of all servers run an AllReduce, and the head spreads
 * the result in its server.
 *
 * In ReduceScatter and AllGather the block of a rank takes the rails of this rank. In
 * ReduceScatter the heads exchange what their servers have reduced. In AllGather they spread what
 * they get. Slices flow through all parts without waiting for each other.
 * \param call the call, with ranks of all servers
 * \param layout servers of the ranks
 * \param inServer part inside servers
 * \param between algorithm of the heads, or with FLAT of all ranks; null: the aggregation tree of
 * each rail (channel TREE), for AllReduce
 */
IncHostProgram IncMakeServerProgram(const IncHostCall& call,
                                    const IncServerLayout& layout,
                                    IncInServer inServer,
                                    const IncHostAlgorithm* between);

} // namespace ns3

#endif // INC_SERVER_PROGRAM_H
