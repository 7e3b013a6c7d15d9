/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of queue pairs: errors that end a connection, states, and goodput.

#include "inc-transport-pair.h"

#include "ns3/boolean.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;

namespace
{

} // namespace

/// Test lost acknowledgements without lost data.
class IncAckLossTest : public TestCase
{
  public:
    IncAckLossTest()
        : TestCase("Lost acknowledgements cost nothing but time; copies are acknowledged again")
    {
    }

  private:
    void DoRun() override
    {
        IncTransportPair pair;
        pair.Impair(0, {0.5, 0, 0}, 5000);
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        pair.Connect(a, b);
        uint32_t sends = 0;
        uint32_t receives = 0;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { sends += c.status == IncCompletionStatus::SUCCESS; }));
        b->SetReceiveCompletionCallback(
            Callback<void, const IncCompletion&>([&](const IncCompletion& c) { ++receives; }));
        const uint32_t key = pair.Nic(1)->RegisterMemory(nullptr, 1 << 20);
        for (uint32_t i = 0; i < 50; ++i)
        {
            b->PostReceive({});
            IncWorkRequest request;
            request.length = 3000;
            request.rkey = key;
            request.withImmediate = true;
            Simulator::Schedule(MilliSeconds(40 * i), [a, request]() { a->PostWrite(request); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sends, 50, "messages acknowledged");
        NS_TEST_EXPECT_MSG_EQ(receives, 50, "messages received once");
        NS_TEST_EXPECT_MSG_GT(b->GetCounters().duplicates, 20U, "copies received");
    }
};

/// Test that a silent peer is reported at the time that follows from the attributes.
class IncRetryExhaustionTest : public TestCase
{
  public:
    explicit IncRetryExhaustionTest(bool selective)
        : TestCase(std::string("A silent peer is reported on time") +
                   (selective ? ", selective repeat" : ", go-back-N")),
          m_selective(selective)
    {
    }

  private:
    void DoRun() override
    {
        IncTransportPair pair;
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        for (const auto& qp : {a, b})
        {
            qp->SetAttribute("RetransmitTimeout", TimeValue(MilliSeconds(1)));
            qp->SetAttribute("MaxRetransmitTimeout", TimeValue(MilliSeconds(16)));
            qp->SetAttribute("RetryCount", UintegerValue(7));
            qp->SetAttribute("SelectiveRepeat", BooleanValue(m_selective));
        }
        pair.Connect(a, b);
        a->PostReceive({99, nullptr, 0});
        std::vector<std::pair<IncCompletion, Time>> ends;
        const auto note = Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { ends.emplace_back(c, Simulator::Now()); });
        a->SetSendCompletionCallback(note);
        a->SetReceiveCompletionCallback(note);
        const uint32_t key = pair.Nic(1)->RegisterMemory(nullptr, 1 << 20);
        const auto post = [a, key](uint64_t id, uint32_t length) {
            IncWorkRequest request;
            request.id = id;
            request.length = length;
            request.rkey = key;
            a->PostWrite(request);
        };
        // Only the first message arrives; all frames from 100 us on are lost. The pending timer
        // event of the first message must not change the timeouts of the second.
        post(1, 100);
        Simulator::Schedule(MicroSeconds(100), [&]() { pair.Impair(1, {1, 0, 0}, 6000); });
        const Time start = MicroSeconds(700);
        Simulator::Schedule(start, [&]() {
            post(2, 5000);
            post(3, 100);
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 4, "completions");
        // Timeouts: 1 + 2 + 4 + 8 + 16 + 16 + 16 + 16 ms.
        const Time expected = start + MilliSeconds(79);
        NS_TEST_EXPECT_MSG_EQ(a->GetRetryExhaustion(), MilliSeconds(79), "the formula");
        NS_TEST_EXPECT_MSG_EQ((ends[0].first.status == IncCompletionStatus::SUCCESS), true, "1");
        NS_TEST_EXPECT_MSG_EQ(ends[1].first.id, 2, "oldest first");
        NS_TEST_EXPECT_MSG_EQ((ends[1].first.status == IncCompletionStatus::RETRY_EXCEEDED),
                              true,
                              "2");
        NS_TEST_EXPECT_MSG_EQ((ends[2].first.status == IncCompletionStatus::FLUSHED), true, "3");
        NS_TEST_EXPECT_MSG_EQ((ends[3].first.status == IncCompletionStatus::FLUSHED),
                              true,
                              "receive");
        NS_TEST_EXPECT_MSG_EQ(ends[1].second, expected, "when the failure is reported");
        NS_TEST_EXPECT_MSG_EQ((a->GetState() == IncQueuePairState::ERROR), true, "state");
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().timeouts, 8U, "timeouts");
        post(4, 1);
        a->PostReceive({98, nullptr, 0});
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 6, "work posted in ERROR is flushed");
        NS_TEST_EXPECT_MSG_EQ((ends[5].first.status == IncCompletionStatus::FLUSHED),
                              true,
                              "flushed");
    }

    bool m_selective; //!< true for selective repeat, false for go-back-N
};

