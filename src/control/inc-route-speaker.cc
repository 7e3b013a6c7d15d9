/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-route-speaker.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-bfr.h"
#include "ns3/inc-byte-order.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-switch.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRouteSpeaker);

TypeId
IncRouteSpeaker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRouteSpeaker")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncRouteSpeaker>()
            .AddAttribute("Delay",
                          "From a change of a link or of a neighbor's path to the node's new table "
                          "and its own messages; changes meanwhile take effect together",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&IncRouteSpeaker::m_delay),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

void
IncRouteSpeaker::DoDispose()
{
    m_decision.Cancel();
    m_endpoint = nullptr;
    m_switch = nullptr;
    m_node = nullptr;
    Object::DoDispose();
}

void
IncRouteSpeaker::Attach(Ptr<Node> node,
                        Ptr<IncControlEndpoint> endpoint,
                        std::vector<Interface> interfaces)
{
    node->AggregateObject(this);
    m_node = node;
    m_switch = PeekPointer(node->GetObject<IncSwitch>());
    m_endpoint = endpoint;
    m_interfaces = std::move(interfaces);
    m_endpoint->SetHandler(IncControlKind::ROUTES,
                           [this](uint32_t peer, const IncControlBody& body) { Hear(peer, body); });
    m_endpoint->AddLossHandler([this](uint32_t, IncControlChannel::Loss) { Change(true); });
    for (IncNetDevice* port : m_endpoint->GetPorts())
    {
        port->AddLinkChangeCallback(MakeCallback(&IncRouteSpeaker::Change, this).Bind(true));
    }
}

void
IncRouteSpeaker::Converge(const std::vector<Ptr<IncRouteSpeaker>>& speakers)
{
    // Stop waiting at this time, which is reached only if links lose many datagrams.
    const Time end = Simulator::Now() + Seconds(10);
    for (const auto& speaker : speakers)
    {
        for (const Interface& interface : speaker->m_interfaces)
        {
            if (speaker->m_destinations.try_emplace(interface.peer).second)
            {
                speaker->SetRoutes(); // a new speaker begins without routes
                speaker->Change(true);
            }
        }
    }
    const auto isQuiet = [](const Ptr<IncRouteSpeaker>& speaker) {
        return speaker->m_decision.IsExpired() && speaker->m_endpoint->GetOutstanding() == 0;
    };
    while (Simulator::Now() < end && !std::all_of(speakers.begin(), speakers.end(), isQuiet))
    {
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
    }
    for (const auto& speaker : speakers)
    {
        if (auto aggregator = speaker->m_node->GetObject<IncAggregator>())
        {
            aggregator->AdmitDetours(false);
        }
    }
}

IncRouteAttribute
IncRouteSpeaker::GetAttribute(uint32_t address) const
{
    const auto found = m_destinations.find(address);
    return found != m_destinations.end() && found->second.best ? found->second.best->second
                                                               : IncRouteAttribute();
}

void
IncRouteSpeaker::Change(bool tellsAll)
{
    m_tellsAll = m_tellsAll || tellsAll;
    if (m_decision.IsExpired() && !m_destinations.empty())
    {
        m_decision = Simulator::Schedule(m_delay, &IncRouteSpeaker::Decide, this);
    }
}

void
IncRouteSpeaker::Hear(uint32_t peer, const IncControlBody& body)
{
    const uint32_t own = m_endpoint->GetAddress();
    for (const IncControlBody& route : body.GetGroups(IncControlField::ROUTE))
    {
        const Path path{route.GetText(IncControlField::PATH),
                        IncRouteAttribute(route.GetText(IncControlField::EGRESS_GROUPS))};
        const auto prefix = route.Get<uint32_t>(IncControlField::ADDRESS);
        bool isUsable = prefix != own && !path.first.empty() && path.first.size() % 4 == 0;
        for (std::size_t at = 0; at < path.first.size(); at += 4)
        {
            // a path that contains this switch is a loop
            isUsable = isUsable && IncReadAt(path.first, at, 4) != own;
        }
        auto& heard = m_destinations[prefix].heard;
        heard.erase(peer);
        if (isUsable)
        {
            heard.emplace(peer, path);
        }
    }
    Change(false);
}

