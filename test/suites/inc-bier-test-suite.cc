/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../unit/inc-bier-test-model.h"
#include "inc-bier-traced-network.h"
#include "inc-wire-parser.h"

#include "ns3/inc-route-computation.h"
#include "ns3/inc-star-topology.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <map>
#include <set>
#include <string>
#include <tuple>

using namespace ns3;

namespace
{

constexpr uint32_t SEED = 8279;
constexpr uint32_t NETWORKS = 200;
constexpr uint16_t PORT = IncBierTracedNetwork::PORT;
constexpr uint8_t TTL = IncBierTracedNetwork::TTL;

using SentCopy = IncBierSentCopy;
using Network = IncBierTracedNetwork;

/// Return a RoCEv2 frame like a result packet: UC WRITE ONLY with Immediate and an INC header.
IncFramePtr
MakeResultFrame(uint32_t source, uint32_t destination)
{
    IncFramePtr frame = IncFrame::Create();
    frame->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    frame->bth.destQp = 77;
    frame->hasInc = true;
    frame->inc.flags = IncHeader::RESULT;
    frame->source = IncAddressPlan::AddressOf(source);
    frame->destination = IncAddressPlan::AddressOf(destination);
    frame->sourcePort = 50000;
    frame->flowHash = IncFlowHash(frame->source, frame->destination, frame->sourcePort);
    frame->payloadSize = 256;
    frame->UpdateSize();
    return frame;
}

IncParsedFrame
Parse(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return IncParseFrame(bytes.data(), bytes.size());
}

/// Call a function with every frame that a host sends or receives.
void
Sniff(const Network& network, uint32_t host, std::function<void(const IncParsedFrame&)> look)
{
    network.fabric.GetDevice(host, 0)->TraceConnectWithoutContext(
        "PromiscSniffer",
        Callback<void, Ptr<const Packet>>(
            [look](Ptr<const Packet> packet) { look(Parse(packet)); }));
}

} // namespace

/// Test that packets of random networks reach each receiver once, on shortest paths.
class IncBierRandomNetworkTest : public TestCase
{
  public:
    IncBierRandomNetworkTest(IncBierEcmp ecmp, const std::string& name)
        : TestCase("Test BIER packets on 200 random networks, ECMP " + name + ", seed " +
                   std::to_string(SEED)),
          m_ecmp(ecmp)
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t i = 0; i < NETWORKS && !IsStatusFailure(); ++i)
        {
            RunNetwork(i);
        }
    }

    void RunNetwork(uint32_t number)
    {
        const std::string which = "network " + std::to_string(number);
        std::mt19937 random(SEED + number);
        const IncTopology topology = IncBierTestMakeNetwork(random);
        const uint32_t length = 64U << random() % 7;
        const auto domain =
            std::make_shared<IncBierSubDomain>(IncBierTestMakeSubDomain(topology, random, length));
        const auto receivers = IncBierTestDrawReceivers(*domain, random);
        const uint32_t bfir = random() % topology.GetNodes().size();
        Network network(topology, domain, m_ecmp);
        network.Multicast(bfir, *domain, receivers, 1000);

        NS_TEST_ASSERT_MSG_EQ(network.discarded.size(), 0, which);
        std::multiset<uint32_t> wanted;
        std::map<uint32_t, std::vector<uint32_t>> distances; // to receivers, by BFR-id
        for (const uint32_t id : receivers)
        {
            const uint32_t node = IncAddressPlan::IndexOf(domain->GetPrefix(id));
            wanted.insert(node);
            distances[id] = IncBierTestDistancesTo(topology, node);
        }
        NS_TEST_ASSERT_MSG_EQ((network.received == wanted), true, which << ": one each");
        NS_TEST_ASSERT_MSG_EQ(network.bytes, 1000 * wanted.size(), which);
        if (!wanted.empty())
        {
            const uint32_t bfirPrefix = IncAddressPlan::AddressOf(bfir);
            NS_TEST_ASSERT_MSG_EQ(network.sender.Get(), bfirPrefix, which);
            NS_TEST_ASSERT_MSG_EQ(network.senderId, domain->GetBfrId(bfirPrefix), which);
        }
        std::set<std::tuple<uint32_t, uint32_t, uint32_t>> used;
        for (const auto& copy : network.copies)
        {
            const uint32_t si = IncBiftId::Decode(copy.header.biftId).si;
            const bool first = used.insert({copy.node, copy.port, si}).second;
            NS_TEST_ASSERT_MSG_EQ((first || m_ecmp == IncBierEcmp::DETERMINISTIC),
                                  true,
                                  which << ": two copies on one link");
            // Sizes of Ethernet, BIER, BitString, IPv4, UDP, data and FCS.
            NS_TEST_ASSERT_MSG_EQ(copy.size, 14 + 12 + length / 8 + 20 + 8 + 1000 + 4, which);
            for (auto bit = copy.bits.FindFirst(); bit != 0; bit = copy.bits.FindNext(bit))
            {
                const auto& distance = distances.at(IncBierPosition{si, bit}.ToBfrId(length));
                NS_TEST_ASSERT_MSG_EQ(distance[copy.to] + 1,
                                      distance[copy.node],
                                      which << ": off the shortest path");
                NS_TEST_ASSERT_MSG_EQ(+copy.header.ttl,
                                      TTL - (distance[bfir] - distance[copy.node]),
                                      which << ": one hop, one less");
            }
        }

        const auto first = network.copies;
        network.copies.clear();
        network.Multicast(bfir, *domain, receivers, 1000);
        NS_TEST_ASSERT_MSG_EQ((network.copies == first), true, which << ": as the first packet");
        NS_TEST_ASSERT_MSG_EQ(network.received.size(), 2 * wanted.size(), which << ": one more");

        network.received.clear();
        wanted.clear();
        const auto others = IncBierTestDrawReceivers(*domain, random);
        for (const uint32_t id : others)
        {
            wanted.insert(IncAddressPlan::IndexOf(domain->GetPrefix(id)));
        }
        network.Multicast(bfir, *domain, others, 1000);
        NS_TEST_ASSERT_MSG_EQ((network.received == wanted), true, which << ": to others");
    }

    IncBierEcmp m_ecmp; //!< ECMP of all BIFTs
};

