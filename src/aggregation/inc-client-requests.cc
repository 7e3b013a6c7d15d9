/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncClient that begins and ends requests.

#include "inc-client.h"

#include "ns3/abort.h"
#include "ns3/inc-clock.h"
#include "ns3/node.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

void
Tell(const Callback<void, const std::string&>& done, const std::string& status)
{
    if (!done.IsNull())
    {
        done(status);
    }
}

/// Scope guard: while it exists, events are scheduled in the context of the NIC's node.
class ActingNode
{
  public:
    explicit ActingNode(const Ptr<IncRdmaNic>& nic)
        : m_engine(IncClock::OwnEngine())
    {
        const Ptr<Node> node = m_engine ? nic->GetObject<Node>() : nullptr;
        m_engine = node ? m_engine : nullptr;
        m_before = node ? m_engine->SetContext(node->GetId()) : 0;
    }

    ActingNode(const ActingNode&) = delete;
    ActingNode& operator=(const ActingNode&) = delete;

    ~ActingNode()
    {
        if (m_engine)
        {
            m_engine->SetContext(m_before);
        }
    }

  private:
    IncSimulatorImpl* m_engine; //!< ns-3's simulator; null if the context was not changed
    uint32_t m_before;
};

} // namespace

std::vector<IncRequestStatus>
IncClient::GetRequestStatus() const
{
    std::vector<IncRequestStatus> all;
    const auto add = [&all](const IncClientRequest& what, uint64_t messages, uint64_t missing) {
        const uint64_t bytes = what.count * IncSizeOf(what.dataType);
        all.push_back({what.collective, bytes, messages, missing});
    };
    for (const Request& request : m_hot.requests)
    {
        add(request.what, request.layout.GetMessages(), request.missing);
    }
    for (const IncClientRequest& request : m_held)
    {
        add(request, 0, 0);
    }
    return all;
}

std::vector<Ptr<IncQueuePair>>
IncClient::GetQueuePairs() const
{
    std::vector<Ptr<IncQueuePair>> own;
    for (const auto& pair : m_hot.link ? m_nic->GetQueuePairs() : std::vector<Ptr<IncQueuePair>>())
    {
        const uint32_t qpn = pair ? pair->GetConnection().localQpn : 0;
        if (pair && (qpn == m_hot.link->GetQpn() || qpn == m_hot.link->GetResultQpn()))
        {
            own.push_back(pair);
        }
    }
    return own;
}

void
IncClient::Post(const IncClientRequest& request)
{
    NS_ABORT_MSG_IF(m_hot.slots.GetSize() == 0, "IncClient::Post: join a group first");
    if (!m_hot.failure.empty())
    {
        Tell(request.done, m_hot.failure);
        return;
    }
    if (m_hot.suspended && !m_runner)
    {
        m_held.push_back(request);
        return;
    }
    const IncCollective collective = request.collective;
    if (IncNeedsAllRanks(collective) && m_config.bits &&
        std::find(m_config.bits->begin(), m_config.bits->end(), 0U) != m_config.bits->end())
    {
        Tell(request.done, "a rank has gone, and " + IncName(collective) + " wants all of them");
        return;
    }
    const bool isRooted = IncGoesToRoot(collective) || IncComesFromRoot(collective);
    NS_ABORT_MSG_IF(isRooted && !m_config.resultsAreEmpty && !m_config.bits,
                    "IncClientConfig::bits: needed for " << IncName(collective));
    const bool hasBlocks = IncHasBlocks(collective);
    const IncMessageLayout layout(hasBlocks ? m_config.bits->size() : 1,
                                  hasBlocks ? 0 : request.root,
                                  request.count,
                                  m_payload / IncSizeOf(request.dataType));
    m_hot.requests.push_back(
        {m_hot.end, layout.GetMessages(), layout, request, IsUniform(request)});
    m_hot.lastSent = m_hot.lastSent && m_hot.end == m_hot.requests.back().End();
    m_hot.end = m_hot.requests.back().End();
    if (m_runner)
    {
        HandOver(m_hot.requests.back(), m_hot.requests.back().first);
    }
    else
    {
        const ActingNode acting(m_nic); // events belong to this node, even if another node posts
        m_watch.Begin();
        SendNewMessages();
    }
}

void
IncClient::PostHeld()
{
    for (const IncClientRequest& request : std::exchange(m_held, {}))
    {
        Post(request);
    }
}

void
IncClient::FinishRequest()
{
    const auto done = m_hot.requests.front().what.done;
    m_hot.requests.pop_front();
    if (m_hot.requests.empty())
    {
        m_watch.End();
    }
    Tell(done, "");
}

/// Return whether all messages but the last differ only in message id and address, and so do
/// results.
bool
IncClient::IsUniform(const IncClientRequest& request) const
{
    const bool isRooted = IncGoesToRoot(request.collective) || IncComesFromRoot(request.collective);
    const uint64_t addresses = uint64_t{1} << INC_CALL_TAG_SHIFT;
    return !isRooted && !request.send && !request.receive &&
           request.count < addresses / IncSizeOf(request.dataType) && !m_hot.log &&
           !m_config.resultsAreEmpty && m_hot.transport == IncAggregationTransport::UC &&
           m_config.packetsPerMessage == 1;
}

/// Learn the header that messages of a uniform request share. The last one may be shorter.
void
IncClient::Predict(IncHeaderPrediction& prediction,
                   const Request& request,
                   uint64_t sequence,
                   const IncFrame& frame)
{
    if (request.isUniform && sequence + 1 < request.End())
    {
        prediction.Learn(frame, sequence, request.first, request.End() - 1);
    }
}

} // namespace ns3
