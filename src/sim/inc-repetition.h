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
 * \brief Arguments of inc-sim with --repeat=FILE.json replaced by those of that result file.
 *
 * All that says what is simulated comes from the file, seed and run included; beside --repeat only
 * what says where results go is accepted, and --stats. Throws IncError.
 *
 * \param arguments as they were given
 * \return the same where there is no --repeat
 */
std::vector<std::string> IncExpandRepetition(const std::vector<std::string>& arguments);

/**
 * \ingroup inc
 * \brief Return the arguments that a result file keeps for --repeat: all but those for results.
 * \param arguments of inc-sim, expanded
 * \param seed in effect
 * \param run in effect
 * \return arguments that say all that is simulated
 */
std::vector<std::string> IncRepeatableArguments(const std::vector<std::string>& arguments,
                                                uint32_t seed,
                                                uint64_t run);

} // namespace ns3

#endif // INC_REPETITION_H
