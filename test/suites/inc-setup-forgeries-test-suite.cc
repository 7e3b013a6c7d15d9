/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of MADs and TCP segments of queue pair set-up from nodes that have no right to send them.

#include "inc-environment.h"
#include "inc-manager-rig.h"

#include "ns3/inc-byte-order.h"
#include "ns3/inc-connection-manager.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-ethernet.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/ipv4-header.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using Kind = IncControlKind;
using Link = IncQueuePairExchange::Link;

/**
 * \brief Test forged, replayed and misplaced frames at both ends of queue pairs, during and after
 * their set-up.
 *
 * In the environment, INC_ITERATIONS is the number of frames and INC_SEED the seed.
 */
class IncSetupForgeriesTest : public TestCase
{
  public:
    explicit IncSetupForgeriesTest(IncQueuePairSetup setup)
        : TestCase(std::string("Forged, replayed and misplaced frames of a set-up by ") +
                   (setup == IncQueuePairSetup::CM ? "MADs" : "TCP segments") +
                   " change no group, and are counted"),
          m_setup(setup)
    {
    }

  private:
    static constexpr uint32_t BATCH = 50;           //!< number of frames at a time
    static constexpr std::size_t RECORDED = 4000;   //!< number of genuine frames to keep
    static constexpr std::size_t SEALED_BEGIN = 1;  //!< byte 0 only selects the reader
    static constexpr std::size_t PORTS_TO_ACK = 12; //!< TCP header, ports to acknowledgement, bytes

    /// A genuine frame, and the node at which it arrived.
    struct Sighting
    {
        uint32_t node;     //!< node index
        IncFramePtr frame; //!< copy of the frame
    };

    /// A queue pair, as both ends name it.
    struct Pair
    {
        uint32_t caller; //!< node index of the active end
        uint32_t called; //!< node index of the passive end
        Link link;       //!< link as the active end names it
    };

    uint32_t Find(const std::string& name) const
    {
        return *m_rig->fabric.GetTopology().Find(name);
    }

    static uint32_t AddressOf(uint32_t node)
    {
        return IncFabric::GetAddress(node).Get();
    }

    static bool IsSegment(const IncFrame& frame)
    {
        return frame.kind == IncFrame::Kind::PACKET && frame.payload->GetPacket() &&
               frame.payload->GetProtocol() == IncEthernet::IPV4 &&
               HeaderOf(frame).GetProtocol() == IncControlEndpoint::TCP;
    }

    static Ipv4Header HeaderOf(const IncFrame& frame)
    {
        Ipv4Header ip;
        frame.payload->GetPacket()->PeekHeader(ip);
        return ip;
    }

    /// \brief Record and count the frames that arrive at their destinations.
    void Record()
    {
        for (uint32_t node = 0; node < m_rig->fabric.GetNodes().GetN(); ++node)
        {
            for (uint32_t port = 0; port < m_rig->fabric.GetTopology().GetPorts(node).size();
                 ++port)
            {
                Callback<void, const IncFrame&> keep([this, node](const IncFrame& frame) {
                    const bool isMad = frame.kind == IncFrame::Kind::ROCE &&
                                       frame.bth.destQp == IncConnectionManager::QPN;
                    if (frame.destination != AddressOf(node) || (!isMad && !IsSegment(frame)))
                    {
                        return;
                    }
                    ++m_arrived[node];
                    if (m_recorded.size() < RECORDED && !m_attacks)
                    {
                        m_recorded.push_back({node, frame.Copy()});
                    }
                });
                m_rig->fabric.GetDevice(node, port)
                    ->TraceConnectWithoutContext("FrameReceived", keep);
            }
        }
    }

    /// \brief Deliver a frame to the control endpoint of a node.
    void Deliver(uint32_t node, IncFramePtr frame, bool isRefused = true)
    {
        m_rig->plane.GetEndpoint(node)->Process(frame, *m_rig->fabric.GetDevice(node, 0));
        m_expected[node] += isRefused;
        m_sent += isRefused;
    }

