/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scale-up-link.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncScaleUpLink);

TypeId
IncScaleUpLink::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncScaleUpLink")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncScaleUpLink>()
            .AddAttribute("Unit",
                          "Most bytes that pass the link as one unit, in bytes: small enough to "
                          "fill all links of a server, large enough to simulate fast",
                          UintegerValue(16 * 1024),
                          MakeUintegerAccessor(&IncScaleUpLink::m_unit),
                          MakeUintegerChecker<uint32_t>(64, 1U << 30))
            .AddAttribute("Efficiency",
                          "Payload's share of the rate in writes of one GPU to another",
                          DoubleValue(1),
                          MakeDoubleAccessor(&IncScaleUpLink::m_efficiency),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("ReduceEfficiency",
                          "Payload's share of the rate in reductions and multicasts of the switch",
                          DoubleValue(1),
                          MakeDoubleAccessor(&IncScaleUpLink::m_reduceEfficiency),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("CutThrough",
                          "Pass a unit on when its first byte has arrived; if false, when its last "
                          "byte has",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IncScaleUpLink::m_cutsThrough),
                          MakeBooleanChecker());
    return tid;
}

void
IncScaleUpLink::Setup(Ptr<Node> gpu, uint64_t rate, int64_t delayPs)
{
    m_gpu = gpu;
    m_rate = rate;
    m_delayPs = delayPs;
}

IncScaleUpLink::Span
IncScaleUpLink::Occupy(Direction& direction,
                       int64_t headPs,
                       int64_t tailPs,
                       uint32_t bytes,
                       Use use) const
{
    const auto busy = static_cast<int64_t>(std::llround(8e12 * bytes / GetRate(use)));
    const int64_t start = std::max(headPs, direction.freePs);
    // A fast link waits for the last byte of a unit that comes over a slow link.
    const int64_t end = std::max(start + busy, tailPs);
    direction.freePs = end;
    direction.busyPs += busy;
    direction.bytes += bytes;
    ++direction.units;
    return {start, end};
}

} // namespace ns3
