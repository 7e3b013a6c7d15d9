/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-priority.h"

#include <charconv>
#include <vector>

namespace ns3
{

namespace
{

std::optional<std::vector<uint32_t>>
ParseList(const std::string& text)
{
    std::vector<uint32_t> numbers;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at != end)
    {
        uint32_t number = 0;
        auto [rest, error] = std::from_chars(at, end, number);
        if (error != std::errc() || (rest != end && (*rest != ',' || rest + 1 == end)))
        {
            return std::nullopt;
        }
        numbers.push_back(number);
        at = rest == end ? end : rest + 1;
    }
    return numbers;
}

} // namespace

std::optional<IncPrioritySet>
IncParsePriorities(const std::string& text)
{
    const auto numbers = ParseList(text);
    if (!numbers)
    {
        return std::nullopt;
    }
    IncPrioritySet set = 0;
    for (uint32_t number : *numbers)
    {
        if (number >= INC_PRIORITIES)
        {
            return std::nullopt;
        }
        set |= 1U << number;
    }
    return set;
}

std::string
IncFormatPriorities(IncPrioritySet priorities)
{
    std::string text;
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        if (priorities >> priority & 1)
        {
            text += (text.empty() ? "" : ",") + std::to_string(priority);
        }
    }
    return text;
}

std::optional<IncPriorityWeights>
IncParseWeights(const std::string& text)
{
    constexpr uint32_t LARGEST = 1000;
    const auto numbers = ParseList(text);
    if (!numbers || numbers->size() != INC_PRIORITIES)
    {
        return std::nullopt;
    }
    IncPriorityWeights weights;
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        weights[priority] = (*numbers)[priority];
        if (weights[priority] > LARGEST)
        {
            return std::nullopt;
        }
    }
    return weights;
}

std::string
IncFormatWeights(const IncPriorityWeights& weights)
{
    std::string text;
    for (uint32_t weight : weights)
    {
        text += (text.empty() ? "" : ",") + std::to_string(weight);
    }
    return text;
}

} // namespace ns3