    uint64_t CountRefused(uint32_t node) const
    {
        uint64_t sum = 0;
        for (uint8_t i = 0; i < static_cast<uint8_t>(IncControlRefusal::COUNT); ++i)
        {
            sum += m_rig->plane.GetEndpoint(node)->GetRefused(static_cast<IncControlRefusal>(i));
        }
        return sum;
    }

    /// \brief Return the queue pairs of a group with two ranks, whose hosts are below two leaves.
    std::vector<Pair> PairsOf(uint32_t group, const std::vector<uint32_t>& hosts) const
    {
        const IncGroupLayout& layout = *m_rig->plane.GetManager()->FindGroup(0, group)->GetLayout();
        const auto nodeOf = [&](uint32_t vatNode) {
            return *m_rig->fabric.GetTopology().Find(
                layout.GetHeard().topology.GetName(layout.GetTree().GetNodes()[vatNode].node));
        };
        std::vector<Pair> pairs;
        const auto add = [&](uint32_t caller, uint32_t called, uint32_t rank) {
            pairs.push_back(
                {caller,
                 called,
                 {layout.GetTreeId(), layout.GetEpoch(), false, rank, AddressOf(called)}});
        };
        for (uint32_t rank = 0; rank < hosts.size(); ++rank)
        {
            const uint32_t leaf = layout.GetTree().GetLeafOf(rank);
            add(hosts[rank], nodeOf(leaf), rank);
            if (leaf != 0)
            {
                add(nodeOf(leaf), nodeOf(0), rank);
            }
        }
        return pairs;
    }

    /// \brief Deliver a genuine frame again: unchanged, with a changed bit, or at another node.
    void Replay()
    {
        // Frames of the present set-up are still valid, so that they cannot serve as replays.
        const std::size_t usable = m_areStrangers ? m_over : m_recorded.size();
        const Sighting& sighting = m_recorded[m_random() % usable];
        uint32_t node = sighting.node;
        IncFramePtr frame = sighting.frame->Copy();
        const uint32_t draw = m_random() % 3;
        if (draw == 0)
        {
            node = m_random() % m_rig->manager;
            frame->destination = AddressOf(node);
        }
        else if (draw == 1)
        {
            frame = Alter(*frame);
        }
        Deliver(node, std::move(frame));
    }

    IncFramePtr Alter(const IncFrame& frame)
    {
        if (frame.kind == IncFrame::Kind::ROCE)
        {
            IncCmMessage message = *IncConnectionManager::ReadFrame(frame);
            auto& data = message.privateData;
            const std::size_t size =
                IncControlDatagram::SMALLEST +
                IncGet32(&data[IncControlDatagram::HEADER_SIZE - sizeof(uint32_t)]);
            data[SEALED_BEGIN + m_random() % (size - SEALED_BEGIN)] ^= 1 << m_random() % 8;
            message.localCommId += m_random() % 2;
            return MakeMad(frame.source, frame.destination, message);
        }
        Ptr<Packet> packet = frame.payload->GetPacket()->Copy();
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        // Keep the ports, because a segment to an unknown port is another case.
        const std::size_t first = bytes.size() > 20 ? 20 : 4;
        const std::size_t end = bytes.size() > 20 ? bytes.size() : PORTS_TO_ACK;
        bytes[first + m_random() % (end - first)] ^= 1 << m_random() % 8;
        packet = Create<Packet>(bytes.data(), bytes.size());
        packet->AddHeader(ip);
        return IncFrameCodec::FromPacket(packet, IncEthernet::IPV4);
    }

    static IncFramePtr MakeMad(uint32_t source, uint32_t destination, const IncCmMessage& message)
    {
        IncConnection path;
        path.localAddress = source;
        path.remoteAddress = destination;
        path.localQpn = IncConnectionManager::QPN;
        path.remoteQpn = IncConnectionManager::QPN;
        path.Seal();
        return IncConnectionManager::MakeFrame(path, message);
    }

