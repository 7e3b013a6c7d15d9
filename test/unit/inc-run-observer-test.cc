/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-run-observer.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3;

TEST(IncRunObserver, EveryKindHasAPlaceOfItsOwn)
{
    std::set<uint32_t> places;
    for (const auto& [name, kind] : IncRunObserverRegistration::GetAll())
    {
        EXPECT_TRUE(places.insert(kind.place).second) << name;
        EXPECT_TRUE(kind.make) << name;
    }
    EXPECT_GE(places.size(), 13U);
    // The observer of statistics must come before that of the manager, which simulates further, and
    // before the verdict.
    const auto& all = IncRunObserverRegistration::GetAll();
    EXPECT_LT(all.at("stats").place, all.at("control").place);
    EXPECT_LT(all.at("control").place, all.at("verdict").place);
    EXPECT_LT(all.at("verdict").place, all.at("recovery").place);
}
