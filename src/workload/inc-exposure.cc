/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-exposure.h"

namespace ns3
{

void
IncExposure::Advance(int64_t nowNs)
{
    const int64_t passed = nowNs - m_lastNs;
    m_lastNs = nowNs;
    m_computingNs += m_kernels > 0 ? passed : 0;
    if (m_open.empty())
    {
        return;
    }
    m_communicatingNs += passed;
    if (m_kernels == 0)
    {
        m_exposedNs += passed;
        if (m_exposed.empty() || m_exposed.back().second < nowNs - passed)
        {
            m_exposed.emplace_back(nowNs - passed, nowNs);
        }
        m_exposed.back().second = nowNs;
        m_open.begin()->second += passed;
    }
}

void
IncExposure::BeginComputing(int64_t nowNs)
{
    Advance(nowNs);
    ++m_kernels;
}

void
IncExposure::EndComputing(int64_t nowNs)
{
    Advance(nowNs);
    --m_kernels;
}

void
IncExposure::BeginCommunicating(int64_t nowNs, uint32_t node)
{
    Advance(nowNs);
    m_order[node] = m_begun;
    m_open[m_begun++] = 0;
}

int64_t
IncExposure::EndCommunicating(int64_t nowNs, uint32_t node)
{
    Advance(nowNs);
    const auto place = m_order.find(node);
    const auto open = m_open.find(place->second);
    const int64_t exposedNs = open->second;
    m_open.erase(open);
    m_order.erase(place);
    return exposedNs;
}

} // namespace ns3
