/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-statistics.h"

#include "ns3/inc-byte-order.h"
#include "ns3/inc-connection.h"
#include "ns3/inc-queue-pair-counters.h"
#include "ns3/ipv4-address.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

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

/// Counters of a queue pair, with their names on the wire and in text.
constexpr struct
{
    Field field;
    const char* name;
    uint64_t QueuePair::*value;
} COUNTERS[] = {{Field::PACKETS_SENT, "packets_sent", &QueuePair::packetsSent},
                {Field::BYTES_SENT, "bytes_sent", &QueuePair::bytesSent},
                {Field::PACKETS_RECEIVED, "packets_received", &QueuePair::packetsReceived},
                {Field::BYTES_RECEIVED, "bytes_received", &QueuePair::bytesReceived},
                {Field::RETRANSMISSIONS, "retransmissions", &QueuePair::retransmissions},
                {Field::DUPLICATES, "duplicates", &QueuePair::duplicates},
                {Field::REFUSALS, "refused", &QueuePair::refused},
                {Field::RANK, "rank", &QueuePair::rank}};

enum class Of
{
    BOTH,
    CLIENT,
    SWITCH
};

/// Numbers in a node's report, with their names on the wire and in text. Zeros are not sent.
constexpr struct
{
    Field field;
    const char* name;
    uint64_t Part::*value;
    Of of;

    bool IsOf(const Part& part) const
    {
        return of == Of::BOTH || (of == Of::CLIENT) == part.rank.has_value();
    }
} NUMBERS[] = {{Field::TENANT, "tenant", &Part::tenant, Of::BOTH},
               {Field::GROUP, "group", &Part::group, Of::BOTH},
               {Field::TREE, "tree", &Part::treeId, Of::BOTH},
               {Field::EPOCH, "epoch", &Part::epoch, Of::BOTH},
               {Field::IDENTITY, "identity", &Part::identity, Of::BOTH},
               {Field::SLOTS, "slots", &Part::slots, Of::BOTH},
               {Field::BUSY_SLOTS, "busy_slots", &Part::busySlots, Of::BOTH},
               {Field::SLOT_PEAK, "slot_peak", &Part::slotPeak, Of::BOTH},
               {Field::NEXT_MESSAGE, "next_message", &Part::next, Of::BOTH},
               {Field::RETRANSMISSIONS, "retransmissions", &Part::retransmissions, Of::BOTH},
               {Field::PACKETS_SENT, "messages_sent", &Part::messages, Of::CLIENT},
               {Field::TIMEOUTS, "timeouts", &Part::timeouts, Of::CLIENT},
               {Field::REQUESTS, "requests", &Part::requests, Of::CLIENT},
               {Field::REQUEST_BYTES, "request_bytes", &Part::requestBytes, Of::CLIENT},
               {Field::BLOCK_BYTES, "block_bytes", &Part::blockBytes, Of::CLIENT},
               {Field::PACKETS_RECEIVED, "packets_received", &Part::packets, Of::SWITCH},
               {Field::BYTES_RECEIVED, "bytes_received", &Part::bytes, Of::SWITCH},
               {Field::DUPLICATES, "duplicates", &Part::duplicates, Of::SWITCH},
               {Field::REFUSALS, "refused", &Part::refused, Of::BOTH},
               {Field::HELD_CELLS, "shared_slots", &Part::heldCells, Of::SWITCH},
               {Field::COLLISIONS, "collisions", &Part::collisions, Of::SWITCH},
               {Field::EVICTIONS, "evicted", &Part::evictions, Of::SWITCH}};

constexpr const char* USES[] = {"child", "parent", "results", "stream"};

/// Return runs of BFR-ids as text. A run has 16 bits for its first and 16 for its last BFR-id.
std::string
TextOfBits(const std::string& runs)
{
    const auto number = [&runs](std::size_t at) { return std::to_string(IncReadAt(runs, at, 2)); };
    std::string text;
    for (std::size_t i = 0; i + 4 <= runs.size(); i += 4)
    {
        text += (i == 0 ? "" : ",") + number(i) + "-" + number(i + 2);
    }
    return text;
}

} // namespace

QueuePair
IncDescribeQueuePair(const IncConnection& connection,
                     const IncQueuePairCounters& counters,
                     IncGroupStatistics::Use use,
                     uint64_t rank)
{
    QueuePair pair;
    pair.use = use;
    pair.rank = rank;
    pair.qpn = connection.localQpn;
    pair.peer = connection.remoteAddress;
    pair.peerQpn = connection.remoteQpn;
    pair.packetsSent = counters.packetsSent.Get();
    pair.bytesSent = counters.bytesSent.Get();
    pair.packetsReceived = counters.packetsReceived.Get();
    pair.bytesReceived = counters.bytesReceived.Get();
    pair.retransmissions = counters.retransmissions.Get();
    pair.duplicates = counters.duplicates.Get();
    pair.refused = counters.refused.Get();
    return pair;
}

