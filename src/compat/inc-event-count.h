/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EVENT_COUNT_H
#define INC_EVENT_COUNT_H

#include <cstdint>

namespace ns3
{

/** \return number of events executed so far, without one per channel: only ns-3.41 and later have
 * an event that initializes each channel */
uint64_t IncEventCount();

} // namespace ns3

#endif // INC_EVENT_COUNT_H
