/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_GENERATE_H
#define INC_PLAN_GENERATE_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief inc-plan generate: instances of clusters and edges.
 * \param words what follows "generate"
 * \return exit status; throws IncError for bad arguments
 */
int IncRunPlanGenerate(const std::vector<std::string>& words);

/** \ingroup inc \return what "generate" says of all its arguments */
std::string IncPlanGenerateHelp();

} // namespace ns3

#endif // INC_PLAN_GENERATE_H
