/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCHEME_H
#define INC_SCHEME_H

#include "ns3/inc-registry.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class IncScenarioJob;
struct IncJobSetting;

/**
 * \ingroup inc
 * \brief One of the ways to run a collective that `--scheme` compares.
 *
 * To add a scheme, write a file with a constant IncSchemeRegistration, or register a class that
 * derives from IncOwnScheme. A scheme without `make` runs flows in place of collectives.
 */
struct IncScheme
{
    /// Sets up a job of one row.
    using Maker = std::function<std::unique_ptr<IncScenarioJob>(const IncJobSetting& setting)>;

    std::string name;                       //!< name of the scheme, as users write it
    std::string help;                       //!< description for the help, a part of a sentence
    uint32_t place{UINT32_MAX};             //!< order among the module's schemes; 0: default scheme
    std::vector<IncCollective> collectives; //!< collectives that the scheme can run
    bool isInNetwork{false};                //!< whether switches aggregate
    std::vector<IncCollective> byRank; //!< collectives that it can reduce in the order of ranks
    Maker make;                        //!< makes the job of a row; null if the scheme runs flows

    /** \return whether the scheme can run the collective */
    bool Knows(IncCollective collective) const;

    /** \return whether the scheme runs flows in place of collectives */
    bool IsFlows() const
    {
        return !make;
    }
};

/**
 * \ingroup inc
 * \return all schemes: registered ones by place, other host algorithms, and IncOwnScheme classes
 */
const std::vector<IncScheme>& IncSchemes();

/**
 * \ingroup inc
 * \param name name of a scheme
 * \return that scheme; aborts if there is none
 */
const IncScheme& IncSchemeOf(const std::string& name);

/** \ingroup inc \brief Registers a scheme; a constant in the scheme's file. */
using IncSchemeRegistration = IncRegistration<IncScheme>;

/** \ingroup inc \return one scheme for each host algorithm (IncHostAlgorithms()) */
std::vector<IncScheme> IncHostSchemes();

/** \ingroup inc \return schemes that programs register (IncOwnScheme), by name */
std::vector<IncScheme> IncOwnSchemes();

} // namespace ns3

#endif // INC_SCHEME_H
