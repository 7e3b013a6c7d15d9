/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Queue pairs: every byte once and right over RC, whole messages or none over UC, whatever the link
// does to the packets.

#include "inc-transport-pair.h"

#include "ns3/boolean.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>

using namespace ns3;

namespace
{

constexpr uint32_t MTUS[] = {256, 512, 1024, 2048, 4096};

IncReceiveRequest
ReceiveInto(std::vector<uint8_t>& buffer, uint64_t id)
{
    return {id, buffer.data(), static_cast<uint32_t>(buffer.size())};
}

} // namespace

/**
 * \ingroup inc-tests
 * \brief Messages of many sizes over RC, by SEND and by WRITE with immediate.
 */
class IncRcTransferTest : public TestCase
{
  public:
    IncRcTransferTest(const std::string& name, bool selective, const IncBadLink& link, uint32_t psn)
        : TestCase("RC " + name + (selective ? ", selective repeat" : ", go-back-N")),
          m_selective(selective),
          m_link(link),
          m_psn(psn)
    {
    }

  private:
    void Transfer(uint32_t mtu, bool write)
    {
        IncTransportPair pair;
        pair.Impair(0, m_link, 1000);
        pair.Impair(1, m_link, 2000);
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        for (const auto& qp : {a, b})
        {
            qp->SetAttribute("PathMtu", UintegerValue(mtu));
            qp->SetAttribute("SelectiveRepeat", BooleanValue(m_selective));
            qp->SetAttribute("InitialPsn", UintegerValue(m_psn));
            qp->SetAttribute("RetransmitTimeout", TimeValue(MicroSeconds(100)));
        }
        pair.Connect(a, b);
        const std::vector<uint32_t> sizes =
            {0, 1, mtu - 1, mtu, mtu + 1, 2 * mtu, 7 * mtu + 3, 100 * mtu, 1U << 20, 1};
        std::vector<std::vector<uint8_t>> sent;
        std::vector<std::vector<uint8_t>> received;
        std::vector<uint32_t> keys;
        for (uint32_t i = 0; i < sizes.size(); ++i)
        {
            sent.push_back(IncPattern(sizes[i], i + mtu));
            received.emplace_back(sizes[i] + 8);
            keys.push_back(pair.Nic(1)->RegisterMemory(received[i].data(), sizes[i]));
            b->PostReceive(ReceiveInto(received[i], i));
        }
        std::vector<IncCompletion> sends;
        std::vector<IncCompletion> receives;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { sends.push_back(c); }));
        b->SetReceiveCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { receives.push_back(c); }));
        for (uint32_t i = 0; i < sizes.size(); ++i)
        {
            IncWorkRequest request;
            request.id = i;
            request.data = sent[i].data();
            request.length = sizes[i];
            request.rkey = keys[i];
            request.withImmediate = write;
            request.immediate = 1000 + i;
            write ? a->PostWrite(request) : a->PostSend(request);
        }
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(sends.size(), sizes.size(), "send completions, path MTU " << mtu);
        NS_TEST_ASSERT_MSG_EQ(receives.size(), sizes.size(), "receives, path MTU " << mtu);
        for (uint32_t i = 0; i < sizes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(sends[i].id, i, "order of send completions");
            NS_TEST_EXPECT_MSG_EQ((sends[i].status == IncCompletionStatus::SUCCESS), true, "sent");
            NS_TEST_EXPECT_MSG_EQ(receives[i].id, i, "order of receives");
            NS_TEST_EXPECT_MSG_EQ(receives[i].byteLength, sizes[i], "bytes received");
            NS_TEST_EXPECT_MSG_EQ(receives[i].hasImmediate, write, "immediate");
            NS_TEST_EXPECT_MSG_EQ((!write || receives[i].immediate == 1000 + i), true, "its value");
            std::vector<uint8_t> expected = sent[i];
            expected.resize(sizes[i] + 8); // nothing beyond the message
            NS_TEST_EXPECT_MSG_EQ((received[i] == expected), true, "bytes of message " << i);
        }
        m_retransmissions += a->GetCounters().retransmissions;
    }

    void DoRun() override
    {
        for (const uint32_t mtu : MTUS)
        {
            Transfer(mtu, false);
            Transfer(mtu, true);
        }
        NS_TEST_EXPECT_MSG_EQ((m_retransmissions > 0 || m_link.loss < 1e-3),
                              true,
                              "the link has lost nothing: no test");
    }

    bool m_selective;              //!< or go-back-N
    IncBadLink m_link;             //!< both ways
    uint32_t m_psn;                //!< first PSN
    uint64_t m_retransmissions{0}; //!< of all transfers
};

/**
 * \ingroup inc-tests
 * \brief 64 MiB over RC at every path MTU.
 */
