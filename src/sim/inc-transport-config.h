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

/**
 * \ingroup inc
 * \brief The arguments of inc-sim about frames and their retransmission.
 */
struct IncTransportConfig
{
    IncIpVersion ip{IncIpVersion::V4}; //!< IP version under RoCEv2
    uint32_t payload{1024};            //!< bytes of data in a full frame
    std::optional<Time> rto;           //!< initial retransmission time; derived if not given
    uint32_t maxRetries{100};          //!< timeouts without progress of one message

    /// In a lossless network no timer of reliable connections is shorter, unless --rto is given.
    static inline const Time LEAST_PAUSED_TIMEOUT = MicroSeconds(500);

    /** \param table gets --ip */
    void AddIp(IncArgumentTable& table);

    /**
     * \return path MTU of reliable connections, bytes: the payload, or what is next below it where
     * the network aggregates messages of another length and hosts go on without it
     */
    uint32_t GetPathMtu() const;

    /**
     * \brief Return the initial retransmission time of reliable connections: --rto, or what waits
     * in a lossless network, where packets wait and are not lost; 0: what their windows need.
     * \param isLossless whether frames wait instead of being lost
     * \param slowestLink rate of the network's slowest link, bit/s
     * \param hostsInNetwork number of them
     * \return the time
     */
    Time GetRcTimeout(bool isLossless, uint64_t slowestLink, std::size_t hostsInNetwork) const;
};

/**
 * \ingroup inc
 * \brief The arguments of inc-sim about faults of links and late workers.
 */
struct IncFaultConfig
{
    /// How losses come.
    enum class LossModel
    {
        RANDOM,
        BURST
    };

    double loss{0};                         //!< probability per frame and link
    LossModel lossModel{LossModel::RANDOM}; //!< how frames are lost, with loss
    double duplicate{0};                    //!< probability per frame and link
    double reorder{0};                      //!< probability per frame and link
    std::map<std::string, Time> late;       //!< by how much workers are late, by name of the host

    /**
     * \param name of a host
     * \return the time by which it is late
     */
    Time LateBy(const std::string& name) const;
};

/**
 * \ingroup inc
 * \brief Add the arguments about transport and faults.
 * \param table table that gets the arguments
 * \param transport must outlive the table
 * \param faults must outlive the table
 */
void IncAddTransport(IncArgumentTable& table,
                     IncTransportConfig& transport,
                     IncFaultConfig& faults);

} // namespace ns3

#endif // INC_TRANSPORT_CONFIG_H
