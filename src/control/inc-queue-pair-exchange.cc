/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-queue-pair-exchange.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <utility>

namespace ns3
{

using Field = IncControlField;
using Kind = IncControlKind;

IncControlBody
IncQueuePairEnd::Write() const
{
    return {{Field::QPN, qpn}, {Field::KEY, key}, {Field::FIRST_PSN, firstPsn}};
}

IncQueuePairEnd
IncQueuePairEnd::Read(const IncControlBody& body)
{
    return {body.Get<uint32_t>(Field::QPN),
            body.Get<uint32_t>(Field::KEY),
            body.Get<uint32_t>(Field::FIRST_PSN)};
}

uint64_t
IncQueuePairExchange::Link::ToService() const
{
    return uint64_t{isResult} << 48 | uint64_t{rank & 0xffff} << 32 | uint64_t{treeId} << 16 |
           epoch;
}

IncQueuePairExchange::Link
IncQueuePairExchange::Link::FromService(uint64_t service, uint32_t peer)
{
    return {static_cast<uint16_t>(service >> 16),
            static_cast<uint16_t>(service),
            (service >> 48 & 1) != 0,
            static_cast<uint32_t>(service >> 32 & 0xffff),
            peer};
}

IncQueuePairExchange::IncQueuePairExchange(IncControlEndpoint& endpoint, Connected connected)
    : m_endpoint(endpoint),
      m_connected(std::move(connected))
{
    m_endpoint.SetFrameHandler([this](const IncFrame& frame) {
        return frame.kind == IncFrame::Kind::ROCE ? ReceiveMad(frame) : ReceiveSegment(frame);
    });
}

IncQueuePairExchange::~IncQueuePairExchange()
{
    for (auto& [link, state] : m_links)
    {
        state.timer.Cancel();
    }
    m_endpoint.SetFrameHandler(nullptr);
}

IncQueuePairExchange::State&
IncQueuePairExchange::Begin(const Link& link, const IncQueuePairEnd& own)
{
    State& state = m_links[link];
    state.timer.Cancel();
    state = State();
    state.own = own;
    state.localCommId = m_nextCommId++;
    // The initial sequence number follows a clock of 4 us (RFC 9293, section 3.4.1).
    state.sent = static_cast<uint32_t>(Simulator::Now().GetMicroSeconds() / 4) + state.localCommId;
    return state;
}

void
IncQueuePairExchange::Expect(const Link& link, const IncQueuePairEnd& own)
{
    Begin(link, own);
}

void
IncQueuePairExchange::Open(const Link& link, const IncQueuePairEnd& own, IncQueuePairSetup setup)
{
    NS_ABORT_MSG_IF(setup == IncQueuePairSetup::MANAGER,
                    "IncQueuePairExchange::Open: the manager tells both ends");
    State& state = Begin(link, own);
    state.begins = true;
    state.state = IncGroupState::COMMITTING;
    state.setup = setup;
    if (setup == IncQueuePairSetup::SOCKET)
    {
        AskSegment(link, state, TcpHeader::SYN);
        return;
    }
    state.transactionId = uint64_t{m_endpoint.GetAddress()} << 32 | state.localCommId;
    state.last = Kind::CM_REQ;
    Ask(link, state);
}

std::optional<IncQueuePairEnd>
IncQueuePairExchange::Find(const Link& link) const
{
    const auto found = m_links.find(link);
    return found == m_links.end() ? std::nullopt : found->second.remote;
}

bool
IncQueuePairExchange::KnowsAll(uint16_t treeId) const
{
    return std::all_of(m_links.begin(), m_links.end(), [treeId](const auto& each) {
        return each.first.treeId != treeId || each.second.remote;
    });
}

std::size_t
IncQueuePairExchange::GetLinks() const
{
    return std::count_if(m_links.begin(), m_links.end(), [](const auto& each) {
        return each.second.state != IncGroupState::RELEASING;
    });
}

void
IncQueuePairExchange::Forget(uint16_t treeId)
{
    for (auto each = m_links.begin(); each != m_links.end();)
    {
        auto& [link, state] = *each;
        const bool isOther = link.treeId != treeId || state.state == IncGroupState::RELEASING;
        if (!isOther && state.begins && state.setup == IncQueuePairSetup::CM &&
            state.state == IncGroupState::READY && m_endpoint.IsRunning())
        {
            state.state = IncGroupState::RELEASING;
            state.last = Kind::CM_DREQ;
            Ask(link, state);
            ++each;
            continue;
        }
        if (!isOther)
        {
            state.timer.Cancel();
        }
        each = isOther ? std::next(each) : m_links.erase(each);
    }
}

void
IncQueuePairExchange::Ask(const Link& link, State& state)
{
    state.tries = 0;
    SendLast(link, state);
}

void
IncQueuePairExchange::SendLast(const Link& link, State& state)
{
    if (state.setup == IncQueuePairSetup::CM)
    {
        SendMad(link, state, state.last);
    }
    else
    {
        const auto length = static_cast<uint32_t>(state.data.size() + (state.data.empty() ? 1 : 0));
        SendSegment(link, state, state.flags, state.sent - length, state.data);
    }
    const auto retries = m_endpoint.GetRetries();
    const Time timeout = retries.timeout * (int64_t{1} << std::min(state.tries, 20U));
    state.timer.Cancel();
    state.timer = Simulator::Schedule(Min(timeout, retries.maxTimeout),
                                      &IncQueuePairExchange::TimedOut,
                                      this,
                                      link);
}

void
IncQueuePairExchange::TimedOut(const Link& link)
{
    State& state = m_links.at(link);
    if (m_endpoint.IsRunning() && ++state.tries < m_endpoint.GetRetries().tries)
    {
        SendLast(link, state);
    }
    else if (state.state == IncGroupState::RELEASING)
    {
        // the other end no longer exists; in a set-up, the deadline of the group ends the wait
        m_links.erase(link);
    }
}

std::vector<uint8_t>
IncQueuePairExchange::Close(const Link& link, const IncQueuePairEnd& own, Kind kind)
{
    IncControlDatagram datagram;
    datagram.kind = kind;
    datagram.session = link.ToService();
    if (kind == Kind::CM_REQ || kind == Kind::CM_REP || kind == Kind::SOCKET_DATA)
    {
        datagram.body = own.Write().GetBytes();
    }
    const auto now = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
    return m_endpoint.GetSeal().Close(link.peer, datagram, now);
}

bool
IncQueuePairExchange::Open(uint32_t peer,
                           const uint8_t* data,
                           std::size_t size,
                           Link& link,
                           Kind& kind)
{
    const auto datagram = m_endpoint.GetSeal().Open(peer, m_endpoint.GetAddress(), data, size);
    const auto body = datagram ? IncControlBody::Read(datagram->body.data(), datagram->body.size())
                               : std::nullopt;
    if (!body)
    {
        // the seal has counted the refusal; an authentic but malformed body is not counted
        return false;
    }
    link = Link::FromService(datagram->session, peer);
    kind = datagram->kind;
    if (const auto refusal = Check(link, kind))
    {
        m_endpoint.Refuse(*refusal);
        return false;
    }
    if (body->Find(Field::QPN) && kind != Kind::CM_DREQ)
    {
        m_links.at(link).remote = IncQueuePairEnd::Read(*body);
    }
    return true;
}

std::optional<IncControlRefusal>
IncQueuePairExchange::Check(const Link& link, Kind kind) const
{
    if (kind == Kind::CM_DREQ)
    {
        return std::nullopt; // a DREQ changes nothing at this end
    }
    const auto found = m_links.find(link);
    if (found != m_links.end())
    {
        return IncControlRule::Check(kind,
                                     found->second.begins ? IncControlRule::CALLER
                                                          : IncControlRule::CALLED,
                                     IncControlRule::OTHER_END,
                                     found->second.state);
    }
    // No such link: the group has ended (STALE), or it has no link with this peer (STRANGER).
    const bool isThere = std::any_of(m_links.begin(), m_links.end(), [&link](const auto& each) {
        return each.first.treeId == link.treeId && each.first.epoch == link.epoch;
    });
    return isThere ? IncControlRefusal::STRANGER : IncControlRefusal::STALE;
}

void
IncQueuePairExchange::Connect(const Link& link, State& state)
{
    if (state.state != IncGroupState::READY)
    {
        state.state = IncGroupState::READY;
        m_connected(link, IncQueuePairEnd(*state.remote));
    }
}

} // namespace ns3
