/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-link-faults.h"

#include "inc-frame-codec.h"
#include "inc-impairment.h"

namespace ns3
{

IncLinkFaults::IncLinkFaults() = default;
IncLinkFaults::~IncLinkFaults() = default;

void
IncLinkFaults::SetErrorModel(Ptr<ErrorModel> model)
{
    m_errorModel = model;
    m_errorModelReads =
        model && !DynamicCast<RateErrorModel>(model) && !DynamicCast<BurstErrorModel>(model);
}

Ptr<ErrorModel>
IncLinkFaults::GetErrorModel() const
{
    return m_errorModel;
}

void
IncLinkFaults::SetImpairment(Ptr<IncImpairment> impairment)
{
    m_impairment = impairment;
}

Ptr<IncImpairment>
IncLinkFaults::GetImpairment() const
{
    return m_impairment;
}

bool
IncLinkFaults::IsAny() const
{
    return m_errorModel || m_impairment;
}

bool
IncLinkFaults::IsLost(const IncFrame& frame, const IncMacOctets& from, const IncMacOctets& to)
{
    // ns-3's own error models draw per packet and do not read its bytes. A packet without content
    // is enough for them.
    return m_errorModel &&
           m_errorModel->IsCorrupt(m_errorModelReads ? IncFrameCodec::ToPacket(frame, from, to)
                                                     : Create<Packet>(frame.GetSize()));
}

bool
IncLinkFaults::IsRepeated(const IncFrame& frame)
{
    return m_impairment && !(frame.marks & IncFrame::REPETITION) && m_impairment->DrawDuplicate();
}

Time
IncLinkFaults::DrawDelay()
{
    return m_impairment ? m_impairment->DrawExtraDelay() : Time();
}

} // namespace ns3
