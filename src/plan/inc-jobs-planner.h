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
 * \brief ATRO's planner for several jobs on one reconfigurable cluster: divides the switches among
 * the jobs such that their rates are max-min fair. The paper leaves this open.
 *
 * Each switch serves at most one job. Rates are max-min fair if none can be raised without lowering
 * one that is no higher. To compare two divisions of the switches, sort the rates of each, slowest
 * first: the better division is lexicographically greater. One more job with equal rate in both
 * does not change this order, so a dynamic program over the jobs is exact. Its state is the number
 * of switches of each kind that the first jobs have; its value is their best sorted rates.
 * IncAtroPlanner finds the rate of one job for each number of switches of each kind.
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
    /** A choice of switches: number of blocks of each kind. m_choices has all of them. */
    using Counts = std::vector<uint32_t>;
    /** Rates of the jobs, slowest first, Gb/s. */
    using Rates = std::vector<double>;

    /** Interchangeable switches (equal ports, all aggregators or none), assigned in blocks. */
    struct Kind
    {
        std::vector<Node> switches;
        uint32_t blocks; //!< number of blocks; equal to the number of switches if there are few
    };

    /** Rates that one job can have with a choice of switches. */
    struct Offer
    {
        std::optional<double> found; //!< rate of the best plan found, Gb/s
        /// Upper bound on the rate, Gb/s; none if infeasibility is proven.
        std::optional<double> bound;
    };

    /** State of the dynamic program: the first jobs together have a choice of switches. */
    struct State
    {
        std::optional<Rates> rates; //!< best rates of these jobs; none if they have no plan
        std::size_t last{0};        //!< index of the choice that the last of them has
    };

    void MakeKinds();
    void MakeBlocks();
    std::size_t Choices() const;
    std::vector<Node> Switches(const Counts& first, const Counts& counts) const;
    /// Return the offer of each choice of switches to a job with so many workers.
    const std::vector<Offer>& Offers(uint32_t workers);
    /// Run the dynamic program over bounds or over rates found; return states by job and choice.
    std::vector<std::vector<State>> Divide(bool bounds);
    Rates Bound(const std::optional<Rates>& divided);
    IncClusterPlan PlanOf(std::size_t job,
                          const std::vector<Node>& switches,
                          IncDeadline deadline) const;
    /// Return each job's switches in the best division of the dynamic program.
    std::vector<std::vector<Node>> Parts(const std::vector<std::vector<State>>& states) const;
    /// Divide the switches in proportion to workers.
    std::vector<std::vector<Node>> SimpleParts() const;
    /// Plan each job on its switches; return the sorted rates, or none if a job has no plan.
    Rates PlanParts(const std::vector<std::vector<Node>>& parts,
                    IncDeadline deadline,
                    std::vector<IncClusterPlan>& plans) const;

    const IncClusterJobs& m_instance;
    std::vector<Kind> m_kinds;
    bool m_exact{true};            //!< true if every block is one switch
    bool m_struck{false};          //!< true if the time limit has cut the plan of some offer short
    bool m_cut{false};             //!< true if the time limit has cut the dynamic program short
    IncDeadline m_searches{};      //!< end of the time for offers
    IncDeadline m_divisions{};     //!< end of the time for the dynamic program
    std::vector<Counts> m_choices; //!< all choices of switches, by index
    std::map<uint32_t, std::vector<Offer>> m_offers; //!< offers by number of workers
};

} // namespace ns3

#endif // INC_JOBS_PLANNER_H
