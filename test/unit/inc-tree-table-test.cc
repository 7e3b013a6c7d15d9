/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-test-tree.h"

#include "ns3/inc-tree-admission.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t FIRST = 16;

std::unique_ptr<IncTree>
MakeTree(uint16_t treeId, IncAggregatorCounters& counters)
{
    static const Time zero;
    IncTreeConfig config = IncTestTree::MakeConfig();
    config.treeId = treeId;
    return std::make_unique<IncTree>(config, IncRecoveryTimes{zero, zero, zero}, counters);
}

} // namespace

TEST(IncTreeTable, AQueuePairGivenBackIsUsedAgainAfterAllOthersThatAreFree)
{
    IncTreeTable table;
    table.SetFirstQpn(FIRST);
    EXPECT_FALSE(table.Knows(FIRST));
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(table.ReserveQpn(), FIRST + i);
    }
    table.ReleaseQpn(FIRST + 2);
    table.ReleaseQpn(FIRST);
    EXPECT_EQ(table.GetReserved(), 1u);
    EXPECT_EQ(table.ReserveQpn(), FIRST + 2);
    EXPECT_EQ(table.ReserveQpn(), FIRST);
    EXPECT_EQ(table.ReserveQpn(), FIRST + 3);
    EXPECT_TRUE(table.Knows(FIRST + 3));
    EXPECT_FALSE(table.Knows(FIRST + 4));
    EXPECT_FALSE(table.Knows(FIRST - 1));
}

TEST(IncTreeTable, QueuePairsOfARemovedTreeLeadNowhere)
{
    IncAggregatorCounters counters;
    IncTreeTable table;
    table.SetFirstQpn(FIRST);
    IncTree& first = table.Add(MakeTree(3, counters));
    IncTree& second = table.Add(MakeTree(1, counters));
    const uint32_t ofFirst = table.ReserveQpn();
    const uint32_t ofSecond = table.ReserveQpn();
    table.Connect(ofFirst, {&first, 0, nullptr});
    table.Connect(ofSecond, {&second, 1, nullptr});
    EXPECT_EQ(table.GetTrees(), (std::vector<IncTree*>{&second, &first}));
    table.Remove(3);
    EXPECT_EQ(table.Find(3), nullptr);
    EXPECT_EQ(table.Find(1), &second);
    EXPECT_EQ(table.Find(100), nullptr);
    EXPECT_EQ(table.GetEndpoint(ofFirst).tree, nullptr);
    EXPECT_EQ(table.GetEndpoint(ofSecond).tree, &second);
    EXPECT_EQ(table.GetReserved(), 2u) << "until they are given back";
}

TEST(IncTreeTable, WhatWasAdmittedIsForgottenWithTheTreeAndWhenAsked)
{
    IncAggregatorCounters counters;
    IncTreeTable table;
    table.SetFirstQpn(FIRST);
    const uint32_t qpn = table.ReserveQpn();
    table.Connect(qpn, {&table.Add(MakeTree(3, counters)), 0, nullptr});
    const IncFramePtr frame = IncTestTree::Contribution(1, 0);
    table.GetEndpoint(qpn).admitted.Note(*frame);
    EXPECT_TRUE(table.GetEndpoint(qpn).admitted.IsLike(*frame));
    table.ForgetAdmitted();
    EXPECT_FALSE(table.GetEndpoint(qpn).admitted.IsLike(*frame));
    table.GetEndpoint(qpn).admitted.Note(*frame);
    table.Remove(3);
    EXPECT_FALSE(table.GetEndpoint(qpn).admitted.IsLike(*frame));
}

TEST(IncTreeTable, LinksAreThoseOfTheChildrenTheParentAndTheWorkers)
{
    IncTestTree rig([](IncTreeConfig&) {});
    IncTestTree other([](IncTreeConfig&) {});
    IncTreeTable table;
    const auto* result = other.Get().parent.get();
    table.Connect(table.ReserveQpn(),
                  {&rig.Get(), IncTreeEndpoint::RESULTS, other.Get().parent.get()});
    table.Connect(table.ReserveQpn(), {&other.Get(), IncTreeEndpoint::RESULTS, nullptr});
    EXPECT_EQ(table.GetLinks(rig.Get()),
              (std::vector<const IncTreeLink*>{rig.Get().children[0].get(),
                                               rig.Get().children[1].get(),
                                               rig.Get().parent.get(),
                                               result}));
}
