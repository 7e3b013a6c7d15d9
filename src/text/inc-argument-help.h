/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARGUMENT_HELP_H
#define INC_ARGUMENT_HELP_H

#include "inc-argument.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What a program's `--help` says, from the records of its arguments.
 */
struct IncArgumentHelp
{
    std::string program;  //!< its name
    std::string purpose;  //!< one sentence
    std::string epilogue; //!< lines at the end of the first page
    std::string foreign;  //!< about arguments that have no record; empty: there are none

    /**
     * \param arguments of which those with a brief text are shown
     * \return a page that fits on a screen
     */
    std::string FirstPage(const std::vector<IncArgument>& arguments) const;

    /**
     * \param arguments by group
     * \return all of them, with what each accepts
     */
    std::string All(const std::vector<IncArgument>& arguments) const;
};

} // namespace ns3

#endif // INC_ARGUMENT_HELP_H
