/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-message-exchange.h"

#include "ns3/inc-rdma-nic.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint64_t LARGEST_REQUEST =
    1U << 30; // largest request, bytes; a longer message is several requests
constexpr uint64_t NOT_THE_LAST = UINT64_MAX; // id of all requests of a message but the last
constexpr uint32_t POSTED_RECEIVES =
    64; // number of posted receives; each is posted again when used

} // namespace

IncMessageExchange::IncMessageExchange(const NodeContainer& hosts,
                                       const IncExecutionWorkload& workload,
                                       Bypass& bypass,
                                       Completion completed,
                                       Failure failed)
    : m_hosts(hosts),
      m_bypass(bypass),
      m_completed(std::move(completed)),
      m_failed(std::move(failed))
{
    for (uint32_t rank = 0; rank < workload.GetTraces().size(); ++rank)
    {
        const IncExecutionTrace& trace = workload.GetTraces()[rank];
        for (const IncTraceNode& node : trace.GetNodes())
        {
            // Sends and receives match, so the sends alone name all connections.
            if (node.type == IncChakraNode::Type::SEND &&
                node.communication != IncTraceNode::NO_COMMUNICATION)
            {
                const auto& asked = trace.GetCommunications()[node.communication];
                Route& route = m_routes[{rank, asked.peer}];
                route.source = rank;
                route.destination = asked.peer;
                route.tags.emplace(asked.tag, route.tags.size());
            }
        }
    }
    for (auto& [ranks, route] : m_routes)
    {
        route.inboxes.resize(route.tags.size());
        if (route.source != route.destination && !m_bypass.Joins(route.source, route.destination))
        {
            Connect(route);
        }
    }
}

IncMessageExchange::~IncMessageExchange()
{
    for (auto& [ranks, route] : m_routes)
    {
        for (const auto& qp : {route.sender, route.receiver})
        {
            if (qp)
            {
                qp->Destroy();
            }
        }
    }
}

void
IncMessageExchange::Connect(Route& route)
{
    const auto nicOf = [this](uint32_t rank) { return m_hosts.Get(rank)->GetObject<IncRdmaNic>(); };
    route.sender = nicOf(route.source)->CreateRcQueuePair();
    route.receiver = nicOf(route.destination)->CreateRcQueuePair();
    const auto addressOf = [](const Ptr<IncRcQueuePair>& qp) {
        return Ipv4Address(qp->GetConnection().localAddress);
    };
    route.sender->SetSendCompletionCallback(IncQueuePair::CompletionCallback(
        [this, &route](const IncCompletion& completion) { Sent(route, completion); }));
    route.receiver->SetReceiveCompletionCallback(IncQueuePair::CompletionCallback(
        [this, &route](const IncCompletion& completion) { Received(route, completion); }));
    route.sender->Connect(addressOf(route.receiver), route.receiver->GetQpn());
    route.receiver->Connect(addressOf(route.sender), route.sender->GetQpn());
    for (uint32_t i = 0; i < POSTED_RECEIVES; ++i)
    {
        route.receiver->PostReceive({0, nullptr, LARGEST_REQUEST});
    }
}

IncMessageExchange::Route&
IncMessageExchange::Find(uint32_t source, uint32_t destination)
{
    return m_routes.at({source, destination});
}

void
IncMessageExchange::Send(uint32_t rank, uint32_t node, const IncTraceCommunication& asked)
{
    Route& route = Find(rank, asked.peer);
    const uint32_t tag = route.tags.at(asked.tag);
    route.inboxes[tag].sent.push_back(node);
    if (!route.sender && rank != asked.peer)
    {
        const auto unless = [this](const auto& done) {
            return [this, done](const std::string& why) { why.empty() ? done() : Fail(why); };
        };
        m_bypass.Carry(rank,
                       asked.peer,
                       asked.bytes,
                       unless([this, rank, node]() { m_completed(rank, node); }),
                       unless([this, &route, tag, bytes = asked.bytes]() {
                           Deliver(route, route.inboxes[tag], bytes);
                       }));
        return;
    }
    if (!route.sender)
    {
        m_completed(rank, node); // a message of a rank to itself is a copy in memory
        Deliver(route, route.inboxes[tag], asked.bytes);
        return;
    }
    uint64_t left = asked.bytes;
    do
    {
        IncWorkRequest request;
        request.length = static_cast<uint32_t>(std::min(left, LARGEST_REQUEST));
        left -= request.length;
        const bool isLast = left == 0;
        request.id = isLast ? node : NOT_THE_LAST;
        request.withImmediate = isLast;
        request.immediate = tag;
        route.sender->PostSend(request);
    } while (left > 0);
}

void
IncMessageExchange::Receive(uint32_t rank, uint32_t node, const IncTraceCommunication& asked)
{
    Route& route = Find(asked.peer, rank);
    Inbox& inbox = route.inboxes[route.tags.at(asked.tag)];
    const Half receive{node, asked.bytes};
    if (inbox.arrived.empty())
    {
        inbox.posted.push_back(receive);
        return;
    }
    const Half message = inbox.arrived.front();
    inbox.arrived.pop_front();
    Match(route, inbox, message, receive);
}

void
IncMessageExchange::Deliver(Route& route, Inbox& inbox, uint64_t bytes)
{
    const Half message{0, bytes};
    if (inbox.posted.empty())
    {
        inbox.arrived.push_back(message);
        return;
    }
    const Half receive = inbox.posted.front();
    inbox.posted.pop_front();
    Match(route, inbox, message, receive);
}

void
IncMessageExchange::Match(const Route& route,
                          Inbox& inbox,
                          const Half& message,
                          const Half& receive)
{
    // Messages with equal tags are matched in the order in which they were sent.
    m_senders[{route.destination, receive.node}] = inbox.sent.front();
    inbox.sent.pop_front();
    if (message.bytes != receive.bytes)
    {
        Fail("rank " + std::to_string(route.destination) + " receives " +
             std::to_string(receive.bytes) + " bytes, but rank " + std::to_string(route.source) +
             " has sent " + std::to_string(message.bytes) + " bytes with that tag");
        return;
    }
    m_completed(route.destination, receive.node);
}

void
IncMessageExchange::Sent(const Route& route, const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        Fail("sending from rank " + std::to_string(route.source) + " to rank " +
             std::to_string(route.destination) +
             " failed: " + IncCompletionStatusName(completion.status));
    }
    else if (completion.id != NOT_THE_LAST)
    {
        m_completed(route.source, static_cast<uint32_t>(completion.id));
    }
}

void
IncMessageExchange::Received(Route& route, const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        return; // the receive was flushed; the completions of sends tell the error
    }
    route.receiver->PostReceive({0, nullptr, LARGEST_REQUEST});
    route.arriving += completion.byteLength;
    if (completion.hasImmediate)
    {
        const uint64_t bytes = std::exchange(route.arriving, 0);
        Deliver(route, route.inboxes.at(completion.immediate), bytes);
    }
}

void
IncMessageExchange::Fail(const std::string& why)
{
    if (!std::exchange(m_hasFailed, true))
    {
        m_failed(why);
    }
}

IncQueuePairCounters
IncMessageExchange::GetCounters() const
{
    IncQueuePairCounters sum;
    for (const auto& [ranks, route] : m_routes)
    {
        for (const auto& qp : {route.sender, route.receiver})
        {
            if (qp)
            {
                sum.retransmissions += qp->GetCounters().retransmissions;
                sum.timeouts += qp->GetCounters().timeouts;
                sum.duplicates += qp->GetCounters().duplicates;
            }
        }
    }
    return sum;
}

} // namespace ns3
