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

/**
 * \ingroup inc
 * \brief Arguments of inc-sim about a plan to run: `--topology=plan:PATH` and `--pace`.
 */
struct IncPlanConfig
{
    std::string file;                    //!< path; empty: no plan is run
    bool paced{true};                    //!< whether workers send at the plan's rate
    std::optional<IncRunnablePlan> plan; //!< plan in the file, set by Load()

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Read the plan; throws IncError, with the argument in `table`, if it is no plan. */
    void Load(const IncArgumentTable& table);

    /** \return shortest BitString with a bit for each worker, so that a packet serves all, bits */
    uint32_t GetBitStringLength() const;
};

} // namespace ns3

#endif // INC_PLAN_CONFIG_H
