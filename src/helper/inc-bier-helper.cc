/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-helper.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-rail.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Port of a host that has only one. All routes of the host use this port.
constexpr uint16_t FIRST_PORT = 0;

/// Make the underlay of a node, which gives BIER the present routes and addresses.
IncBierUnderlay
UnderlayOf(const IncFabric& fabric, uint32_t node)
{
    const auto& topology = fabric.GetTopology();
    IncBierUnderlay underlay;
    underlay.prefix = IncAddressPlan::AddressOf(node);
    for (const auto& port : topology.GetPorts(node))
    {
        underlay.peers.push_back(IncAddressPlan::AddressOf(port.peer));
    }
    if (!topology.IsHost(node))
    {
        IncSwitch* device = PeekPointer(fabric.GetSwitch(node));
        underlay.routes = [device](uint32_t prefix) {
            return device->GetTable().Lookup(IncAddressPlan::IndexOf(prefix));
        };
    }
    else if (topology.GetPorts(node).size() == 1)
    {
        underlay.routes = [](uint32_t) {
            IncForwardingTable::Group group;
            group.ports = &FIRST_PORT;
            group.size = 1;
            return group;
        };
    }
    else
    {
        IncRdmaNic* nic = PeekPointer(fabric.GetNic(node));
        underlay.routes = [nic](uint32_t prefix) {
            return nic->GetTable().Lookup(IncAddressPlan::IndexOf(prefix));
        };
    }
    return underlay;
}

/// Switch to which a NIC of a host is attached.
struct Attachment
{
    IncSwitch* device{nullptr}; //!< null if the neighbor is no switch
    uint32_t node{0};           //!< node index of the switch
    uint16_t port{0};           //!< port number at the switch
};

using Attachments = std::vector<Attachment>;

Attachments
AttachmentsOf(const IncFabric& fabric, uint32_t rail)
{
    const auto& topology = fabric.GetTopology();
    Attachments attachments(topology.GetNodes().size());
    const auto railPorts = IncRailPortsOf(topology, rail);
    for (const uint32_t host : topology.GetHosts())
    {
        if (!railPorts[host])
        {
            continue;
        }
        const auto& nic = topology.GetPorts(host)[*railPorts[host]];
        const auto& ports = topology.GetPorts(nic.peer);
        const auto leadsBack = [&nic](const auto& port) { return port.link == nic.link; };
        const auto port = std::find_if(ports.begin(), ports.end(), leadsBack) - ports.begin();
        if (!topology.IsHost(nic.peer))
        {
            attachments[host] = {PeekPointer(fabric.GetSwitch(nic.peer)),
                                 nic.peer,
                                 static_cast<uint16_t>(port)};
        }
    }
    return attachments;
}

/// Return a switch's shortest routes to the switch at one given NIC of each host. If the NIC's link
/// has failed, all switches use their usual routes to the host.
IncBierUnderlay::Routes
RailRoutes(const std::shared_ptr<const Attachments>& attachments, IncSwitch* device, uint32_t node)
{
    return [attachments, device, node](uint32_t prefix) {
        const uint32_t host = IncAddressPlan::IndexOf(prefix);
        const Attachment& nic = attachments->at(host);
        const auto direct =
            nic.device ? nic.device->GetTable().Lookup(host) : IncForwardingTable::Group();
        for (uint32_t i = 0; i < direct.size; ++i)
        {
            if (direct.ports[i] == nic.port && direct.IsUsable(i))
            {
                IncForwardingTable::Group last;
                last.ports = &nic.port;
                last.size = 1;
                return node == nic.node ? last : device->GetTable().Lookup(nic.node);
            }
        }
        return device->GetTable().Lookup(host);
    };
}

/// Adds a sub-domain to the BFRs of a fabric. Hosts with one link to the same switch share tables.
class SubDomainInstaller
{
  public:
    SubDomainInstaller(const IncFabric& fabric,
                       std::shared_ptr<const IncBierSubDomain> subDomain,
                       IncBierEcmp ecmp,
                       std::optional<uint32_t> rail = std::nullopt)
        : m_fabric(fabric),
          m_subDomain(std::move(subDomain)),
          m_ecmp(ecmp),
          m_attachments(rail ? std::make_shared<const Attachments>(AttachmentsOf(fabric, *rail))
                             : nullptr)
    {
    }

    void Add(uint32_t node, IncBfr& bfr)
    {
        const auto& topology = m_fabric.GetTopology();
        const auto& ports = topology.GetPorts(node);
        if (m_attachments && !topology.IsHost(node))
        {
            IncSwitch* device = PeekPointer(m_fabric.GetSwitch(node));
            bfr.AddSubDomain(m_subDomain, m_ecmp, RailRoutes(m_attachments, device, node));
            return;
        }
        if (!topology.IsHost(node) || ports.size() != 1)
        {
            bfr.AddSubDomain(m_subDomain, m_ecmp);
            return;
        }
        auto& tables = m_behind[ports.front().peer];
        if (!tables)
        {
            IncBierUnderlay underlay = UnderlayOf(m_fabric, node);
            underlay.prefix = 0;
            tables =
                IncBierForwarder::MakeTables(*m_subDomain, IncBirt(*m_subDomain, underlay), m_ecmp);
        }
        bfr.AddSubDomain(*m_subDomain, tables);
    }

