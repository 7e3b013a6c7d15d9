/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-value-complaint.h"

#include "inc-parse.h"

#include <cctype>
#include <map>
#include <sstream>

namespace ns3
{

namespace
{

/// Its letters and digits, small.
std::string
Spoken(const std::string& word)
{
    std::string spoken;
    for (const unsigned char each : word)
    {
        if (std::isalnum(each))
        {
            spoken += static_cast<char>(std::tolower(each));
        }
    }
    return spoken;
}

} // namespace

std::string
IncValueComplaint(const std::string& value, const std::string& accepted)
{
    std::map<std::string, std::string> known;
    std::istringstream words(accepted);
    for (std::string word; words >> word;)
    {
        if (word.back() == ',')
        {
            word.pop_back();
        }
        known.emplace(Spoken(word), word);
    }
    std::string meant;
    for (const std::string& typed : IncSplit(value, ','))
    {
        const auto found = known.find(Spoken(typed));
        if (found == known.end() || found->first.empty())
        {
            return "accepted: " + accepted;
        }
        meant += (meant.empty() ? "" : ",") + found->second;
    }
    return (meant == value ? "" : "did you mean " + meant + "? ") + "accepted: " + accepted;
}

} // namespace ns3
