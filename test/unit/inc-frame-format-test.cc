/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/global-value.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Changes header sizes while it exists.
class HeaderSizes
{
  public:
    HeaderSizes(uint32_t roce, uint32_t inc)
    {
        Set(roce, inc);
    }

    ~HeaderSizes()
    {
        Set(62, 16);
    }

  private:
    static void Set(uint32_t roce, uint32_t inc)
    {
        GlobalValue::Bind("IncRoceHeaderSize", UintegerValue(roce));
        GlobalValue::Bind("IncHeaderSize", UintegerValue(inc));
        IncFrameFormat::Read();
    }
};

IncFramePtr
MakeFrame(IncOpcode opcode, bool hasInc, uint32_t payloadSize, IncIpVersion ip)
{
    auto frame = IncFrame::Create();
    frame->ip = ip;
    frame->bth.opcode = opcode;
    frame->hasInc = hasInc;
    frame->payloadSize = payloadSize;
    frame->UpdateSize();
    return frame;
}

} // namespace

TEST(FrameFormat, WithoutOverridesAFrameIsAsLongAsItsBytes)
{
    for (int code = 0; code < 256; ++code)
    {
        const auto opcode = static_cast<IncOpcode>(code);
        for (const uint32_t payloadSize : {0U, 1U, 2U, 3U, 100U, 1024U})
        {
            for (const bool hasInc : {false, true})
            {
                for (const auto ip : {IncIpVersion::V4, IncIpVersion::V6})
                {
                    const auto frame = MakeFrame(opcode, hasInc, payloadSize, ip);
                    const auto bytes = IncFrameCodec::ToBytes(*frame, {}, {});
                    EXPECT_EQ(frame->GetSize(), bytes.size() + IncFrame::FCS_SIZE) << code;
                }
            }
        }
    }
}

TEST(FrameFormat, OverridesChangeSizesAndNotBytes)
{
    for (const auto opcode : {IncOpcode::RC_WRITE_MIDDLE, IncOpcode::UC_WRITE_ONLY_IMM})
    {
        for (const bool hasInc : {false, true})
        {
            const auto written = MakeFrame(opcode, hasInc, 1001, IncIpVersion::V4);
            const HeaderSizes sizes(66, 0);
            const auto counted = MakeFrame(opcode, hasInc, 1001, IncIpVersion::V4);
            EXPECT_EQ(counted->GetSize(), written->GetSize() + 4 - (hasInc ? 16 : 0));
            EXPECT_EQ(IncFrameCodec::ToBytes(*counted, {}, {}),
                      IncFrameCodec::ToBytes(*written, {}, {}));
        }
    }
}

TEST(FrameFormat, NoFrameIsShorterThanEthernetsShortest)
{
    const HeaderSizes sizes(0, 0);
    EXPECT_EQ(MakeFrame(IncOpcode::RC_ACK, false, 0, IncIpVersion::V4)->GetSize(), 64U);
    EXPECT_EQ(MakeFrame(IncOpcode::UC_WRITE_ONLY_IMM, true, 1, IncIpVersion::V6)->GetSize(), 64U);
    EXPECT_EQ(MakeFrame(IncOpcode::RC_WRITE_MIDDLE, false, 4096, IncIpVersion::V4)->GetSize(),
              4096U);
}
