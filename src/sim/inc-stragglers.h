/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STRAGGLERS_H
#define INC_STRAGGLERS_H

#include "ns3/nstime.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief Workers that are late, as `--straggler=NODE:TIME,…` names them.
 */
struct IncStragglers
{
    std::map<std::string, Time> late; //!< by how much, by name of the host

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /**
     * \param name of a host
     * \return the time by which it is late
     */
    Time Of(const std::string& name) const;
};

} // namespace ns3

#endif // INC_STRAGGLERS_H
