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
    /// Function that sets up a job of one row.
    using Maker = std::function<std::unique_ptr<IncScenarioJob>(const IncJobSetting& setting)>;

    std::string name;           //!< name of the scheme, as users write it
    std::string help;           //!< part of a sentence that describes the scheme in the help
    uint32_t place{UINT32_MAX}; //!< position in the order of schemes; 0: the default scheme
    std::vector<IncCollective> collectives; //!< collectives that the scheme can run
    bool isInNetwork{false};                //!< whether switches aggregate
    std::vector<IncCollective> byRank; //!< collectives that can be reduced in the order of ranks
    bool hasRails{false}; //!< whether a job uses all rails itself, so that no wrapper stripes it
    Maker make;           //!< sets up the job of a row; null if the scheme runs flows

    bool Knows(IncCollective collective) const;

    /** \return whether the scheme runs flows in place of collectives */
    bool IsFlows() const
    {
        return !make;
    }
};

/** \ingroup inc \return all schemes: first registered schemes by place, then other host algorithms,
 * then classes derived from IncOwnScheme */
const std::vector<IncScheme>& IncSchemes();

/** \return the scheme with this name; aborts if there is none */
const IncScheme& IncSchemeOf(const std::string& name);

/** \ingroup inc \brief Registers a scheme. Define a constant of this type in the scheme's file. */
using IncSchemeRegistration = IncRegistration<IncScheme>;

/** \ingroup inc \return a scheme for each host algorithm in IncHostAlgorithms() */
std::vector<IncScheme> IncHostSchemes();

/** \ingroup inc \return schemes that programs register (IncOwnScheme), by name */
std::vector<IncScheme> IncOwnSchemes();

} // namespace ns3

#endif // INC_SCHEME_H
