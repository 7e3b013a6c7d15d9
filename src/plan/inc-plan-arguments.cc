/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-arguments.h"

#include "inc-plan-error.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{

namespace
{

bool
ParseInteger(const std::string& text, int64_t& value)
{
    const bool negative = !text.empty() && text[0] == '-';
    const std::string digits = negative ? text.substr(1) : text;
    if (digits.empty() || digits.size() > 18 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
    {
        return false;
    }
    value = std::stoll(text);
    return true;
}

} // namespace

IncPlanArguments::IncPlanArguments(std::vector<Known> known)
    : m_known(std::move(known))
{
    for (const Known& argument : m_known)
    {
        m_values[argument.name] = argument.fallback;
    }
}

void
IncPlanArguments::Parse(const std::vector<std::string>& words)
{
    for (const std::string& word : words)
    {
        const std::size_t equals = word.find('=');
        const std::string name =
            word.substr(0, equals).substr(word.compare(0, 2, "--") == 0 ? 2 : 0);
        if (word.compare(0, 2, "--") != 0 || !m_values.count(name))
        {
            std::string names;
            for (const Known& argument : m_known)
            {
                names += " --" + argument.name;
            }
            throw IncPlanError(word + ": unknown argument; accepted here:" + names);
        }
        if (equals == std::string::npos || equals + 1 == word.size())
        {
            throw IncPlanError("--" + name + ": a value is missing: --" + name + "=VALUE");
        }
        if (m_given[name])
        {
            throw IncPlanError("--" + name + ": given twice");
        }
        m_values[name] = word.substr(equals + 1);
        m_given[name] = true;
    }
}

bool
IncPlanArguments::Given(const std::string& name) const
{
    return m_given.count(name) && m_given.at(name);
}

std::vector<std::string>
IncPlanArguments::GetGiven() const
{
    std::vector<std::string> names;
    for (const auto& [name, given] : m_given)
    {
        if (given)
        {
            names.push_back(name);
        }
    }
    return names;
}

const std::string&
IncPlanArguments::Text(const std::string& name) const
{
    return m_values.at(name);
}

void
IncPlanArguments::Refuse(const std::string& name, const std::string& accepted) const
{
    throw IncPlanError("--" + name + ": " + Text(name) + " is not accepted: " + accepted);
}

const std::string&
IncPlanArguments::Choice(const std::string& name, const std::vector<std::string>& of) const
{
    if (std::find(of.begin(), of.end(), Text(name)) == of.end())
    {
        std::string accepted;
        for (const std::string& value : of)
        {
            accepted += (accepted.empty() ? "" : ", ") + value;
        }
        Refuse(name, accepted);
    }
    return Text(name);
}

int64_t
IncPlanArguments::Integer(const std::string& name, int64_t low, int64_t high) const
{
    int64_t value = 0;
    if (!ParseInteger(Text(name), value) || value < low || value > high)
    {
        Refuse(name, "an integer from " + std::to_string(low) + " to " + std::to_string(high));
    }
    return value;
}

std::pair<int64_t, int64_t>
IncPlanArguments::Range(const std::string& name, int64_t low, int64_t high) const
{
    const std::string& text = Text(name);
    const std::size_t colon = text.find(':');
    int64_t first = 0;
    int64_t last = 0;
    const bool parsed =
        ParseInteger(text.substr(0, colon), first) &&
        ParseInteger(colon == std::string::npos ? text : text.substr(colon + 1), last);
    if (!parsed || first < low || last > high || first > last)
    {
        Refuse(name,
               "an integer or a range as 5:10, from " + std::to_string(low) + " to " +
                   std::to_string(high));
    }
    return {first, last};
}

std::vector<int64_t>
IncPlanArguments::Integers(const std::string& name, int64_t low, int64_t high) const
{
    std::vector<int64_t> list;
    std::istringstream words(Text(name) + ",");
    for (std::string word; std::getline(words, word, ',');)
    {
        list.emplace_back();
        if (!ParseInteger(word, list.back()) || list.back() < low || list.back() > high)
        {
            Refuse(name,
                   "integers as 5,10, each from " + std::to_string(low) + " to " +
                       std::to_string(high));
        }
    }
    return list;
}

double
IncPlanArguments::Number(const std::string& name, const std::string& accepted) const
{
    std::istringstream stream(Text(name));
    double value = 0;
    if (!(stream >> value) || !stream.eof() || !std::isfinite(value))
    {
        Refuse(name, accepted);
    }
    return value;
}

double
IncPlanArguments::Positive(const std::string& name) const
{
    const double value = Number(name, "a number above 0");
    if (!(value > 0))
    {
        Refuse(name, "a number above 0");
    }
    return value;
}

double
IncPlanArguments::Share(const std::string& name) const
{
    const double value = Number(name, "a number above 0, at most 1");
    if (!(value > 0 && value <= 1))
    {
        Refuse(name, "a number above 0, at most 1");
    }
    return value;
}

double
IncPlanArguments::NonNegative(const std::string& name) const
{
    const double value = Number(name, "a number of at least 0");
    if (!(value >= 0))
    {
        Refuse(name, "a number of at least 0");
    }
    return value;
}

std::string
IncPlanArguments::Help() const
{
    std::ostringstream text;
    for (const Known& argument : m_known)
    {
        const std::string left =
            "--" + argument.name + (argument.fallback.empty() ? "" : "=" + argument.fallback);
        text << "    " << left << std::string(left.size() < 30 ? 30 - left.size() : 1, ' ')
             << argument.help << "\n";
    }
    return text.str();
}

} // namespace ns3
