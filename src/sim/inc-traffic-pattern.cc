/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-traffic-pattern.h"

#include <algorithm>

namespace ns3
{

namespace
{

std::map<std::string, IncTrafficPattern>&
RegisteredPatterns()
{
    static std::map<std::string, IncTrafficPattern> registered;
    return registered;
}

} // namespace

bool
IncTrafficPattern::Takes(const std::string& argument) const
{
    return std::find(own.begin(), own.end(), argument) != own.end();
}

IncTrafficPatternRegistration::IncTrafficPatternRegistration(
    const std::string& name,
    void (*describe)(IncTrafficPattern& self))
{
    describe(RegisteredPatterns()[name]);
}

const std::map<std::string, IncTrafficPattern>&
IncTrafficPatterns()
{
    return RegisteredPatterns();
}

} // namespace ns3
