/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOBS_PLANNER_H
#define INC_JOBS_PLANNER_H

#include "inc-jobs-plan.h"
#include "inc-planner.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief ATRO for several jobs on one reconfigurable cluster. It chooses the switches, links and
 * routing of each job so that the rates are max-min fair. ATRO's authors leave this to future work.
 *
 * Each switch serves at most one job. Rates are max-min fair if none can be raised without lowering
 * one that is no higher. Of two divisions the better one has the higher slowest rate; if these are
 * equal, the higher second slowest rate, and so on. Adding one rate to both divisions does not
 * change which one is better. A dynamic programme over the jobs is therefore exact. Its state is
 * the number of switches of each kind that the first jobs have, with the best rates for these. ATRO
 * finds the rate of one job for each number of switches.
 *
 *     IncJobsPlan plan = IncJobsPlanner(instance).TimeLimit(10).Run();
 */
class IncJobsPlanner : public IncPlanner<IncJobsPlanner, IncJobsPlan>
{
  public:
    static constexpr const char* NAME = "atro"; //!< name of the algorithm in plan files

    /** \param instance the cluster and its jobs */
    explicit IncJobsPlanner(const IncClusterJobs& instance);

  private:
    IncJobsPlan Solve() override;

    using Node = IncCluster::Node;
    /** Number of blocks of each kind of switch; every vector of this type has a number. */
    using Counts = std::vector<uint32_t>;
    /** Rates of the jobs, slowest first. */
    using Rates = std::vector<double>;

    /** Interchangeable switches, handed out in blocks. */
    struct Kind
    {
        std::vector<Node> switches;
        uint32_t blocks;
    };

    /** Rates that one job can have with a choice of switches. */
    struct Offer
    {
        std::optional<double> found; //!< rate of the best plan found, Gb/s
        std::optional<double>
            bound; //!< upper bound on the rate, Gb/s; none if infeasibility is proven
    };

    /** The best rates of the first jobs with a choice of switches. */
    struct State
    {
        std::optional<Rates> rates;
        std::size_t last{0}; //!< number of the choice of the last of these jobs
    };

    void MakeKinds();
    void MakeBlocks();
    std::size_t Choices() const;
    std::vector<Node> Switches(const Counts& first, const Counts& counts) const;
    const std::vector<Offer>& Offers(uint32_t workers);
    std::vector<std::vector<State>> Divide(bool bounds);
    Rates Bound(const std::optional<Rates>& divided);
    IncClusterPlan PlanOf(std::size_t job,
                          const std::vector<Node>& switches,
                          IncDeadline deadline) const;
    std::vector<std::size_t> Ends(const std::vector<std::vector<State>>& states) const;

    const IncClusterJobs& m_instance;
    std::vector<Kind> m_kinds;
    bool m_exact{true};        //!< true if every block is one switch
    bool m_struck{false};      //!< true if the time was too short for the plan of some offer
    bool m_cut{false};         //!< true if the time was too short to divide the switches
    IncDeadline m_searches{};  //!< end of searches for one job
    IncDeadline m_divisions{}; //!< end of all that divides the switches
    std::vector<Counts> m_choices;
    std::map<uint32_t, std::vector<Offer>> m_offers; //!< offers by number of workers
};

} // namespace ns3

#endif // INC_JOBS_PLANNER_H
