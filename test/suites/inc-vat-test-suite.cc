/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of virtual aggregation trees: bitmaps, addressing, and the right to contribute.

#include "inc-aggregation-rig.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/test.h"

#include <cstring>

using namespace ns3;

namespace
{

// h0 and h1 are under leaf0, h2 and h3 under leaf1, and spine0 is above. BFR-ids are 1 to 4.
IncTopology
TwoLeaves()
{
    return IncLeafSpineTopology(2, 1, 2).Build();
}

Ptr<const IncSharedBitString>
Bits(std::initializer_list<uint32_t> bits)
{
    return Create<IncSharedBitString>(IncBitString(64, bits));
}

// Let a frame arrive at a switch from one of its neighbors.
void
Inject(IncAggregationRig& rig, const std::string& at, const std::string& from, IncFramePtr frame)
{
    auto port = rig.GetPort(rig.At(at), rig.At(from));
    rig.fabric.GetSwitch(rig.At(at))->Receive(std::move(frame), *port);
}

/// Holds back h0's contribution to the last of three messages before it reaches leaf0.
class HeldContribution
{
  public:
    static constexpr uint32_t MESSAGE = 2;

    explicit HeldContribution(IncAggregationRig& rig)
        : m_rig(rig),
          m_sent(rig.GetPort(rig.At("h0"), rig.At("leaf0")),
                 "FrameSent",
                 [](const IncFrame& frame) { return frame.inc.messageId == MESSAGE; })
    {
        rig.LoseAt(rig.GetPort(rig.At("leaf0"), rig.At("h0")),
                   IncAggregationRig::Contributions(MESSAGE));
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 3 * PER_MESSAGE);
        IncAggregationRig::RunFor(MicroSeconds(50)); // no timer has expired yet
    }

    /// Return a copy with all data bits set, so that any sum that includes it is wrong.
    IncFramePtr Poisoned() const
    {
        return m_sent.MakePoisoned(0);
    }

    /// Deliver the contribution; return whether all sums are right and every one was added once.
    bool Finish()
    {
        Inject(m_rig, "leaf0", "h0", m_sent.GetFrames().at(0)->Copy());
        return m_rig.Run() && m_rig.CountWrong() == 0 && m_rig.AddedOnce(3);
    }

  private:
    IncAggregationRig& m_rig;
    IncFrameRecorder m_sent;
};

} // namespace

/// Test P-BMs that are empty, disjoint from the A-BM, a part of it, or neither.
class IncFourCasesTest : public TestCase
{
  public:
    explicit IncFourCasesTest(IncVatAddressing addressing)
        : TestCase(std::string("P-BM against A-BM: dropped, forwarded, aggregated or refused, ") +
                   (addressing == IncVatAddressing::NEXT ? "next" : "root")),
          m_addressing(addressing)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(TwoLeaves());
        rig.options.addressing = m_addressing;
        rig.Setup();
        NS_TEST_ASSERT_MSG_EQ(rig.GetTree().GetNodes()[1].node, rig.At("leaf0"), "the tree");
        HeldContribution held(rig);
        IncFrameRecorder up(rig.GetPort(rig.At("leaf0"), rig.At("spine0")),
                            "FrameSent",
                            [](const IncFrame&) { return true; });
        const bool next = m_addressing == IncVatAddressing::NEXT;

