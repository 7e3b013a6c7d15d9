/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregation-rig.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-bier-helper.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/test.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A change to a field of a frame, and the reason for which the frame must then be refused.
struct Forgery
{
    std::string field;
    std::function<void(IncFrame&)> forge;
    IncRefusal refusal;
};

/// A combination of transport, addressing, dissemination and other options of a group.
struct AdmissionMode
{
    std::string name;
    IncAggregationTransport transport;
    IncVatAddressing addressing;
    bool bitmaps;
    IncDisseminationMode dissemination;
};

std::vector<AdmissionMode>
AllModes()
{
    using D = IncDisseminationMode;
    std::vector<AdmissionMode> modes;
    const std::pair<D, std::string> ways[] = {{D::BIER, "bier"},
                                              {D::TREE, "tree"},
                                              {D::UNICAST, "unicast"}};
    for (const auto& [dissemination, way] : ways)
    {
        for (const bool bitmaps : {true, false})
        {
            const std::string name = way + (bitmaps ? ", vat" : ", tree ids");
            for (const bool rc : {false, true})
            {
                modes.push_back({name + (rc ? ", RC" : ", UC"),
                                 rc ? IncAggregationTransport::RC : IncAggregationTransport::UC,
                                 IncVatAddressing::NEXT,
                                 bitmaps,
                                 dissemination});
            }
        }
        modes.push_back({way + ", root addressing",
                         IncAggregationTransport::UC,
                         IncVatAddressing::ROOT,
                         true,
                         dissemination});
    }
    return modes;
}

std::vector<Forgery>
Fields()
{
    return {
        {"source", [](IncFrame& f) { f.source ^= 3; }, IncRefusal::WRONG_SOURCE},
        {"queue pair", [](IncFrame& f) { f.bth.destQp = 0xabcdef; }, IncRefusal::UNKNOWN_QP},
        {"R_Key", [](IncFrame& f) { f.reth.rkey ^= 1; }, IncRefusal::WRONG_KEY},
        {"R_Key 0", [](IncFrame& f) { f.reth.rkey = 0; }, IncRefusal::WRONG_KEY},
        {"epoch", [](IncFrame& f) { ++f.inc.epoch; }, IncRefusal::STALE_EPOCH},
        {"rank", [](IncFrame& f) { f.inc.rank ^= 1; }, IncRefusal::WRONG_RANK},
        {"tree", [](IncFrame& f) { f.inc.treeId ^= 2; }, IncRefusal::WRONG_TREE},
        {"collective",
         [](IncFrame& f) { f.inc.collective = IncCollective::REDUCE; },
         IncRefusal::NOT_OFFERED},
        {"operation",
         [](IncFrame& f) { f.inc.operation = IncOperation::MAX; },
         IncRefusal::NOT_OFFERED},
        {"opcode",
         [](IncFrame& f) { f.bth.opcode = IncOpcode::UC_SEND_ONLY; },
         IncRefusal::WRONG_SERVICE},
    };
}

} // namespace

/**
 * \brief Test that contributions, aggregates, results and CNPs with one forged field are refused.
 *
 * h0 and h1 are under leaf0, h2 and h3 under leaf1; spine0 above them is the root. h0 is late.
 * Frames injected before it comes must not be added, so that the sums are right in the end.
 */
