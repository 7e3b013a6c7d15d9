/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-registry.h"

#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

namespace
{

struct Colour
{
    std::string name;
    int wavelength{0}; // nm
};

int g_described = 0;

const IncRegistration<Colour> RED("red", [](Colour& self) {
    self.wavelength = 700;
    ++g_described;
});
const IncRegistration<Colour> BLUE("blue", [](Colour& self) {
    self.wavelength = 450;
    ++g_described;
});

} // namespace

TEST(IncRegistry, PartsDescribeThemselvesOnce)
{
    for (int again = 0; again < 2; ++again)
    {
        const auto& colours = IncRegistration<Colour>::GetAll();
        ASSERT_EQ(colours.size(), 2U);
        EXPECT_EQ(colours.begin()->first, "blue");
        EXPECT_EQ(colours.at("blue").name, "blue");
        EXPECT_EQ(colours.at("red").wavelength, 700);
        EXPECT_EQ(g_described, 2);
    }
}

TEST(IncRegistry, ANameIsTakenOnce)
{
    EXPECT_THROW(IncRegistration<Colour>("red", [](Colour&) {}), std::logic_error);
}
