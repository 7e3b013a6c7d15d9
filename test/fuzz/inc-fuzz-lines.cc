/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"

#include <array>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// A part of a text: index of its first character, and its length.
using Part = std::pair<std::size_t, std::size_t>;

constexpr std::array<std::string_view, 20> STRANGE{
    "",      "0",   "-1",   "1",   "65536", "4294967295", "18446744073709551616",
    "1e309", "nan", "-inf", "0.5", "1e-9",  "#",          "--help",
    "h0",    "all", "1us",  "1ms", "64MiB", "100Gbps"};

/// Split a text at any of some separators; there is at least one part.
std::vector<Part>
Split(const std::string& text, std::string_view separators)
{
    std::vector<Part> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i)
    {
        if (i == text.size() || separators.find(text[i]) != std::string_view::npos)
        {
            parts.emplace_back(begin, i - begin);
            begin = i + 1;
        }
    }
    return parts;
}

void
ChangeLines(std::string& text, std::mt19937& random)
{
    const auto lines = Split(text, "\n");
    const auto [at, length] = lines[random() % lines.size()];
    const auto [from, size] = lines[random() % lines.size()];
    const std::string other = text.substr(from, size);
    if (random() % 2)
    {
        text.insert(at, other + "\n");
    }
    else
    {
        text.erase(at, length + 1);
    }
}

void
ChangeWord(std::string& text, std::mt19937& random)
{
    const auto words = Split(text, " \t\n,=:");
    const auto [at, length] = words[random() % words.size()];
    const auto [from, size] = words[random() % words.size()];
    const std::string other = text.substr(from, size);
    text.replace(at, length, random() % 2 ? other : STRANGE[random() % STRANGE.size()]);
}

} // namespace

std::size_t
IncFuzzLines(uint8_t* data, std::size_t size, std::size_t most, uint32_t seed)
{
    std::string text(data, data + size);
    std::mt19937 random(seed);
    random() % 3 ? ChangeWord(text, random) : ChangeLines(text, random);
    if (text.size() > most)
    {
        return size;
    }
    std::memcpy(data, text.data(), text.size());
    return text.size();
}

} // namespace ns3
