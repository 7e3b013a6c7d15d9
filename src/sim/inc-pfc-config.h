/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PFC_CONFIG_H
#define INC_PFC_CONFIG_H

#include "ns3/inc-fabric-helper.h"

#include <cstdint>

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

} // namespace ns3

#endif // INC_PFC_CONFIG_H
