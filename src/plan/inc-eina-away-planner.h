/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_AWAY_PLANNER_H
#define INC_EINA_AWAY_PLANNER_H

#include "inc-plan-answer.h"
#include "inc-planner.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Plans an edge as EINA does, but other aggregators than their home may reduce
 * workers' flows. EINA's authors call EINA's rule a weakness if aggregation capacity is scarce.
 *
 * The planner is a heuristic. If a home lacks capacity for some workers, they send their flows
 * unreduced to the aggregator with most capacity left, or directly to the parameter server (PS).
 * The aggregators in use form trees as in EINA. The planner starts from EINA's exact plan and never
 * returns a worse one. The status is OPTIMAL only if the objective meets an upper bound. */
class IncEinaAwayPlanner : public IncPlanner<IncEinaAwayPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "eina-away";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncEdgePlan& plan) override;

    using Rates = std::vector<double>;

    /** Capacities of an aggregator that are not in use yet, Gb/s. */
    struct Room
    {
        double capacity;
        double ingress;
        double egress;
    };

    /// Search routes at these rates; keep the best plan so far; return false if none is found.
    bool Try(const Rates& rates);
    bool Route(std::size_t p, double rate, std::vector<Room>& rooms, IncEdgePlan& plan) const;
    /// Reduce as many workers at home as aggregation capacity allows; `home` gets their numbers.
    bool KeepHome(double rate,
                  uint32_t root,
                  std::vector<Room>& rooms,
                  std::vector<uint32_t>& home) const;
    /// Send the other workers' flows to aggregators with capacity left, or directly to the PS.
    bool SendAway(std::size_t p,
                  double rate,
                  std::vector<Room>& rooms,
                  std::vector<uint32_t>& home,
                  IncEdgePlan& plan) const;
    bool MakeTree(std::size_t p,
                  double rate,
                  const std::vector<uint32_t>& home,
                  std::vector<Room>& rooms,
                  IncEdgePlan& plan) const;
    Rates Split(double sum, std::size_t first, std::size_t count) const;
    void Climb(std::size_t first, std::size_t count);
    void Polish();
    double Bound() const;

    IncEdgePlan m_plan;
};

} // namespace ns3

#endif // INC_EINA_AWAY_PLANNER_H
