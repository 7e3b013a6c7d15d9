/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-inventory.h"

#include "ns3/ipv4-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>
#include <tuple>

namespace ns3
{

using Field = IncControlField;

bool
IncInventory::Register(uint32_t address, const IncControlBody& body)
{
    std::vector<Link> links;
    for (const IncControlBody& link : body.GetGroups(Field::NEIGHBOR))
    {
        links.push_back({link.Get<uint32_t>(Field::PORT),
                         link.Get<uint32_t>(Field::ADDRESS),
                         link.Get<uint32_t>(Field::PEER_PORT),
                         link.Get(Field::RATE),
                         link.Get<bool>(Field::FAILS)});
    }
    std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
        return a.port < b.port;
    });
    const bool isNew = m_entries.count(address) == 0;
    Entry& entry = m_entries[address];
    const bool changed = isNew || !(links == entry.links);
    entry.name = body.GetText(Field::NAME);
    entry.isHost = body.Get<bool>(Field::ROLE);
    entry.aggregates = body.Get<bool>(Field::AGGREGATES);
    entry.slots = body.Get<uint32_t>(Field::SLOTS);
    entry.maxTrees = static_cast<uint32_t>(body.Get(Field::MAX_TREES, UINT32_MAX));
    entry.tier = body.Get<uint32_t>(Field::TIER);
    entry.bfrId = body.Get<uint32_t>(Field::BFR_ID);
    entry.links = std::move(links);
    entry.heard = Simulator::Now();
    return changed;
}

bool
IncInventory::IsOfAnother(uint32_t address, const IncControlBody& body) const
{
    const uint64_t bfrId = body.Get(Field::BFR_ID);
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const auto& known) {
        const Entry& entry = known.second;
        return known.first == address ? entry.isHost != (body.Get<bool>(Field::ROLE))
                                      : entry.name == body.GetText(Field::NAME) ||
                                            (bfrId != 0 && entry.bfrId == bfrId);
    });
}

bool
IncInventory::Hear(uint32_t address)
{
    Entry* entry = Find(address);
    if (entry)
    {
        entry->heard = Simulator::Now();
    }
    return entry != nullptr;
}

void
IncInventory::Remove(uint32_t address)
{
    m_entries.erase(address);
}

void
IncInventory::Clear()
{
    m_entries.clear();
}

const IncInventory::Entry*
IncInventory::Find(uint32_t address) const
{
    const auto found = m_entries.find(address);
    return found == m_entries.end() ? nullptr : &found->second;
}

IncInventory::Entry*
IncInventory::Find(uint32_t address)
{
    const auto found = m_entries.find(address);
    return found == m_entries.end() ? nullptr : &found->second;
}

const IncInventory::Link*
IncInventory::FindBack(uint32_t address, const Link& link) const
{
    const Entry* peer = Find(link.peer);
    if (!peer)
    {
        return nullptr;
    }
    const auto back = std::find_if(peer->links.begin(), peer->links.end(), [&](const Link& other) {
        return other.peer == address && other.port == link.peerPort && other.peerPort == link.port;
    });
    return back == peer->links.end() ? nullptr : &*back;
}

bool
IncInventory::AreNeighbors(uint32_t a, uint32_t b) const
{
    const Entry* entry = Find(a);
    return entry && std::any_of(entry->links.begin(), entry->links.end(), [&](const Link& link) {
               return link.peer == b && FindBack(a, link);
           });
}

