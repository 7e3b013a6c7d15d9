/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fabric-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-attribute-error.h"
#include "ns3/inc-error.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-optical-switch.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-packet-lifetime.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/// Size on the wire of a frame with 4096 bytes of payload and all RDMA headers, bytes.
constexpr uint32_t LARGEST_FRAME = 4216;

} // namespace

IncFabricHelper::IncFabricHelper()
    : m_deviceFactory("ns3::IncNetDevice"),
      m_channelFactory("ns3::IncChannel"),
      m_bufferFactory("ns3::IncSharedBuffer"),
      m_watchdogFactory("ns3::IncPfcWatchdog"),
      m_markerFactory("ns3::IncEcnMarker"),
      m_switchFactory("ns3::IncSwitch")
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
IncFabricHelper::Check(const IncTopology& topology) const
{
    if (m_ecn)
    {
        m_markerFactory.Create<IncEcnMarker>()->Check();
    }
    if (!m_sharedBuffer)
    {
        return;
    }
    const auto buffer = m_bufferFactory.Create<IncSharedBuffer>();
    const IncTopology timed = WithPipelines(topology);
    for (uint32_t i = 0; i < topology.GetNodes().size(); ++i)
    {
        if (topology.IsHost(i))
        {
            continue;
        }
        std::vector<IncHeadroomLink> links;
        for (const auto& port : topology.GetPorts(i))
        {
            const auto& link = timed.GetLinks()[port.link];
            links.push_back({link.rate, link.delay});
        }
        try
        {
            buffer->Check(links);
        }
        catch (const IncAttributeError& error)
        {
            throw error.At(topology.GetName(i));
        }
    }
}

void
IncFabricHelper::InstallBuffers(IncFabric& fabric) const
{
    if (m_pfc)
    {
        // The watchdog belongs to no node: make it a root of Config paths during the simulation.
        fabric.m_watchdog = m_watchdogFactory.Create<IncPfcWatchdog>();
        Config::RegisterRootNamespaceObject(fabric.m_watchdog);
        Simulator::ScheduleDestroy(&Config::UnregisterRootNamespaceObject,
                                   Ptr<Object>(fabric.m_watchdog));
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
            for (IncNetDevice* port : device->GetPorts())
            {
                port->SetMarker(PeekPointer(marker));
            }
            fabric.m_markers[i] = marker;
        }
    }
}

void
IncFabricHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_switchFactory.Set(name, value);
}

void
IncFabricHelper::SetEcmpGroupSizes(uint32_t interfaces, uint32_t egressInterfaces)
{
    NS_ABORT_MSG_IF(interfaces == 0 || egressInterfaces == 0,
                    "IncFabricHelper::SetEcmpGroupSizes: a group has at least one interface");
    m_groupSize = interfaces;
    m_egressGroupSize = egressInterfaces;
}

void
IncFabricHelper::SetEcmpGroups(const std::string& name, const IncEcmpGroups& groups)
{
    m_groups[name] = groups;
}

IncEcmpGroups
IncFabricHelper::GroupsOf(const IncTopology& topology, uint32_t index) const
{
    const auto found = m_groups.find(topology.GetName(index));
    return found != m_groups.end()
               ? found->second
               : IncEcmpGroups::Compute(topology, index, m_groupSize, m_egressGroupSize);
}

void
IncFabricHelper::CheckEcmpGroups(const IncTopology& topology,
                                 const IncRouteComputation& routes) const
{
    for (const auto& [name, groups] : m_groups)
    {
        const auto index = topology.Find(name);
        if (!index || topology.IsHost(*index))
        {
            throw IncError(name + ": ECMP groups of what is no switch of the network; "
                                  "accepted: the name of a switch");
        }
        groups.Check(topology, *index);
        groups.CheckSubgroups(name, routes.GetRoutes(*index));
    }
}

