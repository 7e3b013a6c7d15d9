/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCHEME_H
#define INC_SCHEME_H

#include "ns3/inc-types.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class IncScenarioJob;
class IncScenarioNetwork;
struct IncJobShare;
struct IncScenarioConfig;

/**
 * \ingroup inc
 * \brief A way to run collectives, as `--scheme` names it, and what the rest must know of it.
 *
 * A scheme is a file of its own and a line in IncSchemes(), or a class that registers itself
 * (IncOwnScheme).
 */
struct IncScheme
{
    /// Sets up one row's job.
    using Maker = std::function<std::unique_ptr<IncScenarioJob>(const IncScenarioConfig& config,
                                                                IncScenarioNetwork& network,
                                                                const IncJobShare& share,
                                                                uint16_t number)>;

    std::string name;                       //!< as users write it
    std::string help;                       //!< what it is, a part of a sentence
    std::vector<IncCollective> collectives; //!< that it knows
    bool isInNetwork{false};                //!< switches aggregate
    std::vector<IncCollective> byRank;      //!< of these, for which it can keep to the ranks' order
    Maker make;                             //!< null: no collectives, but flows

    /**
     * \param collective any
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
 * \return all schemes, the default first, those of one's own last
 */
const std::vector<IncScheme>& IncSchemes();

/**
 * \ingroup inc
 * \param name of a scheme
 * \return that scheme; aborts where there is none
 */
const IncScheme& IncSchemeOf(const std::string& name);

/** \ingroup inc \return in the network */
IncScheme IncInNetworkScheme();
/** \ingroup inc \return around a ring of hosts */
IncScheme IncRingScheme();
/** \ingroup inc \return by a parameter server */
IncScheme IncParameterServerScheme();
/** \ingroup inc \return trees of hosts */
IncScheme IncTreeScheme();
/** \ingroup inc \return recursive halving and doubling between hosts */
IncScheme IncHalvingDoublingScheme();
/** \ingroup inc \return blocks straight from host to host */
IncScheme IncPointToPointScheme();
/** \ingroup inc \return one of the algorithms over hosts, by size */
IncScheme IncAutoScheme();
/** \ingroup inc \return flows between the workers */
IncScheme IncFlowsScheme();
/** \ingroup inc \return those that programs register (IncOwnScheme), by name */
std::vector<IncScheme> IncOwnSchemes();

} // namespace ns3

#endif // INC_SCHEME_H
