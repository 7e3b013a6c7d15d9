/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CHAOS_H
#define INC_CHAOS_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Arguments of inc-sim with --chaos=SEED replaced by those that it draws: a network, its
 * links, jobs, transports, faults, deaths and departures under which every row must be right, with
 * all checks on. The same seed always draws the same. Beside it only what says where results go is
 * accepted. Throws IncError.
 * \param arguments as they were given
 * \return the same where there is no --chaos
 */
std::vector<std::string> IncExpandChaos(const std::vector<std::string>& arguments);

} // namespace ns3

#endif // INC_CHAOS_H
