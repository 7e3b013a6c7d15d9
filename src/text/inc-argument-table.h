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

/**
 * \ingroup inc
 * \brief Help of a program, made from the records of its arguments.
 */
struct IncArgumentHelp
{
    std::string program;  //!< name of the program
    std::string purpose;  //!< purpose of the program, one sentence
    std::string epilogue; //!< lines at the end of the first page
    std::string foreign;  //!< about arguments that have no record; empty: there are none

    /**
     * \param arguments of which those with a brief text are shown
     * \return a page that fits on a screen
     */
    std::string FirstPage(const std::vector<IncArgument>& arguments) const;

    /**
     * \param arguments by group
     * \return all of them, with what each accepts
     */
    std::string All(const std::vector<IncArgument>& arguments) const;
};

/**
 * \ingroup inc
 * \brief The arguments of a program: one record each, from which parsing, validation, `--help`,
 * error messages and the `config` of a result file follow.
 *
 * Values are taken as text and validated, since ns-3's CommandLine accepts `--k=-4` as 4294967292
 * and prints its whole help, exit status 1, for anything else it does not like. Targets are
 * references that must live as long as the table; the value that a target holds when its argument
 * is added is the default.
 */
class IncArgumentTable
{
  public:
    /// Value of a choice: the word that the user writes, and its meaning.
    template <typename T>
    using Choices = std::vector<std::pair<std::string, T>>;

    /**
     * \param program name of the program
     * \param purpose one sentence for the help
     */
    IncArgumentTable(std::string program, std::string purpose);

    /**
     * \brief Begin a group: the arguments added next stand under this heading in the help.
     * \param title the heading
     */
    void Group(const std::string& title);

    /**
     * \brief Add an argument with a parser of its own.
     * \param argument the record; its group is the current one
     */
    void Add(IncArgument argument);

    /**
     * \brief Add a whole number.
     * \param name of the argument
     * \param target variable that gets the value
     * \param low smallest accepted value
     * \param high largest accepted value
     * \param help a sentence, with the unit
     */
    template <typename T>
    void Integer(const std::string& name, T& target, T low, T high, const std::string& help);

    /**
     * \brief Add a whole number whose default depends on other arguments.
     * \param name of the argument
     * \param target variable that gets the value; nothing if not given
     * \param low smallest accepted value
     * \param high largest accepted value
     * \param byDefault the default in words or symbols, such as "k/2"
     * \param help a sentence, with the unit
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
     * \param name of the argument
     * \param target variable that gets the value
     * \param byDefault the default as a user would write it
     * \param parse gives nothing for what is not accepted
     * \param accepted what is, "a time with its unit"
     * \param help a sentence
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
     * \param name of the argument
     * \param target variable that gets the value; nothing if not given
     * \param byDefault the default as a user would write it, or in words
     * \param parse gives nothing for what is not accepted
     * \param accepted what is, "a time with its unit"
     * \param help a sentence
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
     * \param name of the argument
     * \param target variable that gets the value
     * \param help a sentence
     * \param certain whether 1 is accepted
     */
    void Probability(const std::string& name,
                     double& target,
                     const std::string& help,
                     bool certain = false);

    /**
     * \brief Add a word out of several.
     * \param name of the argument
     * \param target variable that gets the value
     * \param choices the words and their values
     * \param help a sentence
     */
    template <typename T>
    void Choice(const std::string& name,
                T& target,
                const Choices<T>& choices,
                const std::string& help);

    /**
     * \brief Add a comma-separated list of different words.
     * \param name of the argument
     * \param target variable that gets the values; not empty
     * \param choices the words and their values
     * \param help a sentence
     */
    template <typename T>
    void ChoiceList(const std::string& name,
                    std::vector<T>& target,
                    const Choices<T>& choices,
                    const std::string& help);

    /**
     * \brief Add a switch: `--name`, `--name=1` (true) or `--name=0` (false).
     * \param name of the argument
     * \param target variable that gets the value
     * \param help a sentence
     */
    void Flag(const std::string& name, bool& target, const std::string& help);

    /**
     * \brief Add a text that is not checked here, such as a path; an empty one is refused.
     * \param name of the argument
     * \param target variable that gets the value
     * \param accepted what it stands for, "a file to be written"
     * \param help a sentence
     */
    void Text(const std::string& name,
              std::string& target,
              const std::string& accepted,
              const std::string& help);

    /**
     * \brief Put an argument on the first page of the help, which `--help` shows; `--help-all`
     * shows all. A program that puts none there has one page.
     * \param name of an argument of the table
     * \param brief what it is, in a few words
     */
    void Brief(const std::string& name, const std::string& brief);

