/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fabric-helper.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-channel.h"
#include "ns3/inc-route-computation.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"

namespace ns3
{

Ptr<IncNetDevice>
IncFabric::GetDevice(uint32_t node, uint32_t port) const
{
    return DynamicCast<IncNetDevice>(m_nodes.Get(node)->GetDevice(port));
}

Ipv4Address
IncFabric::GetAddress(uint32_t node)
{
    return Ipv4Address(IncAddressPlan::AddressOf(node));
}

IncFabricHelper::IncFabricHelper()
    : m_deviceFactory("ns3::IncNetDevice"),
      m_channelFactory("ns3::IncChannel"),
      m_bufferFactory("ns3::IncSharedBuffer"),
      m_watchdogFactory("ns3::IncPfcWatchdog"),
      m_markerFactory("ns3::IncEcnMarker")
{
}

void
IncFabricHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

void
IncFabricHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channelFactory.Set(name, value);
}

void
IncFabricHelper::EnableSharedBuffer()
{
    m_sharedBuffer = true;
}

void
IncFabricHelper::SetBufferAttribute(const std::string& name, const AttributeValue& value)
{
    EnableSharedBuffer();
    m_bufferFactory.Set(name, value);
}

void
IncFabricHelper::EnablePfc(const std::string& priorities)
{
    SetBufferAttribute("LosslessPriorities", StringValue(priorities));
    m_pfc = true;
}

void
IncFabricHelper::SetWatchdogAttribute(const std::string& name, const AttributeValue& value)
{
    m_watchdogFactory.Set(name, value);
}

void
IncFabricHelper::EnableEcn(const std::string& priorities)
{
    SetEcnAttribute("Priorities", StringValue(priorities));
}

void
IncFabricHelper::SetEcnAttribute(const std::string& name, const AttributeValue& value)
{
    m_markerFactory.Set(name, value);
    m_ecn = true;
}

void
IncFabricHelper::InstallBuffers(IncFabric& fabric) const
{
    if (m_pfc)
    {
        fabric.m_watchdog = m_watchdogFactory.Create<IncPfcWatchdog>();
    }
    for (uint32_t i = 0; m_sharedBuffer && i < fabric.m_switches.size(); ++i)
    {
        if (auto device = fabric.m_switches[i])
        {
            device->SetBuffer(m_bufferFactory.Create<IncSharedBuffer>());
            if (fabric.m_watchdog)
            {
                fabric.m_watchdog->Watch(device, fabric.m_topology.GetNodes()[i].name);
            }
        }
    }
}

void
IncFabricHelper::InstallMarkers(IncFabric& fabric) const
{
    fabric.m_markers.resize(fabric.m_switches.size());
    for (uint32_t i = 0; m_ecn && i < fabric.m_switches.size(); ++i)
    {
        if (auto device = fabric.m_switches[i])
        {
            auto marker = m_markerFactory.Create<IncEcnMarker>();
            marker->Check();
            for (IncNetDevice* port : device->GetPorts())
            {
                port->SetMarker(PeekPointer(marker));
            }
            fabric.m_markers[i] = marker;
        }
    }
}

Ptr<IncNetDevice>
IncFabricHelper::AddPort(Ptr<Node> node, uint32_t index, uint64_t rate) const
{
    auto device = m_deviceFactory.Create<IncNetDevice>();
    device->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
    node->AddDevice(device);
    // Locally administered: node index and port number.
    const uint32_t port = device->GetPort();
    const uint8_t octets[6] = {0x02,
                               static_cast<uint8_t>(index >> 16),
                               static_cast<uint8_t>(index >> 8),
                               static_cast<uint8_t>(index),
                               static_cast<uint8_t>(port >> 8),
                               static_cast<uint8_t>(port)};
    Mac48Address address;
    address.CopyFrom(octets);
    device->SetAddress(address);
    return device;
}

IncFabric
IncFabricHelper::Install(const IncTopology& topology) const
{
    topology.Validate();
    IncFabric fabric;
    fabric.m_topology = topology;
    const auto& nodes = topology.GetNodes();
    fabric.m_nodes.Create(nodes.size());
    for (const auto& link : topology.GetLinks())
    {
        auto channel = m_channelFactory.Create<IncChannel>();
        channel->SetAttribute("Delay", TimeValue(IncClock::FromPs(link.delay)));
        auto a = AddPort(fabric.m_nodes.Get(link.a), link.a, link.rate);
        auto b = AddPort(fabric.m_nodes.Get(link.b), link.b, link.rate);
        channel->Connect(a, b);
    }
    IncRouteComputation routes(topology);
    auto key = CreateObject<UniformRandomVariable>();
    fabric.m_nics.resize(nodes.size());
    fabric.m_switches.resize(nodes.size());
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        Ptr<Node> node = fabric.m_nodes.Get(i);
        const IncNodeRoutes table = routes.TakeRoutes(i);
        if (nodes[i].kind == IncTopologyNode::Kind::HOST)
        {
            auto nic = CreateObject<IncRdmaNic>();
            node->AggregateObject(nic);
            nic->Attach(node, i);
            if (node->GetNDevices() > 1)
            {
                nic->GetTable().SetRoutes(table.groups, table.groupOf);
            }
            fabric.m_nics[i] = nic;
        }
        else
        {
            auto device = CreateObject<IncSwitch>();
            node->AggregateObject(device);
            device->Attach(node, i);
            device->GetTable().SetRoutes(table.groups, table.groupOf);
            fabric.m_switches[i] = device;
        }
        for (uint32_t port = 0; port < node->GetNDevices(); ++port)
        {
            fabric.m_devices.Add(node->GetDevice(port));
        }
    }
    InstallBuffers(fabric);
    InstallMarkers(fabric);
    AssignStreams(fabric, 0);
    return fabric;
}

int64_t
IncFabricHelper::AssignStreams(const IncFabric& fabric, int64_t stream)
{
    // One stream gives every switch its ECMP key, in the order of the node indices.
    auto keys = CreateObject<UniformRandomVariable>();
    keys->SetStream(stream);
    int64_t used = 1;
    for (const auto& device : fabric.m_switches)
    {
        if (device)
        {
            const uint64_t high = keys->GetInteger(0, 0xffffffff);
            device->GetEcmp().SetKey(high << 32 | keys->GetInteger(0, 0xffffffff));
        }
    }
    for (const auto& nic : fabric.m_nics)
    {
        if (nic)
        {
            used += nic->AssignStreams(stream + used);
        }
    }
    for (const auto& marker : fabric.m_markers)
    {
        if (marker)
        {
            used += marker->AssignStreams(stream + used);
        }
    }
    return used;
}

void
IncFabricHelper::EnablePcapInternal(std::string prefix,
                                    Ptr<NetDevice> device,
                                    bool promiscuous,
                                    bool explicitFilename)
{
    auto port = DynamicCast<IncNetDevice>(device);
    NS_ABORT_MSG_UNLESS(port, "IncFabricHelper::EnablePcap: not an IncNetDevice");
    PcapHelper pcap;
    const std::string name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    Ptr<PcapFileWrapper> file = pcap.CreateFile(name, std::ios::out, PcapHelper::DLT_EN10MB);
    pcap.HookDefaultSink<IncNetDevice>(port, promiscuous ? "PromiscSniffer" : "Sniffer", file);
}

} // namespace ns3
