/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Incast over RoCEv2, without and with priority-based flow control (PFC).
 *
 * Many hosts write to one at the same time, and their data exceed the buffer of the switch.
 *
 *        h0   h1   ...  h15      16 hosts write 256 KiB each to h16
 *          \   |         /
 *           leaf: switch with 2 MiB of buffer
 *               |
 *              h16
 *
 * Without PFC, the switch drops frames for lack of room, and go-back-N repeats them and those that
 * followed. With PFC, priority 3 is lossless: the switch pauses the hosts before its buffer is
 * full. The headroom holds the frames in flight, and nothing is repeated. The bound is the
 * link's rate times P/(P+H), with P = 4096 bytes of payload and H = 82 of headers and gap.
 *
 *   ./inc run inc-pfc-incast
 *
 * Expected output:
 *
 *   # 16 hosts write 262144 bytes each to one; bound 98.04 Gb/s
 *   # fabric completed   dropped    pauses  repeated        Gb/s of bound
 *     lossy         16      1086         0      1126       68.94    70.3%
 *     pfc           16         0        79         0       96.80    98.7%
 *
 * --pcap=PREFIX captures the frames at h0 and at the receiver, PFC frames included, in the run with
 * PFC.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-program.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-star-topology.h"

#include <cstdio>

using namespace ns3;

namespace
{

constexpr uint32_t PAYLOAD = 4096;
constexpr uint32_t OVERHEAD =
    82; // Eth 14, IP 20, UDP 8, BTH 12, ICRC 4, FCS 4, preamble and gap 20
constexpr uint64_t RATE = 100'000'000'000;

/// \brief Options from the command line.
struct Options
{
    uint32_t senders{16};
    uint32_t size{256 * 1024};
    std::string pcap;
};

/// \brief One row of the table.
struct Row
{
    uint32_t completed{0};
    Time end;
    uint64_t drops{0};
    uint64_t pauses{0};
    uint64_t sentTwice{0};
};

void
PostWrite(const IncFabric& fabric, uint32_t from, uint32_t to, uint32_t size, Row& row)
{
    auto sender = fabric.GetNic(from)->CreateRcQueuePair();
    auto receiver = fabric.GetNic(to)->CreateRcQueuePair();
    for (const auto& qp : {sender, receiver})
    {
        qp->SetAttribute("PathMtu", UintegerValue(PAYLOAD));
        qp->SetAttribute("Priority", UintegerValue(3));
        qp->SetAttribute("AckInterval", UintegerValue(4));
    }
    sender->Connect(IncFabric::GetAddress(to), receiver->GetQpn());
    receiver->Connect(IncFabric::GetAddress(from), sender->GetQpn());
    sender->SetSendCompletionCallback(
        IncRcQueuePair::CompletionCallback([&row](const IncCompletion& completion) {
            row.completed += completion.status == IncCompletionStatus::SUCCESS;
            row.end = Simulator::Now();
        }));
    IncWorkRequest request;
    request.length = size;
    request.rkey = fabric.GetNic(to)->RegisterMemory(nullptr, size);
    sender->PostWrite(request);
}

Row
Simulate(const Options& options, bool pfc)
{
    IncStarTopology star(options.senders + 1);
    star.SetLink(RATE, 1'000'000);
    const IncTopology topology = star.Build();
    IncFabricHelper helper;
    helper.SetBufferAttribute("BufferSize", UintegerValue(2 * 1024 * 1024));
    if (pfc)
    {
        helper.EnablePfc("3");
        helper.SetBufferAttribute("MaxFrameSize", UintegerValue(4200));
        helper.SetBufferAttribute("LocalReserve", UintegerValue(0)); // no INC results
    }
    const IncFabric fabric = helper.Install(topology);
    const auto& hosts = topology.GetHosts();
    const uint32_t to = hosts.back();
    if (pfc && !options.pcap.empty())
    {
        for (const uint32_t host : {hosts.front(), to})
        {
            const std::string name = options.pcap + topology.GetName(host) + ".pcap";
            helper.EnablePcap(name, fabric.GetDevice(host, 0), true, true);
        }
    }
    Row row;
    for (uint32_t i = 0; i < options.senders; ++i)
    {
        PostWrite(fabric, hosts[i], to, options.size, row);
    }
    Simulator::Run();

    for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
    {
        const auto port = DynamicCast<IncNetDevice>(fabric.GetDevices().Get(i));
        row.drops += port->GetCounters().bufferDrops;
        row.pauses += port->GetCounters(3).pausesSent;
    }
    for (const uint32_t host : hosts)
    {
        for (const auto& qp : fabric.GetNic(host)->GetQueuePairs())
        {
            row.sentTwice += qp->GetCounters().retransmissions;
        }
    }
    Simulator::Destroy();
    return row;
}

int
Run(int argc, char** argv)
{
    Options options;
    IncArgumentTable arguments("inc-pfc-incast", "Incast without and with flow control.");
    arguments.Integer("senders", options.senders, 1U, 40U, "Hosts that write.");
    arguments.Integer("size", options.size, 1U, 1U << 30, "Bytes that each writes.");
    arguments.Text("pcap", options.pcap, "a prefix", "Captures of h0 and of the receiver.");
    if (!IncParseProgram(arguments, argc, argv))
    {
        return 0;
    }

    const double bound = RATE / 1e9 * PAYLOAD / (PAYLOAD + OVERHEAD);
    std::printf("# %u hosts write %u bytes each to one; bound %.2f Gb/s\n",
                options.senders,
                options.size,
                bound);
    std::printf("# %-6s %9s %9s %9s %9s %11s %8s\n",
                "fabric",
                "completed",
                "dropped",
                "pauses",
                "repeated",
                "Gb/s",
                "of bound");
    bool complete = true;
    for (const bool pfc : {false, true})
    {
        const Row row = Simulate(options, pfc);
        const double rate = 8e-9 * options.senders * options.size / row.end.GetSeconds();
        std::printf("  %-6s %9u %9lu %9lu %9lu %11.2f %7.1f%%\n",
                    pfc ? "pfc" : "lossy",
                    row.completed,
                    row.drops,
                    row.pauses,
                    row.sentTwice,
                    rate,
                    100 * rate / bound);
        complete = complete && row.completed == options.senders;
    }
    return complete ? 0 : 1;
}

} // namespace

int
main(int argc, char** argv)
{
    return IncRunProgram("inc-pfc-incast", [&]() { return Run(argc, argv); });
}
