/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Multicasts a file by BIER (RFC 8279), without in-network computing.
 *
 * The first host of a fat-tree sends a file to some of the other hosts. Switches keep no state of
 * the group, because the BitString in each packet names the receivers.
 *
 *                core      c0   c1   c2   c3
 *                            \  |  X  |  /
 *                  pod 0   agg   agg      pod 1 ... pod k-1
 *                           |  X  |
 *                         edge   edge
 *                         /  \   /  \
 *                       h0   h1 h2  h3            h0 sends
 *
 * The file travels in datagrams of --payload bytes. A datagram crosses each link at most once, or
 * once per set if there are more hosts than bits in a BitString. By unicast, the sender's link
 * would carry it once for each receiver.
 *
 *   ./inc run inc-bier-multicast
 *
 * Expected output:
 *
 *   1048576 bytes from h0 to 8 of 15 hosts, BitStrings of 64 bits, 1 set
 *   h1: 1048576 bytes, the same file
 *   h2: 1048576 bytes, the same file
 *   h4: 1048576 bytes, the same file
 *   h6: 1048576 bytes, the same file
 *   h8: 1048576 bytes, the same file
 *   h10: 1048576 bytes, the same file
 *   h12: 1048576 bytes, the same file
 *   h14: 1048576 bytes, the same file
 *   datagrams 256, copies on links 5376, at most 256 on one link
 *   by unicast they would be 10752, at most 2048 on one link
 *
 * --trace=FILE writes a line of JSON for every copy, delivery and discard. --pcap=PREFIX captures
 * the frames that each host sends and receives.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-bier-helper.h"
#include "ns3/inc-bier-socket.h"
#include "ns3/inc-bier-trace.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-program.h"
#include "ns3/inc-shortest-path.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

constexpr uint16_t PORT = 7000;
constexpr uint32_t OFFSET_SIZE = 8; // bytes of the file offset that begins each datagram

