/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-test-tree.h"

#include "ns3/inc-tree-admission.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Change = std::function<void(IncFrame&)>;

/// Return the outcome of worker 1's contribution after a change.
std::optional<IncRefusal>
Examined(IncTestTree& tree, const Change& change, const IncTreeAdmission& admission = {})
{
    IncFramePtr frame = IncTestTree::Contribution(1, 0);
    change(*frame);
    return admission.Examine({&tree.Get(), 0, tree.Get().children[0].get()}, *frame);
}

Ptr<const IncSharedBitString>
Bits(std::initializer_list<uint32_t> bits)
{
    return Create<IncSharedBitString>(IncBitString(IncTestTree::BITS, bits));
}

} // namespace

TEST(IncTreeAdmission, NothingButWhatTheChildSendsGetsIn)
{
    IncTestTree tree([](IncTreeConfig&) {});
    const auto refused = [&](const Change& change) { return Examined(tree, change); };
    EXPECT_EQ(refused([](IncFrame&) {}), std::nullopt);
    EXPECT_EQ(refused([](IncFrame& f) { f.bth.opcode = IncOpcode::RC_WRITE_ONLY_IMM; }),
              IncRefusal::WRONG_SERVICE);
    EXPECT_EQ(refused([](IncFrame& f) { f.inc.treeId = 4; }), IncRefusal::WRONG_TREE);
    EXPECT_EQ(refused([](IncFrame& f) { f.inc.epoch = 6; }), IncRefusal::STALE_EPOCH);
    EXPECT_EQ(refused([](IncFrame& f) { ++f.source; }), IncRefusal::WRONG_SOURCE);
    EXPECT_EQ(refused([](IncFrame& f) { f.ingress = 2; }), IncRefusal::WRONG_PORT);
    EXPECT_EQ(refused([](IncFrame& f) { f.inc.rank = 1; }), IncRefusal::WRONG_RANK);
    EXPECT_EQ(refused([](IncFrame& f) { ++f.reth.rkey; }), IncRefusal::WRONG_KEY);
    EXPECT_EQ(refused([](IncFrame& f) { f.inc.flags = IncHeader::RESULT; }),
              IncRefusal::NOT_WAITING);
    EXPECT_EQ(refused([](IncFrame& f) { f.pbm = nullptr; }), IncRefusal::EMPTY_BITMAP);
    EXPECT_EQ(refused([](IncFrame& f) { f.pbm = Bits({}); }), IncRefusal::EMPTY_BITMAP);
    EXPECT_EQ(refused([](IncFrame& f) { f.pbm = Bits({2}); }), IncRefusal::FOREIGN_BITS);
    EXPECT_EQ(refused([](IncFrame& f) { f.pbm = Bits({1, 3}); }), IncRefusal::FOREIGN_BITS);
    EXPECT_EQ(refused([](IncFrame& f) { f.inc.subDomain = 1; }), IncRefusal::FOREIGN_BITS);
    EXPECT_EQ(refused([](IncFrame& f) { f.pbm = Bits({3}); }), std::nullopt)
        << "others' bits go on to the parent";
    EXPECT_EQ(tree.Get().state.GetSlots().GetBusy(), 0u) << "nothing has moved";
    EXPECT_TRUE(tree.TakeSent().empty());
}

TEST(IncTreeAdmission, TheRootRefusesBitsOfNobodyAndWhatIsNotOffered)
{
    IncTestTree root([](IncTreeConfig& config) {
        config.parent.reset();
        config.offer = IncOffer(IncCollective::ALLREDUCE, IncOperation::SUM);
    });
    const auto sum = [](IncFrame& f) {
        f.inc.collective = IncCollective::ALLREDUCE;
        f.inc.operation = IncOperation::SUM;
    };
    EXPECT_EQ(Examined(root, sum), std::nullopt);
    EXPECT_EQ(Examined(root,
                       [&](IncFrame& f) {
                           sum(f);
                           f.inc.operation = IncOperation::MAX;
                       }),
              IncRefusal::NOT_OFFERED);
    EXPECT_EQ(Examined(root, [](IncFrame& f) { f.pbm = Bits({3}); }), IncRefusal::NOBODYS_BITS);
}

TEST(IncTreeAdmission, OnADetourFramesOfThoseThatHaveOneComeInAnywhere)
{
    IncTestTree tree([](IncTreeConfig& config) { config.children[0].hasDetours = true; });
    const Change elsewhere = [](IncFrame& f) { f.ingress = 9; };
    IncTreeAdmission admission;
    EXPECT_EQ(Examined(tree, elsewhere, admission), IncRefusal::WRONG_PORT);
    admission.AdmitDetours(true);
    EXPECT_EQ(Examined(tree, elsewhere, admission), std::nullopt);
    IncFramePtr second = IncTestTree::Contribution(2, 0);
    second->ingress = 9;
    EXPECT_EQ(admission.Examine({&tree.Get(), 1, nullptr}, *second), IncRefusal::WRONG_PORT)
        << "it has no other way";
}

TEST(IncTreeAdmission, TheParentsQueuePairTakesAnswersAlone)
{
    IncTestTree tree([](IncTreeConfig&) {});
    const IncTreeAdmission admission;
    const IncTreeEndpoint parent{&tree.Get(), IncTreeEndpoint::PARENT, tree.Get().parent.get()};
    IncFramePtr frame = IncTestTree::Contribution(1, 0, IncHeader::RESULT);
    frame->source = IncTestTree::PARENT;
    frame->ingress = 3;
    EXPECT_EQ(admission.Examine(parent, *frame), std::nullopt);
    frame->inc.flags = 0;
    EXPECT_EQ(admission.Examine(parent, *frame), IncRefusal::WRONG_SERVICE);
    frame->inc.flags = IncHeader::PENDING;
    frame->source = IncTestTree::WORKER;
    EXPECT_EQ(admission.Examine(parent, *frame), IncRefusal::WRONG_SOURCE);
}

TEST(IncTreeAdmission, OfFramesToTheRootTheOwnWorkersAreTakenOut)
{
    IncTestTree tree([](IncTreeConfig& config) {
        config.addressing = IncVatAddressing::ROOT;
        config.rootAddress = IncTestTree::PARENT;
        config.rootQpn = 16;
    });
    const IncTreeConfig& config = tree.Get().state.GetConfig();
    IncFramePtr frame = IncTestTree::Contribution(2, 0);
    frame->destination = IncTestTree::PARENT;
    EXPECT_TRUE(IncTreeAdmission::Intercepts(config, *frame));
    EXPECT_EQ(IncTreeAdmission().ExamineIntercepted(tree.Get(), *frame), IncRefusal::UNKNOWN_QP);
    frame->bth.destQp = 16;
    EXPECT_EQ(IncTreeAdmission().ExamineIntercepted(tree.Get(), *frame), std::nullopt);
    frame->bth.opcode = IncOpcode::UC_WRITE_FIRST;
    EXPECT_EQ(IncTreeAdmission().ExamineIntercepted(tree.Get(), *frame), IncRefusal::WRONG_SERVICE);
    frame->pbm = Bits({3});
    EXPECT_FALSE(IncTreeAdmission::Intercepts(config, *frame)) << "on its way";
    frame->pbm = Bits({2});
    frame->inc.epoch = 6;
    EXPECT_FALSE(IncTreeAdmission::Intercepts(config, *frame)) << "of another tree";
    frame->inc.epoch = 7;
    frame->inc.flags = IncHeader::RESULT;
    EXPECT_FALSE(IncTreeAdmission::Intercepts(config, *frame)) << "goes down";
}
