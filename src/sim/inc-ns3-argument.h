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
 * \brief Pass an argument of ns-3's own command line to ns-3; refuse values with which ns-3 would
 * abort.
 *
 * These arguments are attribute defaults (`--ns3::Class::Attribute=value`), global values
 * (`--SchedulerType=…`), `--PrintTypeIds`, `--PrintGlobals`, `--PrintGroups`, `--PrintGroup=…`,
 * `--PrintAttributes=…` and `--PrintVersion`. After a `--Print…` the program exits with status 0.
 * Throws IncError for an unknown class or attribute, and for a bad value.
 * \param name name of the argument, without dashes
 * \param value text of the value
 * \return false if ns-3 has no such argument
 */
bool IncPassToNs3(const std::string& name, const std::string& value);

/**
 * \ingroup inc
 * \brief Read the command line of a small program, which may also set attributes and global values
 * of ns-3. Throws IncError for bad arguments.
 * \param arguments arguments of the program
 * \param argc argument of main()
 * \param argv argument of main()
 * \return false if the user asked for the help, which has then been written
 */
bool IncParseProgram(IncArgumentTable& arguments, int argc, char** argv);

/**
 * \ingroup inc
 * \brief Add ns-3's arguments --RngSeed and --RngRun, with the values that ns-3's generator
 * accepts.
 * \param table table that gets the arguments
 * \param seed variable that gets the seed
 * \param run variable that gets the run number
 */
void IncAddRandomArguments(IncArgumentTable& table, uint32_t& seed, uint64_t& run);

} // namespace ns3

#endif // INC_NS3_ARGUMENT_H
