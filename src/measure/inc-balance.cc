/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-balance.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-impairment.h"
#include "ns3/inc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-shared-buffer.h"
#include "ns3/inc-switch.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

uint32_t
CountDrops(const IncNetDevice& device, uint32_t priority, IncDropReason reason)
{
    return device.GetCounters(priority).drops[static_cast<std::size_t>(reason)];
}

IncBalance::Link
LinkOf(const IncNetDevice& from, const IncNetDevice& to)
{
    IncBalance::Link link;
    const IncPortCounters sent = from.GetCounters();
    const IncPortCounters received = to.GetCounters();
    link.sentFrames = sent.sentFrames;
    link.sentBytes = sent.sentBytes;
    link.receivedFrames = received.receivedFrames;
    link.receivedBytes = received.receivedBytes;
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        link.lostFrames += CountDrops(to, priority, IncDropReason::LINK_ERROR);
        link.hasFailed =
            link.hasFailed || CountDrops(from, priority, IncDropReason::LINK_DOWN) +
                                      CountDrops(to, priority, IncDropReason::LINK_DOWN) >
                                  0;
        link.byPriority += from.GetQueues().GetBytes(priority);
    }
    link.queuedBytes = from.GetQueuedBytes();
    PointerValue impairment;
    to.GetAttribute("Impairment", impairment);
    link.duplicates = impairment.Get<IncImpairment>() != nullptr;
    return link;
}

IncBalance::Buffer
BufferOf(const IncSharedBuffer& shared, uint32_t ports)
{
    IncBalance::Buffer buffer;
    const IncBufferAccounts& accounts = shared.GetAccounts();
    buffer.used = accounts.GetSharedUsed();
    buffer.size = accounts.GetSharedSize();
    for (uint32_t port = 0; port < ports; ++port)
    {
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            buffer.headroom +=
                accounts.IsLossless(priority) ? accounts.GetHeadroomUsed(port, priority) : 0;
        }
    }
    return buffer;
}

/// Counters of queue pairs by address and QPN, with the peer of each.
class QueuePairs
{
  public:
    void Add(const IncConnection& connection, const IncQueuePairCounters& counters)
    {
        m_ends[{connection.localAddress, connection.localQpn}] = {
            {connection.remoteAddress, connection.remoteQpn},
            counters.packetsSent.Get(),
            counters.packetsReceived.Get()};
    }

    std::vector<IncBalance::Pair> Match() const
    {
        std::vector<IncBalance::Pair> pairs;
        for (const auto& [self, end] : m_ends)
        {
            const auto peer = m_ends.find(end.peer);
            if (peer != m_ends.end() && peer->second.peer == self)
            {
                std::ostringstream name;
                name << Ipv4Address(self.first) << " QP " << self.second << " -> "
                     << Ipv4Address(end.peer.first) << " QP " << end.peer.second;
                pairs.push_back({name.str(), end.sent, peer->second.received});
            }
        }
        return pairs;
    }

  private:
    using Name = std::pair<uint32_t, uint32_t>; //!< address and QPN

    struct End
    {
        Name peer;
        uint64_t sent;
        uint64_t received;
    };

    std::map<Name, End> m_ends;
};

/// Return "NAME: 3 frames received, and 2 sent" if the first number exceeds the second, else "".
std::string
Compare(const std::string& name,
        uint64_t first,
        const char* what,
        uint64_t second,
        const char* than)
{
    return first <= second ? ""
                           : name + ": " + std::to_string(first) + ' ' + what + ", and " +
                                 std::to_string(second) + ' ' + than;
}

std::string
FirstOf(std::initializer_list<std::string> texts)
{
    for (const std::string& text : texts)
    {
        if (!text.empty())
        {
            return text;
        }
    }
    return "";
}

/// Return the first text that is not empty among those that a rule returns for items; or "".
template <typename T, typename RULE>
std::string
FirstOf(const std::vector<T>& items, RULE rule)
{
    for (const T& item : items)
    {
        if (std::string text = rule(item); !text.empty())
        {
            return text;
        }
    }
    return "";
}

} // namespace

