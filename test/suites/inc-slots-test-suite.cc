/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of aggregator slots: copies of earlier results, late frames, numbers that wrap around.

#include "inc-aggregation-rig.h"

#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

constexpr uint32_t WORKERS = 4;

} // namespace

/// Test a lost result of each message while the other workers wait to reuse its slot.
class IncLostResultTest : public TestCase
{
  public:
    explicit IncLostResultTest(bool bitmaps)
        : TestCase(std::string("A lost result is sent again from the kept version of the slot, ") +
                   (bitmaps ? "bitmaps" : "tree ids")),
          m_bitmaps(bitmaps)
    {
    }

  private:
    static constexpr uint32_t MESSAGES = 8; // four rounds of two slots

    void DoRun() override
    {
        for (uint32_t message = 0; message < MESSAGES; ++message)
        {
            IncAggregationRig rig(IncStarTopology(WORKERS).Build());
            rig.options.slots = 2;
            rig.options.bitmaps = m_bitmaps;
            rig.Setup();
            auto port = rig.GetPort(rig.At("h1"), rig.GetTree().GetRoot());
            auto loss = rig.LoseAt(port, IncAggregationRig::Results(message));
            IncFrameRecorder copies(rig.GetPort(rig.GetTree().GetRoot(), rig.At("h1")),
                                    "FrameSent",
                                    [message](const IncFrame& frame) {
                                        return frame.inc.Has(IncHeader::RESULT) &&
                                               frame.inc.messageId == message;
                                    });
            rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
            NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "message " << message << " hangs");
            NS_TEST_EXPECT_MSG_EQ(loss->GetLost(), 1, "lost results of message " << message);
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "message " << message);
            NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(MESSAGES), true, "message " << message);
            NS_TEST_EXPECT_MSG_EQ(copies.GetTimes().size(), 2, "copies of the result");
        }
    }

    bool m_bitmaps;
};

/// Test literal slots, which forget a result at once.
class IncLiteralSlotTest : public TestCase
{
  public:
    IncLiteralSlotTest()
        : TestCase("Literal slots work without loss and fail after N timeouts with a lost result")
    {
    }

  private:
    static constexpr uint32_t MESSAGES = 8;
    static constexpr uint32_t RETRIES = 7;

    void Setup(IncAggregationRig& rig) const
    {
        rig.options.slots = 2;
        rig.options.slotMode = IncSlotMode::LITERAL;
        rig.helper.SetClientAttribute("MaxRetries", UintegerValue(RETRIES));
        rig.Setup();
    }

    void DoRun() override
    {
        {
            IncAggregationRig rig(IncStarTopology(WORKERS).Build());
            Setup(rig);
            rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
            NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs without loss");
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "without loss");
            NS_TEST_EXPECT_MSG_EQ(rig.SumOverClients(&IncClientCounters::timeouts), 0, "no loss");
        }
        IncAggregationRig rig(IncStarTopology(WORKERS).Build());
        Setup(rig);
        auto port = rig.GetPort(rig.At("h1"), rig.GetTree().GetRoot());
        rig.LoseAt(port, IncAggregationRig::Results(3));
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), false, "a literal slot has nothing to send again");
        NS_TEST_ASSERT_MSG_EQ(rig.GetFailures().size(), 1, "one worker gives up");
        NS_TEST_EXPECT_MSG_EQ(rig.GetFailures()[0],
                              "message 3: 7 timeouts without progress",
                              "what it says");
        NS_TEST_EXPECT_MSG_EQ(rig.group.clients[1]->GetCounters().timeouts, RETRIES, "its count");
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::OLD_MESSAGE),
                              rig.group.clients[1]->GetCounters().retransmissions,
                              "every retransmission meets a cleared slot");
    }
};

/// Test literal slots in a tree: the answers of a lower switch must not make workers wait for
/// a result that no longer exists.
class IncLiteralTreeTest : public TestCase
{
  public:
    /** \param dissemination dissemination of results */
    explicit IncLiteralTreeTest(IncDisseminationMode dissemination)
        : TestCase(std::string("A result lost between literal slots ends in a failure, ") +
                   (dissemination == IncDisseminationMode::TREE   ? "tree"
                    : dissemination == IncDisseminationMode::BIER ? "bier"
                                                                  : "unicast")),
          m_dissemination(dissemination)
    {
    }

  private:
    static constexpr uint32_t RETRIES = 7;

    void DoRun() override
    {
        IncAggregationRig rig(IncLeafSpineTopology(2, 1, 2).Build());
        rig.options.slots = 2;
        rig.options.slotMode = IncSlotMode::LITERAL;
        rig.options.dissemination = m_dissemination;
        rig.helper.SetClientAttribute("MaxRetries", UintegerValue(RETRIES));
        rig.Setup();
        auto port = rig.GetPort(rig.At("leaf0"), rig.At("spine0"));
        auto loss = rig.LoseAt(port, IncAggregationRig::Results(3));
        rig.Start(IncDataType::INT32, IncOperation::SUM, 8 * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), false, "a literal slot has nothing to send again");
        NS_TEST_EXPECT_MSG_EQ(loss->GetLost(), 1U, "lost results");
        const auto& failures = rig.GetFailures();
        NS_TEST_EXPECT_MSG_EQ(failures.empty() ? "nobody gives up" : failures[0],
                              "message 3: 7 timeouts without progress",
                              "what a worker says");
    }

    IncDisseminationMode m_dissemination;
};

