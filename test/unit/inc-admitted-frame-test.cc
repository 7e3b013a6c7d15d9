/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-test-tree.h"

#include "ns3/inc-admitted-frame.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-tree-admission.h"

#include <functional>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// A forwarder that sends nothing.
class SilentSwitch : public IncFrameForwarder
{
  public:
    void Forward(IncFramePtr) override
    {
    }

    uint32_t GetIpv4() const override
    {
        return IncTestTree::SWITCH;
    }

    IncIpVersion GetIpVersion() const override
    {
        return IncIpVersion::V4;
    }
};

} // namespace

TEST(IncAdmittedFrame, NothingIsLikeAFrameThatWasNotNoted)
{
    IncAdmittedFrame admitted;
    IncFrame frame;
    frame.hasInc = true;
    EXPECT_FALSE(admitted.IsLike(frame));
    admitted.Note(frame);
    EXPECT_TRUE(admitted.IsLike(frame));
    admitted.Forget();
    EXPECT_FALSE(admitted.IsLike(frame));
    frame.hasInc = false;
    admitted.Note(frame);
    EXPECT_FALSE(admitted.IsLike(frame)) << "without an INC header, which is most of what counts";
    frame.hasInc = true;
    EXPECT_FALSE(admitted.IsLike(frame)) << "of this header nothing was examined";
}

TEST(IncAdmittedFrame, OthersMayDifferInWhatIsNotExamined)
{
    const IncFramePtr frame = IncTestTree::Contribution(1, 0);
    IncAdmittedFrame admitted;
    admitted.Note(*frame);
    frame->inc.messageId = 5;
    frame->bth.psn = 5;
    frame->ecn = IncFrame::CE;
    frame->payloadSize = 64;
    frame->immediate = 5;
    frame->reth.virtualAddress = 64;
    EXPECT_TRUE(admitted.IsLike(*frame));
}

TEST(IncAdmittedFrame, NoFrameIsLikeItThatIsRefused)
{
    using Change = std::function<void(IncFrame&)>;
    const std::vector<Change> changes{
        [](IncFrame& f) { f.bth.opcode = IncOpcode::RC_WRITE_ONLY_IMM; },
        [](IncFrame& f) { f.hasInc = false; },
        [](IncFrame& f) { ++f.source; },
        [](IncFrame& f) { f.ingress = 2; },
        [](IncFrame& f) { ++f.reth.rkey; },
        [](IncFrame& f) { f.inc.treeId = 4; },
        [](IncFrame& f) { f.inc.epoch = 6; },
        [](IncFrame& f) { f.inc.rank = 1; },
        [](IncFrame& f) { f.inc.flags = IncHeader::RESULT; },
        [](IncFrame& f) { f.inc.flags = IncHeader::PENDING; },
        [](IncFrame& f) { f.inc.collective = IncCollective::REDUCE; },
        [](IncFrame& f) { f.inc.operation = IncOperation::MAX; },
        [](IncFrame& f) { f.inc.subDomain = 1; },
        [](IncFrame& f) { f.pbm = nullptr; },
        [](IncFrame& f) { f.pbm = Create<IncSharedBitString>(IncBitString(IncTestTree::BITS)); },
    };
    IncTestTree tree([](IncTreeConfig& config) {
        config.offer = IncOffer(IncCollective::ALLREDUCE, IncOperation::SUM);
    });
    const IncTreeEndpoint endpoint{&tree.Get(), 0, tree.Get().children[0].get()};
    const IncTreeAdmission admission;
    for (std::size_t i = 0; i < changes.size(); ++i)
    {
        const IncFramePtr frame = IncTestTree::Contribution(1, 0);
        EXPECT_EQ(admission.Examine(endpoint, *frame), std::nullopt);
        IncAdmittedFrame admitted;
        admitted.Note(*frame);
        changes[i](*frame);
        EXPECT_NE(admission.Examine(endpoint, *frame), std::nullopt) << "change " << i;
        EXPECT_FALSE(admitted.IsLike(*frame)) << "change " << i;
    }
}

TEST(IncAdmittedFrame, WhatCameByADetourIsRefusedOnceThereAreNone)
{
    SilentSwitch node;
    const auto aggregator = CreateObject<IncAggregator>();
    const auto port = CreateObject<IncNetDevice>();
    aggregator->Attach(&node, 16);
    IncTreeConfig config = IncTestTree::MakeConfig();
    for (std::size_t neighbor = 0; neighbor <= config.children.size(); ++neighbor)
    {
        aggregator->CreateConnection();
    }
    config.children[0].hasDetours = true;
    aggregator->InstallTree(config);
    const auto contribute = [&](uint32_t message) {
        IncFramePtr frame = IncTestTree::Contribution(1, message);
        frame->ingress = 3;                   // another port than the worker's
        frame->pbm = config.children[0].bits; // the worker's own BitString
        EXPECT_TRUE(aggregator->Process(frame, *port));
        return aggregator->GetCounters().contributions;
    };
    EXPECT_EQ(contribute(0), 0u);
    aggregator->AdmitDetours();
    EXPECT_EQ(contribute(0), 1u);
    EXPECT_EQ(contribute(1), 2u);
    aggregator->AdmitDetours(false);
    EXPECT_EQ(contribute(2), 2u);
    EXPECT_EQ(aggregator->GetCounters().refused.Get(IncRefusal::WRONG_PORT), 2u);
    aggregator->Dispose();
    Simulator::Destroy();
}
