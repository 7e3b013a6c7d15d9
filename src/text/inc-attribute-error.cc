/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-attribute-error.h"

#include <utility>

namespace ns3
{

IncAttributeError::IncAttributeError(std::vector<std::string> attributes, const std::string& line)
    : IncError(line),
      m_attributes(std::move(attributes))
{
}

IncAttributeError
IncAttributeError::At(const std::string& where) const
{
    return {m_attributes, where + ": " + what()};
}

} // namespace ns3
