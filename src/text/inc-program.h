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

/**
 * \ingroup inc
 * \brief Run main() of a program, and print an error as one line on standard error.
 *
 * So does what ns-3 says when it ends the program (NS_ABORT_MSG, NS_FATAL_ERROR), which is how its
 * attributes refuse values that only their class can judge. So does standard output or a file of
 * IncKeepOutputFile() that cannot be written. After a complaint no such file is left.
 * \param name of the program
 * \param body the rest; returns the exit status, throws std::exception
 * \return the exit status: that of the body, or IncError::STATUS where it complained
 */
int IncRunProgram(const std::string& name, const std::function<int()>& body);

/**
 * \ingroup inc
 * \brief While it lives, whatever ends the program is put down to one argument.
 */
class IncBlame
{
  public:
    /** \param line what the program then says, "--name=value: accepted: …" */
    explicit IncBlame(const std::string& line);
    ~IncBlame();

    IncBlame(const IncBlame&) = delete;
    IncBlame& operator=(const IncBlame&) = delete;
};

} // namespace ns3

#endif // INC_PROGRAM_H
