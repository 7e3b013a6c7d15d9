/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// RDMA READ over reliable connections, and the times between a host and its NIC.

#include "inc-transport-pair.h"

#include "ns3/boolean.h"
#include "ns3/inc-clock.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>

using namespace ns3;

namespace
{

/// Bytes of a RoCEv2 frame on the wire beside its payload: preamble, gap, Ethernet, IPv4, UDP, BTH,
/// ICRC and FCS.
constexpr uint32_t FRAME = 20 + 14 + 20 + 8 + 12 + 4 + 4;
constexpr uint32_t RETH = 16;
constexpr uint32_t AETH = 4;

/// Nanoseconds of bytes at 100 Gb/s.
double
WireNs(uint64_t bytes)
{
    return 0.08 * static_cast<double>(bytes);
}

/// Reads, writes and sends of two queue pairs, with the data of each.
class Exchange
{
  public:
    Exchange(IncTransportPair& pair, uint32_t mtu, uint32_t psn)
        : m_pair(pair)
    {
        for (int i = 0; i < 2; ++i)
        {
            qp[i] = pair.Nic(i)->CreateRcQueuePair();
            qp[i]->SetAttribute("PathMtu", UintegerValue(mtu));
            qp[i]->SetAttribute("InitialPsn", UintegerValue(psn));
            qp[i]->SetAttribute("RetransmitTimeout", TimeValue(MicroSeconds(100)));
            qp[i]->SetSendCompletionCallback(
                Callback<void, const IncCompletion&>([this, i](const IncCompletion& c) {
                    done[i].push_back(c);
                    end = Simulator::Now();
                }));
        }
        pair.Connect(qp[0], qp[1]);
    }

    /// Post a message at one end. Its bytes are checked by CountWrong().
    void Post(int end, IncVerb verb, uint32_t size)
    {
        auto message = std::make_unique<Message>();
        message->source = IncPattern(size, m_messages.size());
        message->target.resize(size + 8);
        const int other = 1 - end;
        IncWorkRequest request;
        request.id = done[end].size() + m_posted[end]++;
        request.length = size;
        if (verb == IncVerb::READ)
        {
            request.rkey = m_pair.Nic(other)->RegisterMemory(message->source.data(), size);
            request.destination = message->target.data();
        }
        else
        {
            request.data = message->source.data();
            request.rkey = m_pair.Nic(other)->RegisterMemory(message->target.data(), size);
        }
        if (verb == IncVerb::SEND)
        {
            qp[other]->PostReceive(ReceiveInto(message->target, 0));
        }
        qp[end]->Post(verb, request);
        m_messages.push_back(std::move(message));
    }

    /// Number of messages whose bytes did not arrive as they were, or with more beyond them.
    uint32_t CountWrong() const
    {
        uint32_t wrong = 0;
        for (const auto& message : m_messages)
        {
            auto expected = message->source;
            expected.resize(expected.size() + 8);
            wrong += message->target != expected;
        }
        return wrong;
    }

    /// Number of completions of an end, all in order and without error; or -1.
    int CountDone(int end) const
    {
        for (std::size_t i = 0; i < done[end].size(); ++i)
        {
            if (done[end][i].id != i || done[end][i].status != IncCompletionStatus::SUCCESS)
            {
                return -1;
            }
        }
        return static_cast<int>(done[end].size());
    }

    Ptr<IncRcQueuePair> qp[2];          //!< both ends
    std::vector<IncCompletion> done[2]; //!< completions of both ends
    Time end;                           //!< time of the latest completion

  private:
    /// A message.
    struct Message
    {
        std::vector<uint8_t> source; //!< bytes to move
        std::vector<uint8_t> target; //!< memory that gets them
    };

    IncTransportPair& m_pair;                         //!< both hosts
    std::vector<std::unique_ptr<Message>> m_messages; //!< all messages
    uint64_t m_posted[2]{};                           //!< messages posted at each end
};

} // namespace

/// READs, WRITEs and SENDs in a random order, posted by both ends of one connection at once.
class IncReadAmongOthersTest : public TestCase
{
  public:
    IncReadAmongOthersTest(const std::string& name, const IncBadLink& link, bool onlyReads)
        : TestCase("RC " + std::string(onlyReads ? "READs" : "READs among others") + ", " + name),
          m_link(link),
          m_onlyReads(onlyReads)
    {
    }

