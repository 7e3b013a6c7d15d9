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
    static constexpr uint8_t LOSSLESS_RESULTS = 4; //!< of aggregation results with PFC
    static constexpr uint8_t CNPS = 6;             //!< of congestion notifications with ECN

    bool pfc{false};                      //!< priorities are lossless
    bool ecn{false};                      //!< switches mark, receivers notify
    std::string algorithm;                //!< TypeId of the senders' congestion control, or empty
    std::optional<uint64_t> buffer;       //!< of a switch, bytes
    std::optional<uint32_t> headroom;     //!< of a lossless priority of a port, bytes
    std::optional<uint32_t> ecnMin;       //!< Kmin, bytes
    std::optional<uint32_t> ecnMax;       //!< Kmax, bytes
    std::optional<double> ecnProbability; //!< Pmax
    std::optional<bool> selectiveRepeat;  //!< instead of go-back-N
    bool aggregates{true};                //!< switches make results of their own

    /** \param table where to; this must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \return names of the arguments that have an effect beside others only */
    static std::vector<std::string> Names();

    /**
     * \brief Refuse arguments without effect.
     * \param table parsed
     * \param usesRc whether there is any reliable connection
     */
    void Check(const IncArgumentTable& table, bool usesRc) const;

    /** \brief Set the defaults of queue pairs and aggregators. */
    void SetDefaults() const;

    /**
     * \brief Set up switches and links.
     * \param helper that will install them
     */
    void Configure(IncFabricHelper& helper) const;

    /**
     * \param error what IncFabricHelper::Check() found
     * \return name of the argument that is to blame
     */
    std::string ArgumentOf(const std::string& error) const;

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
