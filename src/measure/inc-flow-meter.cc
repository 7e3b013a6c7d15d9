/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-meter.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-serial.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>

namespace ns3
{

IncFlowMeter::IncFlowMeter(const IncFabric& fabric)
    : m_fabric(fabric),
      m_sentBy(fabric.GetTopology().GetNodes().size()),
      m_receivedBy(m_sentBy.size())
{
    for (uint32_t node = 0; node < m_sentBy.size(); ++node)
    {
        m_firstPort.push_back(m_ports.size());
        for (uint32_t p = 0; p < fabric.GetTopology().GetPorts(node).size(); ++p)
        {
            auto port = std::make_unique<Port>();
            port->meter = this;
            port->device = fabric.GetDevice(node, p);
            port->node = node;
            port->isHost = fabric.GetTopology().IsHost(node);
            port->device->AddMeter(*port);
            m_ports.push_back(std::move(port));
        }
    }
}

IncFlowMeter::~IncFlowMeter()
{
    for (const auto& port : m_ports)
    {
        port->device->RemoveMeter(*port);
    }
}

void
IncFlowMeter::Map(FlowsOf& flows, uint32_t node, uint32_t qpn, uint32_t flow)
{
    const uint32_t index = qpn - IncRdmaNic::FIRST_QPN;
    flows[node].resize(std::max<std::size_t>(flows[node].size(), index + 1), NO_FLOW);
    flows[node][index] = flow;
}

void
IncFlowMeter::Add(const IncQueuePair& sender, const IncQueuePair& receiver)
{
    const auto number = static_cast<uint32_t>(m_flows.size());
    const IncConnection& connection = sender.GetConnection();
    const uint32_t from = IncAddressPlan::IndexOf(connection.localAddress);
    Flow flow{};
    flow.from = from;
    flow.firstPsn = connection.nextPsn;
    m_flows.push_back(flow);
    Map(m_sentBy, from, sender.GetQpn(), number);
    Map(m_receivedBy, IncAddressPlan::IndexOf(connection.remoteAddress), receiver.GetQpn(), number);
    for (const auto& port : m_ports)
    {
        port->seen.push_back(false);
        port->answered.push_back(false);
    }
}

uint32_t
IncFlowMeter::Find(const FlowsOf& flows, const IncFrame& frame)
{
    const uint32_t node = IncAddressPlan::IndexOf(frame.destination);
    const uint32_t index = frame.bth.destQp - IncRdmaNic::FIRST_QPN;
    return node < flows.size() && index < flows[node].size() ? flows[node][index] : NO_FLOW;
}

bool
IncFlowMeter::IsData(const IncFrame& frame)
{
    return frame.kind == IncFrame::Kind::ROCE &&
           (IncIsSend(frame.bth.opcode) || IncIsWrite(frame.bth.opcode));
}

uint64_t
IncFlowMeter::NumberOf(const Flow& flow, uint32_t psn, uint64_t near)
{
    const int64_t ahead = IncPsn::Diff(psn, IncPsn::Add(flow.firstPsn, static_cast<int64_t>(near)));
    return near + ahead;
}

void
IncFlowMeter::Port::Sent(const IncFrame& frame)
{
    const bool isData = IsData(frame);
    if (!isData && frame.kind != IncFrame::Kind::ROCE)
    {
        return;
    }
    const uint32_t number = Find(isData ? meter->m_receivedBy : meter->m_sentBy, frame);
    if (number == NO_FLOW)
    {
        return;
    }
    if (!isData)
    {
        answers += answered[number] ? 0 : 1;
        answered[number] = true;
        return;
    }
    bytes += frame.GetSize();
    if (!seen[number])
    {
        seen[number] = true;
        ++flows;
    }
    if (node == meter->m_flows[number].from)
    {
        meter->HostSent(meter->m_flows[number], frame);
    }
}

void
IncFlowMeter::Port::Received(const IncFrame& frame)
{
    if (!isHost)
    {
        return;
    }
    if (IsData(frame))
    {
        const uint32_t number = Find(meter->m_receivedBy, frame);
        if (number != NO_FLOW)
        {
            meter->HostReceived(meter->m_flows[number], frame);
        }
    }
    else if (frame.kind == IncFrame::Kind::ROCE && frame.bth.opcode == IncOpcode::RC_ACK &&
             frame.GetAeth().IsAck())
    {
        const uint32_t number = Find(meter->m_sentBy, frame);
        if (number != NO_FLOW)
        {
            meter->Acknowledged(meter->m_flows[number], frame);
        }
    }
}

void
IncFlowMeter::Port::VisitState(IncStateVisitor& visitor)
{
    visitor.Count("IncFlowMeter::Port::bytes", bytes);
    visitor.Value("IncFlowMeter::Port::flows", flows);
    visitor.Value("IncFlowMeter::Port::answers", answers);
    if (this == meter->m_ports.front().get())
    {
        meter->VisitFlows(visitor);
    }
}

void
IncFlowMeter::VisitFlows(IncStateVisitor& visitor)
{
    for (Flow& flow : m_flows)
    {
        visitor.Value("IncFlowMeter::Flow::receivedEnd", flow.sentEnd - flow.receivedEnd);
        visitor.Value("IncFlowMeter::Flow::acknowledged", flow.sentEnd - flow.acknowledged);
        if (flow.target > 0)
        {
            visitor.Value("IncFlowMeter::Flow::target", flow.target - flow.acknowledged);
        }
        visitor.Count("IncFlowMeter::Flow::sentEnd", flow.sentEnd);
        visitor.Count("IncFlowMeter::Flow::receivedEnd", flow.receivedEnd);
        visitor.Count("IncFlowMeter::Flow::acknowledged", flow.acknowledged);
    }
    visitor.Count("IncFlowMeter::m_reordered", m_reordered);
    visitor.Value("IncFlowMeter::m_recoveryPs", m_recoveryPs.value_or(0));
}

void
IncFlowMeter::HostSent(Flow& flow, const IncFrame& frame)
{
    const uint64_t number = NumberOf(flow, frame.bth.psn, flow.sentEnd);
    if (number < flow.sentEnd && flow.sentTwicePs.emplace(number, IncClock::NowPs()).second)
    {
        // Within a window of events the receiver may be ahead of the sender.
        m_reordered -= std::count_if(flow.late.begin(), flow.late.end(), [&](const auto& arrival) {
            return arrival.first == number && arrival.second > IncClock::NowPs();
        });
    }
    flow.sentEnd = std::max(flow.sentEnd, number + 1);
}

void
IncFlowMeter::HostReceived(Flow& flow, const IncFrame& frame)
{
    const uint64_t number = NumberOf(flow, frame.bth.psn, flow.receivedEnd);
    if (number + 1 < flow.receivedEnd)
    {
        // Within a window of events the sender may be ahead of the receiver, so times decide.
        const int64_t now = IncClock::NowPs();
        const auto repeated = flow.sentTwicePs.find(number);
        if (repeated == flow.sentTwicePs.end() || repeated->second >= now)
        {
            ++m_reordered;
            flow.late.emplace_back(number, now);
        }
        const int64_t window = IncClock::ToPs(TimeStep(IncEventWheel::LONGEST));
        while (!flow.late.empty() && flow.late.front().second < now - window)
        {
            flow.late.pop_front();
        }
    }
    flow.receivedEnd = std::max(flow.receivedEnd, number + 1);
}

void
IncFlowMeter::Acknowledged(Flow& flow, const IncFrame& frame)
{
    flow.acknowledged =
        std::max(flow.acknowledged, NumberOf(flow, frame.bth.psn, flow.acknowledged) + 1);
    if (flow.target > 0 && flow.acknowledged >= flow.target)
    {
        flow.target = 0;
        m_recoveryPs = std::max(m_recoveryPs.value_or(0), IncClock::NowPs() - flow.failedPs);
    }
}

void
IncFlowMeter::LinkFailed(uint32_t link)
{
    const Ptr<IncChannel> channel = m_fabric.GetChannel(link);
    for (const auto& port : m_ports)
    {
        if (port->device->GetChannel() != channel)
        {
            continue;
        }
        for (uint32_t number = 0; number < m_flows.size(); ++number)
        {
            Flow& flow = m_flows[number];
            const bool isOnLink = port->seen[number] || port->answered[number];
            if (isOnLink && flow.acknowledged < flow.sentEnd && flow.target == 0)
            {
                flow.target = flow.sentEnd;
                flow.failedPs = IncClock::NowPs();
            }
        }
    }
}

IncLinkLoad
IncFlowMeter::LoadOf(const Port& port) const
{
    return {IncLinkName(m_fabric.GetTopology(), port.node, port.device->GetPort()),
            port.bytes,
            port.flows};
}

std::vector<IncLinkLoad>
IncFlowMeter::GetLinks() const
{
    std::vector<IncLinkLoad> links;
    for (const auto& port : m_ports)
    {
        links.push_back(LoadOf(*port));
    }
    return links;
}

std::optional<IncEcmpBalance>
IncFlowMeter::GetBalance() const
{
    std::vector<std::vector<IncLinkLoad>> groups;
    for (uint32_t node = 0; node < m_firstPort.size(); ++node)
    {
        // Count only ECMP groups of routes to hosts, because no flow ends at a switch.
        for (const auto& ports : IncEcmpMembers(m_fabric, node, m_fabric.GetTopology().GetHosts()))
        {
            groups.emplace_back();
            for (const uint16_t port : ports)
            {
                groups.back().push_back(LoadOf(*m_ports[m_firstPort[node] + port]));
            }
        }
    }
    return IncEcmpBalance::Of(groups);
}

std::optional<double>
IncFlowMeter::GetRecoveryUs() const
{
    return m_recoveryPs ? std::optional(static_cast<double>(*m_recoveryPs) / 1e6) : std::nullopt;
}

} // namespace ns3
