/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cm-message.h"

#include "inc-path-mtu.h"

#include "ns3/abort.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-byte-order.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

namespace
{

constexpr uint32_t HEADER = 24; // bytes of a MAD's header
constexpr uint8_t BASE_VERSION = 1;
constexpr uint8_t CLASS = 0x07;
constexpr uint8_t CLASS_VERSION = 2;
constexpr uint8_t METHOD_SEND = 0x03;

/// Write a RoCEv2 GID: the IPv6 address, or ::ffff:a.b.c.d.
void
PutGid(uint8_t* out, uint32_t address, IncIpVersion ip)
{
    IncIpv6Octets gid{};
    if (ip == IncIpVersion::V6)
    {
        gid = IncAddressPlan::Ipv6Of(address);
    }
    else
    {
        gid[10] = 0xff;
        gid[11] = 0xff;
        IncPut32(&gid[12], address);
    }
    std::copy(gid.begin(), gid.end(), out);
}

uint32_t
PrivateOffset(IncCmMessage::Kind kind)
{
    using Kind = IncCmMessage::Kind;
    return kind == Kind::REJ ? IncCmMessage::SIZE
                             : HEADER + (kind == Kind::REQ    ? 140
                                         : kind == Kind::REP  ? 36
                                         : kind == Kind::DREQ ? 12
                                                              : 8);
}

IncIpVersion
IpVersionOfGid(const uint8_t* gid)
{
    return IncGet32(gid) == 0 ? IncIpVersion::V4 : IncIpVersion::V6;
}

void
WriteRequest(const IncCmMessage& message, uint8_t* data)
{
    IncPut64(data + 8, message.serviceId);
    IncPut24(data + 32, message.qpn);
    data[43] = static_cast<uint8_t>(static_cast<uint8_t>(message.service) << 1);
    IncPut24(data + 44, message.startingPsn);
    data[47] = message.retryCount & 7;
    IncPut16(data + 48, 0xffff); // P_Key
    data[50] = static_cast<uint8_t>(IncPathMtu::ToCode(message.pathMtu) << 4 |
                                    (message.rnrRetryCount & 7));
    PutGid(data + 56, message.localAddress, message.ip);
    PutGid(data + 72, message.remoteAddress, message.ip);
    data[93] = 64; // hop limit
}

void
ReadRequest(IncCmMessage& message, const uint8_t* data)
{
    message.serviceId = IncGet64(data + 8);
    message.qpn = IncGet24(data + 32);
    message.service = static_cast<IncCmMessage::Service>(data[43] >> 1 & 3);
    message.startingPsn = IncGet24(data + 44);
    message.retryCount = data[47] & 7;
    message.pathMtu = IncPathMtu::FromCode(data[50] >> 4);
    message.rnrRetryCount = data[50] & 7;
    message.ip = IpVersionOfGid(data + 56);
    message.localAddress = IncGet32(data + 68);
    message.remoteAddress = IncGet32(data + 84);
}

} // namespace

void
IncCmMessage::Write(uint8_t* out) const
{
    std::memset(out, 0, SIZE);
    out[0] = BASE_VERSION;
    out[1] = CLASS;
    out[2] = CLASS_VERSION;
    out[3] = METHOD_SEND;
    IncPut64(out + 8, transactionId);
    IncPut16(out + 16, static_cast<uint16_t>(kind));
    uint8_t* data = out + HEADER;
    NS_ABORT_MSG_IF(PrivateOffset(kind) + privateData.size() > SIZE,
                    "IncCmMessage: " << privateData.size() << " bytes of private data");
    std::copy(privateData.begin(), privateData.end(), out + PrivateOffset(kind));
    IncPut32(data, localCommId);
    if (kind == Kind::REQ)
    {
        WriteRequest(*this, data);
        return;
    }
    IncPut32(data + 4, remoteCommId);
    switch (kind)
    {
    case Kind::REP:
        IncPut24(data + 12, qpn);
        IncPut24(data + 20, startingPsn);
        data[27] = static_cast<uint8_t>((rnrRetryCount & 7) << 5);
        break;
    case Kind::REJ:
        IncPut16(data + 10, static_cast<uint16_t>(reason));
        break;
    case Kind::DREQ:
        IncPut24(data + 8, qpn);
        break;
    default:
        break;
    }
}

std::optional<IncCmMessage>
IncCmMessage::Read(const uint8_t* in)
{
    if (in[0] != BASE_VERSION || in[1] != CLASS || in[2] != CLASS_VERSION || in[3] != METHOD_SEND)
    {
        return std::nullopt;
    }
    IncCmMessage message;
    message.transactionId = IncGet64(in + 8);
    message.kind = static_cast<Kind>(IncGet16(in + 16));
    const uint8_t* data = in + HEADER;
    message.localCommId = IncGet32(data);
    message.privateData.assign(in + PrivateOffset(message.kind), in + SIZE);
    switch (message.kind)
    {
    case Kind::REQ:
        ReadRequest(message, data);
        return message;
    case Kind::REP:
        message.qpn = IncGet24(data + 12);
        message.startingPsn = IncGet24(data + 20);
        message.rnrRetryCount = data[27] >> 5;
        break;
    case Kind::REJ:
        message.reason = static_cast<Reason>(IncGet16(data + 10));
        break;
    case Kind::DREQ:
        message.qpn = IncGet24(data + 8);
        break;
    case Kind::RTU:
    case Kind::DREP:
        break;
    default:
        return std::nullopt;
    }
    message.remoteCommId = IncGet32(data + 4);
    return message;
}

} // namespace ns3
