/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-argument-table.h"

#include "inc-words.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3
{

namespace
{

/// Break a text into lines of at most 78 columns, all except the first indented.
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
        const std::size_t shown =
            head.size() - (argument.byDefault.empty() ? 2 : 0); // "…" counts as one column
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

namespace
{

std::string
Shown(const std::string& value)
{
    constexpr std::size_t LONGEST = 100;
    return value.size() > LONGEST ? value.substr(0, LONGEST) + "…" : value;
}

} // namespace

IncArgumentTable::IncArgumentTable(std::string program, std::string purpose)
    : m_help{std::move(program), std::move(purpose), "", ""}
{
}

void
IncArgumentTable::Add(IncArgument argument)
{
    argument.group = m_group;
    if (argument.byDefault.empty())
    {
        argument.byDefault = argument.value;
    }
    const auto [index, isNew] = m_index.emplace(argument.name, m_arguments.size());
    if (!isNew)
    {
        throw IncError("--" + argument.name + ": argument of \"" +
                       m_arguments[index->second].group + "\" and of \"" + m_group +
                       "\"; accepted: another name for the attribute of your class");
    }
    m_arguments.push_back(std::move(argument));
}

void
IncArgumentTable::AddInteger(const std::string& name,
                             const std::string& value,
                             const std::string& byDefault,
                             uint64_t low,
                             uint64_t high,
                             const std::string& help,
                             std::function<void(uint64_t)> set)
{
    IncArgument argument;
    argument.name = name;
    argument.value = value;
    argument.byDefault = byDefault;
    argument.accepted =
        "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
    argument.help = help;
    argument.kind = IncArgument::Kind::NUMBER;
    argument.store = [low, high, set = std::move(set)](const std::string& text) {
        const auto number = IncParseInteger(text);
        if (!number || *number < low || *number > high)
        {
            return false;
        }
        set(*number);
        return true;
    };
    Add(std::move(argument));
}

void
IncArgumentTable::AddChoice(const std::string& name,
                            const std::string& value,
                            const std::vector<std::string>& words,
                            const std::string& help,
                            bool list,
                            std::function<void(const std::vector<std::size_t>&)> set)
{
    IncArgument argument;
    argument.name = name;
    argument.value = value;
    argument.accepted =
        IncWordList(words) +
        (list && words.size() > 1 ? ", or several of them with commas between" : "");
    argument.words = words;
    argument.takesSeveral = list;
    argument.help = help;
    argument.store = [=, accepted = argument.accepted](const std::string& text) {
        std::vector<std::size_t> picks;
        for (const auto& word : list ? IncSplit(text, ',') : std::vector<std::string>{text})
        {
            const auto found = std::find(words.begin(), words.end(), word);
            const std::size_t pick = found - words.begin();
            if (found == words.end())
            {
                return false;
            }
            if (std::find(picks.begin(), picks.end(), pick) != picks.end())
            {
                throw IncError("--" + name + "=" + text + ": " + word +
                               " is there twice; accepted: each once");
            }
            picks.push_back(pick);
        }
        set(picks);
        return true;
    };
    Add(std::move(argument));
}

void
IncArgumentTable::Probability(const std::string& name,
                              double& target,
                              const std::string& help,
                              bool certain)
{
    IncArgument argument;
    argument.name = name;
    std::ostringstream value;
    value << target;
    argument.value = value.str();
    argument.accepted =
        certain ? "a probability, 0 to 1" : "a probability, 0 or more and less than 1";
    argument.help = help;
    argument.kind = IncArgument::Kind::NUMBER;
    argument.store = [&target, certain](const std::string& text) {
        const auto probability = IncParseReal(text);
        if (!probability || *probability < 0 || *probability > 1 || (*probability == 1 && !certain))
        {
            return false;
        }
        target = *probability;
        return true;
    };
    Add(std::move(argument));
}

void
IncArgumentTable::Flag(const std::string& name, bool& target, const std::string& help)
{
    IncArgument argument;
    argument.name = name;
    argument.value = target ? "1" : "0";
    argument.accepted = "0 or 1";
    argument.help = help;
    argument.kind = IncArgument::Kind::FLAG;
    argument.store = [&target](const std::string& text) {
        target = text == "1";
        return text == "0" || text == "1";
    };
    Add(std::move(argument));
}

void
IncArgumentTable::Text(const std::string& name,
                       std::string& target,
                       const std::string& accepted,
                       const std::string& help)
{
    IncArgument argument;
    argument.name = name;
    argument.value = target;
    argument.accepted = accepted;
    argument.help = help;
    argument.store = [&target](const std::string& text) {
        target = text;
        return !text.empty();
    };
    Add(std::move(argument));
}

void
IncArgumentTable::Brief(const std::string& name, const std::string& brief)
{
    m_arguments[m_index.at(name)].brief = brief;
}

void
IncArgumentTable::AcceptsWords(const std::string& name, const std::vector<std::string>& words)
{
    m_arguments[m_index.at(name)].words = words;
}

void
IncArgumentTable::Hint(const std::string& name, const std::string& advice)
{
    m_hints[name] = advice;
}

void
IncArgumentTable::HintValues(const std::string& name, std::map<std::string, std::string> meanings)
{
    m_arguments[m_index.at(name)].meanings = std::move(meanings);
}

void
IncArgumentTable::SetsAttributes(const std::string& name,
                                 const std::vector<std::string>& attributes)
{
    const std::size_t index = m_index.at(name);
    m_arguments[index].attributes = attributes;
    for (const auto& attribute : attributes)
    {
        m_byAttribute[attribute] = index;
    }
}

void
IncArgumentTable::SetForeign(Foreign foreign, const std::string& help)
{
    m_foreign = std::move(foreign);
    m_help.foreign = help;
}

bool
IncArgumentTable::Parse(const std::vector<std::string>& arguments)
{
    for (const auto& text : arguments)
    {
        if (text == "--help-all")
        {
            m_showsAll = true;
            return false;
        }
        if (text == "--help" || text == "-h" || text == "--PrintHelp")
        {
            return false;
        }
    }
    for (const auto& text : arguments)
    {
        ParseOne(text);
    }
    return true;
}

void
IncArgumentTable::ParseOne(const std::string& text)
{
    const auto start = text.find_first_not_of('-');
    if (start == 0 || start > 2)
    {
        RefuseBare(text);
    }
    const auto equals = text.find('=');
    const std::string name =
        text.substr(start, equals == std::string::npos ? equals : equals - start);
    const bool bare = equals == std::string::npos;
    const std::string value = bare ? "" : text.substr(equals + 1);

    IncArgument* argument = Find(name, value);
    if (!argument)
    {
        if (m_foreignGiven.count(name))
        {
            throw IncError("--" + name + "=" + Shown(value) + ": given twice, first as " +
                           Shown(m_foreignGiven.at(name)));
        }
        if (!m_foreign || !m_foreign(name, value))
        {
            RefuseUnknown(name, value);
        }
        m_foreignGiven[name] = value;
        return;
    }
    if (argument->given)
    {
        throw IncError("--" + name + "=" + Shown(value) + ": given twice, first as " +
                       Shown(argument->value));
    }
    argument->given = true;
    argument->givenAs = name;
    argument->value = bare && argument->kind == IncArgument::Kind::FLAG ? "1" : value;
    if (!argument->store(argument->value))
    {
        Refuse(argument->name,
               (bare ? "is written --" + name + "=VALUE; " : "") + Meant(*argument) +
                   "accepted: " + argument->accepted);
    }
}

std::string
IncArgumentTable::Meant(const IncArgument& argument)
{
    std::string meant;
    const std::string& value = argument.value;
    for (const std::string& typed :
         argument.takesSeveral ? IncSplit(value, ',') : std::vector<std::string>{value})
    {
        std::string word = IncSameWord(typed, argument.words);
        if (word.empty())
        {
            const auto meaning = argument.meanings.find(IncNormalizeWord(typed));
            if (meaning == argument.meanings.end())
            {
                return "";
            }
            word = meaning->second;
        }
        meant += (meant.empty() ? "" : ",") + word;
    }
    return meant == value ? "" : "did you mean " + meant + "? ";
}

IncArgument*
IncArgumentTable::Find(const std::string& name, const std::string& value)
{
    const auto found = m_index.find(name);
    if (found != m_index.end())
    {
        return &m_arguments[found->second];
    }
    const auto standsFor = m_byAttribute.find(name);
    if (standsFor == m_byAttribute.end())
    {
        return nullptr;
    }
    IncArgument& argument = m_arguments[standsFor->second];
    if (argument.attributes.size() > 1)
    {
        throw IncError("--" + name + "=" + Shown(value) + ": is set by --" + argument.name +
                       "; accepted: --" + argument.name + " (see " + m_help.program + " --help)");
    }
    return &argument;
}

void
IncArgumentTable::RefuseBare(const std::string& text) const
{
    std::string meant;
    if (m_index.count(text.substr(0, text.find('='))) > 0)
    {
        meant = "--" + text;
    }
    else if (m_index.count("size") > 0 && IncParseSizes(text))
    {
        meant = "--size=" + text;
    }
    throw IncError("'" + Shown(text) + "': arguments are written --name=value" +
                   (meant.empty() ? "" : ", did you mean " + Shown(meant) + "?") + " (see " +
                   m_help.program + " --help)");
}

void
IncArgumentTable::RefuseUnknown(const std::string& name, const std::string& value) const
{
    const std::string shown = "--" + Shown(name) + (value.empty() ? "" : "=" + Shown(value));
    const auto hint = m_hints.find(name);
    std::vector<std::string> names;
    for (const auto& argument : m_arguments)
    {
        names.push_back(argument.name);
    }
    const std::string nearest = IncNearestWord(name, names);
    const std::string meant = hint != m_hints.end() ? hint->second
                              : nearest.empty()     ? ""
                                                    : "--" + nearest;
    throw IncError(shown + ": no such argument" +
                   (meant.empty() ? "" : ", did you mean " + meant + "?") + " (see " +
                   m_help.program + " --help)");
}

const IncArgument&
IncArgumentTable::Get(const std::string& name) const
{
    return m_arguments.at(m_index.at(name));
}

bool
IncArgumentTable::IsGiven(const std::string& name) const
{
    return Get(name).given;
}

std::map<std::string, std::string>
IncArgumentTable::Given() const
{
    std::map<std::string, std::string> given;
    for (const auto& argument : m_arguments)
    {
        if (argument.given)
        {
            given[argument.name] = Assignment(argument.name);
        }
    }
    return given;
}

std::map<std::string, std::string>
IncArgumentTable::GivenByAttribute() const
{
    std::map<std::string, std::string> given;
    for (const auto& [path, index] : m_byAttribute)
    {
        if (m_arguments[index].given)
        {
            given[path] = Assignment(m_arguments[index].name);
        }
    }
    for (const auto& [name, value] : m_foreignGiven)
    {
        given[name] = "--" + name + "=" + value;
    }
    return given;
}

void
IncArgumentTable::Decide(const std::string& name, const std::string& value)
{
    IncArgument& argument = m_arguments.at(m_index.at(name));
    argument.value = argument.given ? argument.value : value;
}

const std::string&
IncArgumentTable::Value(const std::string& name) const
{
    return Get(name).value;
}

std::string
IncArgumentTable::Assignment(const std::string& name) const
{
    const IncArgument& argument = Get(name);
    return "--" + (argument.given ? argument.givenAs : name) +
           (argument.given || !argument.value.empty() ? "=" + Shown(argument.value) : "");
}

void
IncArgumentTable::RefuseIfGiven(const std::vector<std::string>& names, const std::string& why) const
{
    for (const auto& name : names)
    {
        if (IsGiven(name))
        {
            Refuse(name, "has no effect with " + why);
        }
    }
}

void
IncArgumentTable::Refuse(const std::string& name, const std::string& reason) const
{
    throw IncError(Assignment(name) + ": " + reason);
}

bool
IncArgumentTable::SetUnlessGiven(const std::string& name, const std::string& value)
{
    const auto found = m_index.find(name);
    if (found == m_index.end())
    {
        return m_foreignGiven.emplace(name, value).second;
    }
    IncArgument& argument = m_arguments[found->second];
    if (argument.given)
    {
        return false;
    }
    argument.value = value;
    if (!argument.store(value))
    {
        Refuse(name, "accepted: " + argument.accepted);
    }
    return true;
}

std::string
IncArgumentTable::Help() const
{
    const auto isBrief = [](const IncArgument& argument) { return !argument.brief.empty(); };
    const bool hasFirstPage = std::any_of(m_arguments.begin(), m_arguments.end(), isBrief);
    return m_showsAll || !hasFirstPage ? m_help.All(m_arguments) : m_help.FirstPage(m_arguments);
}

nlohmann::ordered_json
IncArgumentTable::Values() const
{
    auto values = nlohmann::ordered_json::object();
    for (const auto& argument : m_arguments)
    {
        values[argument.name] = argument.ToJson();
    }
    for (const auto& [name, value] : m_foreignGiven)
    {
        values[name] = value;
    }
    return values;
}

} // namespace ns3
