/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-argument-help.h"

#include <sstream>

namespace ns3
{

namespace
{

/// Words in lines of at most 78 columns, all but the first indented.
std::string
Wrap(const std::string& text, std::size_t column, std::size_t indent)
{
    std::istringstream words(text);
    std::string result;
    std::string word;
    bool first = true;
    while (words >> word)
    {
        if (!first && column + 1 + word.size() > 78)
        {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        }
        else if (!first)
        {
            result += " ";
            ++column;
        }
        result += word;
        column += word.size();
        first = false;
    }
    return result + "\n";
}

} // namespace

std::string
IncArgumentHelp::FirstPage(const std::vector<IncArgument>& arguments) const
{
    std::string text = Wrap(purpose, 0, 0);
    std::string group;
    for (const auto& argument : arguments)
    {
        if (argument.brief.empty())
        {
            continue;
        }
        if (argument.group != group)
        {
            group = argument.group;
            text += group + ":\n";
        }
        const std::string head =
            "  --" + argument.name + "=" + (argument.byDefault.empty() ? "…" : argument.byDefault);
        constexpr std::size_t COLUMN = 28;
        const std::size_t shown = head.size() - (argument.byDefault.empty() ? 2 : 0); // … is one
        text +=
            head + std::string(shown < COLUMN ? COLUMN - shown : 1, ' ') + argument.brief + "\n";
    }
    return text + epilogue + "  --help-all                all " + std::to_string(arguments.size()) +
           " arguments, with what each accepts\n";
}

std::string
IncArgumentHelp::All(const std::vector<IncArgument>& arguments) const
{
    constexpr std::size_t INDENT = 8;
    std::string text = Wrap(program + " [--name=value …]", 0, INDENT) + "\n" + Wrap(purpose, 0, 0);
    std::string group;
    for (const auto& argument : arguments)
    {
        if (argument.group != group)
        {
            group = argument.group;
            text += "\n" + group + ":\n";
        }
        const std::string value = argument.byDefault.empty() ? "none" : argument.byDefault;
        text += "  --" + argument.name + "  [" + value + "]\n" + std::string(INDENT, ' ');
        text += Wrap(argument.help + " Accepted: " + argument.accepted + ".", INDENT, INDENT);
    }
    if (!foreign.empty())
    {
        text += "\nns-3:\n  " + Wrap(foreign, 2, 2);
    }
    return text;
}

} // namespace ns3
