/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the connection manager, whose packets may be lost, duplicated and reordered while it
// connects and disconnects queue pairs.

#include "inc-transport-pair.h"
#include "inc-wire-parser.h"

#include "ns3/inc-connection-manager.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

constexpr uint64_t SERVICE = 4711;

IncConnectionManager::DoneCallback
Note(std::vector<IncCmStatus>& statuses)
{
    return IncConnectionManager::DoneCallback(
        [&statuses](IncCmStatus status) { statuses.push_back(status); });
}

} // namespace

/// Test that connections come up, carry data and end under any faults of manager messages.
template <typename QueuePair>
class IncConnectTest : public TestCase
{
  public:
    IncConnectTest(const std::string& name, Ptr<QueuePair> (IncRdmaNic::*create)())
        : TestCase(name + " connections come up, carry data and end under loss and duplication"),
          m_create(create)
    {
    }

  private:
    void DoRun() override
    {
        constexpr int CONNECTIONS = 60;
        IncTransportPair pair;
        pair.Impair(0, {0.3, 0.2, 0.2}, 10);
        pair.Impair(1, {0.3, 0.2, 0.2}, 20);
        uint32_t kinds[0x17] = {};
        for (int i = 0; i < 2; ++i)
        {
            pair.Device(i)->TraceConnectWithoutContext(
                "FrameSent",
                Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                    if (frame.bth.opcode != IncOpcode::UD_SEND_ONLY)
                    {
                        return;
                    }
                    // Read the frame by the independent parser.
                    const auto bytes = IncFrameCodec::ToBytes(frame, {}, {});
                    const auto parsed = IncParseFrame(bytes.data(), bytes.size());
                    NS_TEST_ASSERT_MSG_EQ(parsed.error, "", "well formed");
                    NS_TEST_EXPECT_MSG_EQ(parsed.icrcOk, true, "ICRC");
                    NS_TEST_EXPECT_MSG_EQ(parsed.bth->destQp, 1, "queue pair");
                    NS_TEST_EXPECT_MSG_EQ(parsed.deth->qkey, 0x80010000, "Q_Key");
                    NS_TEST_ASSERT_MSG_EQ(parsed.payloadLength, 256, "a MAD");
                    ++kinds[bytes[parsed.payloadOffset + 17]];
                }));
        }
        std::vector<Ptr<QueuePair>> active;
        std::vector<Ptr<QueuePair>> passive;
        uint32_t accepts = 0;
        pair.Nic(1)->GetConnectionManager()->Listen(
            SERVICE,
            IncConnectionManager::AcceptCallback([&](const IncCmMessage& request) {
                NS_TEST_EXPECT_MSG_EQ(request.serviceId, SERVICE, "service");
                NS_TEST_EXPECT_MSG_EQ(request.startingPsn, 0xfffffe, "PSN");
                auto qp = (PeekPointer(pair.Nic(1))->*m_create)();
                qp->SetAttribute("InitialPsn", UintegerValue(accepts++));
                qp->Initialize();
                qp->PostReceive({});
                passive.push_back(qp);
                return Ptr<IncQueuePair>(qp);
            }));
        uint32_t up = 0;
        pair.Nic(1)->GetConnectionManager()->TraceConnectWithoutContext(
            "Established",
            Callback<void, Ptr<IncQueuePair>>([&](Ptr<IncQueuePair> qp) { ++up; }));
        std::vector<IncCmStatus> statuses;
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            active.push_back((PeekPointer(pair.Nic(0))->*m_create)());
            active[i]->SetAttribute("InitialPsn", UintegerValue(0xfffffe));
            pair.Nic(0)->GetConnectionManager()->Connect(active[i],
                                                         pair.Address(1),
                                                         SERVICE,
                                                         Note(statuses));
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(statuses.size(), CONNECTIONS, "answers");
        NS_TEST_ASSERT_MSG_EQ(accepts, CONNECTIONS, "requests accepted, copies not");
        NS_TEST_EXPECT_MSG_EQ(up, CONNECTIONS, "up at the passive end");
        NS_TEST_EXPECT_MSG_GT(kinds[0x10], CONNECTIONS, "REQs sent again");
        NS_TEST_EXPECT_MSG_GT(kinds[0x13], CONNECTIONS, "REPs sent again");
        NS_TEST_EXPECT_MSG_GT(kinds[0x14], CONNECTIONS, "RTUs sent again");
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((statuses[i] == IncCmStatus::ESTABLISHED), true, "status");
            NS_TEST_EXPECT_MSG_EQ((active[i]->GetState() == IncQueuePairState::RTS), true, "state");
            NS_TEST_EXPECT_MSG_EQ((passive[i]->GetState() == IncQueuePairState::RTS),
                                  true,
                                  "state");
            // Each end is the peer of the other: no end took an answer to another request.
            const uint32_t remote = active[i]->GetConnection().remoteQpn;
            passive[i] =
                StaticCast<QueuePair>(pair.Nic(1)->GetQueuePairs()[remote - IncRdmaNic::FIRST_QPN]);
            NS_TEST_EXPECT_MSG_EQ(passive[i]->GetConnection().remoteQpn,
                                  active[i]->GetQpn(),
                                  "peers");
        }
        // The first PSNs agree; otherwise no message would arrive.
        pair.Impair(0, {}, 30);
        pair.Impair(1, {}, 40);
        uint32_t received = 0;
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            passive[i]->SetReceiveCompletionCallback(
                Callback<void, const IncCompletion&>([&](const IncCompletion& c) {
                    received += c.status == IncCompletionStatus::SUCCESS;
                }));
            active[i]->PostSend({});
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received, CONNECTIONS, "messages");
        pair.Impair(0, {0.3, 0.2, 0.2}, 50);
        pair.Impair(1, {0.3, 0.2, 0.2}, 60);
        statuses.clear();
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            // Either end, or both, may disconnect.
            if (i % 3 != 1)
            {
                pair.Nic(0)->GetConnectionManager()->Disconnect(active[i], Note(statuses));
            }
            if (i % 3 != 0)
            {
                pair.Nic(1)->GetConnectionManager()->Disconnect(passive[i], Note(statuses));
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(statuses.size(), CONNECTIONS * 4 / 3, "answers");
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(active[i]->IsInError(), true, "active end");
            NS_TEST_EXPECT_MSG_EQ(passive[i]->IsInError(), true, "passive end");
        }
    }

    Ptr<QueuePair> (IncRdmaNic::*m_create)(); //!< function that makes a queue pair
};

