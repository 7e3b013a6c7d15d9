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
struct IncScenarioConfig;

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

    /**
     * \brief Read the plan, refuse what has no effect with it or without it, and set what follows
     * from it; throws IncError.
     * \param table parsed
     * \param config of the scenario, whose part this is
     */
    void Check(const IncArgumentTable& table, IncScenarioConfig& config);

    /**
     * \brief Say what follows from the plan.
     * \param table parsed
     * \param config checked
     */
    void Decide(IncArgumentTable& table, const IncScenarioConfig& config) const;

  private:
    void Load(const IncArgumentTable& table);
    void CheckCollective(const IncArgumentTable& table, IncScenarioConfig& config) const;
};

} // namespace ns3

#endif // INC_PLAN_CONFIG_H
