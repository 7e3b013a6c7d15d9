/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-format.h"

#include "inc-clock.h"

#include "ns3/abort.h"
#include "ns3/global-value.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

GlobalValue g_roceHeaderSize(
    "IncRoceHeaderSize",
    "Bytes that count for Ethernet, IPv4, UDP and BTH headers, ICRC and FCS in the size of a "
    "RoCEv2 frame: 62 as they are, 66 with a VLAN tag, 112 in VXLAN",
    UintegerValue(IncFrameFormat::ROCE),
    MakeUintegerChecker<uint32_t>(0, 1024));

GlobalValue g_incHeaderSize(
    "IncHeaderSize",
    "Bytes that count for the INC header, without a P-BM, in the size of a frame: 16 as it is, 0 "
    "where other headers say the same",
    UintegerValue(IncHeader::SIZE),
    MakeUintegerChecker<uint32_t>(0, 1024));

GlobalValue g_incTagSize(
    "IncTagSize",
    "Bytes of the message authentication tag of a frame with an INC header, a multiple of 4; 0: "
    "frames have none. Keys come from the aggregation manager",
    UintegerValue(0),
    MakeUintegerChecker<uint32_t>(0, 32));

GlobalValue g_incTagDelay("IncTagDelay",
                          "Time in which a network card or switch makes a tag (IncTagSize), and in "
                          "which it checks one; a frame waits that long for each",
                          TimeValue(Time(0)),
                          MakeTimeChecker(Time(0)));

} // namespace

void
IncFrameFormat::Read()
{
    UintegerValue roce;
    UintegerValue inc;
    g_roceHeaderSize.GetValue(roce);
    g_incHeaderSize.GetValue(inc);
    UintegerValue tag;
    g_incTagSize.GetValue(tag);
    g_tagSize = static_cast<uint32_t>(tag.Get());
    TimeValue delay;
    g_incTagDelay.GetValue(delay);
    g_tagDelayPs = g_tagSize == 0 ? 0 : IncClock::ToPs(delay.Get());
    NS_ABORT_MSG_IF(g_tagSize == 0 && !delay.Get().IsZero(),
                    "IncTagDelay: " << delay.Get().As(Time::NS)
                                    << ", but frames have no tags; set IncTagSize, or 0");
    NS_ABORT_MSG_IF(tag.Get() % 4 != 0, "IncTagSize: " << tag.Get() << ", not a multiple of 4");
    g_headers[false] = static_cast<int32_t>(roce.Get());
    g_headers[true] =
        g_headers[false] + static_cast<int32_t>(inc.Get() + tag.Get()) - int32_t{IncHeader::SIZE};
}

} // namespace ns3
