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

/**
 * \ingroup inc
 * \brief Arguments of inc-sim about priority flow control (PFC) and the switches' buffers.
 */
struct IncPfcConfig
{
    static constexpr uint8_t LOSSLESS_DATA = 3;    //!< priority of data with PFC
    static constexpr uint8_t LOSSLESS_RESULTS = 4; //!< priority of aggregation results with PFC

    bool isOn{false}; //!< whether PFC makes the data priorities lossless

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Refuse arguments without effect; needs the parsed table. */
    void Check(const IncArgumentTable& table) const;

    /** \brief Enter the buffer size in effect into the checked table. */
    void Decide(IncArgumentTable& table) const;

    /**
     * \brief Set the PFC and buffers of switches and links, and the priority of queue pairs.
     * \param helper helper that will install the network
     * \param table the parsed arguments
     * \param aggregates whether switches reduce, so that results have their own priority
     */
    void Configure(IncFabricHelper& helper, const IncArgumentTable& table, bool aggregates) const;

    /** \return traffic class of data */
    uint8_t GetPriority() const
    {
        return isOn ? LOSSLESS_DATA : 0;
    }

    /** \return traffic class of aggregation results */
    uint8_t GetResultPriority() const
    {
        return isOn ? LOSSLESS_RESULTS : 0;
    }
};

} // namespace ns3

#endif // INC_PFC_CONFIG_H
