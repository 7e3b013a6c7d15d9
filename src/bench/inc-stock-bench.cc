/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-stock-bench.h"

#include "inc-bench-workload.h"

#include "ns3/data-rate.h"
#include "ns3/inc-error.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-parse.h"
#include "ns3/inc-printable.h"
#include "ns3/inc-resource-usage.h"
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
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

constexpr uint64_t PACKET = 4096; //!< payload of a packet as in IncPermutationBench, bytes
constexpr const char* MATRIX = "pairs.cm";

/// Return a time after the end of every flow, microseconds: htsim runs until this time. A link
/// carries at most the flows of the hosts of one pod, at 12.5 bytes per nanosecond.
uint64_t
EndUs(uint32_t k, uint64_t size)
{
    return 10'000 + 2 * size * k * k / 4 / 12'500;
}

/// Temporary folder for the log and the list of names that htsim writes.
class TemporaryFolder
{
  public:
    TemporaryFolder()
    {
        std::string path = fs::temp_directory_path() / "inc-htsim-XXXXXX";
        if (!mkdtemp(path.data()))
        {
            throw IncError("no folder for htsim in " + fs::temp_directory_path().string());
        }
        m_path = path;
    }

    ~TemporaryFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const fs::path& Path() const
    {
        return m_path;
    }

  private:
    fs::path m_path;
};

/// A child process, with functions that read its output and its memory use.
class Child
{
  public:
    Child(const std::vector<std::string>& command, const fs::path& folder)
    {
        std::array<int, 2> ends;
        if (pipe(ends.data()) != 0)
        {
            throw std::runtime_error("no pipe to measure through");
        }
        m_id = fork();
        if (m_id == 0)
        {
            std::vector<char*> words;
            for (const auto& word : command)
            {
                words.push_back(const_cast<char*>(word.c_str()));
            }
            words.push_back(nullptr);
            dup2(ends[1], STDOUT_FILENO);
            dup2(ends[1], STDERR_FILENO);
            close(ends[0]);
            close(ends[1]);
            if (chdir(folder.c_str()) == 0)
            {
                execv(words[0], words.data());
            }
            _exit(NOT_RUN);
        }
        close(ends[1]);
        m_output = fdopen(ends[0], "r");
    }

    ~Child()
    {
        std::fclose(m_output);
        if (m_id > 0)
        {
            waitpid(m_id, nullptr, 0);
        }
    }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    std::optional<std::string> ReadLine()
    {
        std::string line;
        for (int c = std::fgetc(m_output); c != EOF; c = std::fgetc(m_output))
        {
            if (c == '\n')
            {
                return line;
            }
            line += static_cast<char>(c);
        }
        return line.empty() ? std::nullopt : std::make_optional(line);
    }

    double CpuS() const
    {
        clockid_t clock;
        timespec time{};
        if (clock_getcpuclockid(m_id, &clock) == 0)
        {
            clock_gettime(clock, &time);
        }
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    /// Return a field of the child's status, VmRSS or VmHWM, in bytes; 0 after the child's end.
    uint64_t Memory(const std::string& field) const
    {
        std::ifstream status("/proc/" + std::to_string(m_id) + "/status");
        for (std::string key; status >> key;)
        {
            uint64_t kilobytes = 0;
            if (key == field + ":" && status >> kilobytes)
            {
                return kilobytes * 1024;
            }
        }
        return 0;
    }

    /// Wait for the child's end; return its exit status and set its CPU time, s.
    int Wait(double& cpuS)
    {
        int status = 0;
        rusage usage{};
        while (wait4(m_id, &status, 0, &usage) < 0 && errno == EINTR)
        {
        }
        m_id = 0;
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        };
        cpuS = seconds(usage.ru_utime) + seconds(usage.ru_stime);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    static constexpr int NOT_RUN = 127; // exit status of a shell if a program cannot run

    pid_t m_id;     //!< process id; 0 after Wait()
    FILE* m_output; //!< standard output and standard error of the process
};

} // namespace

IncHtsimBench::IncHtsimBench(const std::string& program)
    : m_program(fs::absolute(program))
{
}

