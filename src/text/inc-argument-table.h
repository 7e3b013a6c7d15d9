/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARGUMENT_TABLE_H
#define INC_ARGUMENT_TABLE_H

#include "inc-argument-value.h"
#include "inc-argument.h"
#include "inc-error.h"

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Help of a program, made from the records of its arguments.
struct IncArgumentHelp
{
    std::string program;
    std::string purpose;
    std::string epilogue; //!< lines below the arguments on the first page
    std::string foreign;  //!< paragraph about arguments without a record; empty if there are none

    /** \return a page that fits on a screen, with the arguments that have a brief text */
    std::string FirstPage(const std::vector<IncArgument>& arguments) const;

    /** \return all arguments with their accepted values; `arguments` is sorted by group */
    std::string All(const std::vector<IncArgument>& arguments) const;
};

/**
 * \ingroup inc
 * \brief The arguments of a program, one record each. Parsing, validation, `--help`, error messages
 * and the `config` of a result file follow from the records.
 *
 * Values are taken as text and validated here. ns-3's CommandLine reads `--k=-4` as 4294967292, and
 * it answers a wrong value with its whole help and exit status 1. Targets are references that must
 * live as long as the table. The value of a target when its argument is added is the default.
 */
class IncArgumentTable
{
  public:
    /// Words that the user may write, and their values.
    template <typename T>
    using Choices = std::vector<std::pair<std::string, T>>;

    IncArgumentTable(std::string program, std::string purpose);

    /** \brief Begin a group: arguments that are added next stand under this heading in the help. */
    void Group(const std::string& title)
    {
        m_group = title;
    }

    /** \brief Add an argument to the present group; throws IncError if its name is taken. */
    void Add(IncArgument argument);

    /** \brief Add a whole number from `low` to `high`; `help` is one sentence with the unit. */
    template <typename T>
    void Integer(const std::string& name, T& target, T low, T high, const std::string& help);

    /** \brief Add a whole number that is empty if not given. Its default depends on other
     * arguments: `byDefault` names it in words or symbols, such as "k/2". */
    template <typename T>
    void Integer(const std::string& name,
                 std::optional<T>& target,
                 T low,
                 T high,
                 const std::string& byDefault,
                 const std::string& help);

    /**
     * \brief Add an argument whose value has a parser of its own.
     * \param name name of the argument
     * \param target variable that gets the value; a std::optional may stay empty
     * \param byDefault the default as a user would write it
     * \param parse function that returns nothing for a text that is not accepted
     * \param accepted accepted values, such as "a time with its unit"
     * \param help help text, one sentence
     */
    template <typename T, typename Target>
    void Parsed(const std::string& name,
                Target& target,
                const std::string& byDefault,
                std::function<std::optional<T>(const std::string&)> parse,
                const std::string& accepted,
                const std::string& help);

    /** \brief Add a probability from 0 to 1; 1 is accepted if `certain`. */
    void Probability(const std::string& name,
                     double& target,
                     const std::string& help,
                     bool certain = false);

    template <typename T>
    void Choice(const std::string& name,
                T& target,
                const Choices<T>& choices,
                const std::string& help);

    /** \brief Add a comma-separated list of different words; the default must not be empty. */
    template <typename T>
    void ChoiceList(const std::string& name,
                    std::vector<T>& target,
                    const Choices<T>& choices,
                    const std::string& help);

    /** \brief Add a switch: `--name`, `--name=1` (true) or `--name=0` (false). */
    void Flag(const std::string& name, bool& target, const std::string& help);

    /** \brief Add a text that is not checked here, such as a path; only an empty text is
     * refused. */
    void Text(const std::string& name,
              std::string& target,
              const std::string& accepted,
              const std::string& help);

    /**
     * \brief Show an argument on the first page of the help, with a few words.
     *
     * `--help` shows this page, `--help-all` shows all arguments. If no argument is on the first
     * page, the help has one page.
     */
    void Brief(const std::string& name, const std::string& brief);

