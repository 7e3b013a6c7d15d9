/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_BALANCE_H
#define INC_ECMP_BALANCE_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Load of a link in one direction: data frames only.
 */
struct IncLinkLoad
{
    std::string link;  //!< name of the link, "a->b"
    uint64_t bytes{0}; //!< Ethernet frames with FCS
    uint32_t flows{0}; //!< queue pairs that sent at least one of them

    /** \return an element of links in the result file */
    nlohmann::ordered_json ToJson() const;
};

/**
 * \ingroup inc
 * \brief Balance of the members of ECMP groups. Groups that carried nothing do not count.
 */
struct IncEcmpBalance
{
    double maxOverMean{0}; //!< bytes of the busiest member by the mean of all members
    double jain{0};        //!< (sum x)^2 / (n sum x^2) of the bytes x of all n members
    double idle{0};        //!< members without data, average per group
    double collisions{0};  //!< flows that share a member with others while a member of the group is
                           //!< idle, the first on each member not counted; average per group

    /**
     * \param groups loads of the members, by group
     * \return the balance; nothing where no group carried anything
     */
    static std::optional<IncEcmpBalance> Of(const std::vector<std::vector<IncLinkLoad>>& groups);

    /** \return ecmp of the result file */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param balance or nothing
     * \return columns of a CSV file
     */
    static nlohmann::ordered_json ToColumns(const std::optional<IncEcmpBalance>& balance);

    /** \return the same as text */
    std::string ToText() const;
};

} // namespace ns3

#endif // INC_ECMP_BALANCE_H
