/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-baseline-connection.h"

#include "ns3/inc-frame-state.h"

#include <utility>

namespace ns3
{

namespace
{

/// Id of a work request without elements.
constexpr uint64_t NO_DATA = UINT64_MAX;

} // namespace

IncBaselineConnection::IncBaselineConnection(IncRdmaNic& nic)
    : m_queuePair(nic.CreateRcQueuePair())
{
}

IncBaselineConnection::Endpoint
IncBaselineConnection::GetEndpoint(uint32_t rkey) const
{
    return {Ipv4Address(m_queuePair->GetConnection().localAddress), m_queuePair->GetQpn(), rkey};
}

void
IncBaselineConnection::Connect(const Endpoint& other, Handlers handlers)
{
    m_handlers = std::move(handlers);
    m_queuePair->SetSendCompletionCallback(MakeCallback(&IncBaselineConnection::Sent, this));
    m_queuePair->SetReceiveCompletionCallback(MakeCallback(&IncBaselineConnection::Received, this));
    m_queuePair->Connect(other.address, other.qpn);
    for (uint32_t i = 0; i < IncBaselineMessage::POSTED_RECEIVES; ++i)
    {
        m_queuePair->PostReceive({});
    }
}

void
IncBaselineConnection::Post(IncBaselineMessage::Kind kind, uint64_t number, IncWorkRequest request)
{
    request.id = kind == IncBaselineMessage::Kind::DATA ? request.id : NO_DATA;
    request.withImmediate = true;
    request.immediate = IncBaselineMessage{kind, static_cast<uint32_t>(number)}.Encode();
    m_queuePair->PostWrite(request);
}

void
IncBaselineConnection::Abort()
{
    m_isAborted = true;
    if (!m_queuePair->IsInError())
    {
        Post(IncBaselineMessage::Kind::ABORT, 0);
    }
}

void
IncBaselineConnection::Sent(const IncCompletion& completion)
{
    if (m_isAborted)
    {
        return;
    }
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        m_handlers.failed(m_handlers.unreachable + ": " +
                          std::string(IncCompletionStatusName(completion.status)));
    }
    else if (completion.id != NO_DATA)
    {
        m_handlers.sent(completion.id);
    }
}

void
IncBaselineConnection::Received(const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        return; // the receive was flushed; a send's completion reports the error
    }
    m_queuePair->PostReceive({});
    const auto message = IncBaselineMessage::Decode(completion.immediate);
    if (m_isAborted)
    {
        return;
    }
    if (message.kind == IncBaselineMessage::Kind::ABORT)
    {
        m_handlers.failed(m_handlers.aborted);
    }
    else
    {
        m_handlers.received(message);
    }
}

void
IncBaselineConnection::Announce(IncStateVisitor& visitor, IncStateVisitor::Numbers numbers) const
{
    const IncConnection& connection = m_queuePair->GetConnection();
    numbers.immediates = uint64_t{IncBaselineMessage::NUMBER_MASK} + 1;
    visitor.SetNumbers(IncConnectionKey(connection.remoteAddress, connection.remoteQpn), numbers);
}

} // namespace ns3
