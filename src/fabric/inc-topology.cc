/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-topology.h"

#include "inc-link-units.h"
#include "inc-shortest-path.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <unordered_set>

namespace ns3
{

namespace
{

/// Names occur in file names, in link names ("a->b") and in lists.
bool
IsAcceptedName(const std::string& name)
{
    auto accepted = [](unsigned char c) {
        return c < 0x80 && (std::isalnum(c) || c == '_' || c == '.' || c == ':' || c == '-');
    };
    return !name.empty() && name.size() <= 64 &&
           std::isalnum(static_cast<unsigned char>(name.front())) &&
           std::all_of(name.begin(), name.end(), accepted);
}

/// Control characters become '?', so that the text is one line.
std::string
Quoted(std::string text)
{
    std::replace_if(
        text.begin(),
        text.end(),
        [](unsigned char c) { return std::iscntrl(c); },
        '?');
    return "\"" + text + "\"";
}

} // namespace

uint32_t
IncTopology::AddNode(IncTopologyNode node)
{
    if (!IsAcceptedName(node.name))
    {
        throw IncTopologyError("node name " + Quoted(node.name) +
                               " is not accepted; expected 1 to 64 letters, digits, '_', '.', ':' "
                               "or '-', the first a letter or a digit");
    }
    if (m_byName.count(node.name))
    {
        throw IncTopologyError("node name " + Quoted(node.name) +
                               " is used twice; expected a name of its own for every node");
    }
    if (m_nodes.size() >= MAX_NODES)
    {
        throw IncTopologyError("node " + Quoted(node.name) + " is one too many; expected at most " +
                               std::to_string(MAX_NODES) + " nodes");
    }
    if (node.kind == IncTopologyNode::Kind::HOST && m_hosts.size() >= MAX_HOSTS)
    {
        throw IncTopologyError("node " + Quoted(node.name) + " is one too many; expected at most " +
                               std::to_string(MAX_HOSTS) + " hosts");
    }
    auto index = static_cast<uint32_t>(m_nodes.size());
    m_hostOrdinals.push_back(static_cast<uint32_t>(m_hosts.size()));
    if (node.kind == IncTopologyNode::Kind::HOST)
    {
        m_hosts.push_back(index);
    }
    m_byName.emplace(node.name, index);
    m_nodes.push_back(std::move(node));
    m_ports.emplace_back();
    return index;
}

uint32_t
IncTopology::AddHost(const std::string& name)
{
    IncTopologyNode node;
    node.name = name;
    node.kind = IncTopologyNode::Kind::HOST;
    return AddNode(std::move(node));
}

uint32_t
IncTopology::AddSwitch(const std::string& name)
{
    IncTopologyNode node;
    node.name = name;
    return AddNode(std::move(node));
}

uint32_t
IncTopology::AddLink(uint32_t a,
                     uint32_t b,
                     uint64_t rate,
                     int64_t delay,
                     std::optional<uint64_t> back)
{
    CheckNodeIndex(a);
    CheckNodeIndex(b);
    if (a == b)
    {
        throw IncTopologyError("link from " + Quoted(GetName(a)) +
                               " to itself is not accepted; expected two different nodes");
    }
    if (m_nodes[a].kind == IncTopologyNode::Kind::OPTICAL &&
        m_nodes[b].kind == IncTopologyNode::Kind::OPTICAL)
    {
        throw IncTopologyError("link " + GetName(a) + "->" + GetName(b) +
                               " joins two optical switches; expected a host or a switch at one "
                               "of its ends");
    }
    std::string between = "link " + GetName(a) + "->" + GetName(b);
    for (uint64_t value : {rate, back.value_or(rate)})
    {
        if (value < INC_MIN_LINK_RATE || value > INC_MAX_LINK_RATE)
        {
            throw IncTopologyError(between + ": rate " + std::to_string(value) +
                                   " bit/s is not accepted; expected " + INC_LINK_RATE_ACCEPTED);
        }
    }
    if (delay < 0 || delay > INC_MAX_LINK_DELAY)
    {
        throw IncTopologyError(between + ": delay " + std::to_string(delay) +
                               " ps is not accepted; expected " + INC_LINK_DELAY_ACCEPTED);
    }
    for (uint32_t end : {a, b})
    {
        if (m_ports[end].size() >= MAX_PORTS)
        {
            throw IncTopologyError(between + ": " + Quoted(GetName(end)) +
                                   " has too many links; expected at most " +
                                   std::to_string(MAX_PORTS));
        }
    }
    auto link = static_cast<uint32_t>(m_links.size());
    auto portOfA = static_cast<uint32_t>(m_ports[a].size());
    auto portOfB = static_cast<uint32_t>(m_ports[b].size());
    m_links.push_back({a, b, rate, delay, back.value_or(rate)});
    m_ports[a].push_back({link, b, portOfB});
    m_ports[b].push_back({link, a, portOfA});
    return link;
}

void
IncTopology::AddDelay(uint32_t link, int64_t ps)
{
    m_links.at(link).delay += ps;
}

void
IncTopology::SetRate(uint32_t link, uint64_t rate)
{
    m_links.at(link).rate = rate;
    m_links.at(link).back = rate;
}

void
IncTopology::SetWorkers(std::vector<uint32_t> workers)
{
    if (workers.empty())
    {
        throw IncTopologyError("workers: the list is empty; expected at least one host");
    }
    CheckHosts(workers, "workers");
    m_workers = std::move(workers);
}

void
IncTopology::SetRoot(uint32_t root)
{
    CheckNodeIndex(root);
    if (m_nodes[root].kind == IncTopologyNode::Kind::OPTICAL)
    {
        throw IncTopologyError("root: " + Quoted(GetName(root)) +
                               " is an optical switch; expected a switch or a host");
    }
    m_root = root;
}

void
IncTopology::AddVatNode(IncTopologyVatNode vatNode)
{
    CheckNodeIndex(vatNode.node);
    std::string what = "vat node " + Quoted(GetName(vatNode.node));
    if (m_nodes[vatNode.node].kind == IncTopologyNode::Kind::OPTICAL)
    {
        throw IncTopologyError(what + " is an optical switch; expected a switch or a host");
    }
    if (vatNode.workers.empty())
    {
        throw IncTopologyError(what + ": the A-BM is empty; expected at least one host");
    }
    CheckHosts(vatNode.workers, what);
    m_vat.push_back(std::move(vatNode));
}

void
IncTopology::AddServer(IncTopologyServer server)
{
    const std::string what = "server " + Quoted(server.name);
    for (const std::string& name : {server.name, server.switchName})
    {
        if (!IsAcceptedName(name) || m_byName.count(name) > 0)
        {
            throw IncTopologyError(what + ": the name " + Quoted(name) +
                                   " is not accepted; expected 1 to 64 letters, digits, '_', '.', "
                                   "':' or '-' that name nothing else");
        }
    }
    std::vector<uint32_t> hosts;
    for (const auto& gpu : server.gpus)
    {
        hosts.push_back(gpu.host);
    }
    CheckHosts(hosts, what);
    for (const uint32_t host : hosts)
    {
        if (m_serverOf.count(host) > 0)
        {
            throw IncTopologyError(what + ": host " + Quoted(GetName(host)) + " is in server " +
                                   Quoted(m_servers[m_serverOf.at(host)].name) +
                                   "; expected a host that is in no server");
        }
    }
    if (hosts.empty())
    {
        throw IncTopologyError(what + " has no GPU; expected at least one");
    }
    if (server.isMesh && hosts.size() > IncTopologyServer::MOST_IN_MESH)
    {
        throw IncTopologyError(what + " is a mesh of " + std::to_string(hosts.size()) +
                               " GPUs; expected at most " +
                               std::to_string(IncTopologyServer::MOST_IN_MESH));
    }
    const auto index = static_cast<uint32_t>(m_servers.size());
    for (const uint32_t host : hosts)
    {
        m_serverOf[host] = index;
    }
    m_servers.push_back(std::move(server));
}

std::optional<uint32_t>
IncTopology::FindServer(uint32_t host) const
{
    const auto found = m_serverOf.find(host);
    return found == m_serverOf.end() ? std::nullopt : std::optional(found->second);
}

void
IncTopology::DeriveTiers()
{
    auto tiers = IncDistancesFrom(*this, m_hosts);
    for (uint32_t i = 0; i < m_nodes.size(); ++i)
    {
        m_nodes[i].tier = tiers[i] == INC_UNREACHABLE ? 0 : tiers[i];
    }
}

void
IncTopology::Validate() const
{
    if (m_hosts.empty())
    {
        throw IncTopologyError("the topology has no host; expected at least one");
    }
    // A GPU without a link sends through the other GPUs of its server.
    const auto sendsThroughOthers = [this](uint32_t host) {
        const auto server = FindServer(host);
        const auto hasLink = [this](const auto& gpu) { return !m_ports[gpu.host].empty(); };
        return m_ports[host].empty() && server &&
               (m_servers.size() == 1 || std::any_of(m_servers[*server].gpus.begin(),
                                                     m_servers[*server].gpus.end(),
                                                     hasLink));
    };
    std::vector<uint32_t> linked;
    for (uint32_t host : m_hosts)
    {
        if (!sendsThroughOthers(host))
        {
            linked.push_back(host);
        }
        if (m_ports[host].empty() && !sendsThroughOthers(host))
        {
            throw IncTopologyError("host " + Quoted(GetName(host)) +
                                   " has no link; expected at least one");
        }
    }
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        if (m_nodes[node].kind == IncTopologyNode::Kind::OPTICAL && m_circuits.count(node) == 0)
        {
            return; // not connected yet: the circuits will be set later
        }
    }
    if (linked.empty())
    {
        return; // a single server needs no network
    }
    // Elements change the network inside a server, so the GPUs of a server that is reached lead on.
    std::vector<uint32_t> sources{linked.front()};
    std::vector<bool> isReached(m_servers.size(), false);
    std::vector<uint32_t> distances;
    for (std::size_t searched = 0; searched < sources.size();)
    {
        searched = sources.size();
        distances = IncDistancesFrom(*this, sources);
        for (std::size_t i = 0; i < m_servers.size(); ++i)
        {
            const auto& gpus = m_servers[i].gpus;
            if (!isReached[i] &&
                std::any_of(gpus.begin(), gpus.end(), [&distances](const auto& gpu) {
                    return distances[gpu.host] != INC_UNREACHABLE;
                }))
            {
                isReached[i] = true;
                std::transform(gpus.begin(),
                               gpus.end(),
                               std::back_inserter(sources),
                               [](const auto& gpu) { return gpu.host; });
            }
        }
    }
    for (uint32_t host : linked)
    {
        if (distances[host] == INC_UNREACHABLE)
        {
            throw IncTopologyError(
                "host " + Quoted(GetName(host)) + " is not connected to host " +
                Quoted(GetName(linked.front())) + "; expected a path through switches" +
                (m_servers.empty() ? "" : " and servers") + " between all hosts");
        }
    }
}

