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
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Help of a program, made from the records of its arguments.
struct IncArgumentHelp
{
    std::string program;  //!< name of the program
    std::string purpose;  //!< purpose of the program, one sentence
    std::string epilogue; //!< lines below the arguments on the first page
    std::string foreign;  //!< paragraph about arguments without a record; empty if there are none

    /**
     * \param arguments all arguments; those with a brief text are shown
     * \return a page that fits on a screen
     */
    std::string FirstPage(const std::vector<IncArgument>& arguments) const;

    /**
     * \param arguments all arguments, sorted by group
     * \return all arguments, each with its accepted values
     */
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
    /// Words of a choice: the word that the user writes, and its value.
    template <typename T>
    using Choices = std::vector<std::pair<std::string, T>>;

    /**
     * \param program name of the program
     * \param purpose purpose of the program, one sentence
     */
    IncArgumentTable(std::string program, std::string purpose);

    /** \brief Begin a group: arguments that are added next stand under its heading in the help. */
    void Group(const std::string& title)
    {
        m_group = title;
    }

    /**
     * \brief Add an argument with a parser of its own.
     * \param argument record of the argument; its group is set to the present one. Throws IncError
     * if an argument already has that name
     */
    void Add(IncArgument argument);

    /**
     * \brief Add a whole number.
     * \param name name of the argument
     * \param target variable that gets the value
     * \param low smallest accepted value
     * \param high largest accepted value
     * \param help help text, one sentence with the unit
     */
    template <typename T>
    void Integer(const std::string& name, T& target, T low, T high, const std::string& help);

    /**
     * \brief Add a whole number whose default depends on other arguments.
     * \param name name of the argument
     * \param target variable that gets the value; nothing if not given
     * \param low smallest accepted value
     * \param high largest accepted value
     * \param byDefault the default in words or symbols, such as "k/2"
     * \param help help text, one sentence with the unit
     */
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
     * \param target variable that gets the value
     * \param byDefault the default as a user would write it
     * \param parse function that returns nothing for a text that is not accepted
     * \param accepted accepted values, such as "a time with its unit"
     * \param help help text, one sentence
     */
    template <typename T>
    void Parsed(const std::string& name,
                T& target,
                const std::string& byDefault,
                std::function<std::optional<T>(const std::string&)> parse,
                const std::string& accepted,
                const std::string& help);

    /**
     * \brief Add an argument of any type that stays empty if the user does not give it.
     * \param name name of the argument
     * \param target variable that gets the value; nothing if not given
     * \param byDefault the default as a user would write it, or in words
     * \param parse function that returns nothing for a text that is not accepted
     * \param accepted accepted values, such as "a time with its unit"
     * \param help help text, one sentence
     */
    template <typename T>
    void Parsed(const std::string& name,
                std::optional<T>& target,
                const std::string& byDefault,
                std::function<std::optional<T>(const std::string&)> parse,
                const std::string& accepted,
                const std::string& help);

    /**
     * \brief Add a probability, from 0 to 1.
     * \param name name of the argument
     * \param target variable that gets the value
     * \param help help text, one sentence
     * \param certain true if 1 is accepted
     */
    void Probability(const std::string& name,
                     double& target,
                     const std::string& help,
                     bool certain = false);

    /**
     * \brief Add an argument that accepts one of several words.
     * \param name name of the argument
     * \param target variable that gets the value
     * \param choices accepted words and their values
     * \param help help text, one sentence
     */
    template <typename T>
    void Choice(const std::string& name,
                T& target,
                const Choices<T>& choices,
                const std::string& help);

    /**
     * \brief Add an argument that accepts a comma-separated list of different words.
     * \param name name of the argument
     * \param target variable that gets the values; its default must not be empty
     * \param choices accepted words and their values
     * \param help help text, one sentence
     */
    template <typename T>
    void ChoiceList(const std::string& name,
                    std::vector<T>& target,
                    const Choices<T>& choices,
                    const std::string& help);

