/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVER_MESSAGES_H
#define INC_SERVER_MESSAGES_H

#include "ns3/inc-execution-workload.h"
#include "ns3/inc-fabric.h"
#include "ns3/inc-message-exchange.h"
#include "ns3/inc-server-collective.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/// \ingroup inc
/// \brief Carries messages of traces between GPUs of one server over its scale-up switch.
class IncServerMessages : public IncMessageExchange::Bypass
{
  public:
    /** \brief Set the network, and the node indices of the GPUs by rank. */
    IncServerMessages(const IncFabric& fabric, const std::vector<uint32_t>& workers);
    ~IncServerMessages() override;

    IncServerMessages(const IncServerMessages&) = delete;
    IncServerMessages& operator=(const IncServerMessages&) = delete;

    bool Joins(uint32_t source, uint32_t destination) const override;
    void Carry(uint32_t source,
               uint32_t destination,
               uint64_t bytes,
               IncMessageExchange::Outcome sent,
               IncMessageExchange::Outcome arrived) override;

  private:
    const IncFabric& m_fabric;
    const std::vector<uint32_t> m_workers;
    /// By source and destination. A message is a Broadcast of two ranks.
    std::map<std::pair<uint32_t, uint32_t>, Ptr<IncServerCollective>> m_pairs;
};

/** \brief Throw IncError if the traces send to or from a GPU that has no NIC, between servers. */
void IncRequireNics(const IncArgumentTable& table,
                    const IncTopology& topology,
                    const std::vector<uint32_t>& workers,
                    const IncExecutionWorkload& workload);

} // namespace ns3

#endif // INC_SERVER_MESSAGES_H