/// Test that the bytes of a frame are those of RFC 8296, with the packet inside intact.
class IncBierBytesTest : public TestCase
{
  public:
    IncBierBytesTest()
        : TestCase("Test the bytes of BIER frames")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t length = 64; length <= 4096; length *= 2)
        {
            m_seen = 0;
            const IncTopology topology = IncStarTopology(3).Build();
            const auto domain = IncBierHelper::MakeHostSubDomain(topology, length, 5);
            Network network(topology, domain, IncBierEcmp::NONE);
            const auto& hosts = topology.GetHosts();
            Sniff(network, hosts[2], [&](const IncParsedFrame& frame) { Check(frame, length); });
            const auto frame = MakeResultFrame(hosts[0], hosts[2]);
            network.bier.GetBfr(hosts[0])->Send(*frame, IncBierImposition(*domain, {2, 3}));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(m_seen, 1, "one frame at the third host");
            const auto& copy = network.copies.back();
            NS_TEST_EXPECT_MSG_EQ(copy.size, frame->GetSize() + 12 + length / 8, "size");
        }
    }

    void Check(const IncParsedFrame& parsed, uint32_t length)
    {
        ++m_seen;
        NS_TEST_ASSERT_MSG_EQ(parsed.error, "", "well-formed");
        NS_TEST_ASSERT_MSG_EQ(parsed.ethernet.etherType, 0xab37, "EtherType");
        NS_TEST_ASSERT_MSG_EQ(parsed.bier.has_value(), true, "BIER");
        NS_TEST_ASSERT_MSG_EQ(32U << parsed.bier->bslCode, length, "BSL");
        const uint32_t biftId = uint32_t(parsed.bier->bslCode) << 16 | 5 << 8;
        NS_TEST_ASSERT_MSG_EQ(parsed.bier->biftId, biftId, "BIFT-id");
        NS_TEST_ASSERT_MSG_EQ(+parsed.bier->ttl, TTL - 1, "one transit BFR");
        NS_TEST_ASSERT_MSG_EQ(+parsed.bier->proto, 4, "IPv4 inside");
        NS_TEST_ASSERT_MSG_EQ(+parsed.bier->nibble, 0, "non-MPLS");
        NS_TEST_ASSERT_MSG_EQ(parsed.bier->bfirId, 1, "BFIR");
        NS_TEST_ASSERT_MSG_EQ((parsed.bierBits == IncBitString(length, {3})), true, "its own bit");
        NS_TEST_ASSERT_MSG_EQ(parsed.ipv4ChecksumOk, true, "IPv4");
        NS_TEST_ASSERT_MSG_EQ(+parsed.ipv4->ttl, IncFrame::INITIAL_TTL, "inner TTL untouched");
        NS_TEST_ASSERT_MSG_EQ(parsed.icrcOk, true, "ICRC");
        NS_TEST_ASSERT_MSG_EQ(parsed.bth->destQp, 77, "BTH");
    }

    uint32_t m_seen{0}; //!< number of frames
};

