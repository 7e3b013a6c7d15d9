/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncQueuePairExchange that uses TCP (RFC 9293), with a connection for each queue pair.
// This part has its own model of TCP, because ns-3's sockets need an internet stack with ARP at
// each host and switch.

#include "inc-queue-pair-exchange.h"

#include "ns3/ipv4-header.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <array>

namespace ns3
{

using Kind = IncControlKind;

namespace
{

constexpr uint8_t DATA = TcpHeader::PSH | TcpHeader::ACK;

/// Return the TCP port of an end; the port of the calling end names the queue pair.
uint16_t
PortOf(const IncQueuePairExchange::Link& link, bool begins)
{
    return static_cast<uint16_t>(begins ? 0x8000 + 2 * link.rank + link.isResult
                                        : 1024 + link.treeId);
}

} // namespace

void
IncQueuePairExchange::SendSegment(const Link& link,
                                  const State& state,
                                  uint8_t flags,
                                  uint32_t sequence,
                                  const std::vector<uint8_t>& data)
{
    Ptr<Packet> packet = Create<Packet>(data.data(), data.size());
    TcpHeader tcp;
    tcp.SetSourcePort(PortOf(link, state.begins));
    tcp.SetDestinationPort(PortOf(link, !state.begins));
    tcp.SetSequenceNumber(SequenceNumber32(sequence));
    tcp.SetAckNumber(SequenceNumber32(state.received));
    tcp.SetFlags(flags);
    tcp.SetWindowSize(UINT16_MAX);
    tcp.EnableChecksums();
    tcp.InitializeChecksum(Ipv4Address(m_endpoint.GetAddress()),
                           Ipv4Address(link.peer),
                           IncControlEndpoint::TCP);
    packet->AddHeader(tcp);
    m_endpoint.SendFrame(
        m_endpoint.MakeFrame(link.peer, packet, IncControlEndpoint::TCP, IncFrame::INITIAL_TTL));
}

void
IncQueuePairExchange::AskSegment(const Link& link, State& state, uint8_t flags)
{
    state.flags = flags;
    state.data.clear();
    if (flags == DATA)
    {
        state.data = Close(link, state.own, Kind::SOCKET_DATA);
    }
    state.sent += flags == DATA ? state.data.size() : 1;
    Ask(link, state);
}

bool
IncQueuePairExchange::ReceiveSegment(const IncFrame& frame)
{
    Ptr<Packet> packet = frame.payload->GetPacket()->Copy();
    Ipv4Header ip;
    TcpHeader tcp;
    packet->RemoveHeader(ip);
    std::array<uint8_t, 20> start{};
    packet->CopyData(start.data(), start.size());
    const uint32_t headerSize = (start[12] >> 4) * 4;
    if (headerSize < start.size() || headerSize > packet->GetSize())
    {
        m_endpoint.Refuse(IncControlRefusal::MALFORMED);
        return true;
    }
    packet->RemoveHeader(tcp);
    const auto found = std::find_if(m_links.begin(), m_links.end(), [&](const auto& each) {
        return each.first.peer == frame.source &&
               PortOf(each.first, each.second.begins) == tcp.GetDestinationPort() &&
               PortOf(each.first, !each.second.begins) == tcp.GetSourcePort();
    });
    if (found == m_links.end())
    {
        m_endpoint.Refuse(IncControlRefusal::STALE);
        return true;
    }
    State& state = found->second;
    const uint8_t flags = tcp.GetFlags();
    const bool acknowledges =
        (flags & TcpHeader::ACK) != 0 && tcp.GetAckNumber().GetValue() == state.sent;
    const bool isAwaited = acknowledges && state.timer.IsRunning();
    if (acknowledges)
    {
        state.timer.Cancel();
    }
    std::vector<uint8_t> data(packet->GetSize());
    packet->CopyData(data.data(), data.size());
    const bool isSyn = (flags & TcpHeader::SYN) != 0;
    const uint32_t sequence = tcp.GetSequenceNumber().GetValue();
    const uint32_t length =
        static_cast<uint32_t>(data.size()) + isSyn + ((flags & TcpHeader::FIN) != 0);
    const bool calls = flags == TcpHeader::SYN && !state.begins && !state.remote;
    const bool accepts = isSyn && acknowledges && state.begins && state.flags == TcpHeader::SYN;
    if (!calls && !accepts && sequence != state.received)
    {
        m_endpoint.Refuse(IncControlRefusal::REPLAYED);
        if (length > 0) // acknowledge a repeated segment again; the timer repeats the own segment
        {
            SendSegment(found->first, state, TcpHeader::ACK, state.sent, {});
        }
        return true;
    }
    const bool closes =
        (flags & TcpHeader::FIN) != 0 && !state.isClosed && state.state == IncGroupState::READY;
    if (data.empty() && !(isSyn ? calls || accepts : closes || (length == 0 && isAwaited)))
    {
        m_endpoint.Refuse(IncControlRefusal::MISPLACED);
        return true;
    }
    Link link = found->first;
    Kind kind = Kind::SOCKET_DATA;
    if (!data.empty() && !Open(frame.source, data.data(), data.size(), link, kind))
    {
        return true; // Open() has counted the refusal
    }
    if (link < found->first || found->first < link)
    {
        // the sender's queue pair belongs to another link of this node
        m_endpoint.Refuse(IncControlRefusal::MISPLACED);
    }
    else if (length > 0)
    {
        state.received = sequence + length;
        TakeSegment(link, state, flags, !data.empty());
    }
    return true;
}

void
IncQueuePairExchange::TakeSegment(const Link& link, State& state, uint8_t flags, bool hasData)
{
    if (hasData)
    {
        AskSegment(link, state, state.begins ? TcpHeader::FIN | TcpHeader::ACK : DATA);
        Connect(link, state);
    }
    else if ((flags & TcpHeader::FIN) != 0)
    {
        state.isClosed = true;
        SendSegment(link, state, TcpHeader::ACK, state.sent, {});
        if (!state.begins)
        {
            AskSegment(link, state, TcpHeader::FIN | TcpHeader::ACK);
        }
    }
    else if (state.begins)
    {
        SendSegment(link, state, TcpHeader::ACK, state.sent, {});
        AskSegment(link, state, DATA);
    }
    else
    {
        state.setup = IncQueuePairSetup::SOCKET;
        state.state = IncGroupState::COMMITTING;
        // the peer repeats its SYN because the answer was lost: answer with the same number
        state.sent -= state.flags == 0 ? 0 : 1;
        AskSegment(link, state, TcpHeader::SYN | TcpHeader::ACK);
    }
}

} // namespace ns3
