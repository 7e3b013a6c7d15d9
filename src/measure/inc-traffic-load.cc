/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-traffic-load.h"

#include "ns3/abort.h"
#include "ns3/inc-bfr.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

namespace ns3
{

/// \brief Follows the copies of one BIER packet.
class IncTrafficLoad::Copies : private IncBierOutput
{
  public:
    Copies(IncTrafficLoad& load,
           double bytes,
           double header,
           const std::function<double(uint32_t bfrId)>& takenOff)
        : m_load(load),
          m_bytes(bytes),
          m_header(header),
          m_takenOff(takenOff)
    {
    }

    void Send(uint32_t from, const IncBierHeader& header, const IncBitString& bits)
    {
        m_at = from;
        m_way = IncTrafficWay();
        Forwarder().Originate(header, bits, *this);
        while (!m_packets.empty())
        {
            const Packet packet = std::move(m_packets.front());
            m_packets.pop_front();
            m_at = packet.at;
            m_way = packet.way;
            IncBierHeader next = header;
            next.ttl = packet.ttl;
            Forwarder().Forward(next, packet.bits, *this);
        }
    }

    std::map<uint32_t, IncTrafficWay> ways; //!< times of copies to hosts, by BFR-id

  private:
    /// A copy that has arrived at a switch.
    struct Packet
    {
        uint32_t at;
        uint8_t ttl;
        IncBitString bits;
        IncTrafficWay way; //!< times of the copy on its path to this switch
    };

    /// Return a copy of the node's forwarder, because forwarding changes its scratch memory.
    IncBierForwarder Forwarder() const
    {
        return m_load.m_fabric.GetNodes().Get(m_at)->GetObject<IncBfr>()->GetForwarder();
    }

    void SendCopy(const IncBierCopy& copy) override
    {
        const IncTopology& topology = m_load.m_fabric.GetTopology();
        const uint32_t next = topology.GetPorts(m_at)[copy.port].peer;
        const bool isLast = topology.IsHost(next);
        const double takenOff = isLast && m_takenOff ? m_takenOff(copy.lastHopBfrId) : 0;
        const double header = isLast ? 0 : m_header;
        m_load.Add(m_at, copy.port, {m_bytes + header - takenOff, m_load.m_roundTrip});
        const IncTrafficWay hop = m_load.WayOf(m_at, copy.port);
        IncTrafficWay way = m_way;
        way.seconds += hop.seconds + hop.perByte * header;
        (isLast ? way.perLastByte : way.perByte) += hop.perByte;
        way.slowest = std::max(way.slowest, hop.slowest);
        if (isLast)
        {
            ways[copy.lastHopBfrId] = way;
        }
        else
        {
            m_packets.push_back({next, copy.ttl, copy.bits, way});
        }
    }

    void DeliverLocal() override
    {
        // Local delivery needs no link.
    }

    void Discard(IncBierDropReason reason, const IncBitString& bits) override
    {
        // A discarded copy needs no further link.
    }

    IncTrafficLoad& m_load;
    double m_bytes;
    double m_header; //!< bytes of the BIER header, on links between switches
    const std::function<double(uint32_t bfrId)>& m_takenOff; //!< bytes that the last hop removes
    uint32_t m_at{0};             //!< index of the node that forwards now
    IncTrafficWay m_way;          //!< times of the present packet up to this node
    std::deque<Packet> m_packets; //!< packets that still must be forwarded
};

IncTrafficLoad::IncTrafficLoad(const IncFabric& fabric)
    : m_fabric(fabric)
{
    const IncTopology& topology = fabric.GetTopology();
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        m_ports.emplace_back(topology.GetPorts(node).size());
    }
}

void
IncTrafficLoad::Add(uint32_t node, uint32_t port, const Frames& more)
{
    Port& carried = m_ports[node][port];
    carried.acknowledgements += more.acknowledgements;
    if (more.bytes > 0)
    {
        carried.bytes[more.roundTrip] += more.bytes;
    }
}

IncTrafficWay
IncTrafficLoad::WayOf(uint32_t node, uint32_t port) const
{
    const IncTopology& topology = m_fabric.GetTopology();
    const auto& link = topology.GetLinks()[topology.GetPorts(node)[port].link];
    const double perByte = 8 / static_cast<double>(link.RateFrom(node));
    return {1e-12 * static_cast<double>(link.delay), perByte, 0, perByte};
}

IncTrafficWay
IncTrafficLoad::AddPath(uint32_t from,
                        uint32_t to,
                        const IncConnection& connection,
                        const Frames& carried)
{
    if (from == to)
    {
        return {};
    }
    IncFrame frame;
    connection.Address(frame);
    return Walk(from, IncEcmp::NO_PORT, to, frame, carried);
}

