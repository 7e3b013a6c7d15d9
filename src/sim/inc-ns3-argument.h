/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NS3_ARGUMENT_H
#define INC_NS3_ARGUMENT_H

#include <cstdint>
#include <string>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief Give ns-3's own command-line arguments to ns-3, but only what it will not abort on.
 *
 * Taken are attribute defaults (`--ns3::Class::Attribute=value`), global values
 * (`--SchedulerType=…`), and the questions `--PrintTypeIds`, `--PrintGlobals`, `--PrintGroups`,
 * `--PrintGroup=…`, `--PrintAttributes=…` and `--PrintVersion`, which ns3::CommandLine answers and
 * then exits with status 0. Throws IncError for an unknown class, attribute or a bad value.
 * \param name of the argument, without dashes
 * \param value as text
 * \return false if the argument is none of ns-3's
 */
bool IncPassToNs3(const std::string& name, const std::string& value);

/**
 * \ingroup inc
 * \brief Read the command line of a small program; attributes and global values of ns-3 are
 * accepted too. Throws IncError.
 * \param arguments what it accepts
 * \param argc of main()
 * \param argv of main()
 * \return false where the help was asked for and written
 */
bool IncParseProgram(IncArgumentTable& arguments, int argc, char** argv);

/**
 * \ingroup inc
 * \brief Add ns-3's --RngSeed and --RngRun, with the ranges that its generator accepts.
 * \param table table that gets the arguments
 * \param seed where the seed is stored
 * \param run where the number of the run is stored
 */
void IncAddRandomArguments(IncArgumentTable& table, uint32_t& seed, uint64_t& run);

} // namespace ns3

#endif // INC_NS3_ARGUMENT_H