/// Test copies of contributions that arrive one, two and three rounds of their slot too late.
class IncLateCopyTest : public TestCase
{
  public:
    IncLateCopyTest()
        : TestCase("A late copy is compared by its whole MessageID and dropped by reason")
    {
    }

  private:
    static constexpr uint32_t SLOTS = 2;
    static constexpr uint32_t MESSAGES = 12;
    static constexpr uint32_t MESSAGE = 1; // message with a late copy

    void DoRun() override
    {
        for (uint32_t rounds = 1; rounds <= 3; ++rounds)
        {
            RunLate(rounds);
        }
    }

    void RunLate(uint32_t rounds)
    {
        IncAggregationRig rig(IncStarTopology(WORKERS).Build());
        rig.options.slots = SLOTS;
        rig.Setup();
        const uint32_t root = rig.GetTree().GetRoot();
        auto port = rig.GetPort(root, rig.At("h2"));
        IncFrameRecorder copies(port, "FrameReceived", [](const IncFrame& frame) {
            return frame.inc.messageId == MESSAGE;
        });
        // Deliver the copy between the contributions to a later round of its slot.
        uint32_t seen = 0;
        IncFrameRecorder later(
            rig.GetPort(root, rig.At("h0")),
            "FrameReceived",
            [&](const IncFrame& frame) {
                if (frame.inc.messageId == MESSAGE + rounds * SLOTS && !seen++)
                {
                    Simulator::ScheduleNow([&, port]() {
                        rig.fabric.GetSwitch(root)->Receive(copies.MakePoisoned(0), *port);
                    });
                }
                return false;
            });
        // The first worker is ahead of the others, so that contributions to a round are apart.
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE, [](uint32_t rank) {
            return NanoSeconds(rank == 0 ? 0 : 400);
        });
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(seen, 1, "late copies");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "a copy late by " << rounds << " rounds");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(MESSAGES), true, "late by " << rounds << " rounds");
        const auto& counters = rig.group.aggregators[0]->GetCounters();
        // One round later the slot still has the message; afterwards the MessageID shows its age.
        NS_TEST_EXPECT_MSG_EQ(counters.duplicates, (rounds == 1 ? 1 : 0), "duplicates");
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::OLD_MESSAGE),
                              (rounds == 1 ? 0 : 1),
                              "dropped as old, late by " << rounds << " rounds");
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(), (rounds == 1 ? 0 : 1), "dropped for any reason");
    }
};

/// Test a late result whose slot has another message in flight.
class IncLateResultTest : public TestCase
{
  public:
    IncLateResultTest()
        : TestCase("A late copy of a result is counted and changes nothing")
    {
    }

  private:
    static constexpr uint32_t SLOTS = 2;
    static constexpr uint32_t MESSAGES = 12;

    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(WORKERS).Build());
        rig.options.slots = SLOTS;
        rig.Setup();
        auto port = rig.GetPort(rig.At("h2"), rig.GetTree().GetRoot());
        IncFrameRecorder results(port, "FrameReceived", [](const IncFrame& frame) {
            return frame.inc.Has(IncHeader::RESULT);
        });
        uint32_t injected = 0;
        rig.group.clients[2]->TraceConnectWithoutContext(
            "MessageSent",
            Callback<void, uint32_t>([&](uint32_t messageId) {
                if (messageId == 1 + 3 * SLOTS)
                {
                    ++injected;
                    Simulator::ScheduleNow([&, port]() {
                        rig.fabric.GetNic(rig.At("h2"))->Receive(results.MakePoisoned(1), *port);
                    });
                }
            }));
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(injected, 1, "late copies");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "with a late result");
        NS_TEST_EXPECT_MSG_EQ(rig.group.clients[2]->GetCounters().duplicates, 1U, "counted");
    }
};

/// Test MessageIDs that start shortly before 2^32.
class IncMessageIdWrapTest : public TestCase
{
  public:
    IncMessageIdWrapTest(uint32_t slots, double loss)
        : TestCase("MessageIDs wrap around with " + std::to_string(slots) + " slots, loss " +
                   std::to_string(loss)),
          m_slots(slots),
          m_loss(loss)
    {
    }

  private:
    static constexpr uint32_t MESSAGES = 40;

