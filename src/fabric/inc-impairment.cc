/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-impairment.h"

#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncImpairment);

TypeId
IncImpairment::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncImpairment")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncImpairment>()
            .AddAttribute("DuplicateProbability",
                          "Probability that a frame arrives a second time, 0 to 1",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&IncImpairment::m_duplicate),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ReorderProbability",
                          "Probability that a frame is delayed and overtaken, 0 to 1",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&IncImpairment::m_reorder),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MaxReorderDelay",
                          "A delayed frame is late by a time drawn evenly from 0 to this",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&IncImpairment::m_maxDelay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

IncImpairment::IncImpairment()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

int64_t
IncImpairment::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

bool
IncImpairment::DrawDuplicate()
{
    return m_duplicate > 0.0 && m_uniform->GetValue() < m_duplicate;
}

Time
IncImpairment::DrawExtraDelay()
{
    if (m_reorder > 0.0 && m_uniform->GetValue() < m_reorder)
    {
        return Time(static_cast<int64_t>(m_uniform->GetValue() * m_maxDelay.GetTimeStep()) + 1);
    }
    return Time(0);
}

} // namespace ns3
