/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_VALUE_COMPLAINT_H
#define INC_VALUE_COMPLAINT_H

#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Why a value is refused: a word in other letters is answered with the word that is meant.
 * \param value that was typed, or several with commas between
 * \param accepted what is accepted, in words, such as "fat-tree, leaf-spine or star"
 * \return "accepted: …", with a hint before it where there is one
 */
std::string IncValueComplaint(const std::string& value, const std::string& accepted);

} // namespace ns3

#endif // INC_VALUE_COMPLAINT_H