    void DoRun() override
    {
        for (uint32_t first : {UINT32_MAX - 1, UINT32_MAX, 0x7fffffffU, 0x7ffffffeU})
        {
            IncAggregationRig rig(IncStarTopology(WORKERS).Build());
            rig.options.slots = m_slots;
            rig.options.firstMessageId = first;
            rig.Setup();
            rig.Impair(m_loss, 0, 0);
            std::vector<uint32_t> sent;
            rig.group.clients[0]->TraceConnectWithoutContext(
                "MessageSent",
                Callback<void, uint32_t>([&](uint32_t messageId) { sent.push_back(messageId); }));
            rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
            NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "from " << first);
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "from " << first);
            NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(MESSAGES), true, "from " << first);
            NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(), 0, "from " << first);
            NS_TEST_EXPECT_MSG_EQ(sent.front(), first, "first MessageID on the wire");
            NS_TEST_EXPECT_MSG_EQ(
                (std::find(sent.begin(), sent.end(), first + MESSAGES - 1) != sent.end()),
                true,
                "last MessageID on the wire, modulo 2^32");
        }
    }

    uint32_t m_slots;
    double m_loss;
};

/// Test PSNs of a switch's connections that start at 2^24 - 2.
class IncPsnWrapTest : public TestCase
{
  public:
    IncPsnWrapTest()
        : TestCase("PSNs of 24 bits wrap around and lose nothing")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(WORKERS).Build());
        rig.options.firstPsn = 0xfffffe;
        rig.Setup();
        std::vector<uint32_t> psns;
        IncFrameRecorder results(rig.GetPort(rig.At("h1"), rig.GetTree().GetRoot()),
                                 "FrameReceived",
                                 [&](const IncFrame& frame) {
                                     psns.push_back(frame.bth.psn);
                                     return false;
                                 });
        rig.Start(IncDataType::INT32, IncOperation::SUM, 4 * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "over the wrap");
        const std::vector<uint32_t> expected{0xfffffe, 0xffffff, 0, 1};
        NS_TEST_EXPECT_MSG_EQ((psns == expected), true, "2^24 - 2, 2^24 - 1, 0, 1");
    }
};

/// Test that all groups on a switch share its quota of slots.
class IncSlotQuotaTest : public TestCase
{
  public:
    IncSlotQuotaTest()
        : TestCase("Groups that want more slots than a switch has left are refused by name")
    {
    }

  private:
    static constexpr uint32_t SLOTS = 12;

    void DoRun() override
    {
        IncTopology topology;
        const uint32_t center =
            topology.AddNode({"s0", IncTopologyNode::Kind::SWITCH, true, SLOTS, 1});
        for (uint32_t i = 0; i < WORKERS; ++i)
        {
            topology.AddLink(topology.AddHost("h" + std::to_string(i)),
                             center,
                             100'000'000'000,
                             1'000'000);
        }
        IncAggregationRig rig(topology);
        rig.options.slots = 8;
        rig.Setup();
        const auto why = [&](uint16_t treeId, uint32_t slots) {
            IncGroupOptions options = rig.options;
            options.treeId = treeId;
            options.slots = slots;
            try
            {
                rig.helper.Check(rig.fabric, rig.GetTree(), options);
            }
            catch (const IncGroupError& error)
            {
                return std::string(error.what());
            }
            return std::string();
        };
        NS_TEST_EXPECT_MSG_EQ(why(2, 5),
                              "s0: 5 slots (IncGroupOptions::slots) beyond the 8 of other trees; "
                              "accepted: 1 to 4",
                              "4 are left");
        NS_TEST_EXPECT_MSG_EQ(why(2, 4), "", "4 are left");
        IncGroupOptions second = rig.options;
        second.treeId = 2;
        second.slots = 4;
        const IncGroup group = rig.helper.Install(rig.fabric, rig.GetTree(), second);
        NS_TEST_EXPECT_MSG_EQ(why(3, 1),
                              "s0: 1 slots (IncGroupOptions::slots) beyond the 12 of other trees; "
                              "accepted: none is left",
                              "all are in use");
        IncGroupHelper::Remove(group, 2);
        NS_TEST_EXPECT_MSG_EQ(why(3, 4), "", "removed trees give theirs back");
        rig.Start(IncDataType::INT32, IncOperation::SUM, 20 * PER_MESSAGE);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "the first group");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
    }
};

class IncSlotsTestSuite : public TestSuite
{
  public:
    IncSlotsTestSuite()
        : TestSuite("inc-slots", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncLostResultTest(true));
        AddTestCase(new IncLostResultTest(false));
        AddTestCase(new IncLiteralSlotTest);
        AddTestCase(new IncLiteralTreeTest(IncDisseminationMode::TREE));
        AddTestCase(new IncLiteralTreeTest(IncDisseminationMode::BIER));
        AddTestCase(new IncLiteralTreeTest(IncDisseminationMode::UNICAST));
        AddTestCase(new IncLateCopyTest);
        AddTestCase(new IncLateResultTest);
        for (uint32_t slots : {1, 3, 4, 7})
        {
            AddTestCase(new IncMessageIdWrapTest(slots, 0));
            AddTestCase(new IncMessageIdWrapTest(slots, 0.02));
        }
        AddTestCase(new IncPsnWrapTest);
        AddTestCase(new IncSlotQuotaTest);
    }
};

static IncSlotsTestSuite g_incSlotsTestSuite; //!< registers the suite