  private:
    void DoRun() override
    {
        uint64_t repeated = 0;
        for (const uint32_t mtu : {256U, 1024U, 4096U})
        {
            for (uint32_t seed = 1; seed <= 4; ++seed)
            {
                IncTransportPair pair;
                pair.Impair(0, m_link, 1000 * seed);
                pair.Impair(1, m_link, 1000 * seed + 500);
                Exchange exchange(pair, mtu, 0xfffff0);
                std::mt19937 random(seed);
                const uint32_t sizes[] = {0, 1, mtu - 1, mtu, mtu + 1, 3 * mtu, 40 * mtu + 7};
                int posted[2]{};
                for (int i = 0; i < 150; ++i)
                {
                    const int end = static_cast<int>(random() % 2);
                    const auto verb = m_onlyReads ? IncVerb::READ : IncVerb(random() % 3);
                    exchange.Post(end, verb, sizes[random() % 7]);
                    ++posted[end];
                }
                Simulator::Stop(Seconds(20));
                Simulator::Run();
                for (int end = 0; end < 2; ++end)
                {
                    NS_TEST_EXPECT_MSG_EQ(exchange.CountDone(end),
                                          posted[end],
                                          "completions, in order, seed " << seed << ", path MTU "
                                                                         << mtu);
                    repeated += exchange.qp[end]->GetCounters().retransmissions;
                }
                NS_TEST_EXPECT_MSG_EQ(exchange.CountWrong(), 0, "wrong messages, seed " << seed);
            }
        }
        // A copy of a request is answered as well.
        const bool isClean = m_link.loss == 0 && m_link.reorder == 0 && m_link.duplicate == 0;
        NS_TEST_EXPECT_MSG_EQ((repeated == 0), isClean, "repeated packets");
    }

    IncBadLink m_link; //!< both ways
    bool m_onlyReads;  //!< whether all messages are READs
};

/// Time and packets of a READ, in closed form: a request, and a response for each path MTU.
class IncReadTimeTest : public TestCase
{
  public:
    IncReadTimeTest()
        : TestCase("a READ takes the way of its request and of its responses, and nothing else")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t packets : {1U, 2U, 3U, 100U})
        {
            IncTransportPair pair;
            Exchange exchange(pair, 1024, 0);
            exchange.Post(0, IncVerb::READ, packets * 1024);
            Simulator::Run();
            const uint64_t aeths = packets > 1 ? 2 : 1;
            const uint64_t responses = packets * (FRAME + 1024) + aeths * AETH;
            const double expected = 2000 + WireNs(FRAME + RETH) + WireNs(responses);
            NS_TEST_EXPECT_MSG_EQ_TOL(exchange.end.GetNanoSeconds(), expected, 2, "time");
            const auto& requester = exchange.qp[0]->GetCounters();
            const auto& responder = exchange.qp[1]->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(requester.packetsSent, 1, "requests");
            NS_TEST_EXPECT_MSG_EQ(requester.packetsReceived, packets, "responses");
            NS_TEST_EXPECT_MSG_EQ(responder.packetsSent, packets, "responses sent");
            NS_TEST_EXPECT_MSG_EQ(responder.bytesSent, packets * 1024, "payload sent");
            NS_TEST_EXPECT_MSG_EQ(responder.acksSent, 0, "responses acknowledge the request");
        }
    }
};

/// One lost response in the middle of a READ.
class IncLostResponseTest : public TestCase
{
  public:
    IncLostResponseTest()
        : TestCase("a lost response is asked for once and at once, by a READ of the rest")
    {
    }

  private:
    void DoRun() override
    {
        IncTransportPair pair;
        Exchange exchange(pair, 1024, 0);
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({49}); // the fiftieth packet that arrives
        pair.Device(0)->SetAttribute("ReceiveErrorModel", PointerValue(model));
        exchange.Post(0, IncVerb::READ, 100 * 1024);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(exchange.CountDone(0), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ(exchange.CountWrong(), 0, "bytes");
        const auto& requester = exchange.qp[0]->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(requester.timeouts, 0, "no timer is needed");
        NS_TEST_EXPECT_MSG_EQ(requester.packetsSent, 2, "requests");
        NS_TEST_EXPECT_MSG_EQ(exchange.qp[1]->GetCounters().retransmissions, 51, "responses");
    }
};

/// MaxReads at both ends.
class IncReadLimitTest : public TestCase
{
  public:
    IncReadLimitTest()
        : TestCase("MaxReads bounds the READs under way, and what a responder serves")
    {
    }

