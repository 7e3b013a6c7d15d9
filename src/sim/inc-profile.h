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
 * \brief Meaning of `--profile`: links, NICs and switches of a published testbed.
 *
 * It says what is in effect where the user says nothing; what has no effect in the chosen
 * combination is not refused, since nobody has typed it.
 */
struct IncProfile
{
    using Settings = std::vector<std::pair<std::string, std::string>>;

    std::string name;    //!< name of the profile, as users write it
    std::string about;   //!< names the testbed, in a few words
    Settings arguments;  //!< arguments of inc-sim, without dashes
    Settings attributes; //!< attributes of ns-3, by their paths

    /** \return all of them, none first */
    static IncArgumentTable::Choices<const IncProfile*> Choices();

    /** \return a sentence on each */
    static std::string Help();

    /**
     * \param profile of all, or null
     * \param table parsed; what was not given there is as the profile says from now on
     */
    static void Apply(const IncProfile* profile, IncArgumentTable& table);
};

} // namespace ns3

#endif // INC_PROFILE_H