class IncForgeryTest : public TestCase
{
  public:
    explicit IncForgeryTest(AdmissionMode mode)
        : TestCase("Forged fields are refused by their reason and never counted, " + mode.name),
          m_mode(std::move(mode))
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncLeafSpineTopology(2, 1, 2).Build());
        rig.options.transport = m_mode.transport;
        rig.options.addressing = m_mode.addressing;
        rig.options.bitmaps = m_mode.bitmaps;
        rig.options.dissemination = m_mode.dissemination;
        rig.options.epoch = 3;
        rig.options.offer = IncOffer(IncCollective::ALLREDUCE, IncOperation::SUM);
        rig.Setup();
        m_rig = &rig;
        const auto hasInc = [](const IncFrame& frame) { return frame.hasInc; };
        const IncFrameRecorder fromHost(Port("h0", "leaf0"), "FrameSent", hasInc);
        const IncFrameRecorder fromLeaf(Port("leaf0", "spine0"), "FrameSent", hasInc);
        const IncFrameRecorder fromSpine(Port("leaf0", "spine0"), "FrameReceived", hasInc);
        const IncFrameRecorder toHost(Port("h1", "leaf0"), "FrameReceived", hasInc);
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "the first message");
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE, [](uint32_t rank) {
            return MicroSeconds(rank == 0 ? 400 : 0);
        });
        IncAggregationRig::RunFor(MicroSeconds(20));
        m_contributions = Contributions();

        // Forge frames of the second message, for which the nodes are waiting.
        ForgeContributions(fromHost, "leaf0", "h0");
        ForgeContributions(fromLeaf, "spine0", "leaf0");
        if (m_mode.dissemination == IncDisseminationMode::TREE)
        {
            ForgeAnswers(fromSpine);
        }
        if (m_mode.dissemination == IncDisseminationMode::BIER)
        {
            ForgeMulticast(fromSpine);
        }
        ForgeResults(toHost);
        ForgeNotifications();

        NS_TEST_EXPECT_MSG_EQ(Contributions(), m_contributions, "none was added");
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "the second message");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(0), 0, "the first sums");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(1), 0, "the second sums");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(2), true, "each was added once");
        m_rig = nullptr;
    }

    /// Return a recorded frame of the first message, changed to one of the second message.
    static IncFramePtr Next(const IncFrameRecorder& recorder)
    {
        auto frame = recorder.MakePoisoned(0);
        frame->inc.messageId += 1;
        frame->immediate = frame->inc.messageId;
        frame->bth.psn += 1;
        return frame;
    }

    void ForgeContributions(const IncFrameRecorder& recorder,
                            const std::string& at,
                            const std::string& from)
    {
        for (const Forgery& each : Fields())
        {
            auto frame = Next(recorder);
            each.forge(*frame);
            const auto before = Refused();
            Inject(at, from, std::move(frame));
            // In root mode, a switch forwards frames of an unknown tree or epoch without a look.
            IncAggregationRig::RunFor(MicroSeconds(2));
            ExpectRefused(each.refusal, before, from + "'s " + each.field);
        }
        const std::string other = at == "leaf0" ? "h1" : "leaf1";
        const auto before = Refused();
        Inject(at, other, Next(recorder));
        ExpectRefused(IncRefusal::WRONG_PORT, before, from + "'s port");
        if (m_mode.bitmaps)
        {
            auto frame = Next(recorder);
            frame->inc.subDomain = 5;
            const auto count = Refused();
            Inject(at, from, std::move(frame));
            ExpectRefused(IncRefusal::FOREIGN_BITS, count, from + "'s sub-domain");
        }
    }

    void ForgeAnswers(const IncFrameRecorder& recorder)
    {
        for (const Forgery& each : Fields())
        {
            auto frame = Next(recorder);
            each.forge(*frame);
            const auto before = Refused();
            Inject("leaf0", "spine0", std::move(frame));
            ExpectRefused(each.refusal, before, "the parent's " + each.field);
        }
        const auto before = Refused();
        Inject("leaf0", "h1", Next(recorder));
        ExpectRefused(IncRefusal::WRONG_PORT, before, "the parent's port");
    }

    /// Forge results by BIER before the last hop, which would write the worker's R_Key into them.
    void ForgeMulticast(const IncFrameRecorder& recorder)
    {
        for (const Forgery& each : Fields())
        {
            if (each.field == "rank" || each.refusal == IncRefusal::NOT_OFFERED ||
                each.field == "opcode")
            {
                continue; // the rank is not set yet; the worker checks the others
            }
            auto frame = Next(recorder);
            each.forge(*frame);
            const auto before = Refused();
            Inject("leaf0", "spine0", std::move(frame));
            ExpectRefused(each.refusal, before, "a BIER result's " + each.field, 2);
        }
        auto frame = Next(recorder);
        frame->destination += 1;
        const auto before = Refused();
        Inject("leaf0", "spine0", std::move(frame));
        ExpectRefused(IncRefusal::STALE_EPOCH, before, "a BIER result of no group", 2);
    }

    void ForgeResults(const IncFrameRecorder& recorder)
    {
        for (const Forgery& each : Fields())
        {
            if (each.field == "queue pair")
            {
                continue; // the NIC drops frames to unknown queue pairs
            }
            // The worker knows its own request, so that it finds a mismatch.
            const bool isKnown = each.refusal == IncRefusal::NOT_OFFERED;
            auto frame = Next(recorder);
            each.forge(*frame);
            const auto before = Refused();
            m_rig->fabric.GetNic(m_rig->At("h1"))->Receive(std::move(frame), *Port("h1", "leaf0"));
            ExpectRefused(isKnown ? IncRefusal::MISMATCH : each.refusal,
                          before,
                          "a result's " + each.field);
        }
    }

    /// Forge CNPs: only a CNP from the peer of a path may slow its sender.
    void ForgeNotifications()
    {
        const auto& children = Config("leaf0").children;
        auto cnp = IncFrame::Create();
        cnp->bth.opcode = IncOpcode::CNP;
        cnp->source = IncAddressPlan::AddressOf(m_rig->At("h3"));
        cnp->destination = IncAddressPlan::AddressOf(m_rig->At("leaf0"));
        cnp->bth.destQp = Config("leaf0").parent->localQpn;
        cnp->UpdateSize();
        auto other = cnp->Copy();
        auto before = Refused();
        Inject("leaf0", "spine0", std::move(other));
        ExpectRefused(IncRefusal::WRONG_SOURCE, before, "a stranger's CNP for the parent's path");
        other = cnp->Copy();
        other->source = Config("leaf0").resultSource;
        before = Refused();
        Inject("leaf0", "h1", std::move(other));
        ExpectRefused(IncRefusal::WRONG_PORT, before, "the parent's CNP by another port");
        other = cnp->Copy();
        other->bth.destQp = children[0].connection.localQpn;
        before = Refused();
        Inject("leaf0", "h0", std::move(other));
        ExpectRefused(IncRefusal::WRONG_SOURCE, before, "a stranger's CNP for a child's path");
        cnp->destination = IncAddressPlan::AddressOf(m_rig->At("h0"));
        cnp->bth.destQp = m_rig->group.clients[0]->GetQpn();
        before = Refused();
        m_rig->fabric.GetNic(m_rig->At("h0"))->Receive(std::move(cnp), *Port("h0", "leaf0"));
        const auto& pairs = m_rig->fabric.GetNic(m_rig->At("h0"))->GetQueuePairs();
        uint64_t refused = 0;
        for (const auto& pair : pairs)
        {
            refused += pair->GetCounters().refused.Get();
            NS_TEST_EXPECT_MSG_EQ(pair->GetCounters().cnpsReceived.Get(), 0U, "a stranger's CNP");
        }
        NS_TEST_EXPECT_MSG_GT(refused, 0, "a stranger's CNP at the worker");
    }

    void ExpectRefused(IncRefusal refusal,
                       const IncRefusalCounts& before,
                       const std::string& what,
                       uint64_t frames = 1)
    {
        const IncRefusalCounts after = Refused();
        std::string why;
        for (uint8_t i = 0; i < static_cast<uint8_t>(IncRefusal::COUNT); ++i)
        {
            const auto reason = static_cast<IncRefusal>(i);
            if (after.Get(reason) != before.Get(reason))
            {
                why += std::string(" ") + IncRefusalName(reason);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(after.Get(refusal),
                              before.Get(refusal) + frames,
                              m_mode.name << ": " << what << " is " << IncRefusalName(refusal)
                                          << ", but:" << why);
        NS_TEST_EXPECT_MSG_EQ(after.GetTotal(), before.GetTotal() + frames, what << ", once");
        NS_TEST_EXPECT_MSG_EQ(Contributions(), m_contributions, what);
    }

    /// Return the refusals of all nodes.
    IncRefusalCounts Refused() const
    {
        IncRefusalCounts sum;
        for (const auto& aggregator : m_rig->group.aggregators)
        {
            sum.Add(aggregator->GetCounters().refused);
        }
        for (const auto& client : m_rig->group.clients)
        {
            sum.Add(client->GetCounters().refused);
        }
        for (const auto& lastHop : m_rig->group.lastHops)
        {
            sum.Add(lastHop->GetRefused());
        }
        return sum;
    }

    uint64_t Contributions() const
    {
        uint64_t sum = 0;
        for (const auto& aggregator : m_rig->group.aggregators)
        {
            sum += aggregator->GetCounters().contributions;
        }
        return sum;
    }

    const IncTreeConfig& Config(const std::string& node) const
    {
        auto aggregator = m_rig->fabric.GetNodes().Get(m_rig->At(node))->GetObject<IncAggregator>();
        return aggregator->FindTree(m_rig->options.treeId)->GetConfig();
    }

    Ptr<IncNetDevice> Port(const std::string& node, const std::string& towards) const
    {
        return m_rig->GetPort(m_rig->At(node), m_rig->At(towards));
    }

    void Inject(const std::string& at, const std::string& from, IncFramePtr frame)
    {
        m_rig->fabric.GetSwitch(m_rig->At(at))->Receive(std::move(frame), *Port(at, from));
    }

    AdmissionMode m_mode;
    IncAggregationRig* m_rig{nullptr};
    uint64_t m_contributions{0};
};

/**
 * \brief Test that header prediction at a worker (IncHeaderPrediction) accepts no forged results.
 *
 * Results of virtual data differ only in number and place. A result that differs in another field
 * is refused with its reason. h0 has three of six results; h1's other contributions are lost once.
 */
class IncForgeryAmongLikesTest : public TestCase
{
  public:
    explicit IncForgeryAmongLikesTest(IncDisseminationMode dissemination)
        : TestCase("A forged result among many that are alike is refused by its reason"),
          m_dissemination(dissemination)
    {
    }

  private:
    static constexpr uint32_t FIRST_LOST = 3; //!< first message with a lost contribution

    void DoRun() override
    {
        IncAggregationRig rig(IncLeafSpineTopology(2, 1, 2).Build());
        rig.options.dissemination = m_dissemination;
        rig.Setup();
        const auto port = rig.GetPort(rig.At("h0"), rig.At("leaf0"));
        const IncFrameRecorder results(port, "FrameReceived", [](const IncFrame& frame) {
            return frame.hasInc && frame.inc.Has(IncHeader::RESULT);
        });
        bool isLossy = true;
        IncAggregationRig::LoseAt(
            rig.GetPort(rig.At("leaf0"), rig.At("h1")),
            [&isLossy](const IncParsedFrame& frame) {
                return isLossy && frame.inc && frame.inc->messageId >= FIRST_LOST;
            },
            UINT32_MAX);
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            IncClientRequest request;
            request.count = 6 * PER_MESSAGE;
            rig.Post(rank, request, nullptr);
        }
        IncAggregationRig::RunFor(MicroSeconds(20));
        const auto client = rig.group.clients[0];
        NS_TEST_ASSERT_MSG_EQ(client->GetFinishedRounds(), FIRST_LOST, "results that h0 has");

        const auto next = [&results]() {
            auto frame = results.MakePoisoned(1);
            frame->reth.virtualAddress +=
                (FIRST_LOST - frame->inc.messageId) * uint64_t{frame->payloadSize};
            frame->inc.messageId = FIRST_LOST;
            frame->immediate = FIRST_LOST;
            return frame;
        };
        const auto receive = [&](IncFramePtr frame) {
            rig.fabric.GetNic(rig.At("h0"))->Receive(std::move(frame), *port);
        };
        for (const Forgery& each : OfResults())
        {
            auto frame = next();
            each.forge(*frame);
            const IncRefusalCounts before = client->GetCounters().refused;
            receive(std::move(frame));
            const IncRefusalCounts& after = client->GetCounters().refused;
            NS_TEST_EXPECT_MSG_EQ(after.Get(each.refusal),
                                  before.Get(each.refusal) + 1,
                                  each.field << " is " << IncRefusalName(each.refusal));
            NS_TEST_EXPECT_MSG_EQ(after.GetTotal(), before.GetTotal() + 1, each.field << ", once");
            NS_TEST_EXPECT_MSG_EQ(client->GetFinishedRounds(),
                                  FIRST_LOST,
                                  each.field << " is no result");
        }
        receive(next());
        NS_TEST_EXPECT_MSG_EQ(client->GetFinishedRounds(),
                              FIRST_LOST + 1,
                              "without forgery it is one");
        isLossy = false;
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().duplicates, 1, "the result that was taken");
    }

    static std::vector<Forgery> OfResults()
    {
        std::vector<Forgery> forgeries{
            {"type",
             [](IncFrame& f) { f.inc.dataType = IncDataType::INT32; },
             IncRefusal::MISMATCH},
            {"count", [](IncFrame& f) { --f.inc.count; }, IncRefusal::MISMATCH},
            {"size", [](IncFrame& f) { f.payloadSize -= 4; }, IncRefusal::MISMATCH},
            {"address", [](IncFrame& f) { f.reth.virtualAddress += 4; }, IncRefusal::MISMATCH},
            {"next address",
             [](IncFrame& f) { f.reth.virtualAddress += f.payloadSize; },
             IncRefusal::MISMATCH},
            {"length", [](IncFrame& f) { f.reth.dmaLength += 4; }, IncRefusal::MISMATCH}};
        for (Forgery each : Fields())
        {
            if (each.field != "queue pair")
            {
                // The worker knows its own request, so that it finds a mismatch.
                const bool isKnown = each.refusal == IncRefusal::NOT_OFFERED;
                each.refusal = isKnown ? IncRefusal::MISMATCH : each.refusal;
                forgeries.push_back(std::move(each));
            }
        }
        return forgeries;
    }

    IncDisseminationMode m_dissemination;
};

