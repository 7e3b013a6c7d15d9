/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PROGRAM_H
#define INC_PROGRAM_H

#include <functional>
#include <string>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief What main() of a program of ours does: a complaint becomes one line on standard error.
 * \param name of the program
 * \param body the rest; returns the exit status, throws std::exception
 * \return the exit status: that of the body, or 2 where it complained
 */
int IncRunProgram(const std::string& name, const std::function<int()>& body);

/**
 * \ingroup inc
 * \brief Read the command line of a small program; attributes and global values of ns-3 are
 * accepted too. Throws IncArgumentError.
 * \param arguments what it accepts
 * \param argc of main()
 * \param argv of main()
 * \return false where the help was asked for and written
 */
bool IncParseProgram(IncArgumentTable& arguments, int argc, char** argv);

} // namespace ns3

#endif // INC_PROGRAM_H
