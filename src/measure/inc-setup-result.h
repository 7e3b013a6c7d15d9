/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SETUP_RESULT_H
#define INC_SETUP_RESULT_H

#include "ns3/inc-aggregation-manager.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What a job that was to be aggregated in the network does in fact.
 */
struct IncSetupResult
{
    std::string executedScheme;    //!< what runs; empty: nothing
    std::string reason;            //!< why it is not the network; empty: it is
    std::optional<double> setupUs; //!< from the JOINs to the last READY; nothing without a group
    uint32_t rebuilt{0};           //!< times that the group was built anew
    std::vector<uint32_t> gone;    //!< ranks that died, were cut off or left
    std::vector<IncManagerLogEntry> log;          //!< log of the manager, if it was asked for
    std::optional<IncGroupStatistics> statistics; //!< as the manager has heard, where asked for

    /**
     * \brief Take another job of the same row in.
     * \param other what that job does
     */
    void Add(const IncSetupResult& other);

    /** \return the fields of a row */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param prefix of each line
     * \return what a user must see below a row
     */
    std::string ToText(const std::string& prefix) const;
};

} // namespace ns3

#endif // INC_SETUP_RESULT_H
