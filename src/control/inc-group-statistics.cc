/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-statistics.h"

#include "ns3/inc-connection.h"
#include "ns3/inc-queue-pair-counters.h"
#include "ns3/ipv4-address.h"

#include <sstream>

namespace ns3
{

using Field = IncControlField;
using QueuePair = IncGroupStatistics::QueuePair;
using Part = IncGroupStatistics::Part;

namespace
{

std::string
AddressOf(const QueuePair& pair)
{
    std::ostringstream text;
    text << Ipv4Address(pair.peer);
    return text.str();
}

/// The numbers of a queue pair, with their names on the wire and in text.
constexpr struct
{
    Field field;
    const char* name;
    uint64_t QueuePair::*value;
} COUNTERS[] = {{Field::PACKETS_SENT, "packets_sent", &QueuePair::packetsSent},
                {Field::BYTES_SENT, "bytes_sent", &QueuePair::bytesSent},
                {Field::PACKETS_RECEIVED, "packets_received", &QueuePair::packetsReceived},
                {Field::BYTES_RECEIVED, "bytes_received", &QueuePair::bytesReceived},
                {Field::RETRANSMISSIONS, "retransmissions", &QueuePair::retransmissions}};

} // namespace

QueuePair
IncDescribeQueuePair(const IncConnection& connection, const IncQueuePairCounters& counters)
{
    QueuePair pair;
    pair.qpn = connection.localQpn;
    pair.peer = connection.remoteAddress;
    pair.peerQpn = connection.remoteQpn;
    pair.packetsSent = counters.packetsSent.Get();
    pair.bytesSent = counters.bytesSent.Get();
    pair.packetsReceived = counters.packetsReceived.Get();
    pair.bytesReceived = counters.bytesReceived.Get();
    pair.retransmissions = counters.retransmissions.Get();
    return pair;
}

void
Part::Write(IncControlBody& body) const
{
    body.Add(Field::TREE, treeId);
    body.Add(Field::EPOCH, epoch);
    body.Add(Field::SLOTS, slots);
    body.Add(Field::BUSY_SLOTS, busySlots);
    body.Add(Field::SLOT_PEAK, slotPeak);
    if (rank)
    {
        body.Add(Field::RANK, *rank);
        body.Add(Field::PACKETS_SENT, messages);
        body.Add(Field::RETRANSMISSIONS, retransmissions);
        body.Add(Field::TIMEOUTS, timeouts);
        body.Add(Field::REQUESTS, requests);
    }
    for (const QueuePair& pair : queuePairs)
    {
        IncControlBody group;
        group.Add(Field::QPN, pair.qpn);
        group.Add(Field::ADDRESS, pair.peer);
        group.Add(Field::RESULT_QPN, pair.peerQpn);
        for (const auto& counter : COUNTERS)
        {
            group.Add(counter.field, pair.*counter.value);
        }
        body.Add(Field::QUEUE_PAIR, group);
    }
}

Part
Part::Read(const IncControlBody& body)
{
    Part part;
    part.treeId = static_cast<uint16_t>(body.Get(Field::TREE));
    part.epoch = static_cast<uint16_t>(body.Get(Field::EPOCH));
    part.slots = static_cast<uint32_t>(body.Get(Field::SLOTS));
    part.busySlots = static_cast<uint32_t>(body.Get(Field::BUSY_SLOTS));
    part.slotPeak = static_cast<uint32_t>(body.Get(Field::SLOT_PEAK));
    if (const auto rank = body.Find(Field::RANK))
    {
        part.rank = static_cast<uint32_t>(*rank);
    }
    part.messages = body.Get(Field::PACKETS_SENT);
    part.retransmissions = body.Get(Field::RETRANSMISSIONS);
    part.timeouts = body.Get(Field::TIMEOUTS);
    part.requests = body.Get(Field::REQUESTS);
    for (const IncControlBody& group : body.GetGroups(Field::QUEUE_PAIR))
    {
        QueuePair pair;
        pair.qpn = static_cast<uint32_t>(group.Get(Field::QPN));
        pair.peer = static_cast<uint32_t>(group.Get(Field::ADDRESS));
        pair.peerQpn = static_cast<uint32_t>(group.Get(Field::RESULT_QPN));
        for (const auto& counter : COUNTERS)
        {
            pair.*counter.value = group.Get(counter.field);
        }
        part.queuePairs.push_back(pair);
    }
    return part;
}

nlohmann::ordered_json
IncGroupStatistics::ToJson() const
{
    auto json = nlohmann::ordered_json::array();
    for (const Part& part : parts)
    {
        nlohmann::ordered_json item{{"node", part.node},
                                    {"tree", part.treeId},
                                    {"epoch", part.epoch},
                                    {"slots", part.slots},
                                    {"busy_slots", part.busySlots},
                                    {"slot_peak", part.slotPeak}};
        if (part.rank)
        {
            item.update({{"rank", *part.rank},
                         {"messages_sent", part.messages},
                         {"retransmissions", part.retransmissions},
                         {"timeouts", part.timeouts},
                         {"requests", part.requests}});
        }
        for (const QueuePair& pair : part.queuePairs)
        {
            nlohmann::ordered_json end{{"qpn", pair.qpn},
                                       {"peer", AddressOf(pair)},
                                       {"peer_qpn", pair.peerQpn}};
            for (const auto& counter : COUNTERS)
            {
                end[counter.name] = pair.*counter.value;
            }
            item["queue_pairs"].push_back(end);
        }
        json.push_back(item);
    }
    return json;
}

std::string
IncGroupStatistics::ToText() const
{
    std::ostringstream out;
    for (const Part& part : parts)
    {
        out << part.node << ": tree " << part.treeId << ", epoch " << part.epoch << ", "
            << part.slots << " slots, " << part.busySlots << " busy, " << part.slotPeak
            << " at most";
        if (part.rank)
        {
            out << ", rank " << *part.rank << ", " << part.messages << " messages sent, "
                << part.retransmissions << " again, " << part.timeouts << " timeouts, "
                << part.requests << " requests under way";
        }
        out << '\n';
        for (const QueuePair& pair : part.queuePairs)
        {
            out << part.node << ": QP " << pair.qpn << " with " << AddressOf(pair) << " QP "
                << pair.peerQpn;
            for (const auto& counter : COUNTERS)
            {
                out << ", " << counter.name << ' ' << pair.*counter.value;
            }
            out << '\n';
        }
    }
    for (const std::string& node : silent)
    {
        out << node << ": does not answer\n";
    }
    return out.str();
}

} // namespace ns3