Bytes
ReadFile(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    if (!file || std::filesystem::is_directory(name))
    {
        throw std::runtime_error("--file=" + name + ": cannot be read; expected a file");
    }
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

Bytes
MakeFile(uint32_t size)
{
    Bytes file(size);
    for (uint32_t i = 0; i < size; ++i)
    {
        file[i] = static_cast<uint8_t>(i * 2654435761U >> 24);
    }
    return file;
}

Ptr<Packet>
MakeDatagram(const Bytes& file, uint64_t offset, uint32_t payload)
{
    const auto length = std::min<uint64_t>(payload, file.size() - offset);
    Bytes datagram(OFFSET_SIZE + length);
    std::memcpy(datagram.data(), &offset, OFFSET_SIZE);
    std::memcpy(datagram.data() + OFFSET_SIZE, file.data() + offset, length);
    return Create<Packet>(datagram.data(), datagram.size());
}

/// Copy the data of a datagram into the file, at the offset that the datagram names.
void
Store(Bytes& file, Ptr<const Packet> packet)
{
    Bytes datagram(packet->GetSize());
    packet->CopyData(datagram.data(), datagram.size());
    uint64_t offset = 0;
    std::memcpy(&offset, datagram.data(), OFFSET_SIZE);
    file.resize(std::max<std::size_t>(file.size(), offset + datagram.size() - OFFSET_SIZE));
    std::copy(datagram.begin() + OFFSET_SIZE, datagram.end(), file.begin() + offset);
}

int
Run(int argc, char** argv)
{
    uint32_t k = 4;
    uint32_t receivers = 8;
    uint32_t length = 0;
    uint32_t payload = 4096;
    std::string fileName;
    std::string traceName;
    std::string pcapPrefix;
    IncArgumentTable arguments("inc-bier-multicast", "Multicast of a file by BIER.");
    arguments.Integer("k", k, 2U, 32U, "Ports of a switch of the fat-tree, an even number.");
    arguments.Integer("receivers", receivers, 1U, 8191U, "Hosts that get the file, evenly spread.");
    arguments.Integer("length", length, 0U, 4096U, "BitString length in bits, 0: the least.");
    arguments.Integer("payload", payload, 1U, 8192U, "Bytes of the file in a datagram.");
    arguments.Text("file", fileName, "a readable file", "What to send instead of 1 MiB made up.");
    arguments.Text("trace", traceName, "a writable file", "Trace, a line of JSON for each event.");
    arguments.Text("pcap", pcapPrefix, "a prefix", "Captures of the ports of all hosts.");
    if (!IncParseProgram(arguments, argc, argv))
    {
        return 0;
    }

    if (k % 2 != 0)
    {
        arguments.Refuse("k", "accepted: an even number from 2 to 32");
    }
    if (!pcapPrefix.empty())
    {
        IncCheckOutputFolder("pcap", pcapPrefix);
    }
    const IncTopology topology = IncFatTreeTopology(k).Build();
    const auto& hosts = topology.GetHosts();
    const auto others = static_cast<uint32_t>(hosts.size() - 1);
    if (receivers > others)
    {
        arguments.Refuse("receivers", "accepted: 1 to " + std::to_string(others));
    }
    const Bytes file = fileName.empty() ? MakeFile(1 << 20) : ReadFile(fileName);

    IncFabricHelper fabricHelper;
    const IncFabric fabric = fabricHelper.Install(topology);
    for (const uint32_t host : pcapPrefix.empty() ? std::vector<uint32_t>() : hosts)
    {
        const std::string name = pcapPrefix + topology.GetName(host) + ".pcap";
        fabricHelper.EnablePcap(name, fabric.GetDevice(host, 0), true, true);
    }
    const auto subDomain = IncBierHelper::MakeHostSubDomain(topology, length);
    IncBierHelper helper;
    helper.AddSubDomain(subDomain);
    const IncBierDomain domain = helper.Install(fabric);
    const auto traceFile = traceName.empty() ? nullptr : IncOpenOutputFile(traceName);
    const IncBierTrace trace(fabric, domain, traceFile.get());

    // The receivers, and the part of the file that each has received so far.
    std::vector<uint32_t> bfrIds;
    std::map<uint32_t, Bytes> copies;
    std::vector<Ptr<IncBierSocket>> sockets;
    for (uint32_t i = 0; i < receivers; ++i)
    {
        const uint32_t host = hosts[1 + uint64_t(i) * others / receivers];
        bfrIds.push_back(subDomain->GetBfrId(domain.GetBfr(host)->GetPrefix()));
        Bytes& copy = copies[host];
        sockets.push_back(CreateObject<IncBierSocket>());
        sockets.back()->Bind(domain.GetBfr(host), PORT);
        sockets.back()->SetReceiveCallback(IncBierSocket::ReceiveCallback(
            [&copy](Ptr<Packet> packet, Ipv4Address, uint16_t) { Store(copy, packet); }));
    }
    const auto to = std::make_shared<IncBierImposition>(*subDomain, bfrIds);
    auto sender = CreateObject<IncBierSocket>();
    sender->Bind(domain.GetBfr(hosts[0]), PORT);
    uint64_t datagrams = 0;
    for (uint64_t offset = 0; offset < file.size(); offset += payload)
    {
        sender->Send(MakeDatagram(file, offset, payload), to);
        ++datagrams;
    }
    std::cout << file.size() << " bytes from " << topology.GetName(hosts[0]) << " to " << receivers
              << " of " << others << " hosts, BitStrings of " << subDomain->GetLength() << " bits, "
              << to->GetSets().size() << (to->GetSets().size() == 1 ? " set" : " sets") << "\n";
    Simulator::Run();

    bool complete = true;
    uint64_t unicastHops = 0;
    for (const auto& [host, copy] : copies)
    {
        const bool same = copy == file;
        complete = complete && same;
        unicastHops += IncShortestPath(topology, hosts[0], host).size();
        std::cout << topology.GetName(host) << ": " << copy.size() << " bytes, "
                  << (same ? "the same file" : "NOT the same file") << "\n";
    }
    std::cout << "datagrams " << datagrams << ", copies on links " << trace.GetCopies()
              << ", at most " << trace.GetMaxLinkCopies() << " on one link\n"
              << "by unicast they would be " << datagrams * unicastHops << ", at most "
              << datagrams * receivers << " on one link\n";
    Simulator::Destroy();
    return complete ? 0 : 1;
}

} // namespace

int
main(int argc, char** argv)
{
    return IncRunProgram("inc-bier-multicast", [&]() { return Run(argc, argv); });
}