/// Test that more receivers than a BitString holds are served by several sets.
class IncBierSetsTest : public TestCase
{
  public:
    IncBierSetsTest()
        : TestCase("Test 300 receivers with BitStrings of 256 bits")
    {
    }

  private:
    void DoRun() override
    {
        const IncTopology topology = IncStarTopology(301).Build();
        const auto domain = IncBierHelper::MakeHostSubDomain(topology, 256);
        NS_TEST_EXPECT_MSG_EQ(domain->GetSets(), 2, "sets");
        Network network(topology, domain, IncBierEcmp::NONE);
        std::vector<uint32_t> receivers(300);
        std::iota(receivers.begin(), receivers.end(), 2);
        network.Multicast(topology.GetHosts()[0], *domain, receivers, 64);
        const std::set<uint32_t> different(network.received.begin(), network.received.end());
        NS_TEST_EXPECT_MSG_EQ(network.received.size(), 300, "one each");
        NS_TEST_EXPECT_MSG_EQ(different.size(), 300, "one each");
        NS_TEST_EXPECT_MSG_EQ(network.copies.size(), 302, "one packet for each set at the BFIR");
    }
};

/// Test that a BFR drops packets that it cannot use, and counts them by reason.
class IncBierDiscardTest : public TestCase
{
  public:
    IncBierDiscardTest()
        : TestCase("Test that unusable BIER packets are dropped and counted by reason")
    {
    }

  private:
    void DoRun() override
    {
        const IncTopology topology = IncStarTopology(3).Build();
        const auto domain = IncBierHelper::MakeHostSubDomain(topology, 64);
        Network network(topology, domain, IncBierEcmp::NONE);
        const auto& hosts = topology.GetHosts();
        const auto& uplink = topology.GetPorts(hosts[0])[0];
        auto hub = network.bier.GetBfr(uplink.peer);
        uint32_t dropped = 0;
        network.fabric.GetDevice(uplink.peer, uplink.peerPort)
            ->TraceConnectWithoutContext("FrameDropped",
                                         Callback<void, const IncFrame&, IncDropReason>(
                                             [&](const IncFrame&, IncDropReason reason) {
                                                 dropped += reason == IncDropReason::BIER ? 1 : 0;
                                             }));
        const auto frame = MakeResultFrame(hosts[0], hosts[1]);
        // Bypass the BFR of the host, because it would refuse most of these packets itself.
        const auto inject =
            [&](const IncBierHeader& header, const IncBitString& bits, uint32_t packets = 1) {
                auto encapsulation = IncBierEncapsulation::Create();
                encapsulation->header = header;
                encapsulation->bits = bits;
                for (uint32_t i = 0; i < packets; ++i)
                {
                    auto copy = frame->Copy();
                    copy->SetBier(encapsulation);
                    copy->UpdateSize();
                    network.fabric.GetDevice(hosts[0], 0)->Enqueue(std::move(copy));
                }
                Simulator::Run();
            };
        const auto count = [&](IncBierDropReason reason) {
            return hub->GetCounters().discards[static_cast<uint32_t>(reason)];
        };
        const IncBitString two(64, {2});
        IncBierHeader good;
        good.biftId = domain->GetBiftId(0);
        IncBierHeader header = good;
        header.biftId = 12345;
        inject(header, two);
        NS_TEST_EXPECT_MSG_EQ(count(IncBierDropReason::UNKNOWN_BIFT), 1, "unknown BIFT-id");
        header = good;
        header.ttl = 0;
        inject(header, two);
        NS_TEST_EXPECT_MSG_EQ(count(IncBierDropReason::TTL_EXPIRED), 1, "TTL 0");
        header.ttl = 1;
        inject(header, two);
        NS_TEST_EXPECT_MSG_EQ(count(IncBierDropReason::TTL_EXPIRED), 2, "TTL 1 goes no further");
        inject(good, IncBitString(64, {4, 64}));
        NS_TEST_EXPECT_MSG_EQ(count(IncBierDropReason::UNOWNED_BIT), 1, "bits of nobody");
        NS_TEST_EXPECT_MSG_EQ(dropped, 4, "frames traced by the port as well");
        NS_TEST_EXPECT_MSG_EQ(network.copies.size(), 0, "nothing was sent");
        inject(good, IncBitString(64, {2, 64}));
        NS_TEST_EXPECT_MSG_EQ(count(IncBierDropReason::UNOWNED_BIT), 2, "one bit of nobody");
        NS_TEST_EXPECT_MSG_EQ(network.copies.size(), 1, "the other bit was served");
        NS_TEST_EXPECT_MSG_EQ(dropped, 4, "the frame was of use");
        NS_TEST_EXPECT_MSG_EQ(network.bier.GetBfr(hosts[1])->GetCounters().deliveries,
                              1,
                              "delivered");
        inject(good, IncBitString(64, {2, 64}), 3);
        NS_TEST_EXPECT_MSG_EQ(count(IncBierDropReason::UNOWNED_BIT), 5, "of every packet");
        NS_TEST_EXPECT_MSG_EQ(network.copies.size(), 4, "of every packet");
    }
};

