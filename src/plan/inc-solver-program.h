/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SOLVER_PROGRAM_H
#define INC_SOLVER_PROGRAM_H

#include "inc-linear-model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Answer of a solver to a linear program or MILP. */
struct IncLinearAnswer
{
    enum class Status
    {
        OPTIMAL,
        FEASIBLE, //!< values are not proven to be optimal
        INFEASIBLE,
        UNKNOWN //!< neither values nor a proof of infeasibility
    };
    Status status{Status::UNKNOWN};
    double objective{0};
    std::vector<double> values;
};

/** \ingroup inc \brief Runs an external MILP solver (cbc, highs, glpsol, gurobi_cl) on an LP file,
 * and reads its solution. Such solvers confirm the planners' results; no planner needs one. */
class IncSolverProgram
{
  public:
    /** \param name cbc, highs, glpsol or gurobi */
    explicit IncSolverProgram(std::string name);

    /** \param seconds time limit of the program for one model */
    IncSolverProgram& TimeLimit(double seconds);

    /** \param nodes most nodes of cbc's branch and bound; cbc then does not preprocess */
    IncSolverProgram& Nodes(uint64_t nodes);

    /** \return the answer; throws IncError if the program is missing or its solution unreadable */
    IncLinearAnswer Solve(const IncLinearModel& model) const;

    /** \return names of all solvers that this class knows, installed or not */
    static std::vector<std::string> Names();
    /** \return name of the installed solver that helps a planner's own search, or empty */
    static std::string Installed();

  private:
    std::vector<std::string> Command(const std::string& model, const std::string& solution) const;
    void Execute(const std::vector<std::string>& command, const std::string& log) const;
    IncLinearAnswer Read(const IncLinearModel& model,
                         const std::string& solution,
                         const std::string& log) const;

    std::string m_name;
    static constexpr const char* ALL_NODES = "1000000000";

    double m_timeLimit{60};
    std::string m_nodes{ALL_NODES};
};

} // namespace ns3

#endif // INC_SOLVER_PROGRAM_H
