/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLUSTER_JOBS_H
#define INC_CLUSTER_JOBS_H

#include "inc-cluster.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Several AllReduce jobs on the switches of one reconfigurable cluster: a file of schema
 * inc-cluster/1 with "jobs" in the place of "workers".
 *
 * Each job has its workers and one parameter server. All links have the one capacity.
 */
struct IncClusterJobs
{
    /** One AllReduce. */
    struct Job
    {
        std::string name;
        uint32_t workers{0};
    };

    IncCluster cluster; //!< its switches, capacity and layers; its workers do not count
    std::vector<Job> jobs;

    /** \return true if a value of schema inc-cluster/1 has jobs */
    static bool Has(const nlohmann::json& value);
    /** \return the instance read from a JSON value; IncError names the field */
    static IncClusterJobs FromJson(const nlohmann::json& value);
    /** \return the instance as a JSON value */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param job the number of a job
     * \param switches some of the cluster's switches
     * \return what that job has to itself if those switches are its own
     */
    IncCluster Alone(std::size_t job, const std::vector<IncCluster::Node>& switches) const;
};

} // namespace ns3

#endif // INC_CLUSTER_JOBS_H
