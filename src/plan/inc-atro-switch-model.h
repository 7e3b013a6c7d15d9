/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_SWITCH_MODEL_H
#define INC_ATRO_SWITCH_MODEL_H

#include "inc-atro-topology.h"
#include "inc-solver-program.h"

namespace ns3
{

/** \ingroup inc \brief Ask an external solver whether a topology connects all workers at a rate.
 * IncAtroModel has variables for each worker's links, so external solvers rarely solve it in time.
 * The model here only counts the workers of each switch. It is exact if every worker can be linked
 * to every switch. Otherwise infeasibility is still a proof, and IncAtroRouter tests a solution. */
IncAtroOutcome IncAskForRouting(const IncAtroProblem& problem, const IncSolverProgram& solver);

} // namespace ns3

#endif // INC_ATRO_SWITCH_MODEL_H
