/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-animation.h"

#include "ns3/inc-frame-text.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

namespace ns3
{

namespace
{

constexpr double SPACING = 10; // distance between nodes in units of NetAnim

std::string
ContentOf(const IncFrame& frame)
{
    return std::string(IncFrameKind(frame)) + (frame.IsBier() ? " by BIER" : "");
}

} // namespace

IncAnimation::IncAnimation(const IncFabric& fabric)
    : m_topology(fabric.GetTopology())
{
    Ptr<IncAnimation> self(this);
    for (uint32_t node = 0; node < m_topology.GetNodes().size(); ++node)
    {
        for (uint32_t port = 0; port < m_topology.GetPorts(node).size(); ++port)
        {
            fabric.GetDevice(node, port)
                ->TraceConnectWithoutContext("FrameSent",
                                             MakeCallback(&IncAnimation::Keep, self, node, port));
        }
    }
}

void
IncAnimation::Keep(uint32_t node, uint32_t port, const IncFrame& frame)
{
    if (!frame.hasInc || frame.inc.Has(IncHeader::ABORT) || frame.inc.messageId != 0 ||
        m_flights.size() == MAX_FRAMES)
    {
        return;
    }
    const auto& end = m_topology.GetPorts(node)[port];
    const auto& link = m_topology.GetLinks()[end.link];
    m_flights.push_back({node,
                         end.peer,
                         Simulator::Now(),
                         DataRate(link.RateFrom(node)).CalculateBytesTxTime(frame.GetSize()),
                         PicoSeconds(link.delay),
                         ContentOf(frame)});
}

std::string
IncAnimation::NodesToXml() const
{
    const auto& nodes = m_topology.GetNodes();
    std::map<uint32_t, uint32_t> widths; // number of nodes by tier
    uint32_t highest = 0;
    for (const auto& node : nodes)
    {
        ++widths[node.tier];
        highest = std::max(highest, node.tier);
    }
    uint32_t widest = 0;
    for (const auto& [tier, width] : widths)
    {
        widest = std::max(widest, width);
    }
    std::ostringstream xml;
    std::map<uint32_t, uint32_t> placed;
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        const uint32_t tier = nodes[i].tier;
        const double step = SPACING * widest / widths[tier];
        xml << "<node id=\"" << i << "\" sysId=\"0\" locX=\"" << step * (placed[tier]++ + 0.5)
            << "\" locY=\"" << 2 * SPACING * (highest - tier) << "\" />\n"
            << "<nu p=\"d\" t=\"0\" id=\"" << i << "\" descr=\"" << nodes[i].name << "\" />\n";
    }
    for (const auto& link : m_topology.GetLinks())
    {
        xml << "<link fromId=\"" << link.a << "\" toId=\"" << link.b
            << "\" fd=\"\" td=\"\" ld=\"\" />\n";
    }
    return xml.str();
}

std::string
IncAnimation::ToXml() const
{
    std::ostringstream xml;
    xml << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        << "<anim ver=\"netanim-3.108\" filetype=\"animation\" >\n"
        << NodesToXml() << std::fixed << std::setprecision(9);
    for (const auto& flight : m_flights)
    {
        const Time sent = flight.begin + flight.transmission;
        xml << "<p fId=\"" << flight.from << "\" fbTx=\"" << flight.begin.GetSeconds()
            << "\" lbTx=\"" << sent.GetSeconds() << "\" meta-info=\"" << flight.content
            << "\" tId=\"" << flight.to << "\" fbRx=\""
            << (flight.begin + flight.delay).GetSeconds() << "\" lbRx=\""
            << (sent + flight.delay).GetSeconds() << "\" />\n";
    }
    xml << "</anim>\n";
    return xml.str();
}

} // namespace ns3
