/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NEAREST_WORD_H
#define INC_NEAREST_WORD_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What somebody may have meant who wrote a word that nobody knows.
 * \param word that was written
 * \param known words
 * \return the known word to which fewest letters are to be changed; empty where all are too far
 */
std::string IncNearestWord(const std::string& word, const std::vector<std::string>& known);

} // namespace ns3

#endif // INC_NEAREST_WORD_H