const std::vector<IncTopologyPort>&
IncTopology::GetPorts(uint32_t node) const
{
    return m_ports[node];
}

uint32_t
IncTopology::GetHostOrdinal(uint32_t host) const
{
    return m_hostOrdinals[host];
}

std::optional<uint32_t>
IncTopology::Find(const std::string& name) const
{
    auto it = m_byName.find(name);
    return it == m_byName.end() ? std::nullopt : std::make_optional(it->second);
}

const std::string&
IncTopology::GetName(uint32_t node) const
{
    return m_nodes[node].name;
}

bool
IncTopology::IsHost(uint32_t node) const
{
    return m_nodes[node].kind == IncTopologyNode::Kind::HOST;
}

bool
IncTopology::Forwards(uint32_t node) const
{
    return m_nodes[node].kind == IncTopologyNode::Kind::SWITCH;
}

void
IncTopology::SetCircuits(uint32_t optical, const std::vector<IncCircuit>& circuits)
{
    CheckNodeIndex(optical);
    const std::string what = "circuits of " + Quoted(GetName(optical));
    if (m_nodes[optical].kind != IncTopologyNode::Kind::OPTICAL)
    {
        throw IncTopologyError(what + ": it is of kind " + IncName(m_nodes[optical].kind) +
                               "; expected an optical switch");
    }
    const auto& ports = m_ports[optical];
    std::vector<bool> taken(ports.size(), false);
    for (const auto& circuit : circuits)
    {
        for (uint32_t port : {circuit.first, circuit.second})
        {
            if (port >= ports.size() || taken[port])
            {
                throw IncTopologyError(what + ": port " + std::to_string(port) +
                                       " does not exist or is taken; expected each of its " +
                                       std::to_string(ports.size()) + " ports at most once");
            }
            taken[port] = true;
        }
    }
    for (uint32_t port = 0; port < ports.size(); ++port)
    {
        auto& end = m_ports[ports[port].peer][ports[port].peerPort];
        end.peer = optical;
        end.peerPort = port;
    }
    for (const auto& [a, b] : circuits)
    {
        auto& endOfA = m_ports[ports[a].peer][ports[a].peerPort];
        auto& endOfB = m_ports[ports[b].peer][ports[b].peerPort];
        endOfA.peer = ports[b].peer;
        endOfA.peerPort = ports[b].peerPort;
        endOfB.peer = ports[a].peer;
        endOfB.peerPort = ports[a].peerPort;
    }
    m_circuits[optical] = circuits;
}