Ptr<IncSwitch>
IncFabricHelper::MakeSwitch(const IncTopology& topology, uint32_t index, Ptr<Node> node) const
{
    if (topology.GetNodes()[index].kind == IncTopologyNode::Kind::OPTICAL)
    {
        auto device = CreateObject<IncOpticalSwitch>();
        node->AggregateObject(device);
        device->Attach(node, index);
        device->SetCircuits(topology.GetCircuits(index));
        return device;
    }
    auto device = m_switchFactory.Create<IncSwitch>();
    node->AggregateObject(device);
    device->Attach(node, index, m_ip);
    device->SetEcmpGroups(GroupsOf(topology, index));
    return device;
}

Ptr<IncNetDevice>
IncFabricHelper::AddPort(Ptr<Node> node, uint32_t index, uint64_t rate) const
{
    auto device = m_deviceFactory.Create<IncNetDevice>();
    device->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
    node->AddDevice(device);
    // The address is locally administered and consists of node index and port number.
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

IncTopology
IncFabricHelper::WithPipelines(const IncTopology& topology) const
{
    TypeId::AttributeInformation nic;
    IncRdmaNic::GetTypeId().LookupAttributeByName("PipelineLatency", &nic);
    const int64_t inHost = IncClock::ToPs(DynamicCast<const TimeValue>(nic.initialValue)->Get());
    const int64_t inSwitch =
        IncClock::ToPs(m_switchFactory.Create<IncSwitch>()->GetPipelineLatency());
    IncTopology timed = topology;
    for (uint32_t i = 0; i < topology.GetLinks().size() && (inHost > 0 || inSwitch > 0); ++i)
    {
        for (const uint32_t end : {topology.GetLinks()[i].a, topology.GetLinks()[i].b})
        {
            // An optical switch adds no delay.
            timed.AddDelay(i,
                           topology.IsHost(end)     ? inHost
                           : topology.Forwards(end) ? inSwitch / 2
                                                    : 0);
        }
    }
    return timed;
}

void
IncFabricHelper::Name(const IncFabric& fabric)
{
    static bool isForgotten = true; // whether no node has a name yet; names end with the simulation
    if (isForgotten)
    {
        isForgotten = false;
        Simulator::ScheduleDestroy(+[]() {
            Names::Clear();
            isForgotten = true;
        });
    }
    for (uint32_t i = 0; i < fabric.m_nodes.GetN(); ++i)
    {
        const std::string& name = fabric.m_topology.GetName(i);
        if (!Names::Find<Object>(name)) // another fabric may have a node of this name
        {
            Names::Add(name, fabric.m_nodes.Get(i));
        }
    }
}

void
IncFabricHelper::InstallServers(IncFabric& fabric)
{
    for (const IncTopologyServer& server : fabric.m_topology.GetServers())
    {
        auto node = CreateObject<Node>();
        if (!Names::Find<Object>(server.switchName))
        {
            Names::Add(server.switchName, node);
        }
        auto& devices = fabric.m_scaleUps.emplace_back();
        const auto join = [&](const std::vector<IncTopologyServer::Gpu>& gpus, int64_t share) {
            auto device = CreateObject<IncScaleUpSwitch>();
            device->Setup(node, server.reduction, server.isMesh);
            for (const auto& gpu : gpus)
            {
                device->AddGpu(fabric.m_nodes.Get(gpu.host), gpu.rate, gpu.delay / share);
            }
            Simulator::ScheduleDestroy(&IncScaleUpSwitch::Dispose, device);
            devices.push_back(device);
        };
        if (!server.isMesh)
        {
            join(server.gpus, 1);
        }
        for (std::size_t a = 0; server.isMesh && a < server.gpus.size(); ++a)
        {
            for (std::size_t b = a + 1; b < server.gpus.size(); ++b)
            {
                // The link has the lower of both rates, and each port half of its delay.
                std::vector<IncTopologyServer::Gpu> pair{server.gpus[a], server.gpus[b]};
                pair[0].rate = pair[1].rate = std::min(pair[0].rate, pair[1].rate);
                join(pair, 2);
            }
        }
    }
}

IncFabric
IncFabricHelper::Install(const IncTopology& topology) const
{
    topology.Validate();
    try
    {
        Check(topology);
    }
    catch (const IncAttributeError& error)
    {
        NS_ABORT_MSG(error.what());
    }
    const IncRouteComputation routes(topology);
    CheckEcmpGroups(topology, routes);
    IncFrameFormat::Read();
    IncFabric fabric;
    fabric.m_topology = WithPipelines(topology);
    fabric.m_ip = m_ip;
    const auto& nodes = topology.GetNodes();
    fabric.m_nodes.Create(nodes.size());
    Name(fabric);
    for (const auto& link : fabric.m_topology.GetLinks())
    {
        auto channel = m_channelFactory.Create<IncChannel>();
        channel->SetAttribute("Delay", TimeValue(IncClock::FromPs(link.delay)));
        auto a = AddPort(fabric.m_nodes.Get(link.a), link.a, link.rate);
        auto b = AddPort(fabric.m_nodes.Get(link.b), link.b, link.back);
        channel->Connect(a, b);
        fabric.m_channels.push_back(channel);
    }
    fabric.m_nics.resize(nodes.size());
    fabric.m_switches.resize(nodes.size());
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        Ptr<Node> node = fabric.m_nodes.Get(i);
        if (nodes[i].kind == IncTopologyNode::Kind::HOST)
        {
            auto nic = CreateObject<IncRdmaNic>();
            node->AggregateObject(nic);
            nic->Attach(node, i, m_ip);
            fabric.m_nics[i] = nic;
        }
        else
        {
            fabric.m_switches[i] = MakeSwitch(topology, i, node);
        }
        for (uint32_t port = 0; port < node->GetNDevices(); ++port)
        {
            fabric.m_devices.Add(node->GetDevice(port));
        }
    }
    InstallServers(fabric);
    fabric.DistributeRoutes(routes);
    InstallBuffers(fabric);
    InstallPathTimes(fabric);
    InstallMarkers(fabric);
    AssignStreams(fabric, 0);
    return fabric;
}