std::string
IncHtsimBench::ConnectionMatrix(uint32_t hosts, uint64_t size)
{
    const auto destination = IncDrawPermutation(hosts);
    std::string text =
        "Nodes " + std::to_string(hosts) + "\nConnections " + std::to_string(hosts) + "\n";
    for (uint32_t host = 0; host < hosts; ++host)
    {
        text += std::to_string(host) + "->" + std::to_string(destination[host]) + " id " +
                std::to_string(host + 1) + " start 0 size " + std::to_string(size) + "\n";
    }
    return text;
}

IncBenchFigures
IncHtsimBench::Measure(uint32_t k, uint64_t size) const
{
    const uint32_t hosts = k * k * k / 4;
    const TemporaryFolder folder;
    IncWriteOutputFile(folder.Path() / MATRIX, ConnectionMatrix(hosts, size));
    const std::string words = "-tm " + std::string(MATRIX) + " -nodes " + std::to_string(hosts) +
                              " -mtu " + std::to_string(PACKET) + " -end " +
                              std::to_string(EndUs(k, size)) +
                              " -linkspeed 100000 -strat ecmp_host -paths 128"
                              " -queue_type lossless_input";
    std::vector<std::string> command = IncSplit(words, ' ');
    command.insert(command.begin(), m_program);
    Child htsim(command, folder.Path());
    IncBenchFigures figures;
    figures.countsPacketsOnly = true;
    uint64_t emptyRss = 0;
    uint64_t flows = 0;
    std::optional<double> begin; // steady-clock time when the simulation began, s
    std::string last;
    while (const auto line = htsim.ReadLine())
    {
        emptyRss = emptyRss > 0 ? emptyRss : htsim.Memory("VmRSS");
        figures.peakRssBytes = std::max(figures.peakRssBytes, htsim.Memory("VmHWM"));
        last = *line;
        unsigned long long bytes = 0;
        const auto finished = last.find(" finished at ");
        if (last == "Starting simulation")
        {
            figures.setUpS = htsim.CpuS();
            begin = IncResourceUsage::Now().wallS;
        }
        else if (finished != std::string::npos &&
                 std::sscanf(&last[finished], " finished at %*f total bytes %llu", &bytes) == 1)
        {
            ++flows;
            figures.dataPackets +=
                bytes / PACKET; // htsim's queues lose no packet, so there are no retransmissions
        }
    }
    double cpuS = 0;
    const int status = htsim.Wait(cpuS);
    if (status != 0 || !begin)
    {
        throw IncError("--baseline=htsim=" + m_program + ": ended with status " +
                       std::to_string(status) +
                       (last.empty() ? "" : " after \"" + IncPrintable(last) + "\"") +
                       "; accepted: htsim_roce of csg-htsim");
    }
    figures.wallS = IncResourceUsage::Now().wallS - *begin;
    figures.cpuS = cpuS - figures.setUpS;
    figures.bytesPerHost = (std::max(figures.peakRssBytes, emptyRss) - emptyRss) / hosts;
    if (flows < hosts)
    {
        figures.failure = std::to_string(hosts - flows) + " of " + std::to_string(hosts) +
                          " flows did not complete";
    }
    return figures;
}

namespace
{

constexpr uint32_t PAYLOAD = 4096;
constexpr uint32_t HEADERS = 30; //!< UDP, IPv4 and PPP headers, bytes
constexpr uint16_t MTU = 9000;
constexpr uint16_t PORT = 9;

Ipv4Address
AddressOf(Ptr<Node> node)
{
    // Interface 0 is the loopback interface.
    return node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

/// Compute the nix vector of a route now, so that the measurement does not include it.
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

/// Return the largest number of flows that can share a link, for any choice of shortest paths. A
/// host sends and receives one flow, so this is the number of hosts in a pod.
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

/// A UDP flow with a constant interval between packets, and the flow's receiver.
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

    Ptr<Socket> m_sender;
    Ptr<Socket> m_receiver;
    uint64_t m_size;        //!< size of the flow, bytes
    Time m_interval;        //!< time between two packets
    uint64_t m_sent{0};     //!< number of bytes sent
    uint64_t m_received{0}; //!< number of bytes received
    uint64_t m_packets{0};
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
        // The first packets of flows are spread over the interval, so that queues stay short.
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
