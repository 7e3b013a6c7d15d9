/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_JOB_H
#define INC_HOST_JOB_H

#include "inc-scenario-job.h"

#include "ns3/inc-host-algorithm.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Over hosts by an algorithm of IncHostAlgorithms().
 * \param setting of the row
 * \param share of the job
 * \param algorithm its name
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeHostJob(const IncJobSetting& setting,
                                               const IncJobShare& share,
                                               const std::string& algorithm);

/**
 * \ingroup inc
 * \brief Over hosts by any algorithm.
 * \param setting of the row
 * \param share of the job
 * \param algorithm what the hosts do
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeHostJob(const IncJobSetting& setting,
                                               const IncJobShare& share,
                                               const IncHostAlgorithm& algorithm);

} // namespace ns3

#endif // INC_HOST_JOB_H
