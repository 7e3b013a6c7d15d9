/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-channel.h"

#include "inc-net-device.h"

#include "ns3/abort.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncChannel);

TypeId
IncChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncChannel")
                            .SetParent<Channel>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncChannel>()
                            .AddAttribute("Delay",
                                          "One-way propagation delay of the link",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&IncChannel::m_delay),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

IncChannel::IncChannel() = default;

void
IncChannel::Connect(Ptr<IncNetDevice> a, Ptr<IncNetDevice> b)
{
    NS_ABORT_MSG_IF(m_device[0], "IncChannel::Connect: the link is connected already");
    m_device[0] = a;
    m_device[1] = b;
    a->Attach(this, PeekPointer(b));
    b->Attach(this, PeekPointer(a));
}

void
IncChannel::SetUp(bool up)
{
    NS_ABORT_MSG_UNLESS(m_device[0], "IncChannel::SetUp: the link is not connected");
    m_device[0]->SetUp(up);
    m_device[1]->SetUp(up);
}

std::size_t
IncChannel::GetNDevices() const
{
    return m_device[0] ? 2 : 0;
}

Ptr<NetDevice>
IncChannel::GetDevice(std::size_t i) const
{
    NS_ABORT_MSG_IF(i > 1, "IncChannel::GetDevice: a link has two ends, not " << i + 1);
    return m_device[i];
}

void
IncChannel::DoDispose()
{
    m_device[0] = nullptr;
    m_device[1] = nullptr;
    Channel::DoDispose();
}

} // namespace ns3
