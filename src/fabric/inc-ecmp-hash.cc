/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-hash.h"

#include "inc-frame.h"

#include "ns3/inc-byte-order.h"
#include "ns3/inc-udp.h"

#include <array>
#include <boost/crc.hpp>

namespace ns3
{

uint32_t
IncFlowCrc(const IncFrame& frame, uint64_t key)
{
    constexpr uint8_t UDP = 17;
    std::array<uint8_t, 13> tuple;
    IncPut32(&tuple[0], frame.source);
    IncPut32(&tuple[4], frame.destination);
    tuple[8] = UDP;
    IncPut16(&tuple[9], frame.sourcePort);
    IncPut16(&tuple[11], IncUdp::ROCE_PORT);
    boost::crc_32_type crc;
    crc.process_bytes(tuple.data(), tuple.size());
    return crc.checksum() ^ static_cast<uint32_t>(key >> 32);
}

} // namespace ns3