IncTrafficWay
IncTrafficLoad::Walk(uint32_t at,
                     uint32_t ingress,
                     uint32_t to,
                     const IncFrame& frame,
                     const Frames& carried)
{
    const IncTopology& topology = m_fabric.GetTopology();
    std::vector<uint16_t> ports;
    if (topology.IsHost(at))
    {
        IncNicPort* port = m_fabric.GetNic(at)->FindPort(frame.destination, frame.flowHash);
        NS_ABORT_MSG_UNLESS(port, "IncTrafficLoad: no route");
        ports.push_back(static_cast<uint16_t>(port->GetDevice()->GetPort()));
    }
    else
    {
        ports = m_fabric.GetSwitch(at)->GetChoices(frame, ingress);
    }
    double rates = 0;
    for (const uint16_t port : ports)
    {
        rates += 1 / WayOf(at, port).perByte;
    }
    constexpr double INFINITE = std::numeric_limits<double>::infinity();
    IncTrafficWay least{INFINITE, INFINITE, 0, 0};
    for (const uint16_t port : ports)
    {
        const IncTopologyPort& next = topology.GetPorts(at)[port];
        const IncTrafficWay hop = WayOf(at, port);
        const double share = 1 / hop.perByte / rates;
        const Frames part{share * carried.bytes,
                          carried.roundTrip,
                          share * carried.acknowledgements};
        Add(at, port, part);
        IncTrafficWay rest;
        if (next.peer != to && !topology.IsHost(next.peer))
        {
            rest = Walk(next.peer, next.peerPort, to, frame, part);
        }
        least.seconds = std::min(least.seconds, hop.seconds + rest.seconds);
        const double perByte = hop.perByte + rest.perByte;
        m_isUneven = m_isUneven || (port != ports.front() && perByte != least.perByte);
        least.perByte = std::min(least.perByte, perByte);
        least.slowest = std::max(hop.slowest, rest.slowest);
    }
    if (ports.size() > 1)
    {
        least.slowest = 0; // sprayed frames do not wait for each other
    }
    else
    {
        least.perFirstByte = WayOf(at, ports.front()).perByte;
        least.port = ports.front();
    }
    return least;
}

std::map<uint32_t, IncTrafficWay>
IncTrafficLoad::AddMulticast(uint32_t from,
                             const IncConnection& connection,
                             const IncBierImposition& to,
                             double bytes,
                             double header,
                             const std::function<double(uint32_t bfrId)>& takenOff)
{
    auto bfr = m_fabric.GetNodes().Get(from)->GetObject<IncBfr>();
    IncFrame frame;
    connection.Address(frame);
    Copies copies(*this, bytes, header, takenOff);
    for (const auto& set : to.GetSets())
    {
        copies.Send(from, bfr->MakeHeader(frame, set.biftId), set.bits);
    }
    return std::move(copies.ways);
}

void
IncTrafficLoad::Add(const IncTrafficLoad& other, double share)
{
    m_isUneven = m_isUneven || other.m_isUneven;
    m_messageTime = std::max(m_messageTime, share * other.m_messageTime);
    for (uint32_t node = 0; node < other.m_ports.size(); ++node)
    {
        for (uint32_t port = 0; port < other.m_ports[node].size(); ++port)
        {
            const Port& more = other.m_ports[node][port];
            Add(node, port, {0, 0, share * more.acknowledgements});
            for (const auto& [roundTrip, bytes] : more.bytes)
            {
                Add(node, port, {share * bytes, roundTrip});
            }
        }
    }
}

double
IncTrafficLoad::GetGBps(uint32_t payload, const IncTrafficWindow& window) const
{
    double longest = m_isUneven ? m_messageTime : std::max(window.perMessage, m_messageTime);
    for (uint32_t node = 0; !m_isUneven && node < m_ports.size(); ++node)
    {
        for (uint32_t port = 0; port < m_ports[node].size(); ++port)
        {
            const double perByte = WayOf(node, port).perByte;
            double sum = 0;
            for (const auto& [roundTrip, bytes] : m_ports[node][port].bytes)
            {
                // On this port, frames of one message with at least this round trip wait for each
                // other, even in an otherwise idle network.
                sum += bytes;
                const double others = perByte * (sum - window.frame);
                longest = std::max(longest, (roundTrip + others) / window.messages);
            }
            longest = std::max(longest, perByte * (sum + m_ports[node][port].acknowledgements));
        }
    }
    return longest > 0 ? payload / longest / 1e9 : std::numeric_limits<double>::infinity();
}

} // namespace ns3
