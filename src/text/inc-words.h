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

/**
 * \ingroup inc
 * \brief Return the known word that is nearest to an unknown one.
 * \param word that was written
 * \param known words
 * \return the known word to which fewest letters are to be changed; empty where all are too far
 */
std::string IncNearestWord(const std::string& word, const std::vector<std::string>& known);

/**
 * \ingroup inc
 * \param word any word
 * \return its letters and digits, small
 */
std::string IncSpoken(const std::string& word);

/**
 * \ingroup inc
 * \brief A known word that somebody wrote in other letters: FatTree, fat_tree or FAT-TREE.
 * \param word that was written
 * \param known words
 * \return the first one with the same letters and digits, small or capital; empty where there is
 * none
 */
std::string IncSameWord(const std::string& word, const std::vector<std::string>& known);

/**
 * \ingroup inc
 * \param words any number of them
 * \return "a, b or c"
 */
std::string IncWordList(const std::vector<std::string>& words);

} // namespace ns3

#endif // INC_WORDS_H
