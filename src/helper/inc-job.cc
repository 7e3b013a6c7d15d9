/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-job.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{

IncJob::IncJob(const IncFabric& fabric, std::vector<uint32_t> hosts, const IncGroupOptions& options)
    : m_hosts(hosts.empty() ? fabric.GetTopology().GetHosts() : std::move(hosts)),
      m_helper(options),
      m_communicators(m_helper.Install(fabric, m_hosts))
{
}

uint64_t
IncJob::StartAll(const std::vector<IncCall>& calls)
{
    uint64_t number = 0;
    for (uint32_t rank = 0; rank < GetSize(); ++rank)
    {
        number = m_communicators[rank]->Start(calls[rank]);
    }
    return number;
}

uint64_t
IncJob::AllReduce(std::vector<std::vector<float>>& tensors)
{
    NS_ABORT_MSG_UNLESS(tensors.size() == GetSize(),
                        "IncJob::AllReduce: " << tensors.size() << " tensors for " << GetSize()
                                              << " ranks");
    std::vector<IncCall> calls(GetSize());
    for (uint32_t rank = 0; rank < GetSize(); ++rank)
    {
        NS_ABORT_MSG_UNLESS(tensors[rank].size() == tensors[0].size(),
                            "IncJob::AllReduce: tensor " << rank << " has " << tensors[rank].size()
                                                         << " elements, tensor 0 has "
                                                         << tensors[0].size());
        calls[rank].receive = reinterpret_cast<uint8_t*>(tensors[rank].data());
        calls[rank].send = calls[rank].receive;
        calls[rank].count = tensors[rank].size();
    }
    return StartAll(calls);
}

uint64_t
IncJob::Start(IncCollective collective, uint64_t count, uint32_t root)
{
    IncCall call;
    call.collective = collective;
    call.operation = IncReduces(collective) ? IncOperation::SUM : IncOperation::NONE;
    call.count = count;
    call.root = root;
    return StartAll(std::vector<IncCall>(GetSize(), call));
}

Time
IncJob::GetTime(uint64_t call) const
{
    Time start = Time::Max();
    Time end;
    for (const auto& communicator : m_communicators)
    {
        const IncCallStatus& status = communicator->GetStatus(call);
        NS_ABORT_MSG_UNLESS(status.state == IncCallStatus::State::DONE,
                            "IncJob::GetTime: call " << call << " is not complete at rank "
                                                     << communicator->GetRank() << " "
                                                     << status.error);
        start = std::min(start, status.start);
        end = std::max(end, status.end);
    }
    return end - start;
}

std::string
IncJob::GetError(uint64_t call) const
{
    for (const auto& communicator : m_communicators)
    {
        if (!communicator->GetStatus(call).error.empty())
        {
            return communicator->GetStatus(call).error;
        }
    }
    return "";
}

} // namespace ns3
