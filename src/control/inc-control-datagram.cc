/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-datagram.h"

#include "ns3/inc-byte-order.h"

#include <algorithm>

namespace ns3
{

std::vector<uint8_t>
IncControlDatagram::Write() const
{
    std::vector<uint8_t> out(SMALLEST + body.size());
    out[0] = VERSION;
    out[1] = static_cast<uint8_t>(kind);
    out[2] = flags;
    IncPut32(&out[4], sender);
    IncPut64(&out[8], session);
    IncPut32(&out[16], sequence);
    IncPut32(&out[20], window);
    IncPut64(&out[24], counter);
    IncPut32(&out[32], static_cast<uint32_t>(body.size()));
    std::copy(body.begin(), body.end(), out.begin() + HEADER_SIZE);
    return out;
}

std::optional<IncControlDatagram>
IncControlDatagram::Read(const uint8_t* data, std::size_t size)
{
    if (size < SMALLEST || size > SMALLEST + LARGEST_BODY || data[0] != VERSION || data[3] != 0)
    {
        return std::nullopt;
    }
    IncControlDatagram datagram;
    datagram.kind = static_cast<IncControlKind>(data[1]);
    datagram.flags = data[2];
    datagram.sender = IncGet32(data + 4);
    datagram.session = IncGet64(data + 8);
    datagram.sequence = IncGet32(data + 16);
    datagram.window = IncGet32(data + 20);
    datagram.counter = IncGet64(data + 24);
    const uint32_t length = IncGet32(data + 32);
    if (length != size - SMALLEST || !IncControlKindName(datagram.kind) ||
        datagram.flags > (RELIABLE | MORE | ENCRYPTED) ||
        (datagram.flags & (RELIABLE | MORE)) == MORE)
    {
        return std::nullopt;
    }
    datagram.body.assign(data + HEADER_SIZE, data + HEADER_SIZE + length);
    return datagram;
}

} // namespace ns3
