/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-queue-pair-state.h"

namespace ns3
{

const char*
IncQueuePairStateName(IncQueuePairState state)
{
    switch (state)
    {
    case IncQueuePairState::RESET:
        return "RESET";
    case IncQueuePairState::INIT:
        return "INIT";
    case IncQueuePairState::RTR:
        return "RTR";
    case IncQueuePairState::RTS:
        return "RTS";
    case IncQueuePairState::ERROR:
        return "ERROR";
    }
    return "unknown";
}

} // namespace ns3
