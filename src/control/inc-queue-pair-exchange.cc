/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-queue-pair-exchange.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{

using Field = IncControlField;
using Kind = IncControlKind;

namespace
{

constexpr Kind KINDS[] = {Kind::CM_REQ,
                          Kind::CM_REP,
                          Kind::CM_RTU,
                          Kind::SOCKET_SYN,
                          Kind::SOCKET_ACCEPT,
                          Kind::SOCKET_DATA};

bool
CarriesEnd(Kind kind)
{
    return kind == Kind::CM_REQ || kind == Kind::CM_REP || kind == Kind::SOCKET_DATA;
}

} // namespace

IncQueuePairExchange::IncQueuePairExchange(IncControlEndpoint& endpoint, Connected connected)
    : m_endpoint(endpoint),
      m_connected(std::move(connected))
{
    for (const Kind kind : KINDS)
    {
        m_endpoint.SetHandler(kind, [this, kind](uint32_t peer, const IncControlBody& body) {
            Receive(peer, kind, body);
        });
    }
}

void
IncQueuePairExchange::Expect(const Link& link, const IncQueuePairEnd& own)
{
    m_links[link] = {own, std::nullopt, false};
}

void
IncQueuePairExchange::Open(const Link& link, const IncQueuePairEnd& own, IncQueuePairSetup setup)
{
    NS_ABORT_MSG_IF(setup == IncQueuePairSetup::MANAGER,
                    "IncQueuePairExchange::Open: the manager tells both ends");
    State& state = m_links[link];
    state = {own, std::nullopt, true};
    Send(link, state, setup == IncQueuePairSetup::CM ? Kind::CM_REQ : Kind::SOCKET_SYN);
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

void
IncQueuePairExchange::Forget(uint16_t treeId)
{
    for (auto link = m_links.begin(); link != m_links.end();)
    {
        link = link->first.treeId == treeId ? m_links.erase(link) : std::next(link);
    }
}

void
IncQueuePairExchange::Send(const Link& link, const State& state, Kind kind) const
{
    IncControlBody body;
    body.Add(Field::TREE, link.treeId);
    body.Add(Field::EPOCH, link.epoch);
    body.Add(Field::RANK, link.rank);
    body.Add(Field::IS_RESULT, link.isResult);
    if (CarriesEnd(kind))
    {
        body.Add(Field::QPN, state.own.qpn);
        body.Add(Field::KEY, state.own.key);
        body.Add(Field::FIRST_PSN, state.own.firstPsn);
    }
    m_endpoint.Send(link.peer, kind, body);
}

void
IncQueuePairExchange::Receive(uint32_t peer, Kind kind, const IncControlBody& body)
{
    const Link link{static_cast<uint16_t>(body.Get(Field::TREE)),
                    static_cast<uint16_t>(body.Get(Field::EPOCH)),
                    body.Get(Field::IS_RESULT) != 0,
                    static_cast<uint32_t>(body.Get(Field::RANK)),
                    peer};
    const auto found = m_links.find(link);
    if (found == m_links.end())
    {
        return; // the group is over, or this node is no part of it
    }
    State& state = found->second;
    if (CarriesEnd(kind))
    {
        state.remote = IncQueuePairEnd{static_cast<uint32_t>(body.Get(Field::QPN)),
                                       static_cast<uint32_t>(body.Get(Field::KEY)),
                                       static_cast<uint32_t>(body.Get(Field::FIRST_PSN))};
    }
    // What the one who begins says is answered; the other way round it says the last word.
    bool isConnected = false;
    if (state.begins)
    {
        switch (kind)
        {
        case Kind::CM_REP:
            Send(link, state, Kind::CM_RTU);
            isConnected = true;
            break;
        case Kind::SOCKET_ACCEPT:
            Send(link, state, Kind::SOCKET_DATA);
            break;
        case Kind::SOCKET_DATA:
            isConnected = true;
            break;
        default:
            return;
        }
    }
    else
    {
        switch (kind)
        {
        case Kind::CM_REQ:
            Send(link, state, Kind::CM_REP);
            break;
        case Kind::CM_RTU:
            isConnected = state.remote.has_value();
            break;
        case Kind::SOCKET_SYN:
            Send(link, state, Kind::SOCKET_ACCEPT);
            break;
        case Kind::SOCKET_DATA:
            Send(link, state, Kind::SOCKET_DATA);
            isConnected = true;
            break;
        default:
            break;
        }
    }
    if (isConnected && !std::exchange(state.isConnected, true))
    {
        m_connected(Link(link), *state.remote);
    }
}

} // namespace ns3
