/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-words.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace ns3
{

namespace
{

std::size_t
EditDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

} // namespace

std::string
IncNearestWord(const std::string& word, const std::vector<std::string>& known)
{
    std::string nearest;
    std::size_t smallest = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : known)
    {
        const std::size_t distance = EditDistance(word, candidate);
        if (distance < smallest && distance < candidate.size())
        {
            smallest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string
IncNormalizeWord(const std::string& word)
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

std::string
IncSameWord(const std::string& word, const std::vector<std::string>& known)
{
    const std::string spoken = IncNormalizeWord(word);
    const auto same =
        std::find_if(known.begin(), known.end(), [&spoken](const std::string& candidate) {
            return !spoken.empty() && IncNormalizeWord(candidate) == spoken;
        });
    return same == known.end() ? "" : *same;
}

std::string
IncWordList(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    }
    return text;
}

} // namespace ns3
