/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-recovery.h"

#include <cstdio>

namespace ns3
{

nlohmann::ordered_json
IncRecovery::ToJson() const
{
    nlohmann::ordered_json json{{"recovery_us", nullptr}};
    if (us)
    {
        json["recovery_us"] = *us;
    }
    return json;
}

std::string
IncRecovery::ToText() const
{
    if (us)
    {
        char text[60];
        std::snprintf(text, sizeof(text), "recovery (us) %.1f", *us);
        return text;
    }
    if (!failure.empty())
    {
        return "no recovery: " + failure;
    }
    return hasFailed ? "recovery: none, or nothing was under way on the links that failed"
                     : "recovery: all was over before a link failed";
}

} // namespace ns3