IncBalance
IncBalance::Of(const IncFabric& fabric)
{
    IncBalance balance;
    QueuePairs queuePairs;
    const IncTopology& topology = fabric.GetTopology();
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        const auto& ports = topology.GetPorts(node);
        uint64_t queued = 0;
        for (uint32_t port = 0; port < ports.size(); ++port)
        {
            const Ptr<IncNetDevice> device = fabric.GetDevice(node, port);
            balance.links.push_back(LinkOf(*device, *device->GetPeer()));
            balance.links.back().name = IncLinkName(topology, node, port);
            queued += device->GetQueuedBytes();
        }
        Ptr<Node> owner = fabric.GetNodes().Get(node);
        const auto device = owner->GetObject<IncSwitch>();
        if (const auto shared = device ? device->GetBuffer() : nullptr)
        {
            balance.buffers.push_back(BufferOf(*shared, static_cast<uint32_t>(ports.size())));
            balance.buffers.back().name = topology.GetName(node);
            balance.buffers.back().queuedBytes = queued;
        }
        if (topology.IsHost(node))
        {
            for (const auto& qp : fabric.GetNic(node)->GetQueuePairs())
            {
                if (qp)
                {
                    queuePairs.Add(qp->GetConnection(), qp->GetCounters());
                }
            }
        }
        if (const auto aggregator = owner->GetObject<IncAggregator>())
        {
            for (const uint16_t tree : aggregator->GetTreeIds())
            {
                IncTreeState& state = *aggregator->FindTree(tree);
                balance.trees.push_back({topology.GetName(node) + ", tree " + std::to_string(tree),
                                         state.GetSlots().GetBusy(),
                                         state.GetSlots().GetPeak(),
                                         state.GetConfig().slots,
                                         node});
            }
        }
    }
    balance.pairs = queuePairs.Match();
    return balance;
}

std::string
IncBalance::FindFault() const
{
    const bool repeats =
        std::any_of(links.begin(), links.end(), [](const Link& link) { return link.duplicates; });
    const auto ofLink = [](const Link& link) {
        const uint64_t arrived = link.receivedFrames + link.lostFrames;
        return FirstOf(
            {link.duplicates
                 ? ""
                 : Compare(link.name, arrived, "frames received or lost", link.sentFrames, "sent"),
             link.duplicates
                 ? ""
                 : Compare(link.name, link.receivedBytes, "bytes received", link.sentBytes, "sent"),
             Compare(link.name, link.queuedBytes, "bytes wait", link.byPriority, "by priority"),
             Compare(link.name, link.byPriority, "bytes by priority", link.queuedBytes, "wait")});
    };
    const auto ofBuffer = [](const Buffer& buffer) {
        const uint64_t used = buffer.used + buffer.headroom;
        return FirstOf(
            {Compare(buffer.name, buffer.used, "bytes of the pool in use", buffer.size, "in all"),
             Compare(buffer.name, used, "bytes of the buffer in use", buffer.queuedBytes, "wait")});
    };
    const auto ofTree = [](const Tree& tree) {
        return FirstOf({Compare(tree.name, tree.busy, "busy slots", tree.peak, "at most"),
                        Compare(tree.name, tree.peak, "slots busy at once", tree.slots, "in all")});
    };
    const auto ofPair = [repeats](const Pair& pair) {
        return repeats
                   ? ""
                   : Compare(pair.name, pair.received, "data packets received", pair.sent, "sent");
    };
    return FirstOf({FirstOf(links, ofLink),
                    FirstOf(buffers, ofBuffer),
                    FirstOf(trees, ofTree),
                    FirstOf(pairs, ofPair)});
}

std::string
IncBalance::FindRest() const
{
    const auto ofLink = [](const Link& link) {
        const uint64_t arrived = link.receivedFrames + link.lostFrames;
        return FirstOf({Compare(link.name, link.queuedBytes, "bytes wait", 0, "should"),
                        link.duplicates || link.hasFailed ? ""
                                                          : Compare(link.name,
                                                                    link.sentFrames,
                                                                    "frames sent",
                                                                    arrived,
                                                                    "received or lost")});
    };
    const auto ofBuffer = [](const Buffer& buffer) {
        return Compare(buffer.name, buffer.used + buffer.headroom, "bytes in use", 0, "should be");
    };
    const auto ofTree = [](const Tree& tree) {
        return Compare(tree.name, tree.busy, "busy slots", 0, "should be");
    };
    return FirstOf({FirstOf(links, ofLink), FirstOf(buffers, ofBuffer), FirstOf(trees, ofTree)});
}

} // namespace ns3
