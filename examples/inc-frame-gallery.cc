/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * All kinds of RoCEv2, CM and PFC frames, to look at in Wireshark; none of in-network computing.
 *
 *   connections:  h0 --- s0 --- h1     An RC and a UC queue pair connect by CM messages, SEND and
 *                                      WRITE messages of several frames, and disconnect. Some
 *                                      frames are lost, and h1 has no receive posted at first.
 *
 *   congestion:   h0 ... h3 --- s0 --- h4     Four hosts write to one at the same time, with PFC,
 *                                             ECN marking and DCQCN.
 *
 *   reads:        h0 --- s0 --- h1     h0 reads memory of h1. Some frames are lost.
 *
 *   ./inc run inc-frame-gallery
 *
 * Expected output:
 *
 *   # scene        frame      sent
 *     connections  ACK          32
 *     connections  CM DREP       4
 *     connections  CM DREQ       4
 *     connections  CM REJ        2
 *     connections  CM REP        4
 *     connections  CM REQ        8
 *     connections  CM RTU        4
 *     connections  NAK           2
 *     connections  RC data     630
 *     connections  RNR NAK       8
 *     connections  UC data     172
 *     congestion   ACK          64
 *     congestion   CNP           4
 *     congestion   PFC          24
 *     congestion   RC data    1024
 *     reads        NAK           4
 *     reads        READ         64
 *     reads        response    258
 *
 * The table counts each frame once per link that it crosses. --pcap=PREFIX writes a capture for
 * each host: PREFIX-connections-h0.pcap and so on. --ip=6 sends all frames over IPv6.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/error-model.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-cm-message.h"
#include "ns3/inc-connection-manager.h"
#include "ns3/inc-deth.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-program.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-uc-queue-pair.h"

#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MESSAGE = 20000; // bytes: packets FIRST, MIDDLE (several) and LAST, padded

/// \brief Options from the command line.
struct Options
{
    IncIpVersion ip{IncIpVersion::V4};
    std::string pcap;
};

std::string
NameOf(IncCmMessage::Kind kind)
{
    switch (kind)
    {
    case IncCmMessage::Kind::REQ:
        return "REQ";
    case IncCmMessage::Kind::REJ:
        return "REJ";
    case IncCmMessage::Kind::REP:
        return "REP";
    case IncCmMessage::Kind::RTU:
        return "RTU";
    case IncCmMessage::Kind::DREQ:
        return "DREQ";
    case IncCmMessage::Kind::DREP:
        return "DREP";
    }
    return "?";
}

std::string
NameOf(const IncFrame& frame)
{
    const IncOpcode opcode = frame.bth.opcode;
    if (opcode == IncOpcode::CNP)
    {
        return "CNP";
    }
    if (opcode == IncOpcode::UD_SEND_ONLY)
    {
        return "CM " + NameOf(IncCmMessage::Read(frame.payload->GetData() + IncDeth::SIZE)->kind);
    }
    if (opcode == IncOpcode::RC_READ_REQUEST || IncIsReadResponse(opcode))
    {
        return opcode == IncOpcode::RC_READ_REQUEST ? "READ" : "response";
    }
    if (IncHasAeth(opcode))
    {
        return frame.GetAeth().IsAck() ? "ACK" : frame.GetAeth().IsRnrNak() ? "RNR NAK" : "NAK";
    }
    return IncIsRc(opcode) ? "RC data" : "UC data";
}

/// \brief A star of hosts around a switch. It counts all frames by kind, and can capture them.
class Scene
{
  public:
    Scene(const Options& options, std::string name, uint32_t hosts, IncFabricHelper helper)
        : m_name(std::move(name))
    {
        helper.SetIpVersion(options.ip);
        m_fabric = helper.Install(IncStarTopology(hosts).Build());
        for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
        {
            Ptr<NetDevice> device = m_fabric.GetDevices().Get(i);
            device->TraceConnectWithoutContext(
                "FrameSent",
                Callback<void, const IncFrame&>(
                    [this](const IncFrame& frame) { ++m_counts[NameOf(frame)]; }));
            device->TraceConnectWithoutContext(
                "PfcSent",
                Callback<void, const IncPfcFrame&>(
                    [this](const IncPfcFrame&) { ++m_counts["PFC"]; }));
        }
        for (uint32_t host : GetHosts())
        {
            if (!options.pcap.empty())
            {
                helper.EnablePcap(options.pcap + "-" + m_name + "-" +
                                      m_fabric.GetTopology().GetName(host) + ".pcap",
                                  m_fabric.GetDevice(host, 0),
                                  true,
                                  true);
            }
        }
    }

    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    const IncFabric& GetFabric() const
    {
        return m_fabric;
    }

