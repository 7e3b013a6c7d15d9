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
 * \brief Read the flows of a file, and return them by sender. The file has a header line and the
 * columns `from,to,bytes,start_us`, with hosts by name or by rank. After these there may be any of
 * `messages`, `in_flight`, `duration_us` and `rate_Gbps`. The file may also be a connection
 * matrix of htsim (`.cm`), with hosts by rank and start in picoseconds.
 *
 * A connection matrix is refused if it contains what is not modelled here, such as failures of
 * switches. A flow with 0 bytes in it is endless. Priorities and ids of flows are ignored, because
 * each flow has its own connection. Throws IncError with a line of text that names file and line.
 */
std::vector<IncFlow> IncReadFlows(const std::string& argument,
                                  const std::string& path,
                                  const IncTopology& topology,
                                  const std::vector<uint32_t>& hosts);

} // namespace ns3

#endif // INC_FLOW_LIST_H