        // The P-BM is empty or missing.
        Present(rig, held, "leaf0", Bits({}));
        const uint32_t here = next ? 1 : 0; // in root mode only the root is addressed
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::EMPTY_BITMAP, 1), here, "P empty");
        Present(rig, held, "leaf0", nullptr);
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::EMPTY_BITMAP, 1), 2 * here, "no P-BM");
        IncAggregationRig::RunFor(MicroSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::EMPTY_BITMAP, 0) +
                                  rig.GetRefused(IncRefusal::EMPTY_BITMAP, 1),
                              2,
                              "P empty, dropped by who is addressed");

        // Disjoint from the A-BM: leaf0 forwards it towards the root, which refuses it.
        const std::size_t before = up.GetFrames().size();
        const uint64_t refused = rig.GetRefused(0);
        Present(rig, held, "leaf0", Bits({3}));
        IncAggregationRig::RunFor(MicroSeconds(10));
        NS_TEST_ASSERT_MSG_EQ(up.GetFrames().size(), before + 1, "forwarded towards the root");
        NS_TEST_EXPECT_MSG_EQ(up.GetFrames().back()->destination,
                              IncAddressPlan::AddressOf(rig.At("spine0")),
                              "forwarded towards the root");
        NS_TEST_EXPECT_MSG_EQ(up.GetFrames().back()->pbm->bits.Test(3), true, "as it was");
        NS_TEST_EXPECT_MSG_EQ(rig.group.aggregators[1]->GetCounters().passedBy, here, "counted");
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(0), refused + 1, "not leaf0's to send");

        // Address the leaf itself, which no worker does in root mode.
        auto frame = held.Poisoned();
        frame->destination = IncAddressPlan::AddressOf(rig.At("leaf0"));
        frame->bth.destQp = FirstQpn(rig, 1);
        frame->pbm = Bits({3});
        Inject(rig, "leaf0", "h0", std::move(frame));
        IncAggregationRig::RunFor(MicroSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(up.GetFrames().size(), before + (next ? 2 : 1), "where it may go");
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(0), refused + (next ? 2 : 1), "not leaf0's to send");
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::UNKNOWN_QP, 1),
                              (next ? 0U : 1U),
                              "not named");

        // Disjoint at the root, which has no next node.
        frame = held.Poisoned();
        frame->pbm = Bits({9});
        frame->destination = IncAddressPlan::AddressOf(rig.At("spine0"));
        frame->bth.destQp = FirstQpn(rig, 0);
        Inject(rig, "spine0", "leaf0", std::move(frame));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::NOBODYS_BITS, 0), 1, "nobody's bit");

        // Partly outside the A-BM, or inside it with a bit of another worker.
        Present(rig, held, "leaf0", Bits({1, 3}));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::FOREIGN_BITS, 1), 1, "partly beyond");
        Present(rig, held, "leaf0", Bits({1, 9}));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::FOREIGN_BITS, 1), 2, "partly nobody's");
        Present(rig, held, "leaf0", Bits({1, 2}));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::FOREIGN_BITS, 1), 3, "another's as well");

        // Only a P-BM inside the A-BM is aggregated.
        NS_TEST_EXPECT_MSG_EQ(held.Finish(), true, "only what lies within is added");
    }

    static uint32_t FirstQpn(const IncAggregationRig& rig, uint32_t vatNode)
    {
        auto tree = rig.group.aggregators[vatNode]->FindTree(rig.options.treeId);
        return tree->GetConfig().children[0].connection.localQpn;
    }

    static void Present(IncAggregationRig& rig,
                        const HeldContribution& held,
                        const std::string& at,
                        Ptr<const IncSharedBitString> bits)
    {
        auto frame = held.Poisoned();
        frame->pbm = bits;
        Inject(rig, at, "h0", std::move(frame));
    }

    IncVatAddressing m_addressing;
};

