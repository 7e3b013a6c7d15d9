/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONGESTION_CONFIG_H
#define INC_CONGESTION_CONFIG_H

#include "ns3/inc-fabric-helper.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

class IncArgumentTable;

/** \ingroup inc \brief Arguments of inc-sim about priority flow control (PFC) and buffers. */
struct IncPfcConfig
{
    static constexpr uint8_t LOSSLESS_DATA = 3;    //!< priority of data if PFC is on
    static constexpr uint8_t LOSSLESS_RESULTS = 4; //!< priority of aggregation results if PFC is on

    bool isOn{false}; //!< whether PFC is on and makes data priorities lossless

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Throw IncError for arguments in the parsed table that have no effect. */
    void Check(const IncArgumentTable& table) const;

    /** \brief Enter the default buffer size into the checked table if PFC is on. */
    void Decide(IncArgumentTable& table) const;

    /** \brief Set the PFC and buffers of switches and links, and the priority of queue pairs.
     * Results have a priority of their own if switches aggregate. */
    void Configure(IncFabricHelper& helper, const IncArgumentTable& table, bool aggregates) const;

    /** \return traffic class of data */
    uint8_t GetPriority() const
    {
        return isOn ? LOSSLESS_DATA : 0;
    }

    uint8_t GetResultPriority() const
    {
        return isOn ? LOSSLESS_RESULTS : 0;
    }
};

/** \ingroup inc \brief Arguments of inc-sim about congestion control and retransmission. */
struct IncCongestionConfig
{
    static constexpr uint8_t CNPS = 6; //!< priority of congestion notifications with ECN

    bool ecn{false};       //!< whether switches mark frames and receivers send notifications
    std::string algorithm; //!< TypeId of the senders' congestion control; empty: none
    /// Whether lost packets alone are repeated; nothing: default.
    std::optional<bool> selectiveRepeat;

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Throw IncError for arguments that would have no effect. */
    void Check(const IncArgumentTable& table, bool usesRc, bool hasHostTraffic) const;

    /** \brief Set the congestion control of switches, queue pairs and aggregators. */
    void Configure(IncFabricHelper& helper, uint8_t priority) const;
};

} // namespace ns3

#endif // INC_CONGESTION_CONFIG_H
