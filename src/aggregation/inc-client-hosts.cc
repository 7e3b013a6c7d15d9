/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncClient that continues over the hosts when no tree is left.

#include "inc-client.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
IncClient::RunOverHosts(const std::set<uint32_t>& absent,
                        uint64_t first,
                        uint64_t end,
                        const std::vector<IncReplayRun>& results,
                        IncHostRunner runner)
{
    NS_ABORT_MSG_UNLESS(m_hot.suspended, "IncClient::RunOverHosts: the client is not suspended");
    std::vector<uint32_t> bits = *m_config.bits;
    for (const uint32_t rank : absent)
    {
        bits[rank] = 0;
    }
    m_config.bits = std::make_shared<const std::vector<uint32_t>>(std::move(bits));
    m_hot.results = results;
    m_runner = std::move(runner);
    m_endBySwitches = end;
    // Join in earlier requests, too: other ranks may lack results of messages that are complete
    // here.
    const uint64_t outstanding = m_hot.requests.empty() ? m_hot.end : m_hot.requests.front().first;
    while (first < outstanding)
    {
        uint64_t next = first + 1;
        for (; next < outstanding && !m_hot.log->Find(next - 1)->isLast; ++next)
        {
        }
        HandOver(first, next, nullptr);
        first = next;
    }
    for (Request& request : m_hot.requests)
    {
        HandOver(request, first);
    }
    FinishRequests();
    PostHeld();
}

void
IncClient::HandOver(Request& request, uint64_t first)
{
    // If a rank has begun the request, run its messages; otherwise run the request as one
    // operation.
    if (request.first < m_endBySwitches)
    {
        HandOver(std::max(request.first, first), request.End(), &request);
        return;
    }
    IncHostOperation operation;
    static_cast<IncRankShare&>(operation) = request.what;
    operation.isVirtual = !operation.send && !operation.receive;
    operation.done = Callback<void, const std::string&>(
        [this, sequence = request.first, messages = request.missing](const std::string& status) {
            DoneByHosts(sequence, messages, status);
        });
    m_runner(operation);
}

void
IncClient::HandOver(uint64_t first, uint64_t end, Request* request)
{
    IncHostMessages messages;
    uint64_t awaited = 0; // sequence number of a message without a result; names the request
    for (uint64_t sequence = first; sequence < end; ++sequence)
    {
        IncHostMessage message = MakeHostMessage(sequence, request);
        message.isMissing = request && !m_hot.log->IsOver(sequence);
        awaited = message.isMissing ? sequence : awaited;
        if (message.collective != IncCollective::BROADCAST || message.count > 0)
        {
            messages.Add(message, sequence >= m_endBySwitches);
        }
        else if (message.isMissing)
        {
            --request->missing; // a broadcast of no elements needs no operation
        }
    }
    for (const auto& batch : messages.Take())
    {
        IncHostOperation operation = batch.operation;
        operation.done =
            Callback<void, const std::string&>([this, batch, awaited](const std::string& status) {
                if (status.empty())
                {
                    batch.Store();
                }
                DoneByHosts(awaited, batch.missing, status);
            });
        m_runner(operation);
    }
}

IncHostMessage
IncClient::MakeHostMessage(uint64_t sequence, const Request* request) const
{
    if (!request || IsReplayed(sequence))
    {
        return MakeRememberedMessage(sequence, request);
    }
    const IncClientRequest& what = request->what;
    const auto part = request->PartOf(sequence);
    const uint32_t size = IncSizeOf(what.dataType);
    IncHostMessage message;
    message.collective = IncGoesToRoot(what.collective)      ? IncCollective::REDUCE
                         : IncComesFromRoot(what.collective) ? IncCollective::BROADCAST
                                                             : what.collective;
    message.operation = what.operation;
    message.dataType = what.dataType;
    message.root = part.root;
    message.count = part.count;
    message.isVirtual = !what.send && !what.receive;
    if (what.send && SendsData(*request, part))
    {
        const bool isOwnBlock = what.collective == IncCollective::ALLGATHER;
        message.send = what.send + (isOwnBlock ? part.first : part.offset) * size;
    }
    message.receive = PlaceOf(*request, part);
    return message;
}

IncHostMessage
IncClient::MakeRememberedMessage(uint64_t sequence, const Request* request) const
{
    const IncReplayLog::Entry* entry = m_hot.log->Find(sequence);
    NS_ABORT_MSG_UNLESS(entry && entry->isSent,
                        "IncClient: message " << sequence << " is to be replayed, and unknown");
    const IncReplayRun* run = FindResult(sequence);
    IncHostMessage message;
    message.dataType = entry->dataType;
    message.count = entry->count;
    message.isVirtual =
        !entry->payload && !(request && (request->what.send || request->what.receive));
    if (run)
    {
        message.collective = IncCollective::BROADCAST;
        message.root = run->rank;
    }
    else
    {
        const auto& bits = *m_config.bits;
        const bool isRooted =
            IncGoesToRoot(entry->collective) || IncComesFromRoot(entry->collective);
        message.collective = IncGoesToRoot(entry->collective)      ? IncCollective::REDUCE
                             : IncComesFromRoot(entry->collective) ? IncCollective::BROADCAST
                                                                   : entry->collective;
        message.operation = entry->operation;
        message.root =
            isRooted ? std::find(bits.begin(), bits.end(), entry->immediate) - bits.begin() : 0;
    }
    if (entry->payload && (!run || run->rank == m_config.rank))
    {
        message.send = entry->payload->GetData();
    }
    if (request && !m_hot.log->IsOver(sequence))
    {
        message.receive = PlaceOf(*request, request->PartOf(sequence));
    }
    return message;
}

uint8_t*
IncClient::PlaceOf(const Request& request, const IncMessageLayout::Part& part) const
{
    const bool isOwnBlock = request.what.collective == IncCollective::REDUCESCATTER;
    const uint64_t element = isOwnBlock ? part.first : part.offset;
    return request.what.receive && GetsData(request, part)
               ? request.what.receive + element * IncSizeOf(request.what.dataType)
               : nullptr;
}

void
IncClient::DoneByHosts(uint64_t sequence, uint64_t messages, const std::string& status)
{
    if (!status.empty())
    {
        Fail(status);
    }
    else if (m_hot.failure.empty() && messages > 0)
    {
        RequestOf(sequence).missing -= messages;
        FinishRequests();
    }
}

} // namespace ns3