    const std::vector<uint32_t>& GetHosts() const
    {
        return m_fabric.GetTopology().GetHosts();
    }

    Ptr<IncRdmaNic> Nic(uint32_t i) const
    {
        return m_fabric.GetNic(GetHosts()[i]);
    }

    void Run() const
    {
        Simulator::Run();
        Simulator::Destroy();
        for (const auto& [frame, count] : m_counts)
        {
            std::printf("  %-12s %-8s %6u\n", m_name.c_str(), frame.c_str(), count);
        }
    }

  private:
    std::string m_name;
    IncFabric m_fabric;
    std::map<std::string, uint32_t> m_counts; //!< number of frames, by NameOf()
};

/// \brief Post messages of each kind, except UC WRITE ONLY with immediate data, which carries INC.
void
PostAll(Ptr<IncQueuePair> qp, uint32_t rkey, const std::vector<uint8_t>& data)
{
    const bool isUc = DynamicCast<IncUcQueuePair>(qp) != nullptr;
    IncWorkRequest request;
    request.data = data.data();
    for (const uint32_t length : {21U, 1024U, MESSAGE})
    {
        for (const bool withImmediate : {false, true})
        {
            request.length = length;
            request.withImmediate = withImmediate;
            request.immediate = 0x01020304;
            request.rkey = 0;
            qp->PostSend(request);
            request.rkey = rkey;
            if (!isUc || !withImmediate || length == MESSAGE)
            {
                qp->PostWrite(request);
            }
        }
    }
}

void
LoseSome(const Scene& scene, double probability)
{
    int64_t stream = 1000;
    for (uint32_t host : scene.GetHosts())
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(probability);
        model->AssignStreams(stream++);
        scene.GetFabric().GetDevice(host, 0)->SetAttribute("ReceiveErrorModel",
                                                           PointerValue(model));
    }
}

void
ShowConnections(const Options& options)
{
    Scene scene(options, "connections", 2, IncFabricHelper());
    LoseSome(scene, 0.02);
    std::vector<uint8_t> data(MESSAGE);
    std::iota(data.begin(), data.end(), 0);
    std::vector<uint8_t> memory(MESSAGE);
    std::vector<uint8_t> buffer(MESSAGE);
    auto active = scene.Nic(0)->GetConnectionManager();
    auto passive = scene.Nic(1)->GetConnectionManager();
    const uint32_t rkey = scene.Nic(1)->RegisterMemory(memory.data(), MESSAGE);
    const Ptr<IncQueuePair> senders[] = {scene.Nic(0)->CreateRcQueuePair(),
                                         scene.Nic(0)->CreateUcQueuePair()};
    const Ptr<IncQueuePair> receivers[] = {scene.Nic(1)->CreateRcQueuePair(),
                                           scene.Nic(1)->CreateUcQueuePair()};
    for (uint32_t i = 0; i < 2; ++i)
    {
        const Ptr<IncQueuePair> sender = senders[i];
        const Ptr<IncQueuePair> receiver = receivers[i];
        passive->Listen(i, IncConnectionManager::AcceptCallback([receiver](const IncCmMessage&) {
                            return receiver;
                        }));
        active->Connect(sender,
                        IncFabric::GetAddress(scene.GetHosts()[1]),
                        i,
                        IncConnectionManager::DoneCallback(
                            [sender, rkey, &data](IncCmStatus) { PostAll(sender, rkey, data); }));
        Simulator::Schedule(MicroSeconds(100), [receiver, &buffer]() {
            for (uint32_t receive = 0; receive < 12; ++receive)
            {
                receiver->PostReceive({receive, buffer.data(), MESSAGE});
            }
        });
        Simulator::Schedule(MilliSeconds(100), [active, sender]() {
            active->Disconnect(sender, IncConnectionManager::DoneCallback([](IncCmStatus) {}));
        });
    }
    active->Connect(scene.Nic(0)->CreateRcQueuePair(),
                    IncFabric::GetAddress(scene.GetHosts()[1]),
                    99, // no listener: the answer is REJ
                    IncConnectionManager::DoneCallback([](IncCmStatus) {}));
    scene.Run();
}