    /**
     * \brief Add a switch: `--name`, `--name=1` (true) or `--name=0` (false).
     * \param name name of the argument
     * \param target variable that gets the value
     * \param help help text, one sentence
     */
    void Flag(const std::string& name, bool& target, const std::string& help);

    /**
     * \brief Add a text that is not checked here, such as a path; only an empty text is refused.
     * \param name name of the argument
     * \param target variable that gets the value
     * \param accepted meaning of the text, such as "a file to be written"
     * \param help help text, one sentence
     */
    void Text(const std::string& name,
              std::string& target,
              const std::string& accepted,
              const std::string& help);

    /**
     * \brief Show an argument on the first page of the help. `--help` shows this page, `--help-all`
     * shows all arguments. If no argument is on the first page, the help has one page.
     * \param name name of an argument in the table
     * \param brief meaning of the argument, in a few words
     */
    void Brief(const std::string& name, const std::string& brief);

    /**
     * \brief Set the words that an argument accepts. A refusal can then suggest the word that
     * differs in case or punctuation only.
     * \param name name of an argument in the table that has its own parser
     * \param words accepted words
     */
    void AcceptsWords(const std::string& name, const std::vector<std::string>& words);

    /**
     * \brief Set the last lines on the first page of the help.
     * \param lines lines such as examples, each ending in a newline
     */
    void Epilogue(const std::string& lines)
    {
        m_help.epilogue = lines;
    }

    /**
     * \brief Set the advice for a name that users try although no argument has it.
     * \param name the wrong name, without dashes
     * \param advice completes "did you mean …?"
     */
    void Hint(const std::string& name, const std::string& advice);

    /**
     * \brief Set the words that are meant by values that users try although they are not accepted.
     * \param name name of an argument in the table
     * \param meanings accepted word for each wrong one; the wrong ones are written as
     * IncNormalizeWord() returns them
     */
    void HintValues(const std::string& name, std::map<std::string, std::string> meanings);

    /**
     * \brief Set the attributes of ns-3 whose values an argument sets.
     * \param name name of an argument in the table
     * \param attributes paths of the attributes, such as ns3::IncSwitch::Ecmp
     */
    void SetsAttributes(const std::string& name, const std::vector<std::string>& attributes);

    /**
     * \brief Function for arguments that are not in the table (ns-3's own). It returns true if it
     * takes the argument and false if it does not know it; it throws IncError for a bad value.
     */
    using Foreign = std::function<bool(const std::string& name, const std::string& value)>;

    /**
     * \param foreign function for arguments that are not in the table
     * \param help paragraph about these arguments in the help
     */
    void SetForeign(Foreign foreign, const std::string& help);

    /**
     * \brief Read `--name=value` arguments, in ns-3's form.
     *
     * An argument may be given once. The first wrong argument is named in an IncError.
     * \param arguments arguments after the program's name
     * \return false if help was asked for; arguments behind it are not read then
     */
    bool Parse(const std::vector<std::string>& arguments);

    /** \return true if the user gave an argument of the table */
    bool IsGiven(const std::string& name) const;

    /** \return the arguments that the user gave, as "--name=value", by name */
    std::map<std::string, std::string> Given() const;

    /** \return the arguments that the user gave, by the path of each attribute that they set */
    std::map<std::string, std::string> GivenByAttribute() const;

    /**
     * \brief Set the value that is in effect for an argument which the user did not give.
     * \param name name of an argument in the table
     * \param value value as the user might have written it
     */
    void Decide(const std::string& name, const std::string& value);

    /**
     * \brief Set an argument that the user did not give. It does not count as given, so that
     * RefuseIfGiven() accepts it. Throws IncError for a value that is not accepted.
     * \param name name of an argument in the table; any other name is only noted with its value
     * \param value value as the user might have written it
     * \return false if the user gave the argument
     */
    bool SetUnlessGiven(const std::string& name, const std::string& value);

