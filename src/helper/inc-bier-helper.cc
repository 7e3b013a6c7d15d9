/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-helper.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-ecmp.h"

namespace ns3
{

namespace
{

/// The only route of a host with one port.
constexpr uint16_t FIRST_PORT = 0;

/// What a node's tables say, whenever BIER asks.
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
IncBierHelper::MakeHostSubDomain(const IncTopology& topology, uint32_t length, uint8_t id)
{
    const auto& hosts = topology.GetHosts();
    if (length == 0)
    {
        length = IncBitString::LengthFor(hosts.size());
        length = length == 0 ? IncBitString::MAX_WIRE_LENGTH : length;
    }
    auto subDomain = std::make_shared<IncBierSubDomain>(id, length);
    for (const uint32_t host : hosts)
    {
        subDomain->Assign(topology.GetHostOrdinal(host) + 1, IncAddressPlan::AddressOf(host));
    }
    return subDomain;
}

IncBierDomain
IncBierHelper::Install(const IncFabric& fabric) const
{
    const auto& topology = fabric.GetTopology();
    IncBierDomain domain;
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
        for (const auto& membership : m_memberships)
        {
            bfr->AddSubDomain(membership.subDomain, membership.ecmp);
        }
        domain.m_bfrs.push_back(bfr);
    }
    return domain;
}

void
IncBierHelper::InstallMissing(const IncFabric& fabric,
                              const std::shared_ptr<const IncBierSubDomain>& subDomain)
{
    const NodeContainer& nodes = fabric.GetNodes();
    if (!nodes.Get(0)->GetObject<IncBfr>())
    {
        IncBierHelper helper;
        helper.AddSubDomain(subDomain);
        helper.Install(fabric);
        return;
    }
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        auto bfr = nodes.Get(i)->GetObject<IncBfr>();
        if (!bfr->GetForwarder().FindBifts(subDomain->GetBiftId(0)))
        {
            bfr->AddSubDomain(subDomain, IncBierEcmp::NON_DETERMINISTIC);
        }
    }
}

} // namespace ns3
