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
 * \brief Replace --repeat=FILE.json by the arguments that are stored in this result file.
 *
 * The file determines the simulation, with seed and run. Therefore no other arguments are accepted
 * beside --repeat, except --stats and arguments about the output. Throws IncError.
 *
 * \param arguments arguments that the user typed
 * \return the arguments to use; without --repeat these are the user's
 */
std::vector<std::string> IncExpandRepetition(const std::vector<std::string>& arguments);

/**
 * \ingroup inc
 * \brief Return the arguments that a result file stores for --repeat: all except those about
 * output.
 * \param arguments arguments that IncExpandRepetition() returned
 * \param seed seed of the run
 * \param run run number of ns-3's generator
 * \return arguments that determine the simulation
 */
std::vector<std::string> IncRepeatableArguments(const std::vector<std::string>& arguments,
                                                uint32_t seed,
                                                uint64_t run);

} // namespace ns3

#endif // INC_REPETITION_H