    /** \brief Set the words of an argument with its own parser, so that a refusal can suggest the
     * word that differs in case or punctuation only. */
    void AcceptsWords(const std::string& name, const std::vector<std::string>& words);

    /** \brief Set the last lines on the first page of the help, each ending in a newline. */
    void Epilogue(const std::string& lines)
    {
        m_help.epilogue = lines;
    }

    /** \brief Set the advice for a name that users try although no argument has it. The advice
     * completes "did you mean …?"; the name has no dashes. */
    void Hint(const std::string& name, const std::string& advice);

    /** \brief Set the accepted word for each wrong word that users try; wrong words are written as
     * IncNormalizeWord() returns them. */
    void HintValues(const std::string& name, std::map<std::string, std::string> meanings);

    /** \brief Set the paths of attributes that an argument sets, such as ns3::IncSwitch::Ecmp. */
    void SetsAttributes(const std::string& name, const std::vector<std::string>& attributes);

    /**
     * Function for ns-3's own arguments: returns false for an unknown name, and throws IncError for
     * a bad value.
     */
    using Foreign = std::function<bool(const std::string& name, const std::string& value)>;

    /** \brief Set the function for ns-3's own arguments, and their paragraph in the help. */
    void SetForeign(Foreign foreign, const std::string& help);

    /**
     * \brief Read `--name=value` arguments, in ns-3's form.
     *
     * An argument may be given once. The first wrong argument is named in an IncError.
     * \param arguments arguments after the program's name
     * \return false if help was asked for; arguments behind it are not read then
     */
    bool Parse(const std::vector<std::string>& arguments);

    bool IsGiven(const std::string& name) const;

    /** \return the arguments that the user gave, as "--name=value", by name */
    std::map<std::string, std::string> Given() const;

    /** \return the arguments that the user gave, by the path of each attribute that they set */
    std::map<std::string, std::string> GivenByAttribute() const;

    /** \brief Note the value that is in effect for an argument which the user did not give. */
    void Decide(const std::string& name, const std::string& value);

    /** \brief Set an argument, and return true, unless the user gave it. It does not count as
     * given, so RefuseIfGiven() accepts it. An unknown name is only noted. Throws IncError. */
    bool SetUnlessGiven(const std::string& name, const std::string& value);

    const std::string& Value(const std::string& name) const;

    /** \return "--name=value" with the present value */
    std::string Assignment(const std::string& name) const;

    /** \brief Refuse arguments that the user gave although they would have no effect. The reason,
     * such as "--topology=star", completes "has no effect with …". */
    void RefuseIfGiven(const std::vector<std::string>& names, const std::string& why) const;

    /** \brief Refuse arguments like RefuseIfGiven() unless `holds`. */
    void Needs(bool holds, const std::vector<std::string>& names, const std::string& why) const
    {
        RefuseIfGiven(holds ? std::vector<std::string>() : names, why);
    }

    /** \brief Refuse the present value like Refuse() unless `holds`. */
    void Require(bool holds, const std::string& name, const std::string& reason) const
    {
        if (!holds)
        {
            Refuse(name, reason);
        }
    }

    /** \brief Throw an IncError about the present value; `reason` tells what is wrong and
     * accepted. */
    [[noreturn]] void Refuse(const std::string& name, const std::string& reason) const;

    /** \return the help that was asked for. `--help` gives the first page, if there is one.
     * Otherwise each argument has its default, its accepted values and a sentence */
    std::string Help() const;

    /** \return the `config` of a result file: every argument in table order; null if something else
     * decides the value */
    nlohmann::ordered_json Values() const;

