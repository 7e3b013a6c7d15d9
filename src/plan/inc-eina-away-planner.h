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

/**
 * \ingroup inc
 * \brief EINA without the rule that workers are aggregated at home. EINA's authors call this rule a
 * weakness when aggregation capacity is scarce.
 *
 * Some homes cannot take all of their workers. The remaining ones are sent, one flow each, to the
 * aggregators with most room, or straight to the PS. The aggregators in use form EINA's trees. The
 * heuristic starts from the exact plan and never ends below it. Its status is FEASIBLE unless the
 * bound is met.
 */
class IncEinaAwayPlanner : public IncPlanner<IncEinaAwayPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "eina-away"; //!< name of the algorithm in plan files

    /** \param edge the instance */
    explicit IncEinaAwayPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    using Rates = std::vector<double>;

    /** Remaining capacities of an aggregator, Gb/s. */
    struct Room
    {
        double capacity;
        double ingress;
        double egress;
    };

    bool Try(const Rates& rates);
    bool Route(std::size_t p, double rate, std::vector<Room>& rooms, IncEdgePlan& plan) const;
    bool KeepHome(double rate,
                  uint32_t root,
                  std::vector<Room>& rooms,
                  std::vector<uint32_t>& home) const;
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

    const IncEdge& m_edge;
    IncEdgePlan m_plan;
};

} // namespace ns3

#endif // INC_EINA_AWAY_PLANNER_H
