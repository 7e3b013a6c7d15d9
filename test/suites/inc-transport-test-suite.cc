/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of queue pairs with any faults of the link: RC delivers every byte once, and UC delivers
// whole messages or none.

#include "inc-transport-pair.h"

#include "ns3/boolean.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>

using namespace ns3;

namespace
{

constexpr uint32_t MTUS[] = {256, 512, 1024, 2048, 4096};

} // namespace

/// Test messages of many sizes over RC, by SEND and by WRITE with immediate data.
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
            expected.resize(sizes[i] + 8); // bytes beyond the message are untouched
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

    bool m_selective;              //!< true for selective repeat, false for go-back-N
    IncBadLink m_link;             //!< faults in both directions
    uint32_t m_psn;                //!< first PSN
    uint64_t m_retransmissions{0}; //!< number of retransmissions of all transfers
};

/// Test 64 MiB over RC at every path MTU.
class IncRcLongMessageTest : public TestCase
{
  public:
    IncRcLongMessageTest(const std::string& name, const IncBadLink& link, bool selective)
        : TestCase("RC carries 64 MiB, " + name +
                   (selective ? ", selective repeat" : ", go-back-N")),
          m_link(link),
          m_selective(selective)
    {
    }

  private:
    void Transfer(uint32_t mtu)
    {
        constexpr uint32_t SIZE = 64U << 20;
        IncTransportPair pair;
        pair.Impair(1, m_link, 3000);
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        for (const auto& qp : {a, b})
        {
            qp->SetAttribute("PathMtu", UintegerValue(mtu));
            qp->SetAttribute("SelectiveRepeat", BooleanValue(m_selective));
            qp->SetAttribute("InitialPsn", UintegerValue(0xffe000)); // 8192 packets to the wrap
        }
        pair.Connect(a, b);
        // Send real data only at the largest MTU, because few packets are fast.
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
        if (m_selective && m_link.reorder == 0)
        {
            // A lost packet is sent again. If the copy is lost, too, a timeout may repeat a
            // window.
            NS_TEST_EXPECT_MSG_LT(extra,
                                  1 + 1.3 * m_link.loss * packets + 3 * a->GetCounters().timeouts,
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

    IncBadLink m_link; //!< faults of data packets
    bool m_selective;  //!< true for selective repeat, false for go-back-N
};

/// Test many messages over UC: each arrives whole or not at all.
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
                // Losses decide which buffer a SEND gets, so that all must be large enough.
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

    IncBadLink m_link; //!< faults towards the receiver
    uint32_t m_psn;    //!< first PSN
};

/// Test 64 MiB over UC at every path MTU.
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
        a->SetAttribute("InitialPsn", UintegerValue(0xffe000)); // 8192 packets to the wrap
        b->SetAttribute("InitialPsn", UintegerValue(0xffe000));
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
        NS_TEST_EXPECT_MSG_EQ(b->GetCounters().messagesDropped, (loss > 0 ? 1U : 0U), "dropped");
    }

    void DoRun() override
    {
        for (const uint32_t mtu : MTUS)
        {
            Transfer(mtu, 0);
            Transfer(mtu, 1e-4);
            Transfer(mtu, 1e-2);
        }
    }
};

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
        for (const char* name :
             {"without loss", "loss 1e-4", "loss 1e-3", "loss 1e-2", "all at once"})
        {
            AddTestCase(new IncRcLongMessageTest(name, links.at(name), false));
            AddTestCase(new IncRcLongMessageTest(name, links.at(name), true));
        }
        AddTestCase(new IncUcLongMessageTest);
    }
};

static IncTransportTestSuite g_incTransportTestSuite; //!< registers the suite