  private:
    static int64_t RunNs(uint32_t requester, uint32_t responder, IncCompletionStatus& worst)
    {
        IncTransportPair pair;
        Exchange exchange(pair, 1024, 0);
        exchange.qp[0]->SetAttribute("MaxReads", UintegerValue(requester));
        exchange.qp[1]->SetAttribute("MaxReads", UintegerValue(responder));
        for (int i = 0; i < 8; ++i)
        {
            exchange.Post(0, IncVerb::READ, 16 * 1024);
        }
        Simulator::Run();
        worst = IncCompletionStatus::SUCCESS;
        for (const auto& completion : exchange.done[0])
        {
            worst = worst == IncCompletionStatus::SUCCESS ? completion.status : worst;
        }
        return exchange.end.GetNanoSeconds();
    }

    void DoRun() override
    {
        IncCompletionStatus worst;
        const double wire = WireNs(16 * (FRAME + 1024) + 2 * AETH);
        const double request = WireNs(FRAME + RETH);
        NS_TEST_EXPECT_MSG_EQ_TOL(RunNs(1, 1, worst),
                                  8 * (2000 + request + wire),
                                  16,
                                  "one READ after the other");
        NS_TEST_EXPECT_MSG_EQ_TOL(RunNs(8, 8, worst),
                                  2000 + request + 8 * wire,
                                  10,
                                  "all under way at once");
        NS_TEST_EXPECT_MSG_EQ((worst == IncCompletionStatus::SUCCESS), true, "all were read");
        RunNs(8, 2, worst);
        NS_TEST_EXPECT_MSG_EQ((worst == IncCompletionStatus::REMOTE_INVALID),
                              true,
                              "more READs than the responder serves are refused");
    }
};

/// READs that no responder can serve.
class IncReadRefusalTest : public TestCase
{
  public:
    IncReadRefusalTest()
        : TestCase("a READ outside of registered memory, or with selective repeat, is refused")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool hasKey : {true, false})
        {
            IncTransportPair pair;
            Exchange exchange(pair, 1024, 0);
            std::vector<uint8_t> memory(3000);
            IncWorkRequest request;
            request.length = 3000;
            request.remoteAddress = 1; // one byte too many
            request.rkey = pair.Nic(1)->RegisterMemory(memory.data(), 3000) + (hasKey ? 0 : 256);
            exchange.qp[0]->PostRead(request);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(exchange.done[0].size(), 1, "completions");
            NS_TEST_EXPECT_MSG_EQ(
                (exchange.done[0][0].status == IncCompletionStatus::REMOTE_ACCESS),
                true,
                "status");
        }
        const std::string text = IncAbortMessage([]() {
            IncTransportPair pair;
            Exchange exchange(pair, 1024, 0);
            auto qp = pair.Nic(0)->CreateRcQueuePair();
            qp->SetAttribute("SelectiveRepeat", BooleanValue(true));
            qp->PostRead({});
        });
        NS_TEST_EXPECT_MSG_NE(text.find("SelectiveRepeat"), std::string::npos, text);
    }
};

/// Times between a host and its NIC, against sums by hand.
class IncHostBusTest : public TestCase
{
  public:
    IncHostBusTest()
        : TestCase("doorbell, fetch over PCIe and completion add up")
    {
    }

  private:
    /// Completion time of the last of several messages that are posted at once.
    static double RunNs(IncVerb verb, uint32_t messages, uint32_t size, uint32_t outstanding = 0)
    {
        IncTransportPair pair;
        for (int i = 0; i < 2; ++i)
        {
            pair.Nic(i)->SetAttribute("DoorbellLatency", TimeValue(NanoSeconds(300)));
            pair.Nic(i)->SetAttribute("CompletionLatency", TimeValue(NanoSeconds(200)));
            pair.Nic(i)->SetAttribute("InlineLimit", UintegerValue(220));
            pair.Nic(i)->SetAttribute("FetchLatency", TimeValue(NanoSeconds(800)));
            pair.Nic(i)->SetAttribute("FetchRate", StringValue("200Gbps"));
            pair.Nic(i)->SetAttribute("OutstandingFetches", UintegerValue(outstanding));
        }
        IncPathTimes path;
        path.rate = 10000000000; // a slow link elsewhere has no effect on the bus
        pair.Nic(1)->SetPathTimes(path);
        Exchange exchange(pair, 1024, 0);
        for (uint32_t i = 0; i < messages; ++i)
        {
            exchange.Post(0, verb, size);
        }
        Simulator::Run();
        return exchange.CountDone(0) == static_cast<int>(messages)
                   ? static_cast<double>(exchange.end.GetNanoSeconds())
                   : -1;
    }

