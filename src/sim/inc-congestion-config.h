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
