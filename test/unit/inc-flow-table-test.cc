/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-switch.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <utility>

using namespace ns3;

TEST(IncFlowTable, SaysWhatWasSet)
{
    constexpr uint32_t SEED = 7;
    std::mt19937 random(SEED);
    IncFlowTable table;
    EXPECT_TRUE(table.IsEmpty());
    EXPECT_EQ(table.Find(1, 2), IncFlowTable::NO_PORT);
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> model;
    for (uint32_t i = 0; i < 5000; ++i)
    {
        const uint32_t address = 0x0a000000 + random() % 300;
        const uint32_t qpn = random() % 20;
        const uint32_t port = random() % 64;
        table.Set(address, qpn, port);
        model[{address, qpn}] = port;
        const uint32_t gone = 0x0a000000 + random() % 300; // often an address without a route
        table.Remove(gone, qpn);
        model.erase({gone, qpn});
    }
    for (uint32_t address = 0x0a000000; address < 0x0a000000 + 310; ++address)
    {
        for (uint32_t qpn = 0; qpn < 22; ++qpn)
        {
            const auto found = model.find({address, qpn});
            EXPECT_EQ(table.Find(address, qpn),
                      found == model.end() ? IncFlowTable::NO_PORT : found->second)
                << "seed " << SEED << ", " << address << ", " << qpn;
        }
    }
    table.Clear();
    EXPECT_TRUE(table.IsEmpty());
    EXPECT_EQ(table.Find(model.begin()->first.first, model.begin()->first.second),
              IncFlowTable::NO_PORT);
}
