/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-send-queue.h"

#include "ns3/inc-frame-state.h"
#include "ns3/inc-serial.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ns3
{

void
IncSendQueue::Post(const IncWorkRequest& request, IncVerb verb)
{
    Message message;
    message.request = request;
    message.first = m_end;
    message.packets =
        std::max(1U, static_cast<uint32_t>((uint64_t{request.length} + m_pathMtu - 1) / m_pathMtu));
    message.verb = verb;
    m_reads += verb == IncVerb::READ ? 1 : 0;
    m_hasLong |= message.packets > 1;
    m_end = message.End();
    m_messages.Push(std::move(message));
}

void
IncSendQueue::Post(uint64_t id, IncFramePtr frame)
{
    Message message;
    message.request.id = id;
    message.request.length = frame->payloadSize;
    message.first = m_end;
    message.packets = 1;
    message.made = std::move(frame);
    m_end = message.End();
    m_messages.Push(std::move(message));
}

const IncSendQueue::Message*
IncSendQueue::FindRead(uint32_t index) const
{
    for (std::size_t i = 0; index < m_reads; ++i)
    {
        if (m_messages[i].verb == IncVerb::READ && index-- == 0)
        {
            return &m_messages[i];
        }
    }
    return nullptr;
}

const IncSendQueue::Message&
IncSendQueue::Find(uint64_t number)
{
    const auto holds = [this, number](std::size_t index) {
        return index < m_messages.GetSize() && number >= m_messages[index].first &&
               number < m_messages[index].End();
    };
    if (holds(m_cursor))
    {
        return m_messages[m_cursor];
    }
    if (holds(m_cursor + 1))
    {
        return m_messages[++m_cursor];
    }
    // The packet may belong to any message that is not acknowledged, because it may be a
    // retransmission.
    std::size_t low = 0;
    std::size_t high = m_messages.GetSize() - 1;
    while (low < high)
    {
        const std::size_t middle = (low + high) / 2;
        if (m_messages[middle].End() <= number)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    m_cursor = low;
    return m_messages[low];
}

IncOpcode
IncSendQueue::OpcodeOf(const Message& message, bool first, bool last) const
{
    // SEND: FIRST 0, MIDDLE 1, LAST 2, LAST_IMM 3, ONLY 4, ONLY_IMM 5; a WRITE adds 6.
    uint8_t code = last ? (first ? 4 : 2) : (first ? 0 : 1);
    code += last && message.request.withImmediate ? 1 : 0;
    code += message.verb == IncVerb::WRITE ? 6 : 0;
    return static_cast<IncOpcode>(static_cast<uint8_t>(m_service) + code);
}

bool
IncSendQueue::Fill(uint64_t number, IncFrame& frame)
{
    const Message& message = Find(number);
    if (message.made)
    {
        frame = *message.made;
        return true;
    }
    const IncWorkRequest& request = message.request;
    const uint64_t offset = (number - message.first) * m_pathMtu;
    if (message.verb == IncVerb::READ)
    {
        frame.bth.opcode = IncOpcode::RC_READ_REQUEST;
        frame.reth = {request.remoteAddress + offset,
                      request.rkey,
                      static_cast<uint32_t>(request.length - offset)};
        return true;
    }
    const bool last = number + 1 == message.End();
    frame.bth.opcode = OpcodeOf(message, number == message.first, last);
    frame.payloadSize =
        static_cast<uint32_t>(std::min<uint64_t>(m_pathMtu, request.length - offset));
    frame.immediate = request.immediate;
    if (message.verb == IncVerb::WRITE)
    {
        frame.reth = {request.remoteAddress, request.rkey, request.length};
    }
    if (request.data && frame.payloadSize > 0)
    {
        frame.payload = IncPayload::Create(frame.payloadSize);
        std::memcpy(frame.payload->GetData(), request.data + offset, frame.payloadSize);
    }
    return last;
}

void
IncSendQueue::VisitState(IncStateVisitor& visitor, uint64_t from)
{
    visitor.Value("IncSendQueue::m_end", m_end - from);
    visitor.Count("IncSendQueue::m_end", m_end);
    visitor.Fields(*this);
    visitor.Value("IncSendQueue::m_messages", m_messages.GetSize());
    // Ready-made frames get their receiver and PSN when they leave. Until then both are 0.
    visitor.Await(IncConnectionKey(0, 0) | IncStateVisitor::RESPONDER, 0);
    for (std::size_t i = 0; i < m_messages.GetSize(); ++i)
    {
        Message& message = m_messages[i];
        if (!message.made)
        {
            visitor.Refuse("reliable connections that carry other messages beside aggregation");
            return;
        }
        visitor.Value("IncSendQueue::Message::first", message.first - from);
        visitor.Count("IncSendQueue::Message::first", message.first);
        visitor.Fields(message);
        auto messageId = static_cast<uint32_t>(message.request.id);
        visitor.UseTree(message.made->inc.treeId);
        visitor.Sequence("IncWorkRequest::id", messageId);
        message.request.id = messageId;
        visitor.Value("IncWorkRequest::length", message.request.length);
        message.made->VisitState(visitor);
    }
}

void
IncSendQueue::VisitPosted(IncStateVisitor& visitor,
                          uint64_t from,
                          const IncStateVisitor::Numbers* numbers)
{
    visitor.Value("IncSendQueue::m_end", m_end - from);
    visitor.Count("IncSendQueue::m_end", m_end);
    visitor.Fields(*this);
    visitor.Value("IncSendQueue::m_messages", m_messages.GetSize());
    for (std::size_t i = 0; i < m_messages.GetSize(); ++i)
    {
        Message& message = m_messages[i];
        visitor.Value("IncSendQueue::Message::first", message.first - from);
        visitor.Count("IncSendQueue::Message::first", message.first);
        visitor.Fields(message);
        visitor.Value("IncSendQueue::Message::verb", message.verb);
        if (message.verb == IncVerb::READ)
        {
            visitor.Refuse("RDMA READs");
        }
        IncWorkRequest& request = message.request;
        if (request.data)
        {
            visitor.Refuse("real data: messages bring values");
        }
        visitor.Count("IncWorkRequest::id", request.id);
        visitor.Value("IncWorkRequest::withImmediate", request.withImmediate);
        IncReth reth{request.remoteAddress, request.rkey, request.length};
        IncVisitReth(reth, numbers, visitor);
        request.remoteAddress = reth.virtualAddress;
        IncVisitImmediate(request.immediate, numbers, visitor);
    }
}

} // namespace ns3
