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
 * \brief The arguments of inc-sim about running a plan: `--topology=plan:PATH` and `--pace`.
 */
struct IncPlanConfig
{
    std::string file;                    //!< path, or empty: no plan is run
    bool paced{true};                    //!< workers send at the plan's rate
    std::optional<IncRunnablePlan> plan; //!< read from the file

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \param table parsed; IncError if the file is no plan */
    void Load(const IncArgumentTable& table);

    /** \return shortest BitString for all workers, which therefore share each packet, bits */
    uint32_t GetBitStringLength() const;
};

} // namespace ns3

#endif // INC_PLAN_CONFIG_H
