/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of control messages of all kinds from nodes that have no right to send them.

#include "inc-environment.h"
#include "inc-manager-rig.h"

#include "ns3/ethernet-header.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-ethernet.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-statistics.h"
#include "ns3/ipv4-header.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using Field = IncControlField;
using Kind = IncControlKind;

/**
 * \brief Test lies of nodes about groups that are READY, being set up or waiting for a rank.
 *
 * In the environment, INC_ITERATIONS is the number of messages and INC_SEED the seed.
 */
class IncForgeriesTest : public TestCase
{
  public:
    IncForgeriesTest()
        : TestCase("Forged, replayed and misplaced messages change no group, and are counted")
    {
    }

  private:
    static constexpr uint32_t WAITING = 3; //!< group that lacks rank 1
    static constexpr uint32_t BATCH = 50;  //!< number of messages at a time

    /// A group, and the hosts that messages name as its members.
    struct Claim
    {
        uint32_t group;              //!< number of the group
        std::vector<uint32_t> hosts; //!< hosts that have joined, by rank
    };

    /// \brief Return the index of the node with a given name.
    uint32_t Find(const std::string& name) const
    {
        return *m_rig->fabric.GetTopology().Find(name);
    }

    static uint32_t AddressOf(uint32_t node)
    {
        return IncFabric::GetAddress(node).Get();
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

    /// \brief Record all genuine datagrams and the nodes to which they come.
    void Record()
    {
        for (uint32_t node = 0; node < m_rig->fabric.GetNodes().GetN(); ++node)
        {
            for (uint32_t port = 0; port < m_rig->fabric.GetTopology().GetPorts(node).size();
                 ++port)
            {
                Callback<void, Ptr<const Packet>> keep([this, node](Ptr<const Packet> frame) {
                    Ptr<Packet> packet = frame->Copy();
                    EthernetHeader ethernet(false);
                    packet->RemoveHeader(ethernet);
                    Ipv4Header ip;
                    UdpHeader udp;
                    Ptr<Packet> copy = packet->Copy();
                    if (ethernet.GetLengthType() != IncEthernet::IPV4 ||
                        copy->RemoveHeader(ip) == 0 || ip.GetProtocol() != 17 ||
                        copy->RemoveHeader(udp) == 0 || m_recorded.size() > 5000 ||
                        udp.GetDestinationPort() != IncControlEndpoint::PORT ||
                        ip.GetDestination().Get() != AddressOf(node))
                    {
                        return;
                    }
                    m_recorded.emplace_back(node, packet);
                });
                m_rig->fabric.GetDevice(node, port)
                    ->TraceConnectWithoutContext("PromiscSniffer", keep);
            }
        }
    }

    /// \brief Deliver a genuine datagram again, unchanged or with one bit changed.
    void Replay(bool alters)
    {
        const auto& [node, packet] = m_recorded[m_random() % m_recorded.size()];
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        if (alters)
        {
            const std::size_t first = 28; // behind the headers of IP and UDP
            bytes[first + m_random() % (bytes.size() - first)] ^= 1 << m_random() % 8;
        }
        auto frame = IncFrameCodec::FromPacket(Create<Packet>(bytes.data(), bytes.size()),
                                               IncEthernet::IPV4);
        m_rig->plane.GetEndpoint(node)->Process(frame, *m_rig->fabric.GetDevice(node, 0));
        ++m_expected[node];
    }

    IncControlBody MakeBody(const Claim& claim, Kind kind, uint32_t rank)
    {
        IncControlBody body;
        const auto* group = m_rig->plane.GetManager()->FindGroup(0, claim.group);
        const bool isByTree = kind == Kind::RESERVED || kind == Kind::REFUSED ||
                              kind == Kind::COMMITTED || kind == Kind::RELEASED;
        if (!isByTree || m_random() % 2 == 0)
        {
            body.Add(Field::GROUP, claim.group);
            body.Add(Field::TENANT, 0);
        }
        body.Add(Field::RANK, m_random() % 8 == 0 ? (uint64_t{1} << 32) + rank : rank);
        body.Add(Field::RANKS, 2);
        if (group && group->GetLayout())
        {
            body.Add(Field::TREE, group->GetLayout()->GetTreeId());
            body.Add(Field::EPOCH, group->GetLayout()->GetEpoch());
        }
        body.Add(Field::QPN, 4096 + m_random() % 16);
        body.Add(Field::REASON, std::string("forged"));
        body.Add(Field::NAME, std::string(m_random() % 2 == 0 ? "leaf0" : "h0"));
        body.Add(Field::STEP, 0);
        IncGroupProfile().Write(body);
        return body;
    }

    /// \brief Send an authentic message from a node that has no right to send it.
    void Forge(const std::vector<Claim>& claims)
    {
        static const std::vector<Kind> kinds = []() {
            std::vector<Kind> all;
            for (uint32_t kind = 0; kind < 256; ++kind)
            {
                if (IncControlKindName(static_cast<Kind>(kind)))
                {
                    all.push_back(static_cast<Kind>(kind));
                }
            }
            return all;
        }();
        const auto nodes = static_cast<uint32_t>(m_rig->fabric.GetNodes().GetN());
        const Claim& claim = claims[m_random() % claims.size()];
        const Kind kind = kinds[m_random() % kinds.size()];
        const uint32_t from = m_random() % nodes;
        const bool isToManager = m_random() % 2 == 0 || kind == Kind::REGISTER;
        const uint32_t to = isToManager ? m_rig->manager : m_random() % nodes;
        const auto own = std::find(claim.hosts.begin(), claim.hosts.end(), from);
        const bool isMember = own != claim.hosts.end();
        const uint32_t rank = m_random() % claim.hosts.size();
        const bool isOwn = isMember && rank == own - claim.hosts.begin();
        const bool isHost = m_rig->fabric.GetTopology().IsHost(from);
        // Messages that a node may send, or that a host would take from its own manager.
        const bool isLawful =
            from == to || from == m_rig->manager || kind == Kind::HEARTBEAT ||
            (to == m_rig->manager &&
             ((kind == Kind::REGISTER && (from == Find("leaf0") || from == Find("h0"))) ||
              (kind == Kind::JOIN && (isMember || claim.group == WAITING)) ||
              (kind == Kind::ASK && isMember) ||
              ((kind == Kind::LEAVE || kind == Kind::FAILURE) && isOwn)));
        const bool takesPart = isMember || from == Find("leaf2") || from == Find("spine0");
        if (isLawful || (m_areStrangers && takesPart))
        {
            return Forge(claims);
        }
        m_rig->plane.GetEndpoint(from)->Tell(AddressOf(to), kind, MakeBody(claim, kind, rank));
        ++m_expected[to];
        if (to == m_rig->manager && kind == Kind::ASK)
        {
            ++m_expected[from]; // refuses the answer, because it has not asked
        }
        if (to == m_rig->manager && kind == Kind::JOIN && isHost)
        {
            ++m_expected[from]; // refuses the REJECT
        }
    }

    /// \brief Send a message in the manager's name, with the key that all neighbors of a link hold.
    void Multicast(const std::vector<Claim>& claims)
    {
        m_rig->plane.GetEndpoint(m_rig->manager)
            ->TellNeighbor(*m_rig->fabric.GetDevice(m_rig->manager, 0),
                           Kind::RELEASE,
                           MakeBody(claims[m_random() % claims.size()], Kind::RELEASE, 0));
        ++m_expected[Find("spine1")];
    }

    void Attack(const std::vector<Claim>& claims, uint32_t messages)
    {
        m_expected.clear();
        std::map<uint32_t, uint64_t> before;
        for (uint32_t node = 0; node < m_rig->fabric.GetNodes().GetN(); ++node)
        {
            before[node] = CountRefused(node);
        }
        const uint64_t logged = m_rig->plane.GetManager()->GetLogged();
        for (uint32_t i = 0; i < messages; ++i)
        {
            const uint32_t draw = m_random() % 8;
            draw < 2 ? Replay(draw == 0) : draw == 2 ? Multicast(claims) : Forge(claims);
        }
        m_rig->RunFor(MicroSeconds(20 + 10 * messages));
        m_rig->RunFor(MicroSeconds(10 * messages));
        for (const auto& [node, count] : before)
        {
            NS_TEST_ASSERT_MSG_EQ(CountRefused(node) - count,
                                  m_expected[node],
                                  m_rig->fabric.GetTopology().GetName(node));
        }
        m_changes += m_rig->plane.GetManager()->GetLogged() - logged;
    }

    /// \brief Join the waiting group as one of its two ranks.
    void JoinWaiting(const std::string& host, uint32_t rank)
    {
        IncClientAgent::Request request;
        request.group = WAITING;
        request.rank = rank;
        request.ranks = 2;
        request.client = CreateObject<IncClient>();
        request.client->Attach(m_rig->fabric.GetNic(Find(host)),
                               request.profile.transport,
                               request.profile.ResultsPassBy());
        request.status = [this](IncMembership status, const std::string& reason) {
            m_ready += status == IncMembership::READY;
        };
        m_rig->plane.GetClientAgent(Find(host))->Join(request);
    }

    /// \brief Check that groups become READY while strangers attack their set-up.
    void AttackSetups()
    {
        m_areStrangers = true;
        const std::vector<uint32_t> hosts{Find("h4"), Find("h5")};
        for (uint32_t group = 10; group < 15; ++group)
        {
            auto& job = m_rig->Join(group, hosts);
            m_rig->RunFor(MicroSeconds(300));
            NS_TEST_ASSERT_MSG_EQ(
                (m_rig->plane.GetManager()->GetState(0, group) == IncGroupState::COMMITTING),
                true,
                "is being set up");
            Attack({{group, hosts}}, BATCH);
            m_rig->RunFor(MilliSeconds(5));
            NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::READY),
                                  true,
                                  m_rig->plane.GetManager()->GetLogText());
        }
        m_areStrangers = false;
        m_changes = 0;
    }

    /// \brief Check that a restarted manager believes only members that prove their membership.
    void AttackAfterRestart()
    {
        Ptr<IncAggregationManager> manager = m_rig->plane.GetManager();
        IncControlBody tree = manager->FindGroup(0, 1)->GetLayout()->GetIdentity();
        manager->Stop();
        m_rig->RunFor(MilliSeconds(20));
        manager->Start();
        m_rig->RunFor(MilliSeconds(500));
        IncControlBody member;
        member.Add(Field::GROUP, 1);
        member.Add(Field::TENANT, 0);
        member.Add(Field::RANK, 0);
        member.Add(Field::PROOF, std::string(16, 'x'));
        member.Add(Field::TREE, tree.Get(Field::TREE));
        member.Add(Field::EPOCH, tree.Get(Field::EPOCH));
        IncControlBody claims;
        claims.Add(Field::MEMBERSHIP, member);
        claims.Add(Field::SERVED_TREE, member);
        member.Add(Field::STEP, 0);
        const auto endpoint = m_rig->plane.GetEndpoint(Find("h4"));
        const uint64_t before =
            m_rig->plane.GetEndpoint(m_rig->manager)->GetRefused(IncControlRefusal::STRANGER);
        endpoint->Tell(AddressOf(m_rig->manager), Kind::HEARTBEAT, claims);
        endpoint->Tell(AddressOf(m_rig->manager), Kind::LEAVE, member);
        m_rig->RunFor(MilliSeconds(500));
        NS_TEST_EXPECT_MSG_EQ(
            m_rig->plane.GetEndpoint(m_rig->manager)->GetRefused(IncControlRefusal::STRANGER) -
                before,
            2,
            "its claims");
    }

    void DoRun() override
    {
        const uint32_t messages = IncFromEnvironment("INC_ITERATIONS", 3000);
        m_random.seed(IncFromEnvironment("INC_SEED", 1));
        IncLeafSpineTopology builder(3, 2, 2); // the manager is at the last spine
        builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
        m_rig = std::make_unique<IncManagerRig>(builder.Build());
        Record();
        m_rig->helper.SetManagerAttribute("QueuePairSetup", IncEnumValue(IncQueuePairSetup::CM));
        m_rig->helper.SetManagerAttribute("SetupDeadline", TimeValue(Seconds(1000)));
        m_rig->helper.SetClientAgentAttribute("SetupDeadline", TimeValue(Seconds(1000)));
        m_rig->Start();
        m_rig->RunFor(REGISTRATION);
        const std::vector<uint32_t> first{Find("h0"), Find("h2")};
        const std::vector<uint32_t> second{Find("h1"), Find("h3")};
        auto& job = m_rig->Join(1, first);
        auto& other = m_rig->Join(2, second);
        JoinWaiting("h1", 0);
        m_rig->RunFor(MilliSeconds(5));
        AttackSetups();
        const std::vector<Claim> claims{{1, first}, {2, second}, {WAITING, {Find("h1")}}};
        for (uint32_t sent = 0; sent < messages; sent += BATCH)
        {
            Attack(claims, BATCH);
        }
        NS_TEST_EXPECT_MSG_EQ(m_changes, 0, m_rig->plane.GetManager()->GetLogText());
        AttackAfterRestart();
        for (auto* each : {&job, &other})
        {
            NS_TEST_EXPECT_MSG_EQ(each->AllAre(IncMembership::READY), true, "is READY");
            m_rig->Post(*each, 5000);
            m_rig->RunFor(MilliSeconds(5));
            NS_TEST_EXPECT_MSG_EQ(each->ranks[0].completed, 1, "done");
            NS_TEST_EXPECT_MSG_EQ(m_rig->CountWrong(*each), 0, "right sums");
        }
        JoinWaiting("h5", 1);
        m_rig->RunFor(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(m_ready, 2, "the group that has waited is READY");
        const auto totals = IncStatistics(m_rig->fabric, {}).ToJson()["totals"]["refusals"];
        for (uint8_t i = 0; i < static_cast<uint8_t>(IncControlRefusal::COUNT); ++i)
        {
            uint64_t refused = 0;
            for (uint32_t node = 0; node < m_rig->fabric.GetNodes().GetN(); ++node)
            {
                refused +=
                    m_rig->plane.GetEndpoint(node)->GetRefused(static_cast<IncControlRefusal>(i));
            }
            const std::string reason = IncControlRefusalName(static_cast<IncControlRefusal>(i));
            NS_TEST_EXPECT_MSG_EQ(totals.value("control-" + reason, 0), refused, reason);
            if (i != static_cast<uint8_t>(IncControlRefusal::OLD))
            {
                NS_TEST_EXPECT_MSG_GT(refused, messages / 1000, reason);
            }
        }
        m_rig.reset();
    }

    std::unique_ptr<IncManagerRig> m_rig;                           //!< the network
    std::mt19937 m_random;                                          //!< draws of the seed
    std::vector<std::pair<uint32_t, Ptr<const Packet>>> m_recorded; //!< datagrams with node
    std::map<uint32_t, uint64_t> m_expected;                        //!< expected refusals by node
    uint64_t m_changes{0};                                          //!< new lines in the log
    uint32_t m_ready{0};                                            //!< READY ranks of that group
    bool m_areStrangers{false}; //!< true if members of a set-up do not attack it
};

class IncManagerForgeriesTestSuite : public TestSuite
{
  public:
    IncManagerForgeriesTestSuite()
        : TestSuite("inc-manager-forgeries", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncForgeriesTest);
    }
};

static IncManagerForgeriesTestSuite g_incManagerForgeriesTestSuite; //!< registers itself
