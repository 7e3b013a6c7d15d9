/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-port-capture.h"

#include "inc-frame-codec.h"

namespace ns3
{

void
IncPortCapture::Show(const IncFrame& frame,
                     const Direction& direction,
                     std::initializer_list<BytesTrace*> traces)
{
    Ptr<const Packet> packet = IncFrameCodec::ToPacket(frame, direction.from, direction.to);
    for (BytesTrace* trace : traces)
    {
        (*trace)(packet);
    }
}

} // namespace ns3
