/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_CONFIG_H
#define INC_PLAN_CONFIG_H

#include "ns3/inc-runnable-plan.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/** \ingroup inc \brief Arguments of inc-sim about a plan: `--topology=plan:PATH`, `--pace`. */
struct IncPlanConfig
{
    std::string file;                    //!< path of the plan's file; empty: no plan is run
    bool paced{true};                    //!< whether workers send at the plan's rate
    std::optional<IncRunnablePlan> plan; //!< plan that Load() read from the file

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Read the plan; throws IncError, which names the argument, for a bad file. */
    void Load(const IncArgumentTable& table);

    /** \return length in bits of the shortest BitString in which each worker has a bit */
    uint32_t GetBitStringLength() const;
};

} // namespace ns3

#endif // INC_PLAN_CONFIG_H
