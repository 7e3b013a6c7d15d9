/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ERROR_H
#define INC_ERROR_H

#include <stdexcept>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief Error about unusable input: an argument, a file, or a network that a script describes.
/// what() is one line with the input, its value and the accepted values.
class IncError : public std::invalid_argument
{
  public:
    static constexpr int STATUS = 2; //!< exit status of a program that ends with this error

    /** \param line the message; control characters are escaped so that it stays one line */
    explicit IncError(const std::string& line);
};

} // namespace ns3

#endif // INC_ERROR_H
