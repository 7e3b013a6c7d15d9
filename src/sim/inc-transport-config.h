/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRANSPORT_CONFIG_H
#define INC_TRANSPORT_CONFIG_H

#include "ns3/inc-ip-version.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace ns3
{

class IncArgumentTable;

/** \ingroup inc \brief Arguments of inc-sim about frames and their retransmission. */
struct IncTransportConfig
{
    IncIpVersion ip{IncIpVersion::V4}; //!< IP version under RoCEv2
    uint32_t payload{1024};            //!< bytes of data in a full frame
    std::optional<Time> rto;           //!< initial retransmission timeout; nothing: derived
    uint32_t maxRetries{100};          //!< most successive timeouts of a message without progress

    /// Lower limit of timeouts of reliable connections in a lossless network without --rto.
    static inline const Time LEAST_PAUSED_TIMEOUT = MicroSeconds(500);

    /** \param table table that gets --ip */
    void AddIp(IncArgumentTable& table);

    /**
     * \return path MTU of reliable connections, bytes: the largest path MTU that is at most
     * `payload`, but at least 256. Only aggregated messages can have a payload that is not a path
     * MTU
     */
    uint32_t GetPathMtu() const;

    /**
     * \brief Return the initial timeout of reliable connections: --rto if the user gives it.
     * Otherwise, in a lossless network, it is the time for which a packet can wait at paused
     * switches.
     * \param isLossless whether PFC lets frames wait, so that none is lost
     * \param slowestLink rate of the network's slowest link, bit/s
     * \param hostsInNetwork number of hosts in the network
     * \return the timeout; 0: each connection derives it from its window
     */
    Time GetRcTimeout(bool isLossless, uint64_t slowestLink, std::size_t hostsInNetwork) const;
};

/** \ingroup inc \brief Arguments of inc-sim about faults of links and late workers. */
struct IncFaultConfig
{
    /// How losses are distributed over time.
    enum class LossModel
    {
        RANDOM, //!< losses are independent
        BURST   //!< 1 to 4 frames in a row are lost
    };

    double loss{0};                         //!< probability of a loss, per frame and link
    LossModel lossModel{LossModel::RANDOM}; //!< distribution of losses
    double duplicate{0};                    //!< probability of a duplicate, per frame and link
    double reorder{0};                      //!< probability that a frame is overtaken, per link
    std::map<std::string, Time> late;       //!< time by which workers are late, by name of the host

    /** \return the time by which the host is late */
    Time LateBy(const std::string& name) const;
};

/** \brief Add the arguments about transport and faults. */
void IncAddTransport(IncArgumentTable& table,
                     IncTransportConfig& transport,
                     IncFaultConfig& faults);

} // namespace ns3

#endif // INC_TRANSPORT_CONFIG_H
