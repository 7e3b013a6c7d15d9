/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-opcode.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/** \brief One row of the table of opcodes, as IBTA writes it. */
struct Row
{
    uint8_t code;
    /// s end, w rite, f irst, m iddle, l ast, o nly, r eth, i mm, a eth, d eth; q: READ response
    const char* traits;
};

constexpr Row ROWS[] = {{0x00, "sf"},
                        {0x01, "sm"},
                        {0x02, "sl"},
                        {0x03, "sli"},
                        {0x04, "so"},
                        {0x05, "soi"},
                        {0x06, "wfr"},
                        {0x07, "wm"},
                        {0x08, "wl"},
                        {0x09, "wli"},
                        {0x0a, "wor"},
                        {0x0b, "wori"},
                        {0x0c, "or"},
                        {0x0d, "qfa"},
                        {0x0e, "qm"},
                        {0x0f, "qla"},
                        {0x10, "qoa"},
                        {0x11, "a"}};

std::string
TraitsOf(IncOpcode opcode)
{
    std::string traits;
    traits += IncIsSend(opcode) ? "s" : "";
    traits += IncIsWrite(opcode) ? "w" : "";
    traits += IncIsReadResponse(opcode) ? "q" : "";
    traits += IncIsFirst(opcode) ? "f" : "";
    traits += IncIsMiddle(opcode) ? "m" : "";
    traits += IncIsLast(opcode) ? "l" : "";
    traits += IncIsOnly(opcode) ? "o" : "";
    traits += IncHasReth(opcode) ? "r" : "";
    traits += IncHasImm(opcode) ? "i" : "";
    traits += IncHasAeth(opcode) ? "a" : "";
    traits += IncHasDeth(opcode) ? "d" : "";
    return traits;
}

} // namespace

TEST(IncOpcode, EveryOpcodeHasTheMeaningOfTheTableAndNoOtherHasAny)
{
    std::string expected[256];
    for (const auto& row : ROWS)
    {
        expected[row.code] = std::string("R") + row.traits;
        if (row.code <= 0x0b)
        {
            expected[row.code + 0x20] = std::string("U") + row.traits;
        }
    }
    expected[0x64] = "sod"; // UD
    for (int code = 0; code < 256; ++code)
    {
        const auto opcode = static_cast<IncOpcode>(code);
        std::string found = IncIsRc(opcode) ? "R" : "";
        found += IncIsUc(opcode) ? "U" : "";
        EXPECT_EQ(found + TraitsOf(opcode), expected[code]) << "opcode " << code;
    }
}

TEST(IncOpcode, NamesHaveTheirCodes)
{
    EXPECT_EQ(static_cast<int>(IncOpcode::RC_WRITE_ONLY), 0x0a);
    EXPECT_EQ(static_cast<int>(IncOpcode::UC_WRITE_ONLY_IMM), 0x2b);
    EXPECT_EQ(static_cast<int>(IncOpcode::UC_SEND_LAST_IMM), 0x23);
    static_assert(IncHasImm(IncOpcode::UC_WRITE_ONLY_IMM), "usable at compile time");
    static_assert(!IncHasImm(IncOpcode::CNP), "usable at compile time");
}
