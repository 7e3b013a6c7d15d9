/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-datagram.h"

namespace ns3
{

namespace
{

void
Put(std::vector<uint8_t>& out, uint64_t value, uint32_t size)
{
    for (uint32_t i = size; i-- > 0;)
    {
        out.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
}

uint64_t
Take(const uint8_t*& in, uint32_t size)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; ++i)
    {
        value = value << 8 | *in++;
    }
    return value;
}

} // namespace

std::vector<uint8_t>
IncControlDatagram::Write() const
{
    std::vector<uint8_t> out;
    out.reserve(SMALLEST + body.size());
    Put(out, VERSION, 1);
    Put(out, static_cast<uint8_t>(kind), 1);
    Put(out, flags, 1);
    Put(out, 0, 1);
    Put(out, sender, 4);
    Put(out, session, 8);
    Put(out, sequence, 4);
    Put(out, window, 4);
    Put(out, counter, 8);
    Put(out, body.size(), 4);
    out.insert(out.end(), body.begin(), body.end());
    out.resize(out.size() + sizeof(IncDigest));
    return out;
}

std::optional<IncControlDatagram>
IncControlDatagram::Read(const uint8_t* data, std::size_t size)
{
    if (size < SMALLEST || size > SMALLEST + LARGEST_BODY || data[0] != VERSION || data[3] != 0)
    {
        return std::nullopt;
    }
    const uint8_t* in = data + 1;
    IncControlDatagram datagram;
    datagram.kind = static_cast<IncControlKind>(Take(in, 1));
    datagram.flags = static_cast<uint8_t>(Take(in, 1));
    Take(in, 1);
    datagram.sender = static_cast<uint32_t>(Take(in, 4));
    datagram.session = Take(in, 8);
    datagram.sequence = static_cast<uint32_t>(Take(in, 4));
    datagram.window = static_cast<uint32_t>(Take(in, 4));
    datagram.counter = Take(in, 8);
    const uint64_t length = Take(in, 4);
    if (length != size - SMALLEST || !IncControlKindName(datagram.kind) ||
        datagram.flags > (RELIABLE | MORE | ENCRYPTED) ||
        (datagram.flags & (RELIABLE | MORE)) == MORE)
    {
        return std::nullopt;
    }
    datagram.body.assign(in, in + length);
    return datagram;
}

} // namespace ns3