    /** \return the present value of an argument of the table, as text */
    const std::string& Value(const std::string& name) const;

    /** \return "--name=value" for an argument of the table with its present value */
    std::string Assignment(const std::string& name) const;

    /**
     * \brief Refuse arguments that the user gave although they would have no effect.
     * \param names names of arguments in the table
     * \param why reason such as "--topology=star", which completes "has no effect with …"
     */
    void RefuseIfGiven(const std::vector<std::string>& names, const std::string& why) const;

    /**
     * \brief Refuse arguments that would have no effect.
     * \param holds condition that gives them an effect
     * \param names names of arguments in the table
     * \param why reason such as "--topology=star", which completes "has no effect with …"
     */
    void Needs(bool holds, const std::vector<std::string>& names, const std::string& why) const
    {
        RefuseIfGiven(holds ? std::vector<std::string>() : names, why);
    }

    /**
     * \brief Refuse an argument's present value unless a condition holds.
     * \param holds condition that the value meets
     * \param name name of an argument in the table
     * \param reason what is wrong, and the accepted values
     */
    void Require(bool holds, const std::string& name, const std::string& reason) const
    {
        if (!holds)
        {
            Refuse(name, reason);
        }
    }

    /**
     * \brief Throw an IncError about an argument's present value.
     * \param name name of an argument in the table
     * \param reason what is wrong, and the accepted values
     */
    [[noreturn]] void Refuse(const std::string& name, const std::string& reason) const;

    /**
     * \return the help that was asked for. `--help` gives the first page, if there is one.
     * Otherwise each argument has its default, its accepted values and a sentence
     */
    std::string Help() const;

    /**
     * \return every argument with its value in table order, the `config` of a result file; null if
     * it was not given and something else decides
     */
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

    template <typename T, typename Target>
    void AddParsed(const std::string& name,
                   Target& target,
                   const std::string& value,
                   const std::string& byDefault,
                   std::function<std::optional<T>(const std::string&)> parse,
                   const std::string& accepted,
                   const std::string& help);
    template <typename T>
    static std::vector<std::string> Words(const Choices<T>& choices);
    template <typename T>
    static std::string WordOf(const Choices<T>& choices, const T& value);

    IncArgumentHelp m_help;                     //!< help of the program
    std::string m_group;                        //!< group of the arguments that are added next
    std::vector<IncArgument> m_arguments;       //!< arguments in the order of the help
    std::map<std::string, std::size_t> m_index; //!< index of each argument by name
    std::map<std::string, std::size_t>
        m_byAttribute; //!< index of the argument, by path of an attribute that it sets
    Foreign m_foreign; //!< function for arguments that are not in the table
    std::map<std::string, std::string> m_hints;        //!< advice for names that users try
    bool m_showsAll{false};                            //!< true if --help-all was given
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

template <typename T>
void
IncArgumentTable::Parsed(const std::string& name,
                         T& target,
                         const std::string& byDefault,
                         std::function<std::optional<T>(const std::string&)> parse,
                         const std::string& accepted,
                         const std::string& help)
{
    AddParsed<T>(name, target, byDefault, "", std::move(parse), accepted, help);
}

template <typename T>
void
IncArgumentTable::Parsed(const std::string& name,
                         std::optional<T>& target,
                         const std::string& byDefault,
                         std::function<std::optional<T>(const std::string&)> parse,
                         const std::string& accepted,
                         const std::string& help)
{
    AddParsed<T>(name, target, "", byDefault, std::move(parse), accepted, help);
}

template <typename T, typename Target>
void
IncArgumentTable::AddParsed(const std::string& name,
                            Target& target,
                            const std::string& value,
                            const std::string& byDefault,
                            std::function<std::optional<T>(const std::string&)> parse,
                            const std::string& accepted,
                            const std::string& help)
{
    IncArgument argument;
    argument.name = name;
    argument.value = value;
    argument.byDefault = byDefault;
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