/// Test that BIER follows the underlay when told that it changed.
class IncBierUnderlayChangeTest : public TestCase
{
  public:
    IncBierUnderlayChangeTest()
        : TestCase("Test that BIFTs follow a changed underlay")
    {
    }

  private:
    /// Return two leaves with two hosts each, and two spines; unless whole, leaf1 lacks spine0.
    static IncTopology MakeTopology(bool whole)
    {
        IncTopology topology;
        for (const auto* name : {"leaf0", "leaf1", "spine0", "spine1"})
        {
            topology.AddSwitch(name);
        }
        const auto link = [&](uint32_t a, uint32_t b) {
            topology.AddLink(a, b, 100'000'000'000, 1000);
        };
        for (uint32_t i = 0; i < 4; ++i)
        {
            link(topology.AddHost("h" + std::to_string(i)), i / 2);
        }
        link(LEAF0, SPINE0);
        link(LEAF0, SPINE1);
        link(LEAF1, SPINE1);
        if (whole)
        {
            link(LEAF1, SPINE0);
        }
        return topology;
    }

    void DoRun() override
    {
        const IncTopology topology = MakeTopology(true);
        const auto domain = IncBierHelper::MakeHostSubDomain(topology);
        Network network(topology, domain, IncBierEcmp::NONE);
        network.Multicast(FIRST_HOST, *domain, {3, 4}, 100);
        NS_TEST_EXPECT_MSG_EQ(Uses(network, SPINE0), true, "by way of the first spine");
        NS_TEST_EXPECT_MSG_EQ(network.received.size(), 2, "both hosts");

        const IncRouteComputation routes(MakeTopology(false));
        for (const uint32_t node : {LEAF0, LEAF1, SPINE0, SPINE1})
        {
            network.fabric.GetSwitch(node)->SetRoutes(routes.GetRoutes(node), {});
        }
        network.bier.Recompute();
        network.copies.clear();
        network.Multicast(FIRST_HOST, *domain, {3, 4}, 100);
        NS_TEST_EXPECT_MSG_EQ(Uses(network, SPINE0), false, "not by way of the first spine");
        NS_TEST_EXPECT_MSG_EQ(Uses(network, SPINE1), true, "by way of the second spine");
        NS_TEST_EXPECT_MSG_EQ(network.received.size(), 4, "both hosts again");
    }

    static bool Uses(const Network& network, uint32_t node)
    {
        return std::any_of(network.copies.begin(), network.copies.end(), [&](const SentCopy& copy) {
            return copy.to == node;
        });
    }

    static constexpr uint32_t LEAF0 = 0;      //!< node index
    static constexpr uint32_t LEAF1 = 1;      //!< node index
    static constexpr uint32_t SPINE0 = 2;     //!< node index
    static constexpr uint32_t SPINE1 = 3;     //!< node index
    static constexpr uint32_t FIRST_HOST = 4; //!< node index
};

/// Test that the last hop may rewrite a receiver's copy and remove its BIER header.
class IncBierLastHopTest : public TestCase
{
  public:
    IncBierLastHopTest()
        : TestCase("Test the last hop's rewrite")
    {
    }

  private:
    /// Last hop that writes a receiver's address and queue pair into its copy.
    class Rewriter : public IncBierLastHop
    {
      public:
        Rewriter(const IncBierSubDomain& subDomain, bool pop)
            : m_subDomain(subDomain),
              m_pop(pop)
        {
        }

        bool Rewrite(IncFrame& copy, uint16_t bfrId) override
        {
            copy.destination = m_subDomain.GetPrefix(bfrId);
            copy.bth.destQp = 100 + bfrId;
            if (m_pop)
            {
                copy.SetBier(nullptr);
            }
            return true;
        }

      private:
        const IncBierSubDomain& m_subDomain; //!< addresses of the receivers
        bool m_pop;                          //!< true to remove the BIER header
    };

