/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parse.h"

#include <charconv>
#include <cmath>

namespace ns3
{

namespace
{

template <typename T>
std::optional<T>
ParseAll(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
    {
        return std::nullopt;
    }
    return value;
}

} // namespace

std::vector<std::string>
IncSplit(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (auto end = text.find(separator); end != std::string_view::npos;
         end = text.find(separator, begin))
    {
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.emplace_back(text.substr(begin));
    return parts;
}

std::optional<uint64_t>
IncParseInteger(std::string_view text)
{
    return ParseAll<uint64_t>(text);
}

std::optional<double>
IncParseReal(std::string_view text)
{
    const auto value = ParseAll<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<double>
IncParsePositive(std::string_view text)
{
    const auto value = IncParseReal(text);
    return value && *value > 0 ? value : std::nullopt;
}

std::optional<double>
IncParseNonNegative(std::string_view text)
{
    const auto value = IncParseReal(text);
    return value && *value >= 0 ? value : std::nullopt;
}

std::optional<double>
IncParseShare(std::string_view text)
{
    const auto value = IncParsePositive(text);
    return value && *value <= 1 ? value : std::nullopt;
}

} // namespace ns3
