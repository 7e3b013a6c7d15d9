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
 * \brief Watches how collectives get over failing links.
 *
 * In the network: the messages that clients have under way when a link fails that has carried
 * something, until each has its result. Of host algorithms: the packets of reliable queue pairs
 * between hosts that were on the link, until they are acknowledged (IncFlowMeter).
 */
class IncRecoveryMeter
{
  public:
    /**
     * \param fabric whose hosts have all queue pairs that are to be watched; it must last as long
     * \param clients of the aggregation trees
     */
    IncRecoveryMeter(const IncFabric& fabric, const std::vector<IncTreeClient>& clients);
    ~IncRecoveryMeter();

    IncRecoveryMeter(const IncRecoveryMeter&) = delete;
    IncRecoveryMeter& operator=(const IncRecoveryMeter&) = delete;

    /** \param link index of one that fails now */
    void LinkFailed(uint32_t link);

    /**
     * \param status of the row: "ok", or what went wrong
     * \return the longest time from a failure to recovery
     */
    IncRecovery GetResult(const std::string& status) const;

  private:
    /// The messages of a client: its trace sinks.
    struct Client
    {
        IncRecoveryMeter* meter;            //!< meter that owns this
        Ptr<IncClient> client;              //!< client that is watched
        std::map<uint32_t, int64_t> failed; //!< under way: when a link failed, ps; or NEVER
        void Sent(uint32_t messageId);
        void Received(uint32_t messageId);
    };

    static constexpr int64_t NEVER = -1;

    void AddQueuePairs(uint32_t host);

    const IncFabric& m_fabric;           //!< network that is measured
    IncFlowMeter m_flows;                //!< flows of host algorithms
    std::deque<Client> m_clients;        //!< clients of in-network computing; traces point at them
    std::vector<uint64_t> m_sentBefore;  //!< by link: frames of earlier rows
    std::optional<int64_t> m_recoveryPs; //!< longest, of messages
    bool m_hasFailed{false};             //!< whether some link has failed
    std::string m_failed;                //!< names of the links that failed
};

} // namespace ns3

#endif // INC_RECOVERY_METER_H