const std::vector<IncCircuit>&
IncTopology::GetCircuits(uint32_t optical) const
{
    static const std::vector<IncCircuit> NONE;
    const auto found = m_circuits.find(optical);
    return found == m_circuits.end() ? NONE : found->second;
}

bool
IncTopology::CanAggregate(uint32_t node) const
{
    return m_nodes[node].kind == IncTopologyNode::Kind::SWITCH && m_nodes[node].inc;
}

std::string
IncTopology::GetLinkName(uint32_t link) const
{
    return GetName(m_links[link].a) + "->" + GetName(m_links[link].b);
}

void
IncTopology::CheckNodeIndex(uint32_t node) const
{
    if (node >= m_nodes.size())
    {
        throw IncTopologyError("node index " + std::to_string(node) +
                               " is not accepted; the topology has " +
                               std::to_string(m_nodes.size()) + " nodes");
    }
}

void
IncTopology::CheckHosts(const std::vector<uint32_t>& hosts, const std::string& what) const
{
    std::unordered_set<uint32_t> seen;
    for (uint32_t host : hosts)
    {
        CheckNodeIndex(host);
        if (!IsHost(host))
        {
            throw IncTopologyError(what + ": " + Quoted(GetName(host)) + " is of kind " +
                                   IncName(m_nodes[host].kind) + "; expected a host");
        }
        if (!seen.insert(host).second)
        {
            throw IncTopologyError(what + ": host " + Quoted(GetName(host)) +
                                   " is listed twice; expected each host once");
        }
    }
}

std::string
IncName(IncScaleUpReduction reduction)
{
    return reduction == IncScaleUpReduction::PULL   ? "pull"
           : reduction == IncScaleUpReduction::PUSH ? "push"
                                                    : "none";
}

std::string
IncName(IncTopologyNode::Kind kind)
{
    switch (kind)
    {
    case IncTopologyNode::Kind::HOST:
        return "host";
    case IncTopologyNode::Kind::SWITCH:
        return "switch";
    case IncTopologyNode::Kind::OPTICAL:
        break;
    }
    return "optical";
}

} // namespace ns3
