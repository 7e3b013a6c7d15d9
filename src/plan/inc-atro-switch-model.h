/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_SWITCH_MODEL_H
#define INC_ATRO_SWITCH_MODEL_H

#include "inc-atro-topology.h"
#include "inc-solver-program.h"

#include <optional>
#include <utility>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Ask an external solver whether a topology connects all workers at a rate.
 *
 * External solvers rarely end on IncAtroModel, which has variables for each worker's links. The
 * model here counts the workers of each switch. It is as exact, unless a worker cannot be linked to
 * every switch: then its infeasibility is still a proof, and IncAtroRouter tests a solution.
 * \param problem the instance at the rate
 * \param solver the program, with its limits
 * \return true if no topology does; a routing of all workers, if one was found
 */
std::pair<bool, std::optional<IncAtroRouting>> IncAskForRouting(const IncAtroProblem& problem,
                                                                const IncSolverProgram& solver);

} // namespace ns3

#endif // INC_ATRO_SWITCH_MODEL_H
