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
    FLAT,   //!< none of its own: one ring over all GPUs passes through each server
    CHAIN,  //!< elements pass all GPUs of a server to the head of their rail, and back
    DIRECT, //!< each GPU sends to the head of each rail, and gets results from it
    NVLS    //!< the scale-up switch reduces for the heads, and multicasts their results
};

/// \ingroup inc
/// \brief Return the name of a part inside servers, as users write it.
std::string IncName(IncInServer inServer);

/**
 * \ingroup inc
 * \brief Make a rank's program of a collective over servers: AllReduce, in slices.
 *
 * The elements are divided among the rails. On each rail the GPUs of a server reduce their stripe
 * to the head, the heads of all servers run an AllReduce, and the head spreads the result in its
 * server. Slices flow through all three parts without waiting for each other.
 * \param call the call, with ranks of all servers
 * \param layout servers of the ranks
 * \param inServer part inside servers
 * \param between algorithm of the heads; null: the aggregation tree of each rail (step TREE)
 */
IncHostProgram IncMakeServerProgram(const IncHostCall& call,
                                    const IncServerLayout& layout,
                                    IncInServer inServer,
                                    const IncHostAlgorithm* between);

} // namespace ns3

#endif // INC_SERVER_PROGRAM_H
