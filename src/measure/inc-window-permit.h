/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WINDOW_PERMIT_H
#define INC_WINDOW_PERMIT_H

#include <cstdint>
#include <string>

namespace ns3
{

/// Smallest number of connected hosts with which windows save more time than they cost.
inline constexpr uint32_t INC_LEAST_WINDOW_HOSTS = 200;

/**
 * \brief Let the simulator execute events node by node within windows, which are as long as the
 * delay of the shortest link (IncSimulatorImpl::PermitWindows()).
 *
 * Results do not change, nor does the order of simultaneous events. Call this function after
 * set-up, when all clients and queue pairs exist. When a request completes, its owner may act on
 * the node itself and count, and stop the simulation at the last completion of all. Events run one
 * by one while a request may fail, and while the last one may complete. Nothing may watch frames or
 * messages by trace sources, and no object other than the module's may have events on nodes.
 *
 * \param leastHosts refuse networks with fewer hosts that send; 0: as many as make windows
 * worthwhile
 * \return reason why windows are not permitted; empty if they are
 */
std::string IncPermitWindows(uint32_t leastHosts = 0);

/** \brief Execute event by event from now on. */
void IncForbidWindows();

} // namespace ns3

#endif // INC_WINDOW_PERMIT_H