    /// \brief Return the sealed private data of a node about itself, with its own key.
    std::vector<uint8_t> Seal(uint32_t from, uint32_t to, Kind kind, const Link& link)
    {
        IncControlDatagram datagram;
        datagram.kind = kind;
        datagram.session = link.ToService();
        IncControlBody body;
        body.Add(IncControlField::QPN, 4096 + m_random() % 16);
        body.Add(IncControlField::KEY, m_random());
        datagram.body = body.GetBytes();
        const auto now = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
        return m_rig->plane.GetEndpoint(from)->GetSeal().Close(AddressOf(to), datagram, now);
    }

    /// \brief Deliver a MAD from a node without the right to send it, or from the peer too late.
    void ForgeMad(const std::vector<Pair>& pairs)
    {
        static const std::vector<Kind> kinds{Kind::CM_REQ,
                                             Kind::CM_REP,
                                             Kind::CM_RTU,
                                             Kind::CM_DREQ,
                                             Kind::CM_DREP,
                                             Kind::SOCKET_DATA,
                                             Kind::COMMIT,
                                             Kind::RELEASE};
        const Pair& pair = pairs[m_random() % pairs.size()];
        const bool toCaller = m_random() % 2 == 0;
        const uint32_t to = toCaller ? pair.caller : pair.called;
        const bool isOtherEnd = !m_areStrangers && m_random() % 3 == 0;
        const uint32_t from = isOtherEnd ? pair.called + pair.caller - to
                                         : static_cast<uint32_t>(m_random() % m_rig->manager);
        const bool isPeer = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& each) {
            return (each.caller == from && each.called == to) ||
                   (each.called == from && each.caller == to);
        });
        Kind kind = kinds[m_random() % kinds.size()];
        if (from == to || (m_areStrangers && isPeer) ||
            (isPeer && kind == Kind::CM_REP && toCaller))
        {
            return ForgeMad(pairs); // a second REP to the active end is valid
        }
        Link link = pair.link;
        link.epoch += m_random() % 4 == 0;
        link.rank += m_random() % 8 == 0;
        IncCmMessage message;
        message.kind = static_cast<IncCmMessage::Kind>(static_cast<int>(IncCmMessage::Kind::REQ) +
                                                       (kind == Kind::CM_REP ? 3 : 0));
        message.transactionId = m_random();
        message.localCommId = m_random() % 64;
        message.remoteCommId = m_random() % 64;
        message.serviceId = link.ToService();
        message.privateData = Seal(from, to, kind, link);
        if (IncConnectionManager::ReadFrame(*MakeMad(AddressOf(from), AddressOf(to), message)))
        {
            // A node answers a DREQ from a stranger, but keeps its queue pair.
            Deliver(to, MakeMad(AddressOf(from), AddressOf(to), message), kind != Kind::CM_DREQ);
        }
    }

    /// \brief Deliver a segment with random fields to the ports of a queue pair.
    void ForgeSegment(const std::vector<Pair>& pairs)
    {
        const Pair& pair = pairs[m_random() % pairs.size()];
        const bool toCaller = m_random() % 2 == 0;
        const uint32_t to = toCaller ? pair.caller : pair.called;
        const uint32_t other = pair.called + pair.caller - to;
        const uint32_t from =
            m_random() % 4 == 0 ? static_cast<uint32_t>(m_random() % m_rig->manager) : other;
        const auto callerPort = static_cast<uint16_t>(0x8000 + 2 * pair.link.rank);
        const auto calledPort = static_cast<uint16_t>(1024 + pair.link.treeId);
        TcpHeader tcp;
        tcp.SetSourcePort(toCaller ? calledPort : callerPort);
        tcp.SetDestinationPort(toCaller ? callerPort : calledPort);
        tcp.SetSequenceNumber(SequenceNumber32(m_random() | 1U << 31));
        tcp.SetAckNumber(SequenceNumber32(m_random() | 1U << 31));
        tcp.SetFlags(m_random() % 64);
        std::vector<uint8_t> data(m_random() % 2 == 0 ? 0 : m_random() % 200);
        if (m_random() % 4 == 0)
        {
            data = Seal(from, to, Kind::SOCKET_DATA, pair.link);
        }
        const auto awaited = m_next.find({AddressOf(to), tcp.GetDestinationPort(), other});
        if (awaited != m_next.end() && m_random() % 3 == 0)
        {
            // An eavesdropper knows the next sequence number, but has no key.
            tcp.SetSequenceNumber(SequenceNumber32(awaited->second));
            tcp.SetFlags(TcpHeader::PSH | TcpHeader::ACK);
            data.assign(1 + m_random() % 200, static_cast<uint8_t>(m_random()));
        }
        Ptr<Packet> packet = Create<Packet>(data.data(), data.size());
        packet->AddHeader(tcp);
        if (m_random() % 16 == 0)
        {
            packet = packet->CreateFragment(0, m_random() % 20);
        }
        Ipv4Header ip;
        ip.SetSource(Ipv4Address(AddressOf(from)));
        ip.SetDestination(Ipv4Address(AddressOf(to)));
        ip.SetProtocol(IncControlEndpoint::TCP);
        ip.SetPayloadSize(packet->GetSize());
        packet->AddHeader(ip);
        Deliver(to, IncFrameCodec::FromPacket(packet, IncEthernet::IPV4));
    }

    /// \brief Find the next sequence number that each end of the recorded connections expects.
    void FollowConnections()
    {
        for (const Sighting& sighting : m_recorded)
        {
            if (!IsSegment(*sighting.frame))
            {
                continue;
            }
            Ptr<Packet> packet = sighting.frame->payload->GetPacket()->Copy();
            Ipv4Header ip;
            TcpHeader tcp;
            packet->RemoveHeader(ip);
            packet->RemoveHeader(tcp);
            m_next[{ip.GetSource().Get(), tcp.GetSourcePort(), sighting.node}] =
                tcp.GetAckNumber().GetValue();
        }
    }

    void Attack(const std::vector<Pair>& pairs, bool isQuiet)
    {
        m_expected.clear();
        m_arrived.clear();
        std::map<uint32_t, uint64_t> before;
        for (uint32_t node = 0; node < m_rig->fabric.GetNodes().GetN(); ++node)
        {
            before[node] = CountRefused(node);
        }
        m_attacks = isQuiet;
        for (uint32_t i = 0; i < BATCH; ++i)
        {
            const uint32_t draw = m_random() % 4;
            draw == 0                      ? Replay()
            : draw == 1 && !m_areStrangers ? ForgeSegment(pairs)
                                           : ForgeMad(pairs);
        }
        m_rig->RunFor(MicroSeconds(40));
        m_attacks = false;
        for (const auto& [node, count] : before)
        {
            if (isQuiet)
            {
                // Answers of attacked nodes are refused as well.
                NS_TEST_ASSERT_MSG_EQ(CountRefused(node) - count,
                                      m_expected[node] + m_arrived[node],
                                      m_rig->fabric.GetTopology().GetName(node));
            }
        }
    }

    /// \brief Check that groups become READY while strangers attack the set-up of queue pairs.
    void AttackSetups()
    {
        m_areStrangers = true;
        const std::vector<uint32_t> hosts{Find("h4"), Find("h1")};
        for (uint32_t group = 10; group < 15; ++group)
        {
            m_over = m_recorded.size();
            auto& job = m_rig->Join(group, hosts);
            m_rig->RunFor(MicroSeconds(260));
            NS_TEST_ASSERT_MSG_EQ(
                (m_rig->plane.GetManager()->GetState(0, group) == IncGroupState::COMMITTING),
                true,
                "is being set up");
            Attack(PairsOf(group, hosts), false);
            m_rig->RunFor(MilliSeconds(5));
            NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::READY),
                                  true,
                                  m_rig->plane.GetManager()->GetLogText());
        }
        m_areStrangers = false;
    }

    void DoRun() override
    {
        const uint32_t frames = IncFromEnvironment("INC_ITERATIONS", 3000);
        m_random.seed(IncFromEnvironment("INC_SEED", 1));
        IncLeafSpineTopology builder(3, 2, 2);
        builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
        m_rig = std::make_unique<IncManagerRig>(builder.Build());
        Record();
        m_rig->helper.SetManagerAttribute("QueuePairSetup", IncEnumValue(m_setup));
        m_rig->Start();
        m_rig->RunFor(REGISTRATION);
        const std::vector<uint32_t> hosts{Find("h0"), Find("h2")};
        auto& job = m_rig->Join(1, hosts);
        m_rig->RunFor(MilliSeconds(5));
        NS_TEST_ASSERT_MSG_EQ(job.AllAre(IncMembership::READY), true, "is READY");
        AttackSetups();
        FollowConnections();
        const std::vector<Pair> pairs = PairsOf(1, hosts);
        const uint64_t logged = m_rig->plane.GetManager()->GetLogged();
        for (m_sent = 0; m_sent < frames;)
        {
            Attack(pairs, true);
        }
        NS_TEST_EXPECT_MSG_EQ(m_rig->plane.GetManager()->GetLogged(),
                              logged,
                              m_rig->plane.GetManager()->GetLogText());
        m_rig->Post(job, 5000);
        m_rig->RunFor(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::READY), true, "is READY");
        NS_TEST_EXPECT_MSG_EQ(job.ranks[0].completed, 1, "done");
        NS_TEST_EXPECT_MSG_EQ(m_rig->CountWrong(job), 0, "right sums");
        for (const auto reason : {IncControlRefusal::MALFORMED,
                                  IncControlRefusal::FORGED,
                                  IncControlRefusal::REPLAYED,
                                  IncControlRefusal::STRANGER,
                                  IncControlRefusal::MISPLACED,
                                  IncControlRefusal::STALE})
        {
            uint64_t refused = 0;
            for (uint32_t node = 0; node < m_rig->fabric.GetNodes().GetN(); ++node)
            {
                refused += m_rig->plane.GetEndpoint(node)->GetRefused(reason);
            }
            NS_TEST_EXPECT_MSG_GT(refused, frames / 1000, IncControlRefusalName(reason));
        }
        m_recorded.clear();
        m_rig.reset();
    }

    IncQueuePairSetup m_setup;               //!< how the groups' queue pairs are set up
    std::unique_ptr<IncManagerRig> m_rig;    //!< the network
    std::mt19937 m_random;                   //!< draws of the seed
    std::vector<Sighting> m_recorded;        //!< genuine frames
    std::map<uint32_t, uint64_t> m_expected; //!< expected refusals by node
    std::map<uint32_t, uint64_t> m_arrived;  //!< frames that came over a link, by node
    std::size_t m_over{0};                   //!< number of frames of completed set-ups
    uint64_t m_sent{0};                      //!< number of frames that must be refused
    bool m_attacks{false};                   //!< true while no genuine frame arrives
    bool m_areStrangers{false};              //!< true if members of a set-up do not attack it
    /// Next sequence number at an end, by its address, its port and the other node.
    std::map<std::tuple<uint32_t, uint16_t, uint32_t>, uint32_t> m_next;
};

class IncSetupForgeriesTestSuite : public TestSuite
{
  public:
    IncSetupForgeriesTestSuite()
        : TestSuite("inc-setup-forgeries", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncSetupForgeriesTest(IncQueuePairSetup::CM));
        AddTestCase(new IncSetupForgeriesTest(IncQueuePairSetup::SOCKET));
    }
};

static IncSetupForgeriesTestSuite g_incSetupForgeriesTestSuite; //!< registers itself
