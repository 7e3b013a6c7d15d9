/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecn-marker.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inc-attribute-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncEcnMarker);

TypeId
IncEcnMarker::GetTypeId()
{
    // The defaults are those of the DCQCN paper, section 5.2, for 40 Gb/s.
    static TypeId tid = TypeId("ns3::IncEcnMarker")
                            .SetParent<Object>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncEcnMarker>()
                            .AddAttribute("MinThreshold",
                                          "Kmin: queue up to which nothing is marked, bytes",
                                          UintegerValue(5000),
                                          MakeUintegerAccessor(&IncEcnMarker::m_minThreshold),
                                          MakeUintegerChecker<uint32_t>())
                            .AddAttribute("MaxThreshold",
                                          "Kmax: queue above which everything is marked, bytes",
                                          UintegerValue(200000),
                                          MakeUintegerAccessor(&IncEcnMarker::m_maxThreshold),
                                          MakeUintegerChecker<uint32_t>())
                            .AddAttribute("MaxProbability",
                                          "Pmax: probability of a mark at MaxThreshold, 0 to 1",
                                          DoubleValue(0.01),
                                          MakeDoubleAccessor(&IncEcnMarker::m_maxProbability),
                                          MakeDoubleChecker<double>(0.0, 1.0))
                            .AddAttribute("AtDequeue",
                                          "Frames are marked when they leave, by what they leave "
                                          "behind, instead of when they come",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&IncEcnMarker::m_atDequeue),
                                          MakeBooleanChecker())
                            .AddAttribute("Priorities",
                                          "Priorities whose frames are marked, as \"3\" or \"3,6\"",
                                          StringValue("0,1,2,3,4,5,6,7"),
                                          MakeStringAccessor(&IncEcnMarker::SetPriorities,
                                                             &IncEcnMarker::GetPriorities),
                                          MakeStringChecker());
    return tid;
}

IncEcnMarker::IncEcnMarker()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
IncEcnMarker::SetPriorities(std::string text)
{
    const auto priorities = IncParsePriorities(text);
    NS_ABORT_MSG_UNLESS(priorities,
                        "IncEcnMarker::Priorities: \"" << text
                                                       << "\", must be priorities from 0 to 7, as "
                                                          "\"3\" or \"3,6\"");
    m_priorities = *priorities;
}

std::string
IncEcnMarker::GetPriorities() const
{
    return IncFormatPriorities(m_priorities);
}

void
IncEcnMarker::Check() const
{
    if (m_minThreshold > m_maxThreshold)
    {
        throw IncAttributeError(
            {"ns3::IncEcnMarker::MinThreshold", "ns3::IncEcnMarker::MaxThreshold"},
            "IncEcnMarker::MinThreshold: " + std::to_string(m_minThreshold) +
                " bytes, must not exceed MaxThreshold, " + std::to_string(m_maxThreshold) +
                " bytes");
    }
}

int64_t
IncEcnMarker::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

double
IncEcnMarker::GetProbability(uint32_t queued) const
{
    if (queued <= m_minThreshold)
    {
        return 0.0;
    }
    if (queued > m_maxThreshold)
    {
        return 1.0;
    }
    return m_maxProbability * (queued - m_minThreshold) / (m_maxThreshold - m_minThreshold);
}

bool
IncEcnMarker::Draw(IncFrame& frame, uint32_t queued)
{
    ++m_draws;
    if (queued <= m_maxThreshold && m_uniform->GetValue() >= GetProbability(queued))
    {
        return false;
    }
    frame.ecn = IncFrame::CE;
    return true;
}

} // namespace ns3
