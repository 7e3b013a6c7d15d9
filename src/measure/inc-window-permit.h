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
 * \ingroup inc
 * \brief Execute the events of a node together, up to the delay of the shortest link
 * (IncSimulatorImpl::PermitWindows()). This needs a single group that runs alone and is not
 * observed.
 *
 * Results do not change, the order of simultaneous events included. Clients hold windows back while
 * a request may complete, or after a timeout, so that their owners act in the order of time. Call
 * this function when all is set up. Later, nothing may be started that has its own events on nodes.
 *
 * \param clients clients of the only group
 * \return the reason why windows are not permitted, in the form of IncFastForward; else empty
 */
std::string IncPermitWindows(const std::vector<Ptr<IncClient>>& clients);

/** \brief Execute event by event from now on. */
void IncForbidWindows();

} // namespace ns3

#endif // INC_WINDOW_PERMIT_H