/// Test that progress after a long back-off restores the first timeout.
class IncBackOffEndsTest : public TestCase
{
  public:
    IncBackOffEndsTest()
        : TestCase("Progress ends the back-off: the next timeout is not late")
    {
    }

  private:
    void DoRun() override
    {
        IncTransportPair pair;
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        a->SetAttribute("RetransmitTimeout", TimeValue(MilliSeconds(1)));
        pair.Connect(a, b);
        std::vector<Time> ends;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { ends.push_back(Simulator::Now()); }));
        IncWorkRequest request;
        request.length = 100;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, 100);
        // All frames are lost until 20 ms. Timeouts come at 1, 3, 7, 15, 31 ms; the last copy
        // arrives. The packet of 31.1 ms is lost; its copy leaves at 32.1 ms, not 16 ms later.
        pair.Impair(1, {1, 0, 0}, 7000);
        a->PostWrite(request);
        Simulator::Schedule(MilliSeconds(20), [&]() { pair.Impair(1, {0, 0, 0}, 7000); });
        Simulator::Schedule(MicroSeconds(31050), [&]() { pair.Impair(1, {1, 0, 0}, 7000); });
        Simulator::Schedule(MicroSeconds(31100), [&]() { a->PostWrite(request); });
        Simulator::Schedule(MicroSeconds(31200), [&]() { pair.Impair(1, {0, 0, 0}, 7000); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 2, "completions");
        NS_TEST_EXPECT_MSG_EQ_TOL(ends[0].GetSeconds(), 31.003e-3, 2e-6, "first");
        NS_TEST_EXPECT_MSG_EQ_TOL(ends[1].GetSeconds(), 32.103e-3, 2e-6, "second");
    }
};

/// Test receives that are posted late or never.
class IncRnrTest : public TestCase
{
  public:
    explicit IncRnrTest(bool selective)
        : TestCase(std::string("A receiver that is not ready is asked again, and given up on") +
                   (selective ? ", selective repeat" : ", go-back-N")),
          m_selective(selective)
    {
    }

  private:
    void DoRun() override
    {
        Late();
        Never();
    }

    void Late()
    {
        IncTransportPair pair;
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        for (const auto& qp : {a, b})
        {
            qp->SetAttribute("SelectiveRepeat", BooleanValue(m_selective));
        }
        pair.Connect(a, b);
        std::vector<uint64_t> order;
        b->SetReceiveCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { order.push_back(c.byteLength); }));
        std::vector<std::vector<uint8_t>> sent;
        std::vector<std::vector<uint8_t>> received(5, std::vector<uint8_t>(5000));
        for (uint32_t i = 0; i < 5; ++i)
        {
            sent.push_back(IncPattern(1000 + 800 * i, i));
            IncWorkRequest request;
            request.data = sent[i].data();
            request.length = sent[i].size();
            a->PostSend(request);
            // The third receive is late; by then, packets of later messages have arrived.
            Simulator::Schedule(MicroSeconds(i < 2 ? 0 : 100 * i),
                                [&, i]() { b->PostReceive(ReceiveInto(received[i], i)); });
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(order.size(), 5, "messages");
        for (uint32_t i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(order[i], sent[i].size(), "order");
            sent[i].resize(5000);
            NS_TEST_EXPECT_MSG_EQ((sent[i] == received[i]), true, "bytes");
        }
        NS_TEST_EXPECT_MSG_GT(b->GetCounters().rnrNaksSent, 5U, "asked again");
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().rnrNaksReceived,
                              b->GetCounters().rnrNaksSent.Get(),
                              "both count alike");
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().timeouts, 0U, "no timeouts");
    }

    void Never()
    {
        IncTransportPair pair;
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        a->SetAttribute("RnrRetryCount", UintegerValue(3));
        pair.Connect(a, b);
        std::vector<IncCompletionStatus> ends;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { ends.push_back(c.status); }));
        a->PostSend({});
        a->PostSend({});
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 2, "completions");
        NS_TEST_EXPECT_MSG_EQ((ends[0] == IncCompletionStatus::RNR_RETRY_EXCEEDED), true, "status");
        NS_TEST_EXPECT_MSG_EQ((ends[1] == IncCompletionStatus::FLUSHED), true, "status");
        NS_TEST_EXPECT_MSG_EQ(b->GetCounters().rnrNaksSent, 4U, "refusals");
    }

    bool m_selective; //!< true for selective repeat, false for go-back-N
};

