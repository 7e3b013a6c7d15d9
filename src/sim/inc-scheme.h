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
 * \brief A way to run collectives, as `--scheme` names it, and what the rest must know of it.
 *
 * A scheme is a file of its own with an IncSchemeRegistration, or a class that registers itself
 * (IncOwnScheme).
 */
struct IncScheme
{
    /// Sets up one row's job.
    using Maker = std::function<std::unique_ptr<IncScenarioJob>(const IncJobSetting& setting)>;

    std::string name;                       //!< name of the scheme, as users write it
    std::string help;                       //!< description for the help, a part of a sentence
    uint32_t place{UINT32_MAX};             //!< among the module's schemes; 0 is the default
    std::vector<IncCollective> collectives; //!< collectives that it knows
    bool isInNetwork{false};                //!< whether switches aggregate
    std::vector<IncCollective> byRank; //!< collectives in which it can keep to the ranks' order
    Maker make;                        //!< null: no collectives, but flows

    /**
     * \param collective any collective
     * \return whether this scheme runs it
     */
    bool Knows(IncCollective collective) const;

    /** \return whether it runs no collectives, but flows */
    bool IsFlows() const
    {
        return !make;
    }
};

/**
 * \ingroup inc
 * \return all schemes: by place, algorithms over hosts that have no scheme of their own behind
 * them, those of one's own last
 */
const std::vector<IncScheme>& IncSchemes();

/**
 * \ingroup inc
 * \param name of a scheme
 * \return that scheme; aborts where there is none
 */
const IncScheme& IncSchemeOf(const std::string& name);

/** \ingroup inc \brief Makes a scheme known: a constant in the scheme's file. */
using IncSchemeRegistration = IncRegistration<IncScheme>;

/** \ingroup inc \return one for each algorithm over hosts (IncHostAlgorithms()) */
std::vector<IncScheme> IncHostSchemes();

/** \ingroup inc \return those that programs register (IncOwnScheme), by name */
std::vector<IncScheme> IncOwnSchemes();

} // namespace ns3

#endif // INC_SCHEME_H
