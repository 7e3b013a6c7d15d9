/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-trace.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace ns3
{

namespace
{

/// Return the fields that all events have, in an order that is easy to read.
nlohmann::ordered_json
Describe(const char* event,
         const std::string& node,
         const IncBierHeader& header,
         const IncBitString& bits)
{
    const IncBiftId bift = IncBiftId::Decode(header.biftId);
    return {{"event", event},
            {"time_ns", Simulator::Now().GetNanoSeconds()},
            {"node", node},
            {"sub_domain", bift.subDomain},
            {"bsl", bits.GetLength()},
            {"si", bift.si},
            {"bits", bits.ToHex()},
            {"ttl", header.ttl},
            {"entropy", header.entropy},
            {"bfir_id", header.bfirId}};
}

} // namespace

IncBierTrace::IncBierTrace(const IncFabric& fabric, const IncBierDomain& domain, std::ostream* out)
    : m_bfrs(domain.GetBfrs()),
      m_out(out)
{
    const auto& topology = fabric.GetTopology();
    for (uint32_t node = 0; node < m_bfrs.size(); ++node)
    {
        m_names.push_back(topology.GetName(node));
        m_peers.emplace_back();
        for (const auto& port : topology.GetPorts(node))
        {
            m_peers.back().push_back(port.peer);
        }
        m_copies.emplace_back(m_peers.back().size());
        m_observers.push_back({MakeCallback(&IncBierTrace::OnCopy, this).Bind(node),
                               MakeCallback(&IncBierTrace::OnDelivery, this).Bind(node),
                               MakeCallback(&IncBierTrace::OnDiscard, this).Bind(node)});
        m_bfrs[node]->TraceConnectWithoutContext("Copy", m_observers[node].copy);
        m_bfrs[node]->TraceConnectWithoutContext("Delivery", m_observers[node].delivery);
        m_bfrs[node]->TraceConnectWithoutContext("Discard", m_observers[node].discard);
    }
}

IncBierTrace::~IncBierTrace()
{
    for (uint32_t node = 0; node < m_bfrs.size(); ++node)
    {
        m_bfrs[node]->TraceDisconnectWithoutContext("Copy", m_observers[node].copy);
        m_bfrs[node]->TraceDisconnectWithoutContext("Delivery", m_observers[node].delivery);
        m_bfrs[node]->TraceDisconnectWithoutContext("Discard", m_observers[node].discard);
    }
}

void
IncBierTrace::OnCopy(uint32_t node,
                     const IncBierEncapsulation& copy,
                     const IncNetDevice& port,
                     uint32_t size)
{
    const uint32_t number = port.GetPort();
    ++m_copies[node][number];
    if (m_out)
    {
        auto line = Describe("bier-copy", m_names[node], copy.header, copy.bits);
        line["port"] = number;
        line["to"] = m_names[m_peers[node][number]];
        line["bytes"] = size;
        *m_out << line.dump() << "\n";
    }
}

void
IncBierTrace::OnDelivery(uint32_t node, const IncBierEncapsulation& packet)
{
    if (m_out)
    {
        *m_out << Describe("bier-delivery", m_names[node], packet.header, packet.bits).dump()
               << "\n";
    }
}

void
IncBierTrace::OnDiscard(uint32_t node,
                        const IncBierHeader& header,
                        const IncBitString& bits,
                        IncBierDropReason reason)
{
    if (m_out)
    {
        auto line = Describe("bier-discard", m_names[node], header, bits);
        line["reason"] = IncBierDropReasonName(reason);
        *m_out << line.dump() << "\n";
    }
}

uint64_t
IncBierTrace::GetCopies() const
{
    uint64_t sum = 0;
    for (const auto& ports : m_copies)
    {
        sum = std::accumulate(ports.begin(), ports.end(), sum);
    }
    return sum;
}

uint64_t
IncBierTrace::GetMaxLinkCopies() const
{
    uint64_t most = 0;
    for (const auto& ports : m_copies)
    {
        most = std::accumulate(ports.begin(), ports.end(), most, [](uint64_t a, uint64_t b) {
            return std::max(a, b);
        });
    }
    return most;
}

} // namespace ns3