/// Test that a fatal refusal by the receiver ends the work request with its reason.
class IncRefusalTest : public TestCase
{
  public:
    IncRefusalTest()
        : TestCase("Memory that is not there and a receive that is too short are refused")
    {
    }

  private:
    void Check(bool write, IncCompletionStatus expected, IncCompletionStatus atReceiver)
    {
        IncTransportPair pair;
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        pair.Connect(a, b);
        std::vector<uint8_t> memory(1000);
        const uint32_t key = pair.Nic(1)->RegisterMemory(memory.data(), memory.size());
        b->PostReceive(ReceiveInto(memory, 7));
        std::vector<IncCompletionStatus> ends;
        std::vector<IncCompletionStatus> receives;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { ends.push_back(c.status); }));
        b->SetReceiveCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { receives.push_back(c.status); }));
        IncWorkRequest request;
        request.length = 1001;
        request.rkey = key;
        write ? a->PostWrite(request) : a->PostSend(request);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 1, "completions");
        NS_TEST_EXPECT_MSG_EQ((ends[0] == expected), true, IncCompletionStatusName(ends[0]));
        NS_TEST_ASSERT_MSG_EQ(receives.size(), 1, "receives");
        NS_TEST_EXPECT_MSG_EQ((receives[0] == atReceiver),
                              true,
                              IncCompletionStatusName(receives[0]));
        NS_TEST_EXPECT_MSG_EQ(a->IsInError(), true, "sender in ERROR");
        NS_TEST_EXPECT_MSG_EQ(b->IsInError(), true, "receiver in ERROR");
    }

    void DoRun() override
    {
        Check(true, IncCompletionStatus::REMOTE_ACCESS, IncCompletionStatus::FLUSHED);
        Check(false, IncCompletionStatus::REMOTE_INVALID, IncCompletionStatus::LOCAL_LENGTH);
    }
};

/// Test that one queue pair fills its link.
class IncGoodputTest : public TestCase
{
  public:
    IncGoodputTest()
        : TestCase(
              "64 MiB at 4096 bytes a packet reach the payload bound of the link to within 0.5 %")
    {
    }

  private:
    void DoRun() override
    {
        constexpr double SIZE = 64U << 20;
        IncTransportPair pair;
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        a->SetAttribute("PathMtu", UintegerValue(4096));
        b->SetAttribute("PathMtu", UintegerValue(4096));
        pair.Connect(a, b);
        Time end;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { end = Simulator::Now(); }));
        IncWorkRequest request;
        request.length = SIZE;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, SIZE);
        a->PostWrite(request);
        Simulator::Run();
        // Bytes: Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4, FCS 4, preamble and gap 20.
        const double bound = 100e9 * 4096 / (4096 + 82);
        const double goodput = SIZE * 8 / end.GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(goodput / bound, 1.0, 0.005, "goodput " << goodput);
        NS_TEST_EXPECT_MSG_LT(goodput, bound, "faster than the link");
    }
};

/// Test the states of a queue pair, and the calls that each state refuses.
class IncQueuePairStateTest : public TestCase
{
  public:
    IncQueuePairStateTest()
        : TestCase("States follow IBTA's order; what a state does not allow aborts and says so")
    {
    }

  private:
    void Refuses(const std::function<void()>& call, const std::string& text)
    {
        const std::string message = IncAbortMessage(call);
        NS_TEST_EXPECT_MSG_NE(message.find(text), std::string::npos, "said: " << message);
    }

