/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-stock-bench.h"

#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/nix-vector-helper.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t PAYLOAD = 4096;
constexpr uint32_t HEADERS = 30; //!< UDP, IPv4, PPP
constexpr uint16_t MTU = 9000;
constexpr uint16_t PORT = 9;

Ipv4Address
AddressOf(Ptr<Node> node)
{
    // Interface 0 is the loopback.
    return node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

/// Nix vectors are computed when first asked for; ours are ready before the clock starts.
void
ComputeRoute(Ptr<Node> from, Ipv4Address to)
{
    Ipv4Header header;
    header.SetDestination(to);
    Socket::SocketErrno error;
    from->GetObject<Ipv4>()->GetRoutingProtocol()->RouteOutput(Create<Packet>(),
                                                               header,
                                                               nullptr,
                                                               error);
}

/// How many flows can meet on one link, whichever of the shortest paths each takes: those of a
/// pod's hosts, as a host sends and receives one flow.
uint64_t
MostFlowsPerLink(const IncTopology& topology)
{
    uint64_t ports = 0;
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        ports = std::max<uint64_t>(ports, topology.GetPorts(node).size());
    }
    return std::max<uint64_t>(1, ports * ports / 4);
}

} // namespace

/// A paced UDP flow and its receiver.
class IncStockBench::Flow
{
  public:
    Flow(Ptr<Node> from, Ptr<Node> to, uint64_t size, Time interval)
        : m_sender(Socket::CreateSocket(from, UdpSocketFactory::GetTypeId())),
          m_receiver(Socket::CreateSocket(to, UdpSocketFactory::GetTypeId())),
          m_size(size),
          m_interval(interval)
    {
        m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_receiver->SetRecvCallback(MakeCallback(&Flow::Receive, this));
        m_sender->Bind();
        m_sender->Connect(InetSocketAddress(AddressOf(to), PORT));
        m_sender->ShutdownRecv();
    }

    void Start(Time when)
    {
        Simulator::ScheduleWithContext(m_sender->GetNode()->GetId(), when, &Flow::Send, this);
    }

    uint64_t GetPackets() const
    {
        return m_packets;
    }

    bool IsComplete() const
    {
        return m_received == m_size;
    }

  private:
    void Send()
    {
        const auto bytes = static_cast<uint32_t>(std::min<uint64_t>(PAYLOAD, m_size - m_sent));
        m_sender->Send(Create<Packet>(bytes));
        m_sent += bytes;
        ++m_packets;
        if (m_sent < m_size)
        {
            Simulator::Schedule(m_interval, &Flow::Send, this);
        }
    }

    void Receive(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            m_received += packet->GetSize();
        }
    }

    Ptr<Socket> m_sender;   //!< at the source
    Ptr<Socket> m_receiver; //!< at the destination
    uint64_t m_size;        //!< bytes to send
    Time m_interval;        //!< time between two packets
    uint64_t m_sent{0};     //!< bytes
    uint64_t m_received{0}; //!< bytes
    uint64_t m_packets{0};  //!< packets sent so far
};

IncStockBench::IncStockBench() = default;
IncStockBench::~IncStockBench() = default;

void
IncStockBench::Install(const IncTopology& topology, uint64_t size)
{
    InstallNodes(topology);
    InstallLinks(topology);
    InstallFlows(topology, size);
}

void
IncStockBench::InstallNodes(const IncTopology& topology)
{
    m_nodes.Create(topology.GetNodes().size());
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(Ipv4NixVectorHelper());
    stack.Install(m_nodes);
}

void
IncStockBench::InstallLinks(const IncTopology& topology)
{
    PointToPointHelper links;
    links.SetDeviceAttribute("Mtu", UintegerValue(MTU));
    links.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
    for (const auto& link : topology.GetLinks())
    {
        links.SetDeviceAttribute("DataRate", DataRateValue(DataRate(link.rate)));
        links.SetChannelAttribute("Delay", TimeValue(PicoSeconds(link.delay)));
        const auto devices = links.Install(m_nodes.Get(link.a), m_nodes.Get(link.b));
        addresses.Assign(devices);
        addresses.NewNetwork();
        m_devices.Add(devices);
    }
}

void
IncStockBench::InstallFlows(const IncTopology& topology, uint64_t size)
{
    const auto& hosts = topology.GetHosts();
    const auto destination = IncDrawPermutation(hosts.size());
    const DataRate rate(topology.GetLinks().front().rate);
    const Time interval = rate.CalculateBytesTxTime(PAYLOAD + HEADERS) *
                          static_cast<int64_t>(MostFlowsPerLink(topology) + 1);
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        auto flow = std::make_unique<Flow>(m_nodes.Get(hosts[i]),
                                           m_nodes.Get(hosts[destination[i]]),
                                           size,
                                           interval);
        ComputeRoute(m_nodes.Get(hosts[i]), AddressOf(m_nodes.Get(hosts[destination[i]])));
        // Spread over the interval, so that queues stay short.
        flow->Start(interval * static_cast<int64_t>(i) / static_cast<int64_t>(hosts.size()));
        m_flows.push_back(std::move(flow));
    }
}

void
IncStockBench::Collect(IncBenchFigures& figures) const
{
    std::size_t incomplete = 0;
    for (const auto& flow : m_flows)
    {
        figures.dataPackets += flow->GetPackets();
        incomplete += flow->IsComplete() ? 0 : 1;
    }
    uint64_t drops = 0;
    for (auto device = m_devices.Begin(); device != m_devices.End(); ++device)
    {
        const auto queue = DynamicCast<PointToPointNetDevice>(*device)->GetQueue();
        figures.frameHops += queue->GetTotalReceivedPackets();
        drops += queue->GetTotalDroppedPackets();
    }
    if (incomplete > 0 || drops > 0)
    {
        figures.failure = std::to_string(incomplete) + " of " + std::to_string(m_flows.size()) +
                          " flows did not complete; " + std::to_string(drops) + " frames dropped";
    }
}

} // namespace ns3
