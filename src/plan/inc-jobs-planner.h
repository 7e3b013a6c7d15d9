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
 * \brief ATRO for several jobs on one reconfigurable cluster: which switches serve which job, and
 * each job's links and routing, so that the rates are max-min fair (what ATRO leaves to future
 * work).
 *
 * Every switch serves one job at most. Rates are max-min fair if none can be raised without
 * lowering one that is no higher. A division is better than another if its slowest rate is higher,
 * or if these are equal and its second slowest is higher, and so on. Adding a rate to both
 * divisions does not change which one is better. A dynamic programme over the jobs is therefore
 * exact. Its state is how many switches of each kind the first jobs have, with the best rates for
 * that. ATRO answers which rate one job can have with so many switches.
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
    /** Blocks of each kind of switch; all vectors of that kind are numbered. */
    using Counts = std::vector<uint32_t>;
    /** Rates, slowest first. */
    using Rates = std::vector<double>;

    /** Switches that are alike, handed out in blocks. */
    struct Kind
    {
        std::vector<Node> switches;
        uint32_t blocks;
    };

    /** Rate of one job with a choice of switches. */
    struct Offer
    {
        std::optional<double> found; //!< rate that was found, Gb/s
        std::optional<double> bound; //!< Gb/s; none if proven infeasible
    };

    /** The best rates of the first jobs with a choice of switches. */
    struct State
    {
        std::optional<Rates> rates;
        std::size_t last{0}; //!< the choice of the last of these jobs
    };

    void MakeKinds();
    void MakeBlocks();
    std::size_t Choices() const;
    std::vector<Node> Switches(const Counts& first, const Counts& counts) const;
    const std::vector<Offer>& Offers(uint32_t workers);
    std::vector<std::vector<State>> Divide(bool bounds);
    Rates Bound(const std::optional<Rates>& divided);
    IncClusterPlan PlanOf(std::size_t job, const std::vector<Node>& switches) const;
    void MakePlans(const std::vector<std::vector<State>>& states, IncJobsPlan& plan);

    const IncClusterJobs& m_instance;
    std::vector<Kind> m_kinds;
    bool m_exact{true}; //!< every block is one switch
    std::vector<Counts> m_choices;
    std::map<uint32_t, std::vector<Offer>> m_offers; //!< offers by number of workers
};

} // namespace ns3

#endif // INC_JOBS_PLANNER_H
