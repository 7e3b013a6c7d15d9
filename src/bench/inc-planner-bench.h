/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLANNER_BENCH_H
#define INC_PLANNER_BENCH_H

#include "inc-bench-config.h"

#include "ns3/inc-plan-answer.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Speed of the planners atro and eina, on the papers' default instances and beyond, with an
 * MILP solver on the paper's literal model beside them: scenario "planner" of inc-bench.
 *
 * A row is printed as soon as it is there. A solver that is not installed is told, once.
 */
class IncPlannerBench
{
  public:
    /** \param config its repeat, run, timeLimit, baseline and arguments count */
    explicit IncPlannerBench(const IncBenchConfig& config);

    /**
     * \brief Measure all instances.
     * \param table where the rows are printed; lines that are no rows start with `#`
     */
    void Run(std::ostream& table);

    /** \return the result file, "inc-bench/1" */
    std::string ToJson() const;

  private:
    /** Answer of one planner, or solver, to one instance. */
    struct Side
    {
        IncPlanStatus status{IncPlanStatus::TIMEOUT};
        double rate{0};          //!< Gb/s, the sum over parameter servers
        double upperBound{0};    //!< upper bound, Gb/s
        double solveMs{0};       //!< time of the fastest run
        double gapPercent{0};    //!< between what was found and what is proven
        std::string gapMeasured; //!< in "workers" that find a place, or in "rate"

        void Print(std::ostream& table) const;
        nlohmann::ordered_json ToJson() const;
    };

    /** An instance and who is asked. */
    struct Case;

    static std::vector<Case> Cases(uint64_t seed);
    static Side SideOf(const IncPlanAnswer& answer);
    Side Ours(const Case& instance) const;
    std::optional<Side> Solver(const Case& instance);

    const IncBenchConfig& m_config;
    std::string m_note; //!< why there is no solver
    nlohmann::ordered_json m_rows;
};

} // namespace ns3

#endif // INC_PLANNER_BENCH_H