void
IncRouteSpeaker::Decide()
{
    IncControlBody body;
    bool hasChanged = false;
    bool isNews = false;
    for (auto& [prefix, destination] : m_destinations)
    {
        const auto before = std::pair(destination.best, destination.ports);
        Choose(prefix, destination);
        hasChanged = hasChanged || before != std::pair(destination.best, destination.ports);
        if (m_tellsAll || before.first != destination.best)
        {
            IncControlBody route{{IncControlField::ADDRESS, prefix}};
            if (destination.best)
            {
                std::string path;
                IncAppend(path, m_endpoint->GetAddress(), 4);
                route.Add(IncControlField::PATH, path + destination.best->first);
                route.Add(IncControlField::EGRESS_GROUPS, destination.best->second.GetOctets());
            }
            body.Add(IncControlField::ROUTE, route);
            isNews = true;
        }
    }
    m_tellsAll = false;
    if (hasChanged)
    {
        SetRoutes();
    }
    std::set<uint32_t> told;
    for (const IncNetDevice* port : m_endpoint->GetPorts())
    {
        const Interface& interface = m_interfaces[port->GetPort()];
        if (isNews && m_switch && interface.listens && port->IsLinkUp() &&
            told.insert(interface.peer).second)
        {
            m_endpoint->Send(interface.peer, IncControlKind::ROUTES, body);
        }
    }
}

void
IncRouteSpeaker::Choose(uint32_t prefix, Destination& destination) const
{
    destination.best.reset();
    destination.ports.clear();
    for (const IncNetDevice* port : m_endpoint->GetPorts())
    {
        const auto number = static_cast<uint16_t>(port->GetPort());
        const auto& [peer, isHost, listens] = m_interfaces[number];
        const auto heard = destination.heard.find(peer);
        const bool isTold = !isHost && heard != destination.heard.end();
        if (!port->IsLinkUp() || (peer != prefix && !isTold))
        {
            continue;
        }
        Path path;
        if (peer != prefix)
        {
            path = heard->second;
        }
        else if (m_switch)
        {
            path.second = m_switch->Advertise(number);
        }
        auto& best = destination.best;
        if (!best || path.first.size() < best->first.size())
        {
            best = path;
            destination.ports.clear();
        }
        if (path.first.size() == best->first.size())
        {
            best->second.Add(path.second); // a host with several ports has an egress group for each
            destination.ports.insert(number);
        }
    }
    const std::size_t length = destination.best ? destination.best->first.size() : SIZE_MAX;
    if (length < destination.shortest)
    {
        destination.shortest = length;
        destination.all.clear();
    }
    if (length == destination.shortest)
    {
        destination.all.insert(destination.ports.begin(), destination.ports.end());
    }
}

void
IncRouteSpeaker::SetRoutes()
{
    IncNodeRoutes routes;
    std::vector<IncRouteAttribute> attributes;
    std::map<std::pair<std::set<uint16_t>, std::vector<uint8_t>>, uint16_t> known;
    for (const auto& [prefix, destination] : m_destinations)
    {
        const uint32_t index = IncAddressPlan::IndexOf(prefix);
        if (!destination.best || index >= IncAddressPlan::MAX_NODES)
        {
            continue;
        }
        // An ECMP group that loses ports keeps its list of ports, so that flows on other ports stay
        // there.
        const auto& [ports, all] = std::tie(destination.ports, destination.all);
        const bool stays = ports.size() < all.size() &&
                           std::includes(all.begin(), all.end(), ports.begin(), ports.end());
        const auto& members = stays ? all : ports;
        std::vector<uint8_t> usable;
        for (auto port = members.begin(); stays && port != members.end(); ++port)
        {
            usable.push_back(ports.count(*port) > 0);
        }
        const auto [group, isNew] =
            known.emplace(std::pair(members, usable), static_cast<uint16_t>(known.size()));
        if (isNew)
        {
            routes.groups.emplace_back(members.begin(), members.end());
            routes.usable.push_back(usable);
        }
        if (index >= routes.groupOf.size())
        {
            routes.groupOf.resize(index + 1, IncNodeRoutes::NO_GROUP);
            attributes.resize(index + 1);
        }
        routes.groupOf[index] = group->second;
        attributes[index] = destination.best->second;
    }
    if (m_switch)
    {
        m_switch->SetRoutes(routes, attributes);
    }
    else
    {
        m_node->GetObject<IncRdmaNic>()->SetRoutes(routes);
    }
    if (auto bfr = m_node->GetObject<IncBfr>())
    {
        bfr->Recompute();
    }
    if (auto aggregator = m_node->GetObject<IncAggregator>())
    {
        aggregator->AdmitDetours();
    }
    m_lastChange = Simulator::Now();
}

} // namespace ns3
