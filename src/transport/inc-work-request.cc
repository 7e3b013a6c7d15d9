/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-work-request.h"

namespace ns3
{

const char*
IncCompletionStatusName(IncCompletionStatus status)
{
    switch (status)
    {
    case IncCompletionStatus::SUCCESS:
        return "success";
    case IncCompletionStatus::RETRY_EXCEEDED:
        return "retry-exceeded";
    case IncCompletionStatus::RNR_RETRY_EXCEEDED:
        return "rnr-retry-exceeded";
    case IncCompletionStatus::REMOTE_ACCESS:
        return "remote-access-error";
    case IncCompletionStatus::REMOTE_INVALID:
        return "remote-invalid-request";
    case IncCompletionStatus::LOCAL_LENGTH:
        return "local-length-error";
    case IncCompletionStatus::FLUSHED:
        return "flushed";
    }
    return "unknown";
}

} // namespace ns3