IncHeardTopology
IncInventory::MakeTopology(uint32_t slots, const std::set<uint32_t>& without) const
{
    IncHeardTopology heard;
    for (const auto& [address, entry] : m_entries)
    {
        IncTopologyNode node;
        node.name = entry.name;
        node.kind = entry.isHost ? IncTopologyNode::Kind::HOST : IncTopologyNode::Kind::SWITCH;
        node.inc = entry.aggregates && entry.trees < entry.maxTrees &&
                   without.count(address) == 0 && entry.HasRoomFor(slots);
        node.isTaken = entry.aggregates && !node.inc;
        node.slots = entry.slots == 0 ? 0 : entry.GetFree();
        node.tier = entry.tier;
        heard.nodes[address] = heard.topology.AddNode(node);
        heard.addresses.push_back(address);
    }
    heard.ports.resize(heard.addresses.size());
    // AddLink() numbers the ports: add links in the order of each node's own port numbers.
    std::vector<std::size_t> next(heard.addresses.size(), 0);
    const auto head = [&](uint32_t node) -> const Link* {
        const Entry& entry = m_entries.at(heard.addresses[node]);
        while (next[node] < entry.links.size() &&
               !FindBack(heard.addresses[node], entry.links[next[node]]))
        {
            ++next[node];
        }
        return next[node] < entry.links.size() ? &entry.links[next[node]] : nullptr;
    };
    for (bool progress = true; progress;)
    {
        progress = false;
        for (uint32_t node = 0; node < heard.addresses.size(); ++node)
        {
            const Link* link = head(node);
            if (!link)
            {
                continue;
            }
            const uint32_t peer = heard.nodes.at(link->peer);
            const Link* back = head(peer);
            if (!back || back->peer != heard.addresses[node] || back->port != link->peerPort)
            {
                continue; // add this link later: its other end must first number earlier ports
            }
            heard.topology.AddLink(node, peer, link->rate, 0, back->rate);
            heard.ports[node].push_back(link->port);
            heard.ports[peer].push_back(back->port);
            ++next[node];
            ++next[peer];
            progress = true;
        }
    }
    return heard;
}

nlohmann::ordered_json
IncInventory::ToJson() const
{
    auto nodes = nlohmann::ordered_json::array();
    for (const auto& [address, entry] : m_entries)
    {
        std::ostringstream dotted;
        dotted << Ipv4Address(address);
        nlohmann::ordered_json node{{"name", entry.name},
                                    {"address", dotted.str()},
                                    {"role", entry.isHost ? "client" : "switch"},
                                    {"aggregates", entry.aggregates}};
        node.update(entry.isHost ? nlohmann::ordered_json{{"bfr_id", entry.bfrId}}
                                 : nlohmann::ordered_json{{"tier", entry.tier},
                                                          {"slots", entry.slots},
                                                          {"slots_used", entry.used},
                                                          {"trees", entry.trees}});
        node["links"] = nlohmann::ordered_json::array();
        for (const Link& link : entry.links)
        {
            const Entry* peer = Find(link.peer);
            node["links"].push_back({{"port", link.port},
                                     {"peer", peer ? peer->name : ""},
                                     {"peer_port", link.peerPort},
                                     {"rate_Gbps", static_cast<double>(link.rate) / 1e9},
                                     {"confirmed", FindBack(address, link) != nullptr}});
        }
        nodes.push_back(node);
    }
    return nodes;
}

std::string
IncInventory::ToDot() const
{
    std::ostringstream out;
    out << "graph inventory {\n";
    for (const auto& [address, entry] : m_entries)
    {
        out << "  \"" << entry.name << "\" [shape=" << (entry.isHost ? "ellipse" : "box")
            << (entry.aggregates ? ", style=bold" : "") << "];\n";
        for (const Link& link : entry.links)
        {
            const Link* back = FindBack(address, link);
            if (back && std::tie(address, link.port) < std::tie(link.peer, back->port))
            {
                out << "  \"" << entry.name << "\" -- \"" << Find(link.peer)->name << "\" [label=\""
                    << static_cast<double>(link.rate) / 1e9 << " Gbps\"];\n";
            }
        }
    }
    out << "}\n";
    return out.str();
}

std::string
IncInventory::ToString() const
{
    std::ostringstream out;
    for (const auto& [address, entry] : m_entries)
    {
        out << Ipv4Address(address) << ' ' << entry.name << (entry.isHost ? " host" : " switch");
        if (entry.aggregates)
        {
            out << " aggregates";
            if (entry.slots > 0)
            {
                out << ", " << entry.GetFree() << " of " << entry.slots << " slots free";
            }
            out << ", " << entry.trees << " trees";
        }
        out << ':';
        for (const Link& link : entry.links)
        {
            const Entry* peer = Find(link.peer);
            out << ' ' << link.port << "->" << (peer ? peer->name : "?");
        }
        out << '\n';
    }
    return out.str();
}

} // namespace ns3
