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
 * \brief Pass an argument of ns-3's own command line to ns-3; refuse values with which ns-3 would
 * abort. Return false if ns-3 has no such argument.
 *
 * These arguments are attribute defaults (`--ns3::Class::Attribute=value`), global values
 * (`--SchedulerType=…`), `--PrintTypeIds`, `--PrintGlobals`, `--PrintGroups`, `--PrintGroup=…`,
 * `--PrintAttributes=…` and `--PrintVersion`. After a `--Print…` the program exits with status 0.
 * Throws IncError for an unknown class or attribute, and for a bad value.
 */
bool IncPassToNs3(const std::string& name, const std::string& value);

/** \brief Read the command line of a small program, which may also set attributes and global
 * values of ns-3; throws IncError. Return false if the user asked for the help, which was then
 * written. */
bool IncParseProgram(IncArgumentTable& arguments, int argc, char** argv);

/** \brief Add --RngSeed and --RngRun, with the values that ns-3's generator accepts. */
void IncAddRandomArguments(IncArgumentTable& table, uint32_t& seed, uint64_t& run);

} // namespace ns3

#endif // INC_NS3_ARGUMENT_H
