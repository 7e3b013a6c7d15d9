/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WIRE_SIZE_H
#define INC_WIRE_SIZE_H

#include "inc-frame.h"

namespace ns3
{

/// \return bytes of a packet's frame on the wire, preamble and gap included, from its payload in
/// bytes
inline uint32_t
IncWireSize(IncOpcode opcode, uint32_t payload, IncIpVersion ip)
{
    IncFrame frame;
    frame.ip = ip;
    frame.bth.opcode = opcode;
    frame.payloadSize = payload;
    frame.UpdateSize();
    return frame.GetSize() + IncFrame::PREAMBLE_AND_GAP;
}

} // namespace ns3

#endif // INC_WIRE_SIZE_H
