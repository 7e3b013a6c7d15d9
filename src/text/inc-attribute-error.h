/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATTRIBUTE_ERROR_H
#define INC_ATTRIBUTE_ERROR_H

#include "inc-error.h"

#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Error that names attributes which contradict each other, although each alone is accepted.
class IncAttributeError : public IncError
{
  public:
    IncAttributeError(std::vector<std::string> attributes, const std::string& line);

    /** \return a copy of the error whose message begins with the name of a node */
    IncAttributeError At(const std::string& where) const;

    const std::vector<std::string>& GetAttributes() const
    {
        return m_attributes;
    }

  private:
    std::vector<std::string> m_attributes;
};

} // namespace ns3

#endif // INC_ATTRIBUTE_ERROR_H
