/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-bus.h"

#include "inc-rdma-nic.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-wire-size.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

double
IncHostBus::GetFetchRate() const
{
    const auto bus = static_cast<double>(fetchRate.GetBitRate());
    if (outstandingReads == 0 || fetchLatency.IsZero())
    {
        return bus;
    }
    const double reads = 8.0 * outstandingReads * fetchBytes / fetchLatency.GetSeconds();
    return bus > 0 ? std::min(bus, reads) : reads;
}

int64_t
IncHostBus::TakeBusPs(uint32_t bytes, bool isPosted, uint32_t packet, double wire)
{
    const int64_t posted = IncClock::NowPs() + (isPosted ? IncClock::ToPs(doorbellLatency) : 0);
    if (bytes == 0 || (isPosted && bytes <= inlineLimit))
    {
        return posted;
    }
    const double rate = GetFetchRate();
    const auto duration = [](double amount, double bitRate) {
        return bitRate > 0 ? std::llround(8e12 * amount / bitRate) : 0;
    };
    const int64_t begin = std::max(posted, m_busFreePs) + IncClock::ToPs(fetchLatency);
    const int64_t end = begin + duration(bytes, rate);
    m_busFreePs = end - IncClock::ToPs(fetchLatency);
    // A message can leave when its first packet is in the NIC, and its last packet will be there in
    // time.
    const uint32_t before = (bytes - 1) / packet; // number of packets before the last one
    const IncIpVersion ip = static_cast<const IncRdmaNic*>(this)->GetIpVersion();
    const uint32_t full = IncWireSize(IncOpcode::RC_WRITE_MIDDLE, packet, ip);
    return std::max(begin + duration(std::min(bytes, packet), rate),
                    end - duration(static_cast<double>(before) * full, wire));
}

TypeId
IncHostBus::AddAttributes(TypeId tid)
{
    return tid
        .AddAttribute("DoorbellLatency",
                      "Time from a post to the NIC: the doorbell's write over PCIe, and the fetch "
                      "of the work request",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&IncRdmaNic::doorbellLatency),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("CompletionLatency",
                      "Time from the end of a work request or a receive to the host",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&IncRdmaNic::completionLatency),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("InlineLimit",
                      "Longest message that comes with its work request and need not be fetched, "
                      "bytes",
                      UintegerValue(0),
                      MakeUintegerAccessor(&IncRdmaNic::inlineLimit),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("FetchLatency",
                      "Time from a read of host memory over PCIe to its first byte",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&IncRdmaNic::fetchLatency),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("FetchRate",
                      "Rate at which payload comes over PCIe, bit/s; 0: no limit",
                      DataRateValue(DataRate(0)),
                      MakeDataRateAccessor(&IncRdmaNic::fetchRate),
                      MakeDataRateChecker())
        .AddAttribute("FetchSize",
                      "Bytes that one read of host memory fetches (PCIe: MaxReadReq)",
                      UintegerValue(512),
                      MakeUintegerAccessor(&IncRdmaNic::fetchBytes),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("OutstandingFetches",
                      "Reads of host memory that the NIC has under way at a time; with FetchSize "
                      "and FetchLatency they bound the rate; 0: no limit",
                      UintegerValue(0),
                      MakeUintegerAccessor(&IncRdmaNic::outstandingReads),
                      MakeUintegerChecker<uint32_t>());
}

} // namespace ns3
