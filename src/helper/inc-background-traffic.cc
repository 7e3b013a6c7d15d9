/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-background-traffic.h"

#include "ns3/simulator.h"

namespace ns3
{

IncBackgroundTraffic::IncBackgroundTraffic(const IncFabric& fabric,
                                           const std::vector<uint32_t>& hosts,
                                           double load,
                                           int64_t stream)
    : m_draw(CreateObject<UniformRandomVariable>()),
      m_gap(CreateObject<ExponentialRandomVariable>())
{
    m_draw->SetStream(stream);
    m_gap->SetStream(stream + 1);
    if (load <= 0)
    {
        return;
    }
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        auto nic = fabric.GetNic(hosts[i]);
        Source source;
        for (uint32_t n = 0; n < PEERS; ++n)
        {
            const std::size_t other = m_draw->GetInteger(1, hosts.size() - 1);
            const uint32_t to = hosts[(i + other) % hosts.size()];
            auto sender = nic->CreateRcQueuePair();
            auto receiver = fabric.GetNic(to)->CreateRcQueuePair();
            sender->Connect(IncFabric::GetAddress(to), receiver->GetQpn());
            receiver->Connect(IncFabric::GetAddress(hosts[i]), sender->GetQpn());
            source.keys.push_back(fabric.GetNic(to)->RegisterMemory(nullptr, MESSAGE_BYTES));
            source.senders.push_back(sender);
            m_receivers.push_back(receiver);
        }
        const double rate =
            static_cast<double>(fabric.GetDevice(hosts[i], 0)->GetDataRate().GetBitRate());
        source.meanGap = 8.0 * MESSAGE_BYTES / (load * rate);
        m_sources.push_back(std::move(source));
        ScheduleNext(i);
    }
}

IncBackgroundTraffic::~IncBackgroundTraffic()
{
    for (auto& source : m_sources)
    {
        Simulator::Cancel(source.next);
        for (const auto& qp : source.senders)
        {
            qp->Destroy();
        }
    }
    for (const auto& qp : m_receivers)
    {
        qp->Destroy();
    }
}

void
IncBackgroundTraffic::ScheduleNext(std::size_t source)
{
    const Time gap = Seconds(m_gap->GetValue(m_sources[source].meanGap, 0));
    m_sources[source].next = Simulator::Schedule(gap, &IncBackgroundTraffic::Send, this, source);
}

void
IncBackgroundTraffic::Send(std::size_t source)
{
    const uint32_t peer = m_draw->GetInteger(0, PEERS - 1);
    const auto& sender = m_sources[source].senders[peer];
    if (!sender->IsInError())
    {
        IncWorkRequest request;
        request.length = MESSAGE_BYTES;
        request.rkey = m_sources[source].keys[peer];
        sender->PostWrite(request);
    }
    ScheduleNext(source);
}

} // namespace ns3
