/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARGUMENT_H
#define INC_ARGUMENT_H

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief One self-describing command-line argument.
 */
struct IncArgument
{
    /// Form of the value in a result file.
    enum class Kind
    {
        NUMBER,
        TEXT,
        FLAG
    };

    std::string name;      //!< name without dashes
    std::string value;     //!< value as text: the default, then what the user gave; may be empty
    std::string accepted;  //!< "a whole number from 1 to 8": completes "accepted: …"
    std::string help;      //!< help about the argument, one sentence
    std::string group;     //!< heading in the help
    std::string brief;     //!< a few words for the first page of the help; empty: not on it
    Kind kind{Kind::TEXT}; //!< how the value is written into a result file
    bool given{false};     //!< by the user
    std::string givenAs;   //!< the name the user wrote: this one, or an attribute's path
    /// Words that are accepted, so that one in other letters is answered with the one meant.
    std::vector<std::string> words;
    bool takesSeveral{false}; //!< words, with commas between
    /// What words that are not accepted mean, by what IncSpoken() makes of them.
    std::map<std::string, std::string> meanings;
    /// The default in the help, if not the value: words such as "all" where others decide.
    std::string byDefault;
    /// Attributes of ns-3 that it stands for, by their paths. The path of a single one is another
    /// name of the argument; one of several is refused, since the argument sets them all.
    std::vector<std::string> attributes;
    /// Check the text and store it; false refuses it with \c accepted.
    std::function<bool(const std::string&)> store;

    /** \return the value as a result file has it; null where others decide */
    nlohmann::ordered_json ToJson() const;
};

} // namespace ns3

#endif // INC_ARGUMENT_H
