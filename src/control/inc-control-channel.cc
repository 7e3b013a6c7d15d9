/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-channel.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

IncControlChannel::IncControlChannel(Owner& owner, uint32_t peer, const Retries& retries)
    : m_owner(owner),
      m_peer(peer),
      m_retries(retries),
      m_timeout(retries.timeout)
{
}

IncControlChannel::~IncControlChannel()
{
    m_timer.Cancel();
}

void
IncControlChannel::Send(IncControlKind kind, const IncControlBody& body)
{
    if (m_session == 0)
    {
        // A new session number must exceed all earlier ones, even if this node was restarted.
        m_session = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds()) + 1;
    }
    const std::vector<uint8_t> bytes = body.GetBytes();
    const bool wasIdle = m_outstanding.empty();
    std::size_t begin = 0;
    do
    {
        const std::size_t end =
            std::min<std::size_t>(bytes.size(), begin + IncControlDatagram::LARGEST_BODY);
        IncControlDatagram datagram;
        datagram.kind = kind;
        datagram.flags = IncControlDatagram::RELIABLE;
        datagram.flags |= end < bytes.size() ? IncControlDatagram::MORE : 0;
        datagram.session = m_session;
        datagram.sequence = m_next++;
        datagram.body.assign(bytes.begin() + begin, bytes.begin() + end);
        m_outstanding.push_back({std::move(datagram)});
        Transmit(m_outstanding.back().datagram);
        begin = end;
    } while (begin < bytes.size());
    if (wasIdle)
    {
        StartTimer();
    }
}

void
IncControlChannel::Transmit(IncControlDatagram& datagram)
{
    datagram.window = m_outstanding.front().datagram.sequence;
    m_owner.SendDatagram(m_peer, datagram);
}

void
IncControlChannel::StartTimer()
{
    m_timer.Cancel();
    if (m_outstanding.empty())
    {
        return;
    }
    m_tries = 1;
    m_timeout = m_retries.timeout;
    m_timer = Simulator::Schedule(m_timeout, &IncControlChannel::TimedOut, this);
}

void
IncControlChannel::TimedOut()
{
    if (m_tries >= m_retries.tries)
    {
        Lose(Loss::SILENT);
        return;
    }
    ++m_tries;
    m_timeout = std::min(m_timeout + m_timeout, m_retries.maxTimeout);
    m_timer = Simulator::Schedule(m_timeout, &IncControlChannel::TimedOut, this);
    for (Outstanding& outstanding : m_outstanding)
    {
        if (!outstanding.arrived)
        {
            ++m_retransmissions;
            Transmit(outstanding.datagram);
        }
    }
}

void
IncControlChannel::Lose(Loss loss)
{
    m_timer.Cancel();
    m_outstanding.clear();
    m_session = 0;
    m_next = 0;
    m_owner.PeerLost(m_peer, loss);
}

void
IncControlChannel::Receive(const IncControlDatagram& datagram)
{
    switch (datagram.kind)
    {
    case IncControlKind::ACK:
        ReceiveAck(datagram);
        break;
    case IncControlKind::RESTART:
        if (m_session == 0 || datagram.session != m_session)
        {
            m_owner.Discard();
            break;
        }
        Lose(Loss::RESTARTED);
        break;
    default:
        ReceiveData(datagram);
        break;
    }
}

void
IncControlChannel::ReceiveAck(const IncControlDatagram& ack)
{
    if (ack.session != m_session || m_outstanding.empty())
    {
        m_owner.Discard(); // an ACK of an old session, or a repeated ACK
        return;
    }
    const uint32_t first = m_outstanding.front().datagram.sequence;
    const uint32_t arrived = ack.sequence - first;
    if (ack.sequence < first || arrived > m_outstanding.size())
    {
        m_owner.Discard(); // an old ACK, which a later one has overtaken
        return;
    }
    m_outstanding.erase(m_outstanding.begin(), m_outstanding.begin() + arrived);
    for (std::size_t i = 1; i < m_outstanding.size() && i < 32; ++i)
    {
        m_outstanding[i].arrived = m_outstanding[i].arrived || (ack.window >> i & 1) != 0;
    }
    if (arrived > 0)
    {
        StartTimer();
    }
}

void
IncControlChannel::ReceiveData(const IncControlDatagram& datagram)
{
    if (datagram.session < m_peerSession)
    {
        m_owner.Discard();
        return;
    }
    if (datagram.session > m_peerSession)
    {
        if (datagram.window > 0)
        {
            // The peer knows a session that this node has lost in a restart.
            IncControlDatagram restart;
            restart.kind = IncControlKind::RESTART;
            restart.session = datagram.session;
            m_owner.SendDatagram(m_peer, restart);
            return;
        }
        m_peerSession = datagram.session;
        m_expected = 0;
        m_early.clear();
        m_assembly.clear();
    }
    if (datagram.sequence >= m_expected + WINDOW)
    {
        m_owner.Discard();
        return;
    }
    if (datagram.sequence >= m_expected)
    {
        m_early.emplace(datagram.sequence, datagram);
    }
    Acknowledge(); // acknowledge a repeated datagram too, because its first ACK was lost
    DeliverInOrder();
}

void
IncControlChannel::Acknowledge()
{
    IncControlDatagram ack;
    ack.kind = IncControlKind::ACK;
    ack.session = m_peerSession;
    ack.sequence = m_expected;
    while (m_early.count(ack.sequence) > 0)
    {
        ++ack.sequence;
    }
    for (uint32_t i = 1; i < 32; ++i)
    {
        ack.window |= static_cast<uint32_t>(m_early.count(ack.sequence + i)) << i;
    }
    m_owner.SendDatagram(m_peer, ack);
}

void
IncControlChannel::DeliverInOrder()
{
    const uint64_t session = m_peerSession;
    while (m_peerSession == session)
    {
        auto first = m_early.find(m_expected);
        if (first == m_early.end())
        {
            return;
        }
        const IncControlDatagram datagram = std::move(first->second);
        m_early.erase(first);
        ++m_expected;
        m_assembly.insert(m_assembly.end(), datagram.body.begin(), datagram.body.end());
        if (datagram.flags & IncControlDatagram::MORE)
        {
            continue;
        }
        const auto body = IncControlBody::Read(m_assembly.data(), m_assembly.size());
        m_assembly.clear();
        if (body)
        {
            m_owner.Deliver(m_peer, datagram.kind, *body);
        }
        else
        {
            m_owner.Discard();
        }
    }
}

} // namespace ns3
