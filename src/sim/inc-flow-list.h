/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_LIST_H
#define INC_FLOW_LIST_H

#include "inc-flow-pattern.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class IncTopology;

/**
 * \ingroup inc
 * \brief Read the flows of a file: `from,to,bytes,start_us` with a header line, hosts by name or by
 * rank, and after these columns any of `messages`, `in_flight`, `duration_us` and `rate_Gbps`; or a
 * connection matrix of htsim (`.cm`), hosts by rank, start in picoseconds.
 *
 * Of a connection matrix what would change the run and is not modelled here is refused: failures
 * of switches; flows that are endless there have 0 bytes; priorities and ids of flows have no
 * meaning for connections of their own. Throws IncError, one line that names file and line. \param
 * path of the file \param topology the network \param hosts node indices by rank \return the flows,
 * by sender
 */
std::vector<IncFlow> IncReadFlows(const std::string& path,
                                  const IncTopology& topology,
                                  const std::vector<uint32_t>& hosts);

} // namespace ns3

#endif // INC_FLOW_LIST_H
