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

/// \ingroup inc
/// \brief Load of a link in one direction: data frames only.
struct IncLinkLoad
{
    std::string link;  //!< name of the link, "a->b"
    uint64_t bytes{0}; //!< bytes of Ethernet frames with FCS
    uint32_t flows{0}; //!< number of flows with at least one of these frames

    /** \return the link as an element of the result file's field `links` */
    nlohmann::ordered_json ToJson() const;
};

/// \ingroup inc
/// \brief Balance of load between the members of ECMP groups. Groups without data do not count.
struct IncEcmpBalance
{
    double maxOverMean{0}; //!< bytes of the busiest member divided by the mean of all members
    double jain{0};        //!< Jain's index (sum x)^2 / (n sum x^2) of the bytes x of all n members
    double idle{0};        //!< mean number of members without data in a group
    double collisions{0};  //!< mean number of flows per group that share a member while another is
                           //!< idle; the first flow of a member does not count

    /** \return the balance of the members' loads, by group; nothing if no group carried data */
    static std::optional<IncEcmpBalance> Of(const std::vector<std::vector<IncLinkLoad>>& groups);

    /** \return the balance as the result file's field `ecmp` */
    nlohmann::ordered_json ToJson() const;

    /** \brief Return the columns of a CSV file; without a balance they are empty. */
    static nlohmann::ordered_json ToColumns(const std::optional<IncEcmpBalance>& balance);

    /** \return the balance as text */
    std::string ToText() const;
};

} // namespace ns3

#endif // INC_ECMP_BALANCE_H
