/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-sharded-reduction.h"

#include "ns3/abort.h"
#include "ns3/inc-slot-pool.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncShardedReduction);

TypeId
IncShardedReduction::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncShardedReduction")
                            .SetParent<IncCollectiveAlgorithm>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncShardedReduction>();
    return tid;
}

void
IncShardedReduction::Memory::TakeResult(const IncSlotRound& round)
{
    if (begin && round.data)
    {
        std::memcpy(begin + round.reth.virtualAddress, round.data->GetData(), round.payloadSize);
    }
}

void
IncShardedReduction::Setup(std::vector<IncReductionShard> shards)
{
    NS_ABORT_MSG_IF(shards.empty(), "IncShardedReduction::Setup: at least one shard");
    m_shards = std::move(shards);
    for (auto& shard : m_shards)
    {
        m_memories.push_back(std::make_unique<Memory>());
        shard.server->SetResultSink(shard.treeId, m_memories.back().get());
    }
    m_missing.assign(GetRanks(), 0);
}

uint32_t
IncShardedReduction::GetRanks() const
{
    return static_cast<uint32_t>(m_shards.front().clients.size());
}

uint64_t
IncShardedReduction::FirstOf(std::size_t shard, uint64_t count) const
{
    double before = 0;
    double all = 0;
    for (std::size_t i = 0; i < m_shards.size(); ++i)
    {
        before += i < shard ? m_shards[i].share : 0;
        all += m_shards[i].share;
    }
    const auto first = static_cast<uint64_t>(std::llround(count * (before / all)));
    return shard == m_shards.size() ? count : std::min(count, first);
}

void
IncShardedReduction::Completed(uint32_t rank,
                               const std::string& status,
                               const CompletionCallback& done)
{
    if (m_missing[rank] == 0)
    {
        return; // an earlier shard of the rank has failed
    }
    m_missing[rank] = status.empty() ? m_missing[rank] - 1 : 0;
    if (m_missing[rank] == 0)
    {
        done(rank, status);
    }
}

void
IncShardedReduction::Start(const IncCollectiveRequest& request, CompletionCallback done)
{
    const bool isReduce = request.collective == IncCollective::REDUCE;
    if (!isReduce)
    {
        Check(request);
    }
    std::vector<uint64_t> first;
    uint32_t busy = 0; // number of shards with elements
    for (std::size_t shard = 0; shard <= m_shards.size(); ++shard)
    {
        first.push_back(FirstOf(shard, request.count));
        busy += shard > 0 && first[shard] > first[shard - 1] ? 1 : 0;
    }
    NS_ABORT_MSG_IF(std::any_of(m_missing.begin(), m_missing.end(), [](uint32_t n) { return n; }),
                    "IncShardedReduction::Start: the request before is not complete");
    m_missing.assign(GetRanks(), busy);
    for (uint32_t rank = 0; rank < GetRanks() && busy == 0; ++rank)
    {
        done(rank, "");
    }
    for (std::size_t shard = 0; shard < m_shards.size(); ++shard)
    {
        const uint64_t offset = first[shard] * IncSizeOf(request.type);
        m_memories[shard]->begin = isReduce && request.result ? request.result + offset : nullptr;
        IncClientRequest tensor;
        tensor.collective = request.collective;
        tensor.operation = request.operation;
        tensor.dataType = request.type;
        tensor.count = first[shard + 1] - first[shard];
        for (uint32_t rank = 0; rank < GetRanks() && tensor.count > 0; ++rank)
        {
            if (!request.buffers.empty())
            {
                tensor.send = request.SendOf(rank) + offset;
                tensor.receive = isReduce ? nullptr : request.buffers[rank] + offset;
            }
            tensor.done = Callback<void, const std::string&>(
                [this, done, rank](const std::string& status) { Completed(rank, status, done); });
            m_shards[shard].clients[rank]->Post(tensor);
        }
    }
}

void
IncShardedReduction::DoDispose()
{
    for (auto& shard : m_shards)
    {
        for (auto& client : shard.clients)
        {
            client->Dispose();
        }
    }
    m_shards.clear();
    m_memories.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