  private:
    const IncFabric& m_fabric;
    std::shared_ptr<const IncBierSubDomain> m_subDomain;
    IncBierEcmp m_ecmp;
    /// Switches at one NIC of each host; null to use all NICs.
    std::shared_ptr<const Attachments> m_attachments;
    /// Tables that hosts share, by node index of their switch.
    std::unordered_map<uint32_t, std::shared_ptr<const IncBierForwarder::Tables>> m_behind;
};

} // namespace

void
IncBierDomain::Recompute() const
{
    for (const auto& bfr : m_bfrs)
    {
        bfr->Recompute();
    }
}

IncBierHelper::IncBierHelper()
    : m_factory("ns3::IncBfr")
{
}

void
IncBierHelper::SetBfrAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

void
IncBierHelper::AddSubDomain(std::shared_ptr<const IncBierSubDomain> subDomain, IncBierEcmp ecmp)
{
    m_memberships.push_back({std::move(subDomain), ecmp});
}

std::shared_ptr<IncBierSubDomain>
IncBierHelper::MakeHostSubDomain(const IncTopology& topology,
                                 uint32_t length,
                                 uint8_t id,
                                 std::optional<uint32_t> rail)
{
    const auto hosts = IncBfersOf(topology, rail);
    if (length == 0)
    {
        length = IncBitString::LengthFor(hosts.size());
        length = length == 0 ? IncBitString::MAX_WIRE_LENGTH : length;
    }
    auto subDomain = std::make_shared<IncBierSubDomain>(id, length);
    for (std::size_t i = 0; i < std::min<std::size_t>(hosts.size(), INC_MAX_BFR_ID); ++i)
    {
        subDomain->Assign(static_cast<uint32_t>(i + 1), IncAddressPlan::AddressOf(hosts[i]));
    }
    return subDomain;
}

IncBierDomain
IncBierHelper::Install(const IncFabric& fabric) const
{
    const auto& topology = fabric.GetTopology();
    IncBierDomain domain;
    std::vector<SubDomainInstaller> installers;
    for (const auto& membership : m_memberships)
    {
        installers.emplace_back(fabric, membership.subDomain, membership.ecmp);
    }
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        auto bfr = m_factory.Create<IncBfr>();
        Ptr<Node> owner = fabric.GetNodes().Get(node);
        owner->AggregateObject(bfr);
        bfr->Attach(owner, UnderlayOf(fabric, node), !topology.IsHost(node));
        bfr->SetKey(IncMix64(node));
        if (topology.IsHost(node))
        {
            bfr->SetNext(PeekPointer(fabric.GetNic(node)));
            fabric.GetNic(node)->SetBierSink(PeekPointer(bfr));
        }
        else
        {
            bfr->SetNext(PeekPointer(fabric.GetSwitch(node)));
            fabric.GetSwitch(node)->SetBierSink(PeekPointer(bfr));
        }
        for (auto& installer : installers)
        {
            installer.Add(node, *bfr);
        }
        domain.m_bfrs.push_back(bfr);
    }
    return domain;
}

void
IncBierHelper::InstallMissing(const IncFabric& fabric,
                              const std::shared_ptr<const IncBierSubDomain>& subDomain,
                              std::optional<uint32_t> rail)
{
    const NodeContainer& nodes = fabric.GetNodes();
    if (!nodes.Get(0)->GetObject<IncBfr>())
    {
        IncBierHelper().Install(fabric);
    }
    SubDomainInstaller installer(fabric, subDomain, IncBierEcmp::NON_DETERMINISTIC, rail);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        auto bfr = nodes.Get(i)->GetObject<IncBfr>();
        if (!bfr->GetForwarder().FindBifts(subDomain->GetBiftId(0)))
        {
            installer.Add(i, *bfr);
        }
    }
}

Ptr<IncLastHop>
IncBierHelper::GetLastHop(Ptr<Node> node)
{
    auto lastHop = node->GetObject<IncLastHop>();
    if (!lastHop)
    {
        lastHop = CreateObject<IncLastHop>();
        node->AggregateObject(lastHop);
        node->GetObject<IncBfr>()->SetLastHop(PeekPointer(lastHop));
    }
    if (auto aggregator = node->GetObject<IncAggregator>())
    {
        aggregator->Watch(*lastHop);
    }
    return lastHop;
}

} // namespace ns3