    /**
     * \brief Say which words an argument accepts, so that one typed in other letters is answered
     * with the one that is meant.
     * \param name of an argument of the table that has a parser of its own
     * \param words that it accepts
     */
    void AcceptsWords(const std::string& name, const std::vector<std::string>& words);

    /**
     * \brief Set the last lines of the first page of the help.
     * \param lines such as examples, each ending in a newline
     */
    void Epilogue(const std::string& lines);

    /**
     * \brief Say what is meant by a name that people type and that is none here.
     * \param name without dashes
     * \param advice completes "did you mean …?"
     */
    void Hint(const std::string& name, const std::string& advice);

    /**
     * \brief Say what is meant by values that people type and that are none here.
     * \param name of an argument of the table
     * \param meanings the accepted word, by what is typed as IncSpoken() has it
     */
    void HintValues(const std::string& name, std::map<std::string, std::string> meanings);

    /**
     * \brief Say which attributes of ns-3 an argument stands for.
     * \param name of an argument of the table
     * \param attributes their paths, as ns3::IncSwitch::Ecmp
     */
    void StandsFor(const std::string& name, const std::vector<std::string>& attributes);

    /**
     * \brief Asked about arguments that are not in the table (ns-3's own). Return true if the
     * argument was taken, false if it is unknown; throw IncError for a bad value.
     */
    using Foreign = std::function<bool(const std::string& name, const std::string& value)>;

    /**
     * \param foreign who is asked about arguments that are not in the table
     * \param help what the help says about them, one paragraph
     */
    void SetForeign(Foreign foreign, const std::string& help);

    /**
     * \brief Read `--name=value` arguments, in ns-3's form.
     *
     * An argument may be given once. Throws IncError naming the first wrong one.
     * \param arguments arguments after the program's name
     * \return false if help was asked for (the rest is then not read)
     */
    bool Parse(const std::vector<std::string>& arguments);

    /**
     * \param name of an argument of the table
     * \return true if the user gave it
     */
    bool IsGiven(const std::string& name) const;

    /** \return what the user gave, as "--name=value" was typed, by the argument's name */
    std::map<std::string, std::string> Given() const;

    /** \return what the user gave, by the path of each attribute that it sets */
    std::map<std::string, std::string> GivenByAttribute() const;

    /**
     * \brief Say what is in effect where the user gave nothing and other arguments decide.
     * \param name of an argument of the table
     * \param value as the user might have written it
     */
    void Decide(const std::string& name, const std::string& value);

    /**
     * \brief Give an argument the value that it has where the user gave none; it does not count as
     * given, so that it is not refused where it has no effect. Not for StandsFor()'s other names.
     * \param name of an argument of the table, or of one that others are asked about, who must be
     *        told the value
     * \param value as the user might have written it
     * \return false if the user gave another one
     */
    bool Presume(const std::string& name, const std::string& value);

    /**
     * \param name of an argument of the table
     * \return its present value as text
     */
    const std::string& Value(const std::string& name) const;

    /**
     * \param name of an argument of the table
     * \return "--name=value" with its present value
     */
    std::string Assignment(const std::string& name) const;

    /**
     * \brief Refuse arguments that would have no effect.
     * \param names of arguments of the table
     * \param why they have none, such as "--topology=star"; completes "has no effect with …"
     */
    void RefuseIfGiven(const std::vector<std::string>& names, const std::string& why) const;

    /**
     * \brief Refuse arguments that would have no effect.
     * \param holds condition that gives them an effect
     * \param names of arguments of the table
     * \param why what is the case instead; completes "has no effect with …"
     */
    void Needs(bool holds, const std::vector<std::string>& names, const std::string& why) const
    {
        RefuseIfGiven(holds ? std::vector<std::string>() : names, why);
    }

    /**
     * \brief Refuse an argument's present value unless a condition holds.
     * \param holds condition that the value meets
     * \param name of an argument of the table
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
     * \param name of an argument of the table
     * \param reason what is wrong, and the accepted values
     */
    [[noreturn]] void Refuse(const std::string& name, const std::string& reason) const;

    /**
     * \return the help text that was asked for: every argument with its default, what it accepts
     * and a sentence; or the first page, where there is one and not all was asked for
     */
    std::string Help() const;

    /**
     * \return every argument with its value in table order, the `config` of a result file; null
     * where nothing was given and something else decides
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

    IncArgumentHelp m_help;                            //!< help about the program
    std::string m_group;                               //!< group of the arguments added next
    std::vector<IncArgument> m_arguments;              //!< arguments in the order of the help
    std::map<std::string, std::size_t> m_index;        //!< index of each argument by name
    std::map<std::string, std::size_t> m_byAttribute;  //!< by path of what it stands for
    Foreign m_foreign;                                 //!< asked about other names
    std::map<std::string, std::string> m_hints;        //!< hints for words that people type
    bool m_showsAll{false};                            //!< --help-all was asked for
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
