/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORDS_H
#define INC_WORDS_H

#include <string>
#include <vector>

namespace ns3
{

/** \return the known word with the fewest changed letters; empty if all are too different */
std::string IncNearestWord(const std::string& word, const std::vector<std::string>& known);

/** \return letters and digits of the word, in lower case */
std::string IncNormalizeWord(const std::string& word);

/** \return the first known word that differs in case or punctuation only, such as fat_tree; empty
 * if there is none */
std::string IncSameWord(const std::string& word, const std::vector<std::string>& known);

/** \return the words, at least one, as a list: "a, b or c" */
std::string IncWordList(const std::vector<std::string>& words);

} // namespace ns3

#endif // INC_WORDS_H
