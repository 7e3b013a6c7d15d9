/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORKLOAD_CHECKS_H
#define INC_WORKLOAD_CHECKS_H

namespace ns3
{

class IncSimArguments;

/**
 * \ingroup inc
 * \brief Read the workload, if there is one, and check what depends on its layers.
 * \param arguments parsed; the workload is added
 */
void IncCheckWorkload(IncSimArguments& arguments);

} // namespace ns3

#endif // INC_WORKLOAD_CHECKS_H
