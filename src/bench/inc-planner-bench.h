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
 * \brief Measures the planners atro and eina on the papers' default instances and on larger ones,
 * for scenario "planner" of inc-bench. The baseline is an MILP solver on the papers' literal model.
 *
 * A row is printed as soon as it is complete. If the solver is not installed, a note says so once.
 */
class IncPlannerBench
{
  public:
    /** \param config repeat, run, timeLimit, baseline and arguments are used */
    explicit IncPlannerBench(const IncBenchConfig& config);

    /** \brief Measure all instances. Lines of the table that are not rows begin with `#`. */
    void Run(std::ostream& table);

    /** \return text of the result file, "inc-bench/1" */
    std::string ToJson() const;

  private:
    /** Result of one planner, or solver, on one instance. */
    struct Side
    {
        IncPlanStatus status{IncPlanStatus::TIMEOUT};
        double rate{0};          //!< sum of the rates over all parameter servers, Gb/s
        double upperBound{0};    //!< upper bound, Gb/s
        double solveMs{0};       //!< wall time of the fastest run, ms
        double gapPercent{0};    //!< gap between the best solution and the proven bound, percent
        std::string gapMeasured; //!< what the gap compares: "workers" (number placed) or "rate"

        void Print(std::ostream& table) const;
        nlohmann::ordered_json ToJson() const;
    };

    struct Case;

    static std::vector<Case> Cases(uint64_t seed);
    static Side SideOf(const IncPlanAnswer& answer);
    Side Ours(const Case& instance) const;
    std::optional<Side> Solver(const Case& instance);

    const IncBenchConfig& m_config;
    std::string m_note; //!< reason why the solver cannot run; or empty
    nlohmann::ordered_json m_rows;
};

} // namespace ns3

#endif // INC_PLANNER_BENCH_H
