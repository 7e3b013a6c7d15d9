/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LOSSLESS_CONFIG_H
#define INC_LOSSLESS_CONFIG_H

#include "ns3/inc-fabric-helper.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief The arguments of inc-sim about flow control, buffers, congestion control and repairs.
 *
 * What is not given is left to the attributes that the arguments stand for.
 */
struct IncLosslessConfig
{
    static constexpr uint8_t LOSSLESS_DATA = 3;    //!< priority of data with PFC
    static constexpr uint8_t LOSSLESS_RESULTS = 4; //!< priority of aggregation results with PFC
    static constexpr uint8_t CNPS = 6; //!< priority of congestion notifications with ECN

    bool pfc{false};                     //!< priorities are lossless
    bool ecn{false};                     //!< switches mark, receivers notify
    std::string algorithm;               //!< TypeId of the senders' congestion control, or empty
    bool hasBuffer{false};               //!< the size of the switches' buffers is given
    std::optional<bool> selectiveRepeat; //!< whether to use selective repeat
    bool aggregates{true};               //!< whether switches make results themselves

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \return names of the arguments that have an effect beside others only */
    static std::vector<std::string> Names();

    /**
     * \brief Read what attributes hold, and refuse arguments without effect.
     * \param table parsed
     * \param usesRc whether there is any reliable connection
     */
    void Check(const IncArgumentTable& table, bool usesRc);

    /**
     * \brief Say what is in effect where the user gave nothing.
     * \param table checked
     */
    void Decide(IncArgumentTable& table) const;

    /** \brief Set the defaults of queue pairs and aggregators. */
    void SetDefaults() const;

    /**
     * \brief Set up switches and links.
     * \param helper that will install them
     */
    void Configure(IncFabricHelper& helper) const;

    /** \return traffic class of data */
    uint8_t GetPriority() const
    {
        return pfc ? LOSSLESS_DATA : 0;
    }

    /** \return traffic class of aggregation results */
    uint8_t GetResultPriority() const
    {
        return pfc ? LOSSLESS_RESULTS : 0;
    }
};

} // namespace ns3

#endif // INC_LOSSLESS_CONFIG_H
