/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PROFILE_H
#define INC_PROFILE_H

#include "ns3/inc-argument-table.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A profile (`--profile`): settings of links, NICs and switches as in a published testbed.
 *
 * A profile sets only arguments and attributes that the user does not give. A setting without
 * effect is not refused, because the user has not typed it.
 */
struct IncProfile
{
    using Settings = std::vector<std::pair<std::string, std::string>>; //!< names and values

    std::string name;
    std::string about;   //!< name of the testbed, in a few words
    Settings arguments;  //!< arguments of inc-sim, without dashes
    Settings attributes; //!< attributes of ns-3, by path

    /** \return all profiles by name; the first is "none" */
    static IncArgumentTable::Choices<const IncProfile*> Choices();

    static std::string Help();

    /** \brief Set the arguments and attributes that the user has not given; null: none. */
    static void Apply(const IncProfile* profile, IncArgumentTable& table);
};

} // namespace ns3

#endif // INC_PROFILE_H