class IncRcLongMessageTest : public TestCase
{
  public:
    IncRcLongMessageTest(double loss, bool selective)
        : TestCase("RC carries 64 MiB, loss " + std::to_string(loss) +
                   (selective ? ", selective repeat" : ", go-back-N")),
          m_loss(loss),
          m_selective(selective)
    {
    }

  private:
    void Transfer(uint32_t mtu)
    {
        constexpr uint32_t SIZE = 64U << 20;
        IncTransportPair pair;
        pair.Impair(1, {m_loss, 0, 0}, 3000);
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        for (const auto& qp : {a, b})
        {
            qp->SetAttribute("PathMtu", UintegerValue(mtu));
            qp->SetAttribute("SelectiveRepeat", BooleanValue(m_selective));
        }
        pair.Connect(a, b);
        // Bytes where they are few enough packets to be quick.
        const bool real = mtu == 4096;
        const auto sent = IncPattern(real ? SIZE : 0, 64);
        std::vector<uint8_t> received(sent.size());
        uint32_t completions = 0;
        a->SetSendCompletionCallback(
            Callback<void, const IncCompletion&>([&](const IncCompletion& c) {
                completions += c.status == IncCompletionStatus::SUCCESS;
            }));
        IncWorkRequest request;
        request.data = real ? sent.data() : nullptr;
        request.length = SIZE;
        request.rkey = pair.Nic(1)->RegisterMemory(real ? received.data() : nullptr, SIZE);
        a->PostWrite(request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(completions, 1, "completed at path MTU " << mtu);
        NS_TEST_EXPECT_MSG_EQ((sent == received), true, "bytes");
        const uint64_t packets = SIZE / mtu;
        const uint64_t extra = a->GetCounters().packetsSent - packets;
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().retransmissions, extra, "retransmissions");
        if (m_selective)
        {
            // What is lost is sent again; a copy that is lost too may cost a window after a
            // timeout.
            NS_TEST_EXPECT_MSG_LT(extra,
                                  1 + 1.3 * m_loss * packets + 3 * a->GetCounters().timeouts,
                                  "only what was lost is sent again");
        }
    }

    void DoRun() override
    {
        for (const uint32_t mtu : MTUS)
        {
            Transfer(mtu);
        }
    }

    double m_loss;    //!< of data packets
    bool m_selective; //!< or go-back-N
};

/**
 * \ingroup inc-tests
 * \brief Many messages over UC: each arrives whole, or nothing of it does.
 */
class IncUcWholeOrNotTest : public TestCase
{
  public:
    IncUcWholeOrNotTest(const std::string& name, const IncBadLink& link, uint32_t psn)
        : TestCase("UC " + name + ": a message arrives whole and once, or nothing of it does"),
          m_link(link),
          m_psn(psn)
    {
    }

  private:
    void Transfer(uint32_t mtu, bool write)
    {
        constexpr uint32_t MESSAGES = 300;
        IncTransportPair pair;
        pair.Impair(1, m_link, 4000);
        auto a = pair.Nic(0)->CreateUcQueuePair();
        auto b = pair.Nic(1)->CreateUcQueuePair();
        for (const auto& qp : {a, b})
        {
            qp->SetAttribute("PathMtu", UintegerValue(mtu));
            qp->SetAttribute("InitialPsn", UintegerValue(m_psn));
        }
        pair.Connect(a, b);
        const uint32_t sizes[] = {1, mtu, mtu + 1, 9 * mtu + 5, 3 * mtu};
        std::vector<std::vector<uint8_t>> sent;
        std::vector<std::vector<uint8_t>> received;
        for (uint32_t i = 0; i < MESSAGES; ++i)
        {
            sent.push_back(IncPattern(sizes[i % 5], i));
            received.emplace_back(sent[i].size());
            if (!write)
            {
                // Which buffer a SEND gets depends on what was lost: all have room for any.
                received[i].resize(9 * mtu + 5);
            }
        }
        uint32_t sends = 0;
        std::vector<uint32_t> arrivals(MESSAGES);
        std::vector<int64_t> messageOf(MESSAGES, -1);
        a->SetSendCompletionCallback(
            Callback<void, const IncCompletion&>([&](const IncCompletion& c) { ++sends; }));
        b->SetReceiveCompletionCallback(
            Callback<void, const IncCompletion&>([&](const IncCompletion& c) {
                ++arrivals.at(c.immediate);
                messageOf[c.id] = c.immediate;
                const auto& buffer = received[write ? c.immediate : c.id];
                const auto& message = sent[c.immediate];
                NS_TEST_EXPECT_MSG_EQ(c.byteLength, message.size(), "bytes received");
                NS_TEST_EXPECT_MSG_EQ(std::equal(message.begin(), message.end(), buffer.begin()),
                                      true,
                                      "bytes of message " << c.immediate);
            }));
        for (uint32_t i = 0; i < MESSAGES; ++i)
        {
            b->PostReceive(ReceiveInto(received[i], i));
            IncWorkRequest request;
            request.id = i;
            request.data = sent[i].data();
            request.length = sent[i].size();
            request.rkey = pair.Nic(1)->RegisterMemory(received[i].data(), received[i].size());
            request.withImmediate = true;
            request.immediate = i;
            write ? a->PostWrite(request) : a->PostSend(request);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sends, MESSAGES, "sends completed");
        uint32_t whole = 0;
        for (uint32_t i = 0; i < MESSAGES; ++i)
        {
            NS_TEST_EXPECT_MSG_LT(arrivals[i], 2, "message " << i << " arrived twice");
            whole += arrivals[i];
            const bool touched = write ? arrivals[i] > 0 : messageOf[i] >= 0;
            const bool clean = std::all_of(received[i].begin(),
                                           received[i].end(),
                                           [](uint8_t byte) { return byte == 0; });
            NS_TEST_EXPECT_MSG_EQ((touched || clean), true, "part of a message in memory");
        }
        const bool harmless = m_link.loss == 0 && m_link.reorder == 0;
        NS_TEST_EXPECT_MSG_EQ((whole == MESSAGES), harmless, "messages lost or not");
        NS_TEST_EXPECT_MSG_GT(whole, MESSAGES / 3, "most messages arrive");
    }

