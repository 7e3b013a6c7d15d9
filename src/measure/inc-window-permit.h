/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WINDOW_PERMIT_H
#define INC_WINDOW_PERMIT_H

#include "ns3/inc-client.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \brief Let the simulator execute events node by node within windows, which are as long as the
 * delay of the shortest link (IncSimulatorImpl::PermitWindows()). The clients must be those of a
 * single group that runs alone and is not observed.
 *
 * Results do not change, nor does the order of simultaneous events. Clients forbid windows while a
 * request may complete, or after a timeout, so that the clients' users act in the order of time.
 * Call this function after set-up. Do not start anything later that has its own events on nodes.
 *
 * \return reason why windows are not permitted; empty if they are
 */
std::string IncPermitWindows(const std::vector<Ptr<IncClient>>& clients);

/** \brief Execute event by event from now on. */
void IncForbidWindows();

} // namespace ns3

#endif // INC_WINDOW_PERMIT_H
