/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../suites/inc-wire-parser.h"
#include "inc-fuzz-parser.h"

using namespace ns3;

namespace
{

void
ReadFrame(const uint8_t* data, std::size_t size)
{
    const IncParsedFrame frame = IncParseFrame(data, size);
    IncFuzzExpect(frame.payloadOffset + frame.payloadLength <= size, "a payload lies in its frame");
    IncFuzzExpect(!(frame.ipv4 && frame.ipv6), "a frame is of one version of IP");
    IncFuzzExpect(!frame.bth || frame.udp, "RoCEv2 travels over UDP");
    IncFuzzExpect(!frame.pfc || (!frame.bier && !frame.ipv4 && !frame.ipv6),
                  "a PFC frame carries nothing");
    IncFuzzExpect(!frame.icrcOk || frame.bth, "only RoCEv2 has an ICRC");
}

const IncFuzzParser g_frames("frames", ReadFrame);

} // namespace
