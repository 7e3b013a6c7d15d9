/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-traffic-pattern.h"

#include <algorithm>

namespace ns3
{

bool
IncTrafficPattern::Takes(const std::string& argument) const
{
    return std::find(own.begin(), own.end(), argument) != own.end();
}

const std::map<std::string, IncTrafficPattern>&
IncTrafficPatterns()
{
    return IncTrafficPatternRegistration::GetAll();
}

} // namespace ns3
