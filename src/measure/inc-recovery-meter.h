/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RECOVERY_METER_H
#define INC_RECOVERY_METER_H

#include "inc-flow-meter.h"
#include "inc-result.h"
#include "inc-statistics.h"

#include "ns3/inc-client.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Measures how long collectives take to recover from failing links.
 *
 * If a link fails that has carried frames, a message of a group that is then in flight has
 * recovered when its result arrives. A flow of a host algorithm that used the link has recovered
 * when its packets in flight are acknowledged (IncFlowMeter).
 */
class IncRecoveryMeter
{
  public:
    /** \brief Watch clients in a network that has all queue pairs and must outlive the meter. */
    IncRecoveryMeter(const IncFabric& fabric, const std::vector<IncTreeClient>& clients);
    ~IncRecoveryMeter();

    IncRecoveryMeter(const IncRecoveryMeter&) = delete;
    IncRecoveryMeter& operator=(const IncRecoveryMeter&) = delete;

    /** \brief Note that a link fails now; `link` is its index, or nothing for a scale-up link. */
    void LinkFailed(std::optional<uint32_t> link, const std::string& name);

    /** \brief Return the longest time from a failure to recovery, for a row with this status:
     * "ok", or the reason of its failure. */
    IncRecovery GetResult(const std::string& status) const;

  private:
    /// Trace sinks for the messages of a client.
    struct Client
    {
        IncRecoveryMeter* meter;
        Ptr<IncClient> client;
        std::map<uint32_t, int64_t>
            failed; //!< messages in flight, with the time of a link failure, ps, or NEVER
        void Sent(uint32_t messageId);
        void Received(uint32_t messageId);
    };

    static constexpr int64_t NEVER = -1;

    void AddQueuePairs(uint32_t host);

    const IncFabric& m_fabric;
    IncFlowMeter m_flows;                //!< flows of host algorithms
    std::deque<Client> m_clients;        //!< watched clients; trace sources point to them
    std::vector<uint64_t> m_sentBefore;  //!< by link: number of frames in earlier rows
    std::optional<int64_t> m_recoveryPs; //!< longest recovery of messages, ps
    bool m_hasFailed{false};
    std::string m_failed; //!< names of the failed links
};

} // namespace ns3

#endif // INC_RECOVERY_METER_H
