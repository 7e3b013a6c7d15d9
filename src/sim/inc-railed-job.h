/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RAILED_JOB_H
#define INC_RAILED_JOB_H

#include "inc-scenario-job.h"
#include "inc-scheme.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Set up one row's job: that of the scheme, or one on each rail of its share.
 * \param scheme what to run
 * \param setting of the row
 * \param share of the job; must outlive it
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeJob(const IncScheme& scheme,
                                           const IncJobSetting& setting,
                                           const IncJobShare& share);

} // namespace ns3

#endif // INC_RAILED_JOB_H
