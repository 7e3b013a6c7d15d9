/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOBS_PLANNER_H
#define INC_JOBS_PLANNER_H

#include "inc-jobs-plan.h"
#include "inc-planner.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Plans several jobs on one reconfigurable cluster with ATRO. It divides the
 * switches among the jobs such that their rates are max-min fair. ATRO's paper has no method for
 * this.
 *
 * Each switch serves at most one job. Rates are max-min fair if a job's rate can rise only if an
 * equal or lower rate of another job falls. To compare two divisions of the switches, sort the
 * rates of each, slowest first. The division with the lexicographically greater list is better. A
 * further job with the same rate in both changes nothing in this, so a dynamic program over the
 * jobs is exact. A state is the number of switches of each kind that the first jobs have; its value
 * is the best list of their rates. IncAtroPlanner finds a job's rate for each number of switches of
 * each kind. */
class IncJobsPlanner : public IncPlanner<IncJobsPlanner, IncJobsPlan>
{
  public:
    static constexpr const char* NAME = "atro";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncJobsPlan& plan) override;

    using Node = IncCluster::Node;
    /** A choice of switches: the number of blocks of each kind. m_choices lists all choices. */
    using Counts = std::vector<uint32_t>;
    /** Rates of the jobs, slowest first, Gb/s. */
    using Rates = std::vector<double>;

    /** Interchangeable switches: equal ports, all or none aggregate. Jobs get blocks of them. */
    struct Kind
    {
        std::vector<Node> switches;
        uint32_t blocks; //!< number of blocks; with few switches each is a block
    };

    /** The rate that one job can have with a choice of switches. */
    struct Offer
    {
        std::optional<double> found; //!< rate of the best plan found, Gb/s
        /// Upper bound on the rate, Gb/s; empty if it is proven that there is no plan.
        std::optional<double> bound;
    };

    /** State of the dynamic program, for a number of first jobs and their choice of switches. */
    struct State
    {
        std::optional<Rates> rates; //!< best rates of these jobs; empty if they have no plan
        std::size_t last{0};        //!< index of the choice of the last of these jobs
    };

    void MakeKinds();
    void MakeBlocks();
    std::size_t Choices() const;
    std::vector<Node> Switches(const Counts& first, const Counts& counts) const;
    /// Return the offers to a job with this number of workers, one for each choice of switches.
    const std::vector<Offer>& Offers(uint32_t workers);
    /// Run the dynamic program on bounds or on found rates; return the states by job and choice.
    std::vector<std::vector<State>> Divide(bool bounds);
    Rates Bound(const std::optional<Rates>& divided);
    IncClusterPlan PlanOf(std::size_t job,
                          const std::vector<Node>& switches,
                          IncDeadline deadline) const;
    std::vector<std::vector<Node>> Parts(const std::vector<std::vector<State>>& states) const;
    /// Divide the switches among the jobs in proportion to their workers.
    std::vector<std::vector<Node>> SimpleParts() const;
    /// Plan each job on its switches; return sorted rates; empty if a job has no plan.
    Rates PlanParts(const std::vector<std::vector<Node>>& parts,
                    IncDeadline deadline,
                    std::vector<IncClusterPlan>& plans) const;

    std::vector<Kind> m_kinds;
    bool m_exact{true};            //!< true if every block is one switch
    bool m_struck{false};          //!< true if the time limit ended the search for an offer
    bool m_cut{false};             //!< true if the time limit ended the dynamic program
    IncDeadline m_searches{};      //!< time at which the search for offers ends
    IncDeadline m_divisions{};     //!< time at which the dynamic program ends
    std::vector<Counts> m_choices; //!< all choices of switches, by index
    std::map<uint32_t, std::vector<Offer>> m_offers; //!< offers to a job, by its workers
};

} // namespace ns3

#endif // INC_JOBS_PLANNER_H
