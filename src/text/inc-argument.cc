/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-argument.h"

#include "inc-argument-value.h"

#include <nlohmann/json.hpp>

namespace ns3
{

nlohmann::ordered_json
IncArgument::ToJson() const
{
    if (value.empty() && !byDefault.empty())
    {
        return nullptr;
    }
    switch (kind)
    {
    case Kind::NUMBER:
        if (const auto whole = IncParseBytes(value))
        {
            return *whole;
        }
        if (const auto real = IncParseReal(value))
        {
            return *real;
        }
        return value;
    case Kind::FLAG:
        return !value.empty() && value != "0" && value != "f" && value != "false";
    case Kind::TEXT:
        break;
    }
    return value;
}

} // namespace ns3
