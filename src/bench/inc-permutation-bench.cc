/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-permutation-bench.h"

namespace ns3
{

void
IncPermutationBench::Install(const IncTopology& topology, uint64_t size)
{
    m_fabric = IncFabricHelper().Install(topology);
    const auto& hosts = topology.GetHosts();
    const auto destination = IncDrawPermutation(hosts.size());
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        StartFlow(hosts[i], hosts[destination[i]], size);
    }
}

void
IncPermutationBench::StartFlow(uint32_t from, uint32_t to, uint64_t size)
{
    auto sender = m_fabric.GetNic(from)->CreateRcQueuePair();
    auto receiver = m_fabric.GetNic(to)->CreateRcQueuePair();
    sender->Connect(IncFabric::GetAddress(to), receiver->GetQpn());
    receiver->Connect(IncFabric::GetAddress(from), sender->GetQpn());
    sender->SetSendCompletionCallback(MakeCallback(&IncPermutationBench::FlowEnded, this));

    IncWorkRequest request;
    request.length = static_cast<uint32_t>(size);
    request.rkey = m_fabric.GetNic(to)->RegisterMemory(nullptr, size);
    sender->PostWrite(request);
    m_senders.push_back(sender);
}

void
IncPermutationBench::FlowEnded(const IncCompletion& completion)
{
    if (completion.status == IncCompletionStatus::SUCCESS)
    {
        ++m_completed;
    }
    else
    {
        m_lastError = IncCompletionStatusName(completion.status);
    }
}

void
IncPermutationBench::Collect(IncBenchFigures& figures) const
{
    for (const auto& sender : m_senders)
    {
        figures.dataPackets += sender->GetCounters().packetsSent;
    }
    figures.frameHops = IncCountFrameHops(m_fabric);
    if (m_completed < m_senders.size())
    {
        figures.failure = std::to_string(m_senders.size() - m_completed) + " of " +
                          std::to_string(m_senders.size()) + " flows did not complete: " +
                          (m_lastError ? m_lastError : "no completion");
    }
}

} // namespace ns3