    void DoRun() override
    {
        for (const bool pop : {false, true})
        {
            const IncTopology topology = IncStarTopology(4).Build();
            const auto domain = IncBierHelper::MakeHostSubDomain(topology);
            Network network(topology, domain, IncBierEcmp::NONE);
            const auto& hosts = topology.GetHosts();
            Rewriter rewriter(*domain, pop);
            network.bier.GetBfr(topology.GetPorts(hosts[0])[0].peer)->SetLastHop(&rewriter);
            std::map<uint32_t, uint32_t> qps;
            for (uint32_t i = 1; i < hosts.size(); ++i)
            {
                const uint32_t own = IncAddressPlan::AddressOf(hosts[i]);
                Sniff(network, hosts[i], [&, i, own](const IncParsedFrame& frame) {
                    NS_TEST_EXPECT_MSG_EQ(frame.bier.has_value(), !pop, "BIER header");
                    NS_TEST_EXPECT_MSG_EQ(frame.icrcOk, true, "ICRC");
                    NS_TEST_EXPECT_MSG_EQ(frame.ipv4ChecksumOk, true, "IPv4");
                    NS_TEST_EXPECT_MSG_EQ(frame.ipv4->destination, own, "address");
                    qps[i] = frame.bth->destQp;
                });
            }
            network.bier.GetBfr(hosts[0])->Send(*MakeResultFrame(hosts[0], hosts[1]),
                                                IncBierImposition(*domain, {2, 3, 4}));
            Simulator::Run();
            const std::map<uint32_t, uint32_t> wanted{{1, 102}, {2, 103}, {3, 104}};
            NS_TEST_EXPECT_MSG_EQ((qps == wanted), true, "a queue pair each");
        }
    }
};

/// Test that a socket sends at the rate of its port, and may be destroyed meanwhile.
class IncBierSocketTest : public TestCase
{
  public:
    IncBierSocketTest()
        : TestCase("Test the pace and the end of a socket")
    {
    }

  private:
    void DoRun() override
    {
        const IncTopology topology = IncStarTopology(3).Build();
        const auto domain = IncBierHelper::MakeHostSubDomain(topology, 64);
        Network network(topology, domain, IncBierEcmp::NONE);
        const auto& hosts = topology.GetHosts();
        const auto to = std::make_shared<IncBierImposition>(*domain, std::vector<uint32_t>{2, 3});
        auto socket = CreateObject<IncBierSocket>();
        socket->Bind(network.bier.GetBfr(hosts[0]), PORT + 1);
        std::multiset<uint16_t> got; // port of each datagram
        std::vector<Ptr<IncBierSocket>> others;
        for (const uint16_t port : {PORT + 1, PORT + 2})
        {
            others.push_back(CreateObject<IncBierSocket>());
            others.back()->Bind(network.bier.GetBfr(hosts[1]), port);
            others.back()->SetReceiveCallback(IncBierSocket::ReceiveCallback(
                [&got, port](Ptr<Packet>, Ipv4Address, uint16_t) { got.insert(port); }));
        }
        for (uint32_t i = 0; i < 1000; ++i)
        {
            socket->Send(Create<Packet>(8000), to);
        }
        NS_TEST_EXPECT_MSG_EQ(socket->GetQueued(), 999, "one is on the wire");
        // 8,000 bytes of data make 8,086 on the wire: IP and UDP add 28, BIER 20, Ethernet 18,
        // preamble and gap 20. One frame takes 646.88 ns at 100 Gb/s.
        Simulator::Stop(NanoSeconds(64688 + 700));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(socket->GetQueued(), 898, "101 times the wire was free");
        NS_TEST_EXPECT_MSG_EQ(network.fabric.GetDevice(hosts[0], 0)->GetCounters().maxQueuedBytes,
                              0,
                              "nothing waits in the port");
        socket = nullptr;
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(got.size(), 102, "what had left");
        NS_TEST_EXPECT_MSG_EQ(got.count(PORT + 2), 0, "not to another port");
    }
};

/// Suite of BIER on the fabric.
class IncBierTestSuite : public TestSuite
{
  public:
    IncBierTestSuite()
        : TestSuite("inc-bier", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncBierRandomNetworkTest(IncBierEcmp::NONE, "none"));
        AddTestCase(new IncBierRandomNetworkTest(IncBierEcmp::NON_DETERMINISTIC, "6.7.1"));
        AddTestCase(new IncBierRandomNetworkTest(IncBierEcmp::DETERMINISTIC, "6.7.2"));
        AddTestCase(new IncBierBytesTest());
        AddTestCase(new IncBierSetsTest());
        AddTestCase(new IncBierDiscardTest());
        AddTestCase(new IncBierUnderlayChangeTest());
        AddTestCase(new IncBierLastHopTest());
        AddTestCase(new IncBierSocketTest());
    }
};

static IncBierTestSuite g_incBierTestSuite;
