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

/**
 * \ingroup inc
 * \return number of events executed so far, without those that initialize channels. Since ns-3.41
 * each channel has such an event; without them all releases give equal numbers
 */
uint64_t IncEventCount();

} // namespace ns3

#endif // INC_EVENT_COUNT_H
