/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REPETITION_H
#define INC_REPETITION_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Replace --repeat=FILE.json by the arguments in that result file.
 *
 * The file determines the simulation, seed and run included. Beside --repeat only --stats and
 * arguments about the output are accepted. Throws IncError.
 *
 * \param arguments the arguments of the user
 * \return expanded arguments; without --repeat equal to the given ones
 */
std::vector<std::string> IncExpandRepetition(const std::vector<std::string>& arguments);

/**
 * \ingroup inc
 * \brief Return the arguments that a result file keeps for --repeat: all but those about output.
 * \param arguments expanded arguments of inc-sim
 * \param seed seed in effect
 * \param run run number in effect
 * \return arguments that determine the simulation
 */
std::vector<std::string> IncRepeatableArguments(const std::vector<std::string>& arguments,
                                                uint32_t seed,
                                                uint64_t run);

} // namespace ns3

#endif // INC_REPETITION_H