    void DoRun() override
    {
        for (const uint32_t mtu : MTUS)
        {
            Transfer(mtu, false);
            Transfer(mtu, true);
        }
    }

    IncBadLink m_link; //!< towards the receiver
    uint32_t m_psn;    //!< first PSN
};

/**
 * \ingroup inc-tests
 * \brief 64 MiB over UC at every path MTU.
 */
class IncUcLongMessageTest : public TestCase
{
  public:
    IncUcLongMessageTest()
        : TestCase("UC carries 64 MiB over a good link, and nothing of them when a packet is lost")
    {
    }

  private:
    void Transfer(uint32_t mtu, double loss)
    {
        constexpr uint32_t SIZE = 64U << 20;
        IncTransportPair pair;
        pair.Impair(1, {loss, 0, 0}, 9000);
        auto a = pair.Nic(0)->CreateUcQueuePair();
        auto b = pair.Nic(1)->CreateUcQueuePair();
        a->SetAttribute("PathMtu", UintegerValue(mtu));
        b->SetAttribute("PathMtu", UintegerValue(mtu));
        pair.Connect(a, b);
        const bool real = mtu == 4096;
        const auto sent = IncPattern(real ? SIZE : 0, 64);
        std::vector<uint8_t> received(sent.size());
        const std::vector<uint8_t> untouched(sent.size());
        uint32_t arrivals = 0;
        b->SetReceiveCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { arrivals += c.byteLength == SIZE; }));
        b->PostReceive({});
        IncWorkRequest request;
        request.data = real ? sent.data() : nullptr;
        request.length = SIZE;
        request.rkey = pair.Nic(1)->RegisterMemory(real ? received.data() : nullptr, SIZE);
        request.withImmediate = true;
        a->PostWrite(request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals, (loss > 0 ? 0 : 1), "completions at path MTU " << mtu);
        NS_TEST_EXPECT_MSG_EQ((received == (loss > 0 ? untouched : sent)), true, "memory");
        NS_TEST_EXPECT_MSG_EQ(b->GetCounters().messagesDropped, (loss > 0 ? 1 : 0), "dropped");
    }

    void DoRun() override
    {
        for (const uint32_t mtu : MTUS)
        {
            Transfer(mtu, 0);
            Transfer(mtu, 1e-3);
        }
    }
};

/**
 * \ingroup inc-tests
 * \brief Acknowledgements get lost, data do not.
 */
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
        NS_TEST_EXPECT_MSG_GT(b->GetCounters().duplicates, 20, "copies received");
    }
};

/**
 * \ingroup inc-tests
 * \brief A peer that does not answer is reported when the attributes say.
 */
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
        // The first message arrives; nothing does from 100 us on. The event of the first timeout,
        // long before the second message, must not shorten or lengthen anything.
        post(1, 100);
        Simulator::Schedule(MicroSeconds(100), [&]() { pair.Impair(1, {1, 0, 0}, 6000); });
        const Time start = MicroSeconds(700);
        Simulator::Schedule(start, [&]() {
            post(2, 5000);
            post(3, 100);
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 4, "completions");
        // 1 + 2 + 4 + 8 + 16 + 16 + 16 + 16 ms
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
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().timeouts, 8, "timeouts");
        post(4, 1);
        a->PostReceive({98, nullptr, 0});
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 6, "work posted in ERROR is flushed");
        NS_TEST_EXPECT_MSG_EQ((ends[5].first.status == IncCompletionStatus::FLUSHED),
                              true,
                              "flushed");
    }

    bool m_selective; //!< or go-back-N
};

