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

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief Refuse what does not go with several NICs, and choose what does.
 * \param table parsed
 * \param config with what was given
 */
void IncCheckRails(const IncArgumentTable& table, IncScenarioConfig& config);

/**
 * \ingroup inc
 * \brief Say what is in effect with several NICs.
 * \param table checked
 * \param config checked
 */
void IncDecideRails(IncArgumentTable& table, const IncScenarioConfig& config);

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