    void DoRun() override
    {
        IncTransportPair pair;
        auto qp = pair.Nic(0)->CreateRcQueuePair();
        const Ipv4Address peer = pair.Address(1);
        Refuses([&]() { qp->PostReceive({}); }, "PostReceive() in state RESET");
        Refuses([&]() { qp->ReadyToReceive(peer, 16, 0); }, "ReadyToReceive() in state RESET");
        Refuses([&]() { qp->Fail(); }, "Fail() in state RESET");
        qp->Initialize();
        qp->PostReceive({});
        Refuses([&]() { qp->Initialize(); }, "Initialize() in state INIT; accepted: RESET");
        Refuses([&]() { qp->ReadyToSend(0); }, "ReadyToSend() in state INIT");
        Refuses([&]() { qp->PostSend({}); }, "PostSend() in state INIT; accepted: RTS");
        Refuses([&]() { qp->ReadyToReceive(peer, 16, 1 << 24); }, "receivePsn 16777216");
        Refuses([&]() { qp->ReadyToReceive(peer, 1 << 24, 0); }, "remoteQpn 16777216");
        qp->ReadyToReceive(peer, 16, 0);
        Refuses([&]() { qp->PostWrite({}); }, "PostWrite() in state RTR");
        Refuses([&]() { qp->Connect(peer, 16); }, "Connect() in state RTR");
        qp->ReadyToSend(0);
        Refuses([&]() { qp->SetAttribute("PathMtu", UintegerValue(512)); },
                "attribute PathMtu set in state RTS; accepted: RESET or INIT");
        Refuses([&]() { qp->SetAttribute("SelectiveRepeat", BooleanValue(true)); },
                "attribute SelectiveRepeat set in state RTS");
        IncWorkRequest longest;
        longest.length = (1U << 31) + 1;
        Refuses([&]() { qp->PostWrite(longest); }, "IncWorkRequest::length 2147483649");
        for (const uint32_t mtu : {0U, 255U, 1000U, 1500U, 8192U})
        {
            const std::string value = std::to_string(mtu);
            Refuses([&]() { qp->SetAttribute("PathMtu", UintegerValue(mtu)); },
                    "IncRcQueuePair::PathMtu: " + value + "; accepted: 256, 512");
            auto uc = pair.Nic(0)->CreateUcQueuePair();
            Refuses([&]() { uc->SetAttribute("PathMtu", UintegerValue(mtu)); },
                    "IncUcQueuePair::PathMtu: " + value);
        }
        auto wide = pair.Nic(0)->CreateRcQueuePair();
        wide->SetAttribute("PathMtu", UintegerValue(256));
        wide->SetAttribute("Window", UintegerValue(1U << 31));
        Refuses([&]() { wide->Connect(peer, 16); }, "IncRcQueuePair::Window: 2147483648");
        auto odd = pair.Nic(0)->CreateRcQueuePair();
        for (const std::string name : {"ns3::Nothing", "ns3::IncRcQueuePair"})
        {
            Refuses([&]() { odd->SetAttribute("CongestionControl", StringValue(name)); },
                    "IncQueuePair::CongestionControl: \"" + name + "\"");
        }
        qp->Fail();
        NS_TEST_EXPECT_MSG_EQ(qp->IsInError(), true, "state");
        qp->Reset();
        NS_TEST_EXPECT_MSG_EQ((qp->GetState() == IncQueuePairState::RESET), true, "state");
        qp->Connect(peer, 16, 5, 6);
        NS_TEST_EXPECT_MSG_EQ((qp->GetState() == IncQueuePairState::RTS), true, "state");
    }
};

/// Test both directions at once with different first PSNs, and reuse after a reset.
class IncTwoWaysTest : public TestCase
{
  public:
    IncTwoWaysTest()
        : TestCase("Each direction counts from its own PSN; a reset queue pair works again")
    {
    }

  private:
    void DoRun() override
    {
        IncTransportPair pair;
        pair.Impair(0, {0.01, 0.01, 0.01}, 8000);
        pair.Impair(1, {0.01, 0.01, 0.01}, 8100);
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        uint32_t done = 0;
        const auto count = Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { done += c.status == IncCompletionStatus::SUCCESS; });
        a->SetSendCompletionCallback(count);
        b->SetSendCompletionCallback(count);
        const uint32_t key[] = {pair.Nic(0)->RegisterMemory(nullptr, 1 << 20),
                                pair.Nic(1)->RegisterMemory(nullptr, 1 << 20)};
        for (uint32_t life = 0; life < 2; ++life)
        {
            a->Connect(pair.Address(1), b->GetQpn(), 0xfffff0, 77);
            b->Connect(pair.Address(0), a->GetQpn(), 77, 0xfffff0);
            IncWorkRequest request;
            request.length = 1 << 20;
            request.rkey = key[1];
            a->PostWrite(request);
            request.rkey = key[0];
            b->PostWrite(request);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(done, 2 * (life + 1), "both directions");
            a->Reset();
            b->Reset();
        }
    }
};

class IncTransportErrorsTestSuite : public TestSuite
{
  public:
    IncTransportErrorsTestSuite()
        : TestSuite("inc-transport-errors", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncAckLossTest);
        AddTestCase(new IncRetryExhaustionTest(false));
        AddTestCase(new IncRetryExhaustionTest(true));
        AddTestCase(new IncBackOffEndsTest);
        AddTestCase(new IncRnrTest(false));
        AddTestCase(new IncRnrTest(true));
        AddTestCase(new IncRefusalTest);
        AddTestCase(new IncGoodputTest);
        AddTestCase(new IncQueuePairStateTest);
        AddTestCase(new IncTwoWaysTest);
    }
};

static IncTransportErrorsTestSuite g_incTransportErrorsTestSuite; //!< registers the suite