/**
 * \ingroup inc-tests
 * \brief A timeout after a long back-off is the first one again.
 */
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
        pair.Connect(a, b);
        std::vector<Time> ends;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { ends.push_back(Simulator::Now()); }));
        IncWorkRequest request;
        request.length = 100;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, 100);
        // Deaf up to 20 ms: timeouts at 1, 3, 7, 15 and 31 ms, the last copy gets through. The
        // packet of 31.1 ms is lost, its copy leaves at 32.1 ms and not with the old 16 ms.
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

/**
 * \ingroup inc-tests
 * \brief No receive is posted yet, or ever.
 */
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
            // The third receive comes late, when packets of later messages have been kept.
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
        NS_TEST_EXPECT_MSG_GT(b->GetCounters().rnrNaksSent, 5, "asked again");
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().rnrNaksReceived,
                              b->GetCounters().rnrNaksSent.Get(),
                              "both count alike");
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().timeouts, 0, "no timeouts");
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
        NS_TEST_EXPECT_MSG_EQ(b->GetCounters().rnrNaksSent, 4, "refusals");
    }

    bool m_selective; //!< or go-back-N
};

/**
 * \ingroup inc-tests
 * \brief What a receiver refuses for good ends the work request with its reason.
 */
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

/**
 * \ingroup inc-tests
 * \brief One queue pair fills its link.
 */
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
        // Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4, FCS 4, preamble and gap 20.
        const double bound = 100e9 * 4096 / (4096 + 82);
        const double goodput = SIZE * 8 / end.GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(goodput / bound, 1.0, 0.005, "goodput " << goodput);
        NS_TEST_EXPECT_MSG_LT(goodput, bound, "faster than the link");
    }
};

/**
 * \ingroup inc-tests
 * \brief States, and what each of them refuses.
 */
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
        qp->ReadyToReceive(peer, 16, 0);
        Refuses([&]() { qp->PostWrite({}); }, "PostWrite() in state RTR");
        Refuses([&]() { qp->Connect(peer, 16); }, "Connect() in state RTR");
        qp->ReadyToSend(0);
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
        odd->SetAttribute("CongestionControl", StringValue("ns3::Nothing"));
        Refuses([&]() { odd->Connect(peer, 16); },
                "IncQueuePair::CongestionControl: \"ns3::Nothing\"");
        qp->Fail();
        NS_TEST_EXPECT_MSG_EQ(qp->IsInError(), true, "state");
        qp->Reset();
        NS_TEST_EXPECT_MSG_EQ((qp->GetState() == IncQueuePairState::RESET), true, "state");
        qp->Connect(peer, 16, 5, 6);
        NS_TEST_EXPECT_MSG_EQ((qp->GetState() == IncQueuePairState::RTS), true, "state");
    }
};

/**
 * \ingroup inc-tests
 * \brief Both directions at once, with first PSNs of their own, and a second life after a reset.
 */
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
        for (int life = 0; life < 2; ++life)
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

/**
 * \ingroup inc-tests
 * \brief Queue pairs of the transport.
 */
class IncTransportTestSuite : public TestSuite
{
  public:
    IncTransportTestSuite()
        : TestSuite("inc-transport", TestSuite::Type::UNIT)
    {
        const std::map<std::string, IncBadLink> links = {{"without loss", {}},
                                                         {"loss 1e-4", {1e-4, 0, 0}},
                                                         {"loss 1e-3", {1e-3, 0, 0}},
                                                         {"loss 1e-2", {1e-2, 0, 0}},
                                                         {"duplication", {0, 0.05, 0}},
                                                         {"reordering", {0, 0, 0.01}},
                                                         {"all at once", {1e-2, 0.02, 0.01}}};
        for (const auto& [name, link] : links)
        {
            AddTestCase(new IncRcTransferTest(name, false, link, 0xfffff8));
            AddTestCase(new IncRcTransferTest(name, true, link, 0xfffff8));
            if (name != "loss 1e-4") // too few packets to lose one
            {
                AddTestCase(new IncUcWholeOrNotTest(name, link, 0xffffc0));
            }
        }
        for (const double loss : {0.0, 1e-4, 1e-3})
        {
            AddTestCase(new IncRcLongMessageTest(loss, false));
            AddTestCase(new IncRcLongMessageTest(loss, true));
        }
        AddTestCase(new IncRcLongMessageTest(1e-2, true));
        AddTestCase(new IncRcLongMessageTest(1e-2, false));
        AddTestCase(new IncUcLongMessageTest);
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

static IncTransportTestSuite g_incTransportTestSuite; //!< registers the suite
