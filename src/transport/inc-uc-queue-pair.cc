/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-uc-queue-pair.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncUcQueuePair);

TypeId
IncUcQueuePair::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncUcQueuePair")
                            .SetParent<IncQueuePair>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncUcQueuePair>();
    return tid;
}

IncUcQueuePair::IncUcQueuePair() = default;

void
IncUcQueuePair::SetEndpoint(IncMessageEndpoint* endpoint)
{
    m_endpoint = endpoint;
}

void
IncUcQueuePair::MessageReady()
{
    Activate();
}

bool
IncUcQueuePair::HasFrame() const
{
    return m_endpoint && m_endpoint->HasMessage();
}

IncFramePtr
IncUcQueuePair::NextFrame()
{
    IncFramePtr frame = IncFrame::Create();
    m_endpoint->FillMessage(*frame);
    m_connection.Stamp(*frame);
    frame->UpdateSize();
    ++m_counters.packetsSent;
    return frame;
}

void
IncUcQueuePair::Receive(IncFramePtr frame)
{
    // After the endpoint has left, what still comes is dropped.
    if (m_endpoint && IncIsUc(frame->bth.opcode) && IncIsOnly(frame->bth.opcode))
    {
        m_endpoint->ReceiveMessage(*frame);
    }
}

void
IncUcQueuePair::DoDispose()
{
    m_endpoint = nullptr;
    IncQueuePair::DoDispose();
}

} // namespace ns3
