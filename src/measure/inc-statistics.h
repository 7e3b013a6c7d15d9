/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STATISTICS_H
#define INC_STATISTICS_H

#include "inc-counter-table.h"

#include "ns3/inc-client.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

class IncFabric;

/// \ingroup inc
/// \brief Client of a rank in an aggregation tree.
struct IncTreeClient
{
    uint16_t tree;         //!< tree id; with several jobs, i + 1 for job i
    uint32_t rank;         //!< rank in the aggregation tree
    uint32_t host;         //!< node index of the client's host
    Ptr<IncClient> client; //!< client of the rank
};

/**
 * \ingroup inc
 * \brief All counters of a network: those of ports, priorities, queue pairs, aggregation trees and
 * clients, and drops by reason.
 *
 * The counters follow draft-liu-nfsv4-rocev2, section 3.2 (packet statistics based on identity and
 * on QP).
 */
class IncStatistics
{
  public:
    /// Make empty statistics.
    IncStatistics() = default;

    /** \brief Read all counters of a network and of the clients of its aggregation trees. */
    IncStatistics(const IncFabric& fabric, const std::vector<IncTreeClient>& clients);

    /** \return the difference since an earlier moment of this network, without unchanged objects */
    IncStatistics Since(const IncStatistics& before) const;

    /** \return totals as columns of a CSV file; counters by reason are summed over the reasons */
    nlohmann::ordered_json ToColumns() const;

    /** \return totals and all tables, as in the result file */
    nlohmann::ordered_json ToJson() const;

    /** \brief Return a line `table,object,counter,value` with a prefix for each counter. */
    std::string ToCsv(const std::string& prefix) const;

    /** \brief Return totals and all tables as text, with a prefix on each line. */
    std::string ToText(const std::string& prefix) const;

  private:
    nlohmann::ordered_json Totals() const;
    const IncCounterTable* Find(const std::string& name) const;

    std::vector<IncCounterTable> m_tables; //!< tables in the order in which they are shown
    int64_t m_ps{0};                       //!< time of reading, or length of the difference, ps
};

} // namespace ns3

#endif // INC_STATISTICS_H