void
ShowCongestion(const Options& options)
{
    constexpr uint32_t SENDERS = 4;
    constexpr uint32_t SIZE = 128 * 1024;
    IncFabricHelper helper;
    helper.SetBufferAttribute("BufferSize", UintegerValue(512 * 1024));
    helper.SetBufferAttribute("LocalReserve", UintegerValue(0)); // no INC results
    helper.EnablePfc("3");
    helper.EnableEcn("3");
    Scene scene(options, "congestion", SENDERS + 1, helper);
    for (uint32_t i = 0; i < SENDERS; ++i)
    {
        auto sender = scene.Nic(i)->CreateRcQueuePair();
        auto receiver = scene.Nic(SENDERS)->CreateRcQueuePair();
        for (const auto& qp : {sender, receiver})
        {
            qp->SetAttribute("Priority", UintegerValue(3));
            qp->SetAttribute("CnpPriority", UintegerValue(6));
        }
        sender->SetAttribute("CongestionControl", StringValue("ns3::IncDcqcn"));
        sender->Connect(IncFabric::GetAddress(scene.GetHosts()[SENDERS]), receiver->GetQpn());
        receiver->Connect(IncFabric::GetAddress(scene.GetHosts()[i]), sender->GetQpn());
        IncWorkRequest request;
        request.length = SIZE;
        request.rkey = scene.Nic(SENDERS)->RegisterMemory(nullptr, SIZE);
        sender->PostWrite(request);
    }
    scene.Run();
}

void
ShowReads(const Options& options)
{
    Scene scene(options, "reads", 2, IncFabricHelper());
    LoseSome(scene, 0.02);
    std::vector<uint8_t> data(MESSAGE);
    std::iota(data.begin(), data.end(), 0);
    auto requester = scene.Nic(0)->CreateRcQueuePair();
    auto responder = scene.Nic(1)->CreateRcQueuePair();
    requester->Connect(IncFabric::GetAddress(scene.GetHosts()[1]), responder->GetQpn());
    responder->Connect(IncFabric::GetAddress(scene.GetHosts()[0]), requester->GetQpn());
    IncWorkRequest request;
    request.rkey = scene.Nic(1)->RegisterMemory(data.data(), MESSAGE);
    for (uint32_t i = 0; i < 12; ++i)
    {
        request.length = std::vector<uint32_t>{21, 1024, MESSAGE}[i % 3];
        requester->PostRead(request);
    }
    scene.Run();
}

int
Run(int argc, char** argv)
{
    Options options;
    IncArgumentTable arguments("inc-frame-gallery", "Every kind of RDMA frame, counted.");
    arguments.Choice<IncIpVersion>("ip",
                                   options.ip,
                                   {{"4", IncIpVersion::V4}, {"6", IncIpVersion::V6}},
                                   "Version of the Internet protocol.");
    arguments.Text("pcap", options.pcap, "a prefix", "Captures at every host.");
    if (!IncParseProgram(arguments, argc, argv))
    {
        return 0;
    }
    std::printf("# %-12s %-8s %6s\n", "scene", "frame", "sent");
    ShowConnections(options);
    ShowCongestion(options);
    ShowReads(options);
    return 0;
}

} // namespace

int
main(int argc, char** argv)
{
    return IncRunProgram("inc-frame-gallery", [&]() { return Run(argc, argv); });
}
