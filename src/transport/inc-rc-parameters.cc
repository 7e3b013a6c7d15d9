/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-parameters.h"

#include <algorithm>

namespace ns3
{

Time
IncRcParameters::GetRetryExhaustion() const
{
    Time total;
    Time next = timeout;
    for (uint32_t i = 0; i <= retryCount; ++i)
    {
        total += next;
        next = std::min(next + next, std::max(timeout, maxTimeout));
    }
    return total;
}

} // namespace ns3
