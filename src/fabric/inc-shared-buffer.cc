/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-shared-buffer.h"

#include "inc-channel.h"
#include "inc-clock.h"
#include "inc-net-device.h"
#include "inc-pause.h"
#include "inc-pfc-watchdog.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/inc-attribute-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncSharedBuffer);

TypeId
IncSharedBuffer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncSharedBuffer")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncSharedBuffer>()
            .AddAttribute("BufferSize",
                          "All of the switch's buffer, bytes of Ethernet frames",
                          UintegerValue(32 * 1024 * 1024),
                          MakeUintegerAccessor(&IncSharedBuffer::bufferSize),
                          MakeUintegerChecker<uint64_t>(64))
            .AddAttribute("Alpha",
                          "A queue of a lossy priority may take this times what is free",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&IncSharedBuffer::alpha),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("LosslessAlpha",
                          "A lossless priority of a port may take this times what is free",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&IncSharedBuffer::losslessAlpha),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("Reserved",
                          "Bytes that each priority of each port has for itself",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncSharedBuffer::reserved),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("LocalReserve",
                          "Bytes for frames that the switch makes itself, aggregation results "
                          "above all, in each lossless priority",
                          UintegerValue(1024 * 1024),
                          MakeUintegerAccessor(&IncSharedBuffer::localReserve),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "LosslessPriorities",
                "Priorities that pause their senders (PFC) instead of dropping, as "
                "\"3\" or \"3,5\"",
                StringValue(""),
                MakeStringAccessor(&IncSharedBuffer::SetLossless, &IncSharedBuffer::GetLossless),
                MakeStringChecker())
            .AddAttribute("Headroom",
                          "Bytes of each lossless priority of each port for what arrives after a "
                          "pause; 0: by rate, delay and MaxFrameSize",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncSharedBuffer::m_headroomSize),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxFrameSize",
                          "Largest Ethernet frame that headroom allows for, bytes with FCS",
                          UintegerValue(9216),
                          MakeUintegerAccessor(&IncSharedBuffer::m_maxFrameSize),
                          MakeUintegerChecker<uint32_t>(64))
            .AddAttribute("XoffThreshold",
                          "Most of the pool that a lossless priority of a port takes before it "
                          "pauses, bytes; 0: only LosslessAlpha decides",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncSharedBuffer::xoffThreshold),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("XonOffset",
                          "Bytes below the pausing threshold at which a sender resumes",
                          UintegerValue(9216),
                          MakeUintegerAccessor(&IncSharedBuffer::xonOffset),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("PauseQuanta",
                          "Pause time asked for, units of 512 bit times; refreshed at half of it",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&IncSharedBuffer::m_pauseQuanta),
                          MakeUintegerChecker<uint16_t>(1));
    return tid;
}

IncSharedBuffer::IncSharedBuffer() = default;

void
IncSharedBuffer::DoDispose()
{
    m_ports.clear();
    m_watchdog = nullptr;
    Object::DoDispose();
}

void
IncSharedBuffer::SetLossless(std::string text)
{
    const auto priorities = IncParsePriorities(text);
    NS_ABORT_MSG_UNLESS(priorities,
                        "IncSharedBuffer::LosslessPriorities: \""
                            << text << "\", must be priorities from 0 to 7, as \"3\" or \"3,5\"");
    lossless = *priorities;
}

std::string
IncSharedBuffer::GetLossless() const
{
    return IncFormatPriorities(lossless);
}

void
IncSharedBuffer::Check(const std::vector<IncHeadroomLink>& links) const
{
    IncBufferAccounts().Configure(*this, HeadroomsOf(links));
}

void
IncSharedBuffer::Install(const std::vector<IncNetDevice*>& ports)
{
    m_ports = ports;
    std::vector<IncHeadroomLink> links;
    for (const IncNetDevice* port : ports)
    {
        IncHeadroomLink link;
        link.rate = port->GetDataRate().GetBitRate();
        link.delayPs = IncClock::ToPs(DynamicCast<IncChannel>(port->GetChannel())->GetDelay());
        links.push_back(link);
    }
    try
    {
        m_headroom = HeadroomsOf(links);
        m_accounts.Configure(*this, m_headroom);
    }
    catch (const IncAttributeError& error)
    {
        NS_ABORT_MSG(error.what());
    }
    for (IncNetDevice* port : ports)
    {
        port->SetBuffer(this);
    }
}

std::vector<uint64_t>
IncSharedBuffer::HeadroomsOf(const std::vector<IncHeadroomLink>& links) const
{
    if (lossless == 0)
    {
        return std::vector<uint64_t>(links.size(), 0);
    }
    CheckPauseTime();
    std::vector<uint64_t> headrooms(links.size(), m_headroomSize);
    for (std::size_t port = 0; m_headroomSize == 0 && port < links.size(); ++port)
    {
        IncHeadroomLink link = links[port];
        link.maxFrame = m_maxFrameSize;
        link.tickPs = IncClock::ToPs(Time(1));
        headrooms[port] = IncHeadroomBytes(link);
    }
    return headrooms;
}

void
IncSharedBuffer::CheckPauseTime() const
{
    // The refresh of a pause may have to wait for another frame of this port.
    constexpr uint32_t BYTES_PER_QUANTUM = 512 / 8;
    const uint32_t wait = m_maxFrameSize + 2 * IncFrame::PREAMBLE_AND_GAP + 64;
    if (m_pauseQuanta * BYTES_PER_QUANTUM / 2 < wait)
    {
        throw IncAttributeError(
            {"ns3::IncSharedBuffer::PauseQuanta", "ns3::IncSharedBuffer::MaxFrameSize"},
            "IncSharedBuffer::PauseQuanta: " + std::to_string(m_pauseQuanta) +
                ", must be at least " +
                std::to_string((2 * wait + BYTES_PER_QUANTUM - 1) / BYTES_PER_QUANTUM) +
                " for a refresh in time behind a frame of MaxFrameSize, " +
                std::to_string(m_maxFrameSize) + " bytes");
    }
}

void
IncSharedBuffer::Pause(const IncFrame& frame)
{
    m_ports[frame.ingress]->AskPeer(frame.priority, true, m_pauseQuanta);
    if (m_watchdog)
    {
        m_watchdog->PauseBegan();
    }
}

void
IncSharedBuffer::Resume(const IncFrame& frame)
{
    m_ports[frame.ingress]->AskPeer(frame.priority, false, m_pauseQuanta);
}

} // namespace ns3
