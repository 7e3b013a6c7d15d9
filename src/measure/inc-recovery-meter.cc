/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-recovery-meter.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-rc-queue-pair.h"

#include <algorithm>

namespace ns3
{

namespace
{

uint64_t
FramesOn(const IncChannel& channel)
{
    uint64_t frames = 0;
    for (std::size_t end = 0; end < channel.GetNDevices(); ++end)
    {
        frames += StaticCast<IncNetDevice>(channel.GetDevice(end))->GetCounters().sentFrames;
    }
    return frames;
}

} // namespace

IncRecoveryMeter::IncRecoveryMeter(const IncFabric& fabric,
                                   const std::vector<IncTreeClient>& clients)
    : m_fabric(fabric),
      m_flows(fabric)
{
    for (uint32_t link = 0; link < fabric.GetTopology().GetLinks().size(); ++link)
    {
        m_sentBefore.push_back(FramesOn(*fabric.GetChannel(link)));
    }
    for (const uint32_t host : fabric.GetTopology().GetHosts())
    {
        AddQueuePairs(host);
    }
    for (const auto& each : clients)
    {
        Client& watched = m_clients.emplace_back(Client{this, each.client, {}});
        each.client->TraceConnectWithoutContext("MessageSent",
                                                MakeCallback(&Client::Sent, &watched));
        each.client->TraceConnectWithoutContext("ResultReceived",
                                                MakeCallback(&Client::Received, &watched));
    }
}

IncRecoveryMeter::~IncRecoveryMeter()
{
    for (Client& each : m_clients)
    {
        each.client->TraceDisconnectWithoutContext("MessageSent",
                                                   MakeCallback(&Client::Sent, &each));
        each.client->TraceDisconnectWithoutContext("ResultReceived",
                                                   MakeCallback(&Client::Received, &each));
    }
}

void
IncRecoveryMeter::AddQueuePairs(uint32_t host)
{
    for (const auto& sender : m_fabric.GetNic(host)->GetQueuePairs())
    {
        if (!sender || !DynamicCast<IncRcQueuePair>(sender))
        {
            continue;
        }
        const IncConnection& connection = sender->GetConnection();
        const uint32_t peer = IncAddressPlan::IndexOf(connection.remoteAddress);
        if (peer >= m_fabric.GetTopology().GetNodes().size() ||
            !m_fabric.GetTopology().IsHost(peer))
        {
            continue; // skip flows to a switch; their messages are watched at the clients
        }
        for (const auto& receiver : m_fabric.GetNic(peer)->GetQueuePairs())
        {
            if (receiver && receiver->GetQpn() == connection.remoteQpn)
            {
                m_flows.Add(*sender, *receiver);
            }
        }
    }
}

void
IncRecoveryMeter::Client::Sent(uint32_t messageId)
{
    failed.emplace(messageId, NEVER);
}

void
IncRecoveryMeter::Client::Received(uint32_t messageId)
{
    const auto found = failed.find(messageId);
    if (found == failed.end())
    {
        return;
    }
    if (found->second != NEVER)
    {
        const int64_t passed = IncClock::NowPs() - found->second;
        meter->m_recoveryPs = std::max(meter->m_recoveryPs.value_or(0), passed);
    }
    failed.erase(found);
}

void
IncRecoveryMeter::LinkFailed(std::optional<uint32_t> link, const std::string& name)
{
    m_hasFailed = true;
    m_failed +=
        (m_failed.empty() ? "" : ", ") + (link ? m_fabric.GetTopology().GetLinkName(*link) : name);
    if (!link)
    {
        return; // no message or flow crosses scale-up links
    }
    m_flows.LinkFailed(*link);
    if (FramesOn(*m_fabric.GetChannel(*link)) == m_sentBefore[*link])
    {
        return; // the link was idle in this row, so no message was on it
    }
    for (Client& client : m_clients)
    {
        for (auto& [messageId, failedPs] : client.failed)
        {
            failedPs = failedPs == NEVER ? IncClock::NowPs() : failedPs;
        }
    }
}

IncRecovery
IncRecoveryMeter::GetResult(const std::string& status) const
{
    IncRecovery recovery;
    recovery.hasFailed = m_hasFailed;
    if (status != "ok")
    {
        recovery.failure = status + (m_failed.empty() ? "" : "; failed links: " + m_failed);
        return recovery;
    }
    recovery.us = m_flows.GetRecoveryUs();
    if (m_recoveryPs)
    {
        recovery.us = std::max(recovery.us.value_or(0), static_cast<double>(*m_recoveryPs) / 1e6);
    }
    return recovery;
}

} // namespace ns3
