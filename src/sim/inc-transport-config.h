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

    void AddIp(IncArgumentTable& table);

    /** \return path MTU of reliable connections, bytes: the largest path MTU up to `payload`, but
     * at least 256. Only aggregated messages can have a payload that is not a path MTU. */
    uint32_t GetPathMtu() const;

    /** \return --rto if given. Otherwise, in a lossless network, the time for which a packet can
     * wait at paused switches; else 0: each connection derives its timeout from its window. The
     * unit of `slowestLink` is bit/s. */
    Time GetRcTimeout(bool isLossless, uint64_t slowestLink, std::size_t hostsInNetwork) const;
};

/** \ingroup inc \brief Arguments of inc-sim about faults of links and late workers. */
struct IncFaultConfig
{
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

    Time LateBy(const std::string& name) const;
};

void IncAddTransport(IncArgumentTable& table,
                     IncTransportConfig& transport,
                     IncFaultConfig& faults);

} // namespace ns3

#endif // INC_TRANSPORT_CONFIG_H