/// Test contributions and results with forged senders.
class IncSpoofTest : public TestCase
{
  public:
    explicit IncSpoofTest(bool bitmaps)
        : TestCase(std::string("Spoofed contributions and results are refused, ") +
                   (bitmaps ? "bitmaps" : "tree ids")),
          m_bitmaps(bitmaps)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(TwoLeaves());
        rig.options.bitmaps = m_bitmaps;
        rig.Setup();
        HeldContribution held(rig);
        auto tree = rig.group.aggregators[1]->FindTree(rig.options.treeId);
        const auto& config = tree->GetConfig();
        using Spoof = std::function<void(IncFrame&)>;
        const auto expect = [&](const std::string& what,
                                const Spoof& spoof,
                                IncRefusal refusal,
                                const std::string& from = "h0") {
            auto frame = held.Poisoned();
            spoof(*frame);
            const uint64_t before = rig.GetRefused(refusal, 1);
            const uint64_t all = rig.GetRefused(1);
            Inject(rig, "leaf0", from, std::move(frame));
            NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(refusal, 1), before + 1, what);
            NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(1), all + 1, what << ", for one reason");
        };
        const uint32_t h1 = IncAddressPlan::AddressOf(rig.At("h1"));
        const auto same = [](IncFrame&) {};
        expect(
            "source",
            [&](IncFrame& f) { f.source = h1; },
            IncRefusal::WRONG_SOURCE);
        expect(
            "rank",
            [](IncFrame& f) { f.inc.rank = 1; },
            IncRefusal::WRONG_RANK);
        expect("port", same, IncRefusal::WRONG_PORT, "h1");
        expect("port above", same, IncRefusal::WRONG_PORT, "spine0");
        expect(
            "another's queue pair",
            [&](IncFrame& f) { f.bth.destQp = config.children[1].connection.localQpn; },
            IncRefusal::WRONG_SOURCE);
        expect(
            "the parent's queue pair",
            [&](IncFrame& f) { f.bth.destQp = config.parent->localQpn; },
            IncRefusal::WRONG_SOURCE);
        expect(
            "no queue pair",
            [](IncFrame& f) { f.bth.destQp = 999; },
            IncRefusal::UNKNOWN_QP);
        expect(
            "no queue pair",
            [](IncFrame& f) { f.bth.destQp = 3; },
            IncRefusal::UNKNOWN_QP);
        expect(
            "tree",
            [](IncFrame& f) { ++f.inc.treeId; },
            IncRefusal::WRONG_TREE);
        expect(
            "epoch",
            [](IncFrame& f) { ++f.inc.epoch; },
            IncRefusal::STALE_EPOCH);
        expect(
            "a result from a worker",
            [](IncFrame& f) { f.inc.flags |= IncHeader::RESULT; },
            IncRefusal::NOT_WAITING);
        expect(
            "a worker's result to the parent's queue pair",
            [&](IncFrame& f) {
                f.inc.flags |= IncHeader::RESULT;
                f.bth.destQp = config.parent->localQpn;
            },
            IncRefusal::WRONG_SOURCE);
        expect(
            "all that a whole other worker sends",
            [&](IncFrame& f) {
                f.source = h1;
                f.inc.rank = 1;
                f.bth.destQp = config.children[1].connection.localQpn;
            },
            IncRefusal::WRONG_PORT);
        NS_TEST_EXPECT_MSG_EQ(held.Finish(), true, "none was added");
    }

    bool m_bitmaps;
};

/// Test forged results at a worker.
class IncSpoofedResultTest : public TestCase
{
  public:
    explicit IncSpoofedResultTest(IncVatAddressing addressing)
        : TestCase(std::string("Spoofed results are dropped and counted, ") +
                   (addressing == IncVatAddressing::NEXT ? "next" : "root")),
          m_addressing(addressing)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(TwoLeaves());
        rig.options.addressing = m_addressing;
        rig.Setup();
        auto toWorker = rig.GetPort(rig.At("h0"), rig.At("leaf0"));
        auto toLeaf = rig.GetPort(rig.At("leaf0"), rig.At("spine0"));
        const auto isResult = [](const IncFrame& f) { return f.inc.Has(IncHeader::RESULT); };
        IncFrameRecorder toWorkers(toWorker, "FrameReceived", isResult);
        IncFrameRecorder toLeaves(toLeaf, "FrameReceived", isResult);
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "the first message");

        // Forged results of message 1 arrive while it waits for h3.
        std::vector<uint8_t> buffer(4 * PER_MESSAGE, 1);
        std::vector<std::vector<uint8_t>> buffers(4, buffer);
        IncClientRequest request;
        request.dataType = IncDataType::INT32;
        request.count = PER_MESSAGE;
        for (uint32_t rank = 0; rank < 4; ++rank)
        {
            rig.Post(rank, request, buffers[rank].data(), MicroSeconds(rank == 3 ? 30 : 0));
        }
        IncAggregationRig::RunFor(MicroSeconds(20));
        using Forge = std::function<void(IncFrame&)>;
        const uint32_t h1 = IncAddressPlan::AddressOf(rig.At("h1"));
        const Forge forgeries[] = {
            [&](IncFrame& f) { f.source = h1; },
            [](IncFrame& f) { f.inc.rank = 2; },
            [](IncFrame& f) { ++f.inc.epoch; },
            [](IncFrame& f) { ++f.inc.treeId; },
            [](IncFrame& f) { f.inc.dataType = IncDataType::FLOAT32; },
            [](IncFrame& f) { f.inc.operation = IncOperation::MIN; },
            [](IncFrame& f) { f.payloadSize = 4 * --f.inc.count; },
            [](IncFrame& f) { f.payloadSize = 8; },
        };
        uint64_t stale = 0;
        for (const Forge& forge : forgeries)
        {
            auto frame = toWorkers.MakePoisoned(0);
            frame->inc.messageId = 1;
            forge(*frame);
            rig.fabric.GetNic(rig.At("h0"))->Receive(std::move(frame), *toWorker);
            ++stale;
            NS_TEST_EXPECT_MSG_EQ(rig.group.clients[0]->GetCounters().refused.GetTotal(),
                                  stale,
                                  "forgery " << stale << " at the worker");
        }
        uint64_t refused = rig.GetRefused(1);
        for (const Forge& forge : forgeries)
        {
            auto frame = toLeaves.MakePoisoned(0);
            frame->inc.messageId = 1;
            forge(*frame);
            Inject(rig, "leaf0", "spine0", std::move(frame));
            ++refused;
            NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(1), refused, "a forgery at the switch");
        }
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "the second message");
        for (const auto& result : buffers)
        {
            NS_TEST_EXPECT_MSG_EQ((result == std::vector<uint8_t>(4 * PER_MESSAGE, 4)),
                                  true,
                                  "the true result");
        }
    }

    IncVatAddressing m_addressing;
};