/// Test the R_Keys and the sub-domain that packets carry.
class IncKeysOnTheWireTest : public TestCase
{
  public:
    explicit IncKeysOnTheWireTest(IncDisseminationMode dissemination)
        : TestCase("Every INC frame names the memory that it is written to, and its sub-domain"),
          m_dissemination(dissemination)
    {
    }

  private:
    static constexpr uint8_t SUB_DOMAIN = 5;

    void DoRun() override
    {
        const auto first = Keys(1);
        NS_TEST_EXPECT_MSG_EQ((Keys(1) == first), true, "the same run gives the same keys");
        NS_TEST_EXPECT_MSG_EQ((Keys(2) == first), false, "another run gives others");
    }

    std::vector<uint32_t> Keys(uint64_t run)
    {
        RngSeedManager::SetRun(run);
        const IncTopology topology = IncLeafSpineTopology(2, 1, 2).Build();
        IncAggregationRig rig(topology);
        rig.options.dissemination = m_dissemination;
        rig.options.subDomain = IncBierHelper::MakeHostSubDomain(topology, 64, SUB_DOMAIN);
        rig.Setup();
        std::vector<uint32_t> keys;
        std::set<uint32_t> ofResults;
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            const auto record = [&, rank](const IncFrame& frame) {
                const auto bytes = IncFrameCodec::ToBytes(frame, {}, {});
                const auto parsed = IncParseFrame(bytes.data(), bytes.size());
                NS_TEST_EXPECT_MSG_EQ(parsed.icrcOk, true, "ICRC");
                NS_TEST_EXPECT_MSG_NE(parsed.reth->rkey, 0, "a key");
                keys.push_back(parsed.reth->rkey);
                if (parsed.inc->Has(IncHeader::RESULT))
                {
                    NS_TEST_EXPECT_MSG_EQ(parsed.reth->rkey,
                                          rig.group.clients[rank]->GetKey(),
                                          "the worker's own memory");
                    ofResults.insert(parsed.reth->rkey);
                }
                else
                {
                    NS_TEST_EXPECT_MSG_EQ(+parsed.inc->subDomain, +SUB_DOMAIN, "of the P-BM");
                }
                return false;
            };
            for (const char* source : {"FrameSent", "FrameReceived"})
            {
                m_recorders.push_back(
                    std::make_unique<IncFrameRecorder>(rig.fabric.GetDevice(rig.workers[rank], 0),
                                                       source,
                                                       record));
            }
        }
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(keys.size(), 2 * rig.workers.size(), "frames");
        NS_TEST_EXPECT_MSG_EQ(ofResults.size(), rig.workers.size(), "a key for each receiver");
        RngSeedManager::SetRun(1);
        return keys;
    }

    IncDisseminationMode m_dissemination;
    std::vector<std::unique_ptr<IncFrameRecorder>> m_recorders;
};

class IncAdmissionTestSuite : public TestSuite
{
  public:
    IncAdmissionTestSuite()
        : TestSuite("inc-admission", TestSuite::Type::UNIT)
    {
        for (const AdmissionMode& mode : AllModes())
        {
            AddTestCase(new IncForgeryTest(mode));
        }
        for (const auto way : {IncDisseminationMode::BIER,
                               IncDisseminationMode::TREE,
                               IncDisseminationMode::UNICAST})
        {
            AddTestCase(new IncForgeryAmongLikesTest(way));
            AddTestCase(new IncKeysOnTheWireTest(way));
        }
    }
};

static IncAdmissionTestSuite g_incAdmissionTestSuite; //!< registers the suite
