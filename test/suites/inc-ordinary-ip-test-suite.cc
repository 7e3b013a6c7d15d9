/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of ordinary ns-3 protocols beside RDMA on the same fabric.

#include "inc-wire-parser.h"

#include "ns3/double.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-impairment.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/pcap-file.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/udp-echo-helper.h"

#include <map>

using namespace ns3;

/// Test UDP echo between two hosts of a fat-tree, beside IPv6 packets that have no route.
class IncUdpEchoTest : public TestCase
{
  public:
    IncUdpEchoTest(const std::string& to, uint32_t hops)
        : TestCase("UDP echo across the fabric from h0 to " + to),
          m_to(to),
          m_hops(hops)
    {
    }

  private:
    static constexpr uint32_t PACKETS = 5;
    static constexpr uint32_t SIZE = 3000;
    static constexpr uint8_t TTL = 64;

    void DoRun() override
    {
        const IncFabric fabric = IncFabricHelper().Install(IncFatTreeTopology(4).Build());
        const uint32_t from = *fabric.GetTopology().Find("h0");
        const uint32_t to = *fabric.GetTopology().Find(m_to);
        const std::string file = CreateTempDirFilename("echo-" + m_to + ".pcap");
        {
            IncFabricHelper helper;
            helper.EnablePcap(file, fabric.GetDevice(to, 0), false, true);
        }
        for (uint32_t host : {from, to})
        {
            Install(fabric, host);
        }
        // Capture all devices of a node; the loopback device is not an IncNetDevice.
        IncFabricHelper().EnablePcap(CreateTempDirFilename("all"),
                                     NodeContainer(fabric.GetNodes().Get(to)));
        UdpEchoServerHelper server(7);
        server.Install(fabric.GetNodes().Get(to)).Start(Seconds(0));
        UdpEchoClientHelper client(IncFabric::GetAddress(to), 7);
        client.SetAttribute("MaxPackets", UintegerValue(PACKETS));
        client.SetAttribute("Interval", TimeValue(MicroSeconds(50)));
        client.SetAttribute("PacketSize", UintegerValue(SIZE));
        auto applications = client.Install(fabric.GetNodes().Get(from));
        applications.Start(Seconds(1));
        uint32_t echoes = 0;
        applications.Get(0)->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>>([&](Ptr<const Packet> packet) {
                ++echoes;
                NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), SIZE, "size of an echo");
            }));
        std::map<uint32_t, uint32_t> ttls; // number of packets by TTL
        for (uint32_t host : {from, to})
        {
            auto ipv4 = fabric.GetNodes().Get(host)->GetObject<Ipv4>();
            ipv4->TraceConnectWithoutContext(
                "Rx",
                Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                    [&](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                        Ipv4Header header;
                        packet->PeekHeader(header);
                        ++ttls[header.GetTtl()];
                    }));
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(echoes, PACKETS, "echoes");
        NS_TEST_EXPECT_MSG_EQ(ttls.size(), 1, "one TTL on arrival");
        NS_TEST_EXPECT_MSG_EQ(ttls[TTL - m_hops], 2 * PACKETS, "less the switches on the way");
        Simulator::Destroy();
        ReadBack(file);
    }

    static void Install(const IncFabric& fabric, uint32_t host)
    {
        Ptr<Node> node = fabric.GetNodes().Get(host);
        InternetStackHelper().Install(node); // and IPv6, whose multicasts are dropped
        auto ipv4 = node->GetObject<Ipv4>();
        const uint32_t interface = ipv4->AddInterface(node->GetDevice(0));
        ipv4->AddAddress(interface,
                         Ipv4InterfaceAddress(IncFabric::GetAddress(host), Ipv4Mask("255.0.0.0")));
        ipv4->SetUp(interface);
    }

    void ReadBack(const std::string& name)
    {
        PcapFile file;
        file.Open(name, std::ios::in);
        NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, name);
        uint32_t packets = 0;
        while (true)
        {
            uint8_t data[10000];
            uint32_t seconds;
            uint32_t micros;
            uint32_t length;
            uint32_t original;
            uint32_t read;
            file.Read(data, sizeof(data), seconds, micros, length, original, read);
            if (file.Fail() || file.Eof())
            {
                break;
            }
            const IncParsedFrame frame = IncParseFrame(data, read);
            NS_TEST_EXPECT_MSG_EQ(frame.error, "", "a frame of the capture");
            if (frame.ipv4)
            {
                ++packets;
                NS_TEST_EXPECT_MSG_EQ(frame.ipv4ChecksumOk, true, "IPv4 check sum");
                const bool arrived = frame.ipv4->source == IncFabric::GetAddress(0).Get();
                NS_TEST_EXPECT_MSG_EQ(int(frame.ipv4->ttl),
                                      int(arrived ? TTL - m_hops : TTL),
                                      "TTL on the wire");
                NS_TEST_EXPECT_MSG_EQ((frame.udp && !frame.bth), true, "ordinary UDP");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(packets, 2 * PACKETS, "packets and echoes in the capture");
    }

    std::string m_to;
    uint32_t m_hops;
};

/// Test a frame that every link on its path duplicates.
class IncRepetitionTest : public TestCase
{
  public:
    IncRepetitionTest()
        : TestCase("Every link repeats a frame, none repeats a repetition")
    {
    }

  private:
    static constexpr uint32_t LINKS = 6;

    void DoRun() override
    {
        IncFabricHelper helper;
        auto impairment = CreateObject<IncImpairment>();
        impairment->SetAttribute("DuplicateProbability", DoubleValue(1));
        helper.SetDeviceAttribute("Impairment", PointerValue(impairment));
        const IncFabric fabric = helper.Install(IncFatTreeTopology(4).Build());
        const uint32_t to = *fabric.GetTopology().Find("h15");
        uint32_t arrived = 0;
        fabric.GetDevice(to, 0)->TraceConnectWithoutContext(
            "FrameReceived",
            Callback<void, const IncFrame&>([&](const IncFrame&) { ++arrived; }));
        auto packet = Create<Packet>(100);
        Ipv4Header header;
        header.SetSource(IncFabric::GetAddress(0));
        header.SetDestination(IncFabric::GetAddress(to));
        header.SetTtl(64);
        header.SetPayloadSize(100);
        packet->AddHeader(header);
        auto from = fabric.GetDevice(0, 0);
        from->Send(packet, from->GetBroadcast(), 0x0800);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrived, 1 + LINKS, "the frame and a repetition by each link");
        Simulator::Destroy();
    }
};

class IncOrdinaryIpTestSuite : public TestSuite
{
  public:
    IncOrdinaryIpTestSuite()
        : TestSuite("inc-ordinary-ip", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncUdpEchoTest("h1", 1));
        AddTestCase(new IncUdpEchoTest("h2", 3));
        AddTestCase(new IncUdpEchoTest("h15", 5));
        AddTestCase(new IncRepetitionTest);
    }
};

static IncOrdinaryIpTestSuite g_incOrdinaryIpTestSuite; //!< registers the suite