void
IncFabricHelper::InstallPathTimes(const IncFabric& fabric)
{
    uint64_t slowest = std::numeric_limits<uint64_t>::max();
    for (const auto& link : fabric.m_topology.GetLinks())
    {
        slowest = std::min({slowest, link.rate, link.back});
    }
    IncPathTimes times;
    times.rate = slowest;
    const IncLongestPath longest = IncFindLongestPath(fabric.m_topology, LARGEST_FRAME);
    times.lifetime = IncClock::FromPs(longest.timePs);
    times.switches = longest.switches;
    uint64_t buffer = 0;
    if (fabric.m_devices.GetN() > 0)
    {
        buffer = StaticCast<IncNetDevice>(fabric.m_devices.Get(0))->GetQueueSize();
    }
    for (const auto& device : fabric.m_switches)
    {
        if (device && device->GetBuffer())
        {
            buffer = device->GetBuffer()->bufferSize;
            times.lossless = device->GetBuffer()->lossless != 0;
        }
    }
    times.queueing = Seconds(8.0 * buffer / static_cast<double>(slowest));
    for (const auto& nic : fabric.m_nics)
    {
        if (nic)
        {
            nic->SetPathTimes(times);
        }
    }
}

int64_t
IncFabricHelper::AssignStreams(const IncFabric& fabric, int64_t stream)
{
    // One stream gives every switch its ECMP key, in the order of node indices.
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
    if (!port)
    {
        return; // EnablePcapAll() also passes the loopback device of an internet stack
    }
    PcapHelper pcap;
    const std::string name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    auto file = CreateObject<PcapFileWrapper>();
    if (m_nanoseconds)
    {
        file->SetAttribute("NanosecMode", BooleanValue(true));
    }
    file->Open(name, std::ios::out);
    NS_ABORT_MSG_IF(file->Fail(), "IncFabricHelper::EnablePcap: " << name << " cannot be written");
    file->Init(PcapHelper::DLT_EN10MB);
    IncKeepOutputFile(name, [file]() {
        file->Close();
        return !file->Fail();
    });
    pcap.HookDefaultSink<IncNetDevice>(port, promiscuous ? "PromiscSniffer" : "Sniffer", file);
}

} // namespace ns3
