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
 * \brief Have the events of a node executed together, up to the delay of the shortest link
 * (IncSimulatorImpl::PermitWindows()), where a group is all that runs and nobody looks at it.
 *
 * Results do not change, the order of simultaneous events included. Clients hold windows back while
 * a request may complete, or after a timeout, so that what their owners do then is done in the
 * order of time. To be called when all is set up; nothing that has events of its own on nodes may
 * be started later.
 *
 * \param clients of the only group
 * \return why it is not permitted, as IncFastForward says it, or empty
 */
std::string IncPermitWindows(const std::vector<Ptr<IncClient>>& clients);

/** \brief Event by event from now on. */
void IncForbidWindows();

} // namespace ns3

#endif // INC_WINDOW_PERMIT_H
