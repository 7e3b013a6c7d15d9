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

/** \brief Replace --repeat=FILE.json, if given, by the arguments stored in this result file.
 *
 * The file determines the simulation, with seed and run. Therefore no other arguments are accepted
 * beside --repeat, except --stats and arguments about the output. Throws IncError. */
std::vector<std::string> IncExpandRepetition(const std::vector<std::string>& arguments);

/** \brief Return the arguments that a result file stores for --repeat, with seed and run: all
 * except those about output. `arguments` come from IncExpandRepetition(). */
std::vector<std::string> IncRepeatableArguments(const std::vector<std::string>& arguments,
                                                uint32_t seed,
                                                uint64_t run);

} // namespace ns3

#endif // INC_REPETITION_H