  private:
    void ParseOne(const std::string& text);
    [[noreturn]] void RefuseUnknown(const std::string& name, const std::string& value) const;
    static std::string Meant(const IncArgument& argument);
    [[noreturn]] void RefuseBare(const std::string& text) const;
    const IncArgument& Get(const std::string& name) const;
    IncArgument* Find(const std::string& name, const std::string& value);
    void AddInteger(const std::string& name,
                    const std::string& value,
                    const std::string& byDefault,
                    uint64_t low,
                    uint64_t high,
                    const std::string& help,
                    std::function<void(uint64_t)> set);
    void AddChoice(const std::string& name,
                   const std::string& value,
                   const std::vector<std::string>& words,
                   const std::string& help,
                   bool list,
                   std::function<void(const std::vector<std::size_t>&)> set);

    template <typename T>
    static std::vector<std::string> Words(const Choices<T>& choices);
    template <typename T>
    static std::string WordOf(const Choices<T>& choices, const T& value);

    IncArgumentHelp m_help;
    std::string m_group; //!< group of the arguments that are added next
    std::vector<IncArgument> m_arguments;
    std::map<std::string, std::size_t> m_index;
    std::map<std::string, std::size_t>
        m_byAttribute; //!< index of the argument, by path of an attribute that it sets
    Foreign m_foreign;
    std::map<std::string, std::string> m_hints;
    bool m_showsAll{false};
    std::map<std::string, std::string> m_foreignGiven; //!< arguments of ns-3 that were given
};

template <typename T>
void
IncArgumentTable::Integer(const std::string& name,
                          T& target,
                          T low,
                          T high,
                          const std::string& help)
{
    AddInteger(name, std::to_string(target), "", low, high, help, [&target](uint64_t value) {
        target = static_cast<T>(value);
    });
}

template <typename T>
void
IncArgumentTable::Integer(const std::string& name,
                          std::optional<T>& target,
                          T low,
                          T high,
                          const std::string& byDefault,
                          const std::string& help)
{
    AddInteger(name, "", byDefault, low, high, help, [&target](uint64_t value) {
        target = static_cast<T>(value);
    });
}

template <typename T, typename Target>
void
IncArgumentTable::Parsed(const std::string& name,
                         Target& target,
                         const std::string& byDefault,
                         std::function<std::optional<T>(const std::string&)> parse,
                         const std::string& accepted,
                         const std::string& help)
{
    static_assert(std::is_same_v<Target, T> || std::is_same_v<Target, std::optional<T>>);
    IncArgument argument;
    argument.name = name;
    (std::is_same_v<Target, T> ? argument.value : argument.byDefault) = byDefault;
    argument.accepted = accepted;
    argument.help = help;
    argument.store = [&target, parse = std::move(parse)](const std::string& text) {
        auto value = parse(text);
        if (value)
        {
            target = std::move(*value);
        }
        return value.has_value();
    };
    Add(std::move(argument));
}

template <typename T>
void
IncArgumentTable::Choice(const std::string& name,
                         T& target,
                         const Choices<T>& choices,
                         const std::string& help)
{
    AddChoice(name,
              WordOf(choices, target),
              Words(choices),
              help,
              false,
              [&target, choices](const auto& picks) { target = choices[picks.front()].second; });
}

template <typename T>
void
IncArgumentTable::ChoiceList(const std::string& name,
                             std::vector<T>& target,
                             const Choices<T>& choices,
                             const std::string& help)
{
    std::string value;
    for (const auto& item : target)
    {
        value += (value.empty() ? "" : ",") + WordOf(choices, item);
    }
    AddChoice(name, value, Words(choices), help, true, [&target, choices](const auto& picks) {
        target.clear();
        for (const auto pick : picks)
        {
            target.push_back(choices[pick].second);
        }
    });
}

template <typename T>
std::vector<std::string>
IncArgumentTable::Words(const Choices<T>& choices)
{
    std::vector<std::string> words;
    for (const auto& choice : choices)
    {
        words.push_back(choice.first);
    }
    return words;
}

template <typename T>
std::string
IncArgumentTable::WordOf(const Choices<T>& choices, const T& value)
{
    for (const auto& choice : choices)
    {
        if (choice.second == value)
        {
            return choice.first;
        }
    }
    return "";
}

} // namespace ns3

#endif // INC_ARGUMENT_TABLE_H