    void DoRun() override
    {
        const double ends = 300 + 200;            // doorbell and completion
        const double wire = 2000 + WireNs(FRAME); // way of a message and of the other packet
        const auto check = [this](double found, double expected, const char* what) {
            NS_TEST_EXPECT_MSG_EQ_TOL(found, expected, 3, what);
        };
        const double ack = WireNs(FRAME + AETH);
        check(RunNs(IncVerb::WRITE, 1, 220), ends + wire + WireNs(RETH + 220) + ack, "inline");
        check(RunNs(IncVerb::SEND, 1, 220), ends + wire + WireNs(220) + ack, "inline SEND");
        check(RunNs(IncVerb::WRITE, 1, 221),
              ends + 800 + 0.04 * 221 + wire + WireNs(RETH + 221) + ack,
              "fetched: one byte more costs a read of host memory");
        check(RunNs(IncVerb::READ, 1, 221),
              ends + WireNs(FRAME + RETH) + 800 + 0.04 * 221 + wire + WireNs(AETH + 221),
              "READ: its responder fetches");
        // 16 reads of 512 bytes in 800 ns are 81.92 Gb/s: less than the wire.
        const uint32_t many = 1000;
        const double fetches = 8.0 * many * 65536 / 81.92;
        check(RunNs(IncVerb::WRITE, many, 65536, 16),
              ends + 800 + fetches + wire + WireNs(1024) + ack,
              "rate of outstanding reads");
        check(RunNs(IncVerb::READ, 1, 1 << 20, 16),
              ends + WireNs(FRAME + RETH) + 800 + 8.0 * (1 << 20) / 81.92 + wire +
                  WireNs(1024 + AETH),
              "rate of outstanding reads of a responder");
        const double full = 8.0 * many * 65536 / RunNs(IncVerb::WRITE, many, 65536) * 1e9;
        NS_TEST_EXPECT_MSG_EQ_TOL(full, 100e9 * 1024 / (1024 + FRAME), 0.001 * 100e9, "wire rate");
    }
};

/// Requests on their way to the NIC when the queue pair fails or is reset.
class IncHostBusFailureTest : public TestCase
{
  public:
    IncHostBusFailureTest()
        : TestCase("requests that the NIC does not have yet are flushed in order, or dropped")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool reset : {false, true})
        {
            IncTransportPair pair;
            pair.Nic(0)->SetAttribute("DoorbellLatency", TimeValue(MicroSeconds(1)));
            Exchange exchange(pair, 1024, 0);
            for (int i = 0; i < 3; ++i)
            {
                exchange.Post(0, IncVerb::WRITE, 100);
            }
            reset ? exchange.qp[0]->Reset() : exchange.qp[0]->Fail();
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(exchange.qp[0]->GetCounters().packetsSent, 0, "sent");
            NS_TEST_ASSERT_MSG_EQ(exchange.done[0].size(), (reset ? 0 : 3), "completions");
            for (std::size_t i = 0; i < exchange.done[0].size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(exchange.done[0][i].id, i, "order");
                NS_TEST_EXPECT_MSG_EQ((exchange.done[0][i].status == IncCompletionStatus::FLUSHED),
                                      true,
                                      "status");
            }
        }
    }
};

class IncReadTestSuite : public TestSuite
{
  public:
    IncReadTestSuite()
        : TestSuite("inc-read", TestSuite::Type::UNIT)
    {
        const std::map<std::string, IncBadLink> links = {{"without loss", {}},
                                                         {"loss 1e-2", {1e-2, 0, 0}},
                                                         {"loss 5e-2", {5e-2, 0, 0}},
                                                         {"duplication", {0, 0.05, 0}},
                                                         {"reordering", {0, 0, 0.01}},
                                                         {"all at once", {1e-2, 0.02, 0.01}}};
        for (const auto& [name, link] : links)
        {
            AddTestCase(new IncReadAmongOthersTest(name, link, true));
            AddTestCase(new IncReadAmongOthersTest(name, link, false));
        }
        AddTestCase(new IncReadTimeTest);
        AddTestCase(new IncLostResponseTest);
        AddTestCase(new IncReadLimitTest);
        AddTestCase(new IncReadRefusalTest);
        AddTestCase(new IncHostBusTest);
        AddTestCase(new IncHostBusFailureTest);
    }
};

static IncReadTestSuite g_incReadTestSuite; //!< registers the suite