/// Test connections that do not come up.
class IncRejectTest : public TestCase
{
  public:
    IncRejectTest()
        : TestCase("A request is refused for a reason, or given up after the timeouts")
    {
    }

  private:
    void DoRun() override
    {
        IncTransportPair pair;
        auto manager = pair.Nic(0)->GetConnectionManager();
        auto listener = pair.Nic(1)->GetConnectionManager();
        auto other = pair.Nic(1)->CreateUcQueuePair();
        auto wide = pair.Nic(1)->CreateRcQueuePair();
        wide->SetAttribute("PathMtu", UintegerValue(4096));
        const Ptr<IncQueuePair> answers[] = {nullptr, other, wide};
        for (uint64_t service = 1; service <= 3; ++service)
        {
            listener->Listen(service,
                             IncConnectionManager::AcceptCallback([&](const IncCmMessage& request) {
                                 return answers[request.serviceId - 1];
                             }));
        }
        std::vector<uint16_t> reasons;
        pair.Device(1)->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                reasons.push_back(static_cast<uint16_t>(
                    IncCmMessage::Read(frame.payload->GetData() + 8)->reason));
            }));
        std::vector<IncCmStatus> statuses;
        auto qp = pair.Nic(0)->CreateRcQueuePair();
        for (const uint64_t service : {1, 2, 3, 99})
        {
            manager->Connect(qp, pair.Address(1), service, Note(statuses));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((statuses.back() == IncCmStatus::REJECTED), true, "status");
            NS_TEST_EXPECT_MSG_EQ((qp->GetState() == IncQueuePairState::RESET), true, "state");
        }
        NS_TEST_EXPECT_MSG_EQ((reasons == std::vector<uint16_t>{28, 9, 26, 8}), true, "reasons");
        // No answer arrives: the manager sends one request and 15 more, 1 ms apart.
        pair.Impair(1, {1, 0, 0}, 70);
        const Time start = Simulator::Now();
        manager->Connect(qp, pair.Address(1), 1, Note(statuses));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((statuses.back() == IncCmStatus::TIMED_OUT), true, "status");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - start, MilliSeconds(16), "when it is given up");
        NS_TEST_EXPECT_MSG_EQ((qp->GetState() == IncQueuePairState::RESET), true, "state");
    }
};

class IncConnectionTestSuite : public TestSuite
{
  public:
    IncConnectionTestSuite()
        : TestSuite("inc-connection", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncConnectTest<IncRcQueuePair>("RC", &IncRdmaNic::CreateRcQueuePair));
        AddTestCase(new IncConnectTest<IncUcQueuePair>("UC", &IncRdmaNic::CreateUcQueuePair));
        AddTestCase(new IncRejectTest);
    }
};

static IncConnectionTestSuite g_incConnectionTestSuite; //!< registers the suite
