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

/**
 * \ingroup inc
 * \brief The client of a rank of an aggregation tree.
 */
struct IncTreeClient
{
    uint16_t tree;         //!< id; job i of several has tree i + 1
    uint32_t rank;         //!< rank in that tree
    uint32_t host;         //!< node index of its host
    Ptr<IncClient> client; //!< client of the rank
};

/**
 * \ingroup inc
 * \brief Everything that the parts of a network counted. These parts are ports, priorities, queue
 * pairs of hosts and switches, and aggregation trees and their clients; drops come with reasons. It
 * follows draft-liu-nfsv4-rocev2, section 3.2 (packet statistics based on identity and on QP).
 */
class IncStatistics
{
  public:
    /// Nothing counted.
    IncStatistics() = default;

    /**
     * \brief Read all counters.
     * \param fabric the network
     * \param clients of its aggregation trees
     */
    IncStatistics(const IncFabric& fabric, const std::vector<IncTreeClient>& clients);

    /**
     * \param before an earlier moment of the same network
     * \return what was counted since then, without what did nothing
     */
    IncStatistics Since(const IncStatistics& before) const;

    /** \return totals, one level: columns of a CSV file; what has reasons is their sum */
    nlohmann::ordered_json ToColumns() const;

    /** \return totals and all tables, as in the result file */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param prefix of each line
     * \return all tables, a line `table,object,counter,value` for each counter
     */
    std::string ToCsv(const std::string& prefix) const;

    /**
     * \param prefix of each line
     * \return totals and all tables as text
     */
    std::string ToText(const std::string& prefix) const;

  private:
    nlohmann::ordered_json Totals() const;
    const IncCounterTable* Find(const std::string& name) const;

    std::vector<IncCounterTable> m_tables; //!< tables, in the order in which they are shown
    int64_t m_ps{0};                       //!< the moment, or how long it was counted
};

} // namespace ns3

#endif // INC_STATISTICS_H
