/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CHAOS_H
#define INC_CHAOS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Draw a network, its links, jobs, transports, faults, deaths and departures: arguments of
 * inc-sim under which every row must be right, with all checks on.
 * \param seed the same one always gives the same arguments
 * \param attempt what is drawn may contradict itself: then the next attempt is another draw
 * \return arguments
 */
std::vector<std::string> IncDrawChaos(uint64_t seed, uint32_t attempt);

/**
 * \ingroup inc
 * \brief Arguments of inc-sim with --chaos=SEED replaced by those that it draws. Beside it only
 * what says where results go is accepted. Throws IncError.
 * \param arguments as they were given
 * \return the same where there is no --chaos
 */
std::vector<std::string> IncExpandChaos(const std::vector<std::string>& arguments);

} // namespace ns3

#endif // INC_CHAOS_H
