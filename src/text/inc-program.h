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
 * \brief Run the main function of a program, and print an error as one line on standard error.
 *
 * Errors include those with which ns-3 ends a program (NS_ABORT_MSG, NS_FATAL_ERROR): attributes
 * refuse values this way if only their class can judge them. Errors also include failures to write
 * standard output or a file of IncKeepOutputFile(). After an error, such files are removed.
 * \param name name of the program
 * \param body main function; returns the exit status or throws std::exception
 * \return exit status of the body, or IncError::STATUS after an error
 */
int IncRunProgram(const std::string& name, const std::function<int()>& body);

/// \ingroup inc
/// \brief Guard that blames one argument if ns-3 ends the program while the guard exists.
class IncAbortExplanation
{
  public:
    /** \brief Set the line that the program prints then, such as "--name=value: accepted: …". */
    explicit IncAbortExplanation(const std::string& line);
    ~IncAbortExplanation();

    IncAbortExplanation(const IncAbortExplanation&) = delete;
    IncAbortExplanation& operator=(const IncAbortExplanation&) = delete;
};

} // namespace ns3

#endif // INC_PROGRAM_H