void
Part::Write(IncControlBody& body) const
{
    if (rank)
    {
        body.Add(Field::RANK, *rank);
    }
    body.Add(Field::STATE, state);
    for (const auto& number : NUMBERS)
    {
        if (number.IsOf(*this) && this->*number.value != 0)
        {
            body.Add(number.field, this->*number.value);
        }
    }
    for (const QueuePair& pair : queuePairs)
    {
        IncControlBody group{{Field::ROLE, pair.use},
                             {Field::QPN, pair.qpn},
                             {Field::ADDRESS, pair.peer},
                             {Field::RESULT_QPN, pair.peerQpn}};
        for (const auto& counter : COUNTERS)
        {
            group.Add(counter.field, pair.*counter.value);
        }
        body.Add(Field::QUEUE_PAIR, group);
    }
    for (const IncRequestStatus& status : statuses)
    {
        body.Add(Field::REQUEST,
                 {{Field::COLLECTIVE, status.collective},
                  {Field::REQUEST_BYTES, status.bytes},
                  {Field::END_MESSAGE, status.messages},
                  {Field::MISSING, status.missing}});
    }
    if (!abm.empty())
    {
        body.Add(Field::BITS, abm);
    }
}

Part
Part::Read(const IncControlBody& body)
{
    Part part;
    if (const auto rank = body.Find(Field::RANK))
    {
        part.rank = static_cast<uint32_t>(*rank);
    }
    part.state = body.Get<IncGroupState>(Field::STATE);
    for (const auto& number : NUMBERS)
    {
        part.*number.value = number.IsOf(part) ? body.Get(number.field) : 0;
    }
    for (const IncControlBody& group : body.GetGroups(Field::QUEUE_PAIR))
    {
        QueuePair pair;
        pair.use = static_cast<IncGroupStatistics::Use>(group.Get(Field::ROLE) % std::size(USES));
        pair.qpn = group.Get<uint32_t>(Field::QPN);
        pair.peer = group.Get<uint32_t>(Field::ADDRESS);
        pair.peerQpn = group.Get<uint32_t>(Field::RESULT_QPN);
        for (const auto& counter : COUNTERS)
        {
            pair.*counter.value = group.Get(counter.field);
        }
        part.queuePairs.push_back(pair);
    }
    for (const IncControlBody& group : body.GetGroups(Field::REQUEST))
    {
        part.statuses.push_back({group.Get<IncCollective>(Field::COLLECTIVE),
                                 group.Get(Field::REQUEST_BYTES),
                                 group.Get(Field::END_MESSAGE),
                                 group.Get(Field::MISSING)});
    }
    part.abm = body.GetText(Field::BITS);
    return part;
}

nlohmann::ordered_json
Part::ToJson() const
{
    nlohmann::ordered_json json{{"node", node}};
    if (rank)
    {
        json["rank"] = *rank;
    }
    json["state"] = IncGroupStateName(state);
    for (const auto& number : NUMBERS)
    {
        if (number.IsOf(*this))
        {
            json[number.name] = this->*number.value;
        }
    }
    if (!abm.empty())
    {
        const bool isLeaf = std::any_of(queuePairs.begin(), queuePairs.end(), [](const auto& pair) {
            return pair.use == Use::PARENT;
        });
        json["role"] = isLeaf ? "leaf" : "root";
        json["abm"] = TextOfBits(abm);
    }
    for (const IncRequestStatus& status : statuses)
    {
        json["status"].push_back({{"collective", IncName(status.collective)},
                                  {"bytes", status.bytes},
                                  {"messages", status.messages},
                                  {"missing", status.missing}});
    }
    for (const QueuePair& pair : queuePairs)
    {
        nlohmann::ordered_json end{{"use", USES[static_cast<std::size_t>(pair.use)]},
                                   {"qpn", pair.qpn},
                                   {"peer", AddressOf(pair)},
                                   {"peer_qpn", pair.peerQpn}};
        for (const auto& counter : COUNTERS)
        {
            end[counter.name] = pair.*counter.value;
        }
        json["queue_pairs"].push_back(end);
    }
    return json;
}

std::string
Part::GetCsvHeader()
{
    std::string names = "node,rank,state";
    for (const auto& number : NUMBERS)
    {
        names += std::string(",") + number.name;
    }
    return names;
}

std::string
Part::ToCsv() const
{
    std::string values =
        node + "," + (rank ? std::to_string(*rank) : "") + "," + IncGroupStateName(state);
    for (const auto& number : NUMBERS)
    {
        values += "," + (number.IsOf(*this) ? std::to_string(this->*number.value) : "");
    }
    return values;
}

nlohmann::ordered_json
IncGroupStatistics::ToJson() const
{
    auto json = nlohmann::ordered_json::array();
    for (const Part& part : parts)
    {
        json.push_back(part.ToJson());
    }
    return json;
}

std::string
IncGroupStatistics::ToText() const
{
    std::ostringstream out;
    const auto write = [&out](const nlohmann::ordered_json& fields, const std::string& first) {
        std::string between = first;
        for (const auto& [name, value] : fields.items())
        {
            if (!value.is_array() && name != "node" && (value != 0 || name == "rank"))
            {
                out << between << name << ' '
                    << (value.is_string() ? value.get<std::string>() : value.dump());
                between = ", ";
            }
        }
        out << '\n';
    };
    for (const Part& part : parts)
    {
        const auto fields = part.ToJson();
        write(fields, part.node + ": ");
        for (const auto& [list, title] :
             {std::pair("queue_pairs", ": queue pair: "), std::pair("status", ": request: ")})
        {
            for (const auto& each : fields.value(list, nlohmann::ordered_json::array()))
            {
                write(each, part.node + title);
            }
        }
    }
    for (const std::string& node : silent)
    {
        out << node << ": does not answer\n";
    }
    return out.str() + (error.empty() ? "" : error + "\n");
}

} // namespace ns3
