/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-drop-reason.h"

namespace ns3
{

const char*
IncDropReasonName(IncDropReason reason)
{
    switch (reason)
    {
    case IncDropReason::BUFFER_FULL:
        return "buffer-full";
    case IncDropReason::DYNAMIC_THRESHOLD:
        return "dynamic-threshold";
    case IncDropReason::HEADROOM_FULL:
        return "headroom-full";
    case IncDropReason::PFC_DEADLOCK:
        return "pfc-deadlock";
    case IncDropReason::LINK_ERROR:
        return "link-error";
    case IncDropReason::LINK_DOWN:
        return "link-down";
    case IncDropReason::NO_ROUTE:
        return "no-route";
    case IncDropReason::TTL_EXPIRED:
        return "ttl-expired";
    case IncDropReason::NOT_FOR_US:
        return "not-for-us";
    case IncDropReason::UNKNOWN_QP:
        return "unknown-qp";
    case IncDropReason::NO_HANDLER:
        return "no-handler";
    case IncDropReason::DARK:
        return "dark";
    case IncDropReason::BIER:
        return "bier";
    case IncDropReason::COUNT:
        break;
    }
    return "unknown";
}

} // namespace ns3
