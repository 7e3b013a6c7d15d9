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
 * \return events executed since the beginning, without those in which ns-3 initialises channels:
 * from 3.41 on it does, one event each, and results are to be the same in all releases
 */
uint64_t IncEventCount();

} // namespace ns3

#endif // INC_EVENT_COUNT_H
