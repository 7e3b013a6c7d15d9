/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRIAL_H
#define INC_TRIAL_H

#include <functional>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief How something went that was tried in a child process.
 */
struct IncTrial
{
    bool succeeded{false}; //!< it came to its end and said so
    std::string message;   //!< with which it aborted, or empty
};

/**
 * \ingroup inc
 * \brief Try something in a child process. ns-3 aborts on most values that it cannot use, and there
 * is no other way to ask it: every attribute has a parser or setter of its own.
 * \param attempt returns whether it succeeded; what it changes is forgotten
 * \return how it went
 */
IncTrial IncTry(const std::function<bool()>& attempt);

} // namespace ns3

#endif // INC_TRIAL_H
