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

/// \ingroup inc
/// \brief A command-line argument that describes itself: name, value, accepted values and help.
struct IncArgument
{
    enum class Kind
    {
        NUMBER,
        TEXT,
        FLAG
    };

    std::string name;
    std::string value; //!< value as text: first the default, then what the user gave; may be empty
    std::string accepted; //!< accepted values, such as "a whole number from 1 to 8", which
                          //!< completes "accepted: …"
    std::string help;     //!< help text, one sentence
    std::string group;    //!< heading above the argument in the help
    std::string
        brief; //!< a few words for the first page of the help; empty if it is not on that page
    Kind kind{Kind::TEXT};
    bool given{false};
    std::string givenAs; //!< the argument's name, or the path of an attribute, as the user wrote it
    /// Accepted words; a refusal can suggest the one that differs in case or punctuation only.
    std::vector<std::string> words;
    bool takesSeveral{false}; //!< true if the value is a list of words with commas between them
    /// Accepted word for each wrong word that users try, written as IncNormalizeWord() returns it.
    std::map<std::string, std::string> meanings;
    /// Default in the help if it is not the value, for instance "all" or a rule.
    std::string byDefault;
    /// Paths of ns-3's attributes that the argument sets. A single path is another name of the
    /// argument; several paths are refused.
    std::vector<std::string> attributes;
    /// Checks and stores the text; false refuses it with \c accepted.
    std::function<bool(const std::string&)> store;

    /** \return the value for a result file; null if something else decides it */
    nlohmann::ordered_json ToJson() const;
};

} // namespace ns3

#endif // INC_ARGUMENT_H
