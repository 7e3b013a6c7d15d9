/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-header.h"

namespace ns3
{

void
IncHeader::Write(uint8_t* out) const
{
    out[0] = static_cast<uint8_t>(version << 4);
    out[1] = flags;
    out[2] = static_cast<uint8_t>(static_cast<uint8_t>(collective) << 4 |
                                  (static_cast<uint8_t>(operation) & 0x0f));
    out[3] = static_cast<uint8_t>(static_cast<uint8_t>(dataType) << 4 | (bslCode & 0x0f));
    IncPut16(out + 4, treeId);
    IncPut16(out + 6, epoch);
    IncPut16(out + 8, rank);
    IncPut16(out + 10, count);
    IncPut32(out + 12, messageId);
    if (bslCode != 0)
    {
        out[16] = si;
        out[17] = subDomain;
        IncPut16(out + 18, 0);
    }
}

void
IncHeader::Write(uint8_t* out, const IncBitString& pbm) const
{
    Write(out);
    if (bslCode != 0)
    {
        pbm.WriteTo(out + SIZE + BIT_MASK_HEADER);
    }
}

IncHeader
IncHeader::Read(const uint8_t* in)
{
    IncHeader header;
    header.version = in[0] >> 4;
    header.flags = in[1];
    header.collective = static_cast<IncCollective>(in[2] >> 4);
    header.operation = static_cast<IncOperation>(in[2] & 0x0f);
    header.dataType = static_cast<IncDataType>(in[3] >> 4);
    header.bslCode = PeekBslCode(in);
    header.treeId = IncGet16(in + 4);
    header.epoch = IncGet16(in + 6);
    header.rank = IncGet16(in + 8);
    header.count = IncGet16(in + 10);
    header.messageId = IncGet32(in + 12);
    if (header.bslCode != 0)
    {
        header.si = in[16];
        header.subDomain = in[17];
    }
    return header;
}

IncBitString
IncHeader::ReadPbm(const uint8_t* in) const
{
    if (bslCode == 0)
    {
        return IncBitString();
    }
    return IncBitString::ReadFrom(in + SIZE + BIT_MASK_HEADER, IncBitString::LengthOfCode(bslCode));
}

} // namespace ns3