/// Test packets of a removed group at a new group with the same tree id.
class IncStalePacketTest : public TestCase
{
  public:
    explicit IncStalePacketTest(IncVatAddressing addressing)
        : TestCase(std::string("A stale packet after teardown and re-creation is dropped, ") +
                   (addressing == IncVatAddressing::NEXT ? "next" : "root")),
          m_addressing(addressing)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(TwoLeaves());
        rig.options.addressing = m_addressing;
        rig.options.epoch = 7;
        rig.Setup();
        IncFrameRecorder sent(rig.GetPort(rig.At("h0"), rig.At("leaf0")),
                              "FrameSent",
                              [](const IncFrame&) { return true; });
        auto toWorker = rig.GetPort(rig.At("h0"), rig.At("leaf0"));
        IncFrameRecorder received(toWorker, "FrameReceived", [](const IncFrame&) { return true; });
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "the first group");
        IncGroupHelper::Remove(rig.group, rig.options.treeId);
        for (const auto& client : rig.group.clients)
        {
            client->Dispose();
        }

        // No group exists now. In root mode the leaf forwards the packet and the root refuses it.
        const uint32_t dropper = m_addressing == IncVatAddressing::NEXT ? 1 : 0;
        Inject(rig, "leaf0", "h0", sent.MakePoisoned(0));
        IncAggregationRig::RunFor(MicroSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::STALE_EPOCH, dropper), 1, "no group");

        ++rig.options.epoch;
        rig.Setup();
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE, [](uint32_t rank) {
            return MicroSeconds(rank == 0 ? 30 : 0);
        });
        IncAggregationRig::RunFor(MicroSeconds(20));
        // The slot waits for h0. Deliver the old packet unchanged, then with the new queue pair.
        Inject(rig, "leaf0", "h0", sent.MakePoisoned(0));
        IncAggregationRig::RunFor(MicroSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::STALE_EPOCH, dropper), 2, "as sent");
        auto frame = sent.MakePoisoned(0);
        frame->bth.destQp = rig.group.aggregators[dropper]
                                ->FindTree(rig.options.treeId)
                                ->GetConfig()
                                .children[0]
                                .connection.localQpn;
        Inject(rig, "leaf0", "h0", std::move(frame));
        IncAggregationRig::RunFor(MicroSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::STALE_EPOCH, dropper), 3, "new QP");
        // Deliver a result of the old group to a worker.
        auto result = received.MakePoisoned(0);
        result->bth.destQp = rig.group.clients[0]->GetQpn();
        rig.fabric.GetNic(rig.At("h0"))->Receive(std::move(result), *toWorker);
        NS_TEST_EXPECT_MSG_EQ(rig.group.clients[0]->GetCounters().refused.GetTotal(),
                              1U,
                              "stale result");

        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "the second group");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(0), 0, "the first group's sums");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(1), 0, "the second group's sums");
    }

    IncVatAddressing m_addressing;
};

class IncVatTestSuite : public TestSuite
{
  public:
    IncVatTestSuite()
        : TestSuite("inc-vat", TestSuite::Type::UNIT)
    {
        for (auto addressing : {IncVatAddressing::NEXT, IncVatAddressing::ROOT})
        {
            AddTestCase(new IncFourCasesTest(addressing));
            AddTestCase(new IncSpoofedResultTest(addressing));
            AddTestCase(new IncStalePacketTest(addressing));
        }
        AddTestCase(new IncSpoofTest(true));
        AddTestCase(new IncSpoofTest(false));
    }
};

static IncVatTestSuite g_incVatTestSuite; //!< registers the suite
