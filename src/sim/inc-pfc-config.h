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
 * \brief The arguments of inc-sim about priority flow control and the switches' buffers.
 */
struct IncPfcConfig
{
    static constexpr uint8_t LOSSLESS_DATA = 3;    //!< priority of data with PFC
    static constexpr uint8_t LOSSLESS_RESULTS = 4; //!< priority of aggregation results with PFC

    bool isOn{false}; //!< priorities are lossless

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \param table parsed; arguments without effect are refused */
    void Check(const IncArgumentTable& table) const;

    /** \param table checked; gets the buffer that is in effect */
    void Decide(IncArgumentTable& table) const;

    /**
     * \brief Set up switches, links and the priority of queue pairs.
     * \param helper that will install the network
     * \param table parsed
     * \param aggregates whether switches make results themselves
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
