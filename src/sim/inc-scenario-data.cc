/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-data.h"

#include "ns3/inc-ecmp.h"
#include "ns3/inc-verifier.h"

namespace ns3
{

IncScenarioData::IncScenarioData(const IncScenarioConfig& config,
                                 IncDataType type,
                                 uint64_t count,
                                 uint32_t ranks,
                                 uint64_t number)
    : m_source(IncMix64(IncMix64(config.seed) ^ IncMix64(config.run + number)), type, config.op),
      m_count(count),
      m_ranks(ranks),
      m_collective(config.workload ? IncCollective::ALLREDUCE : config.collective)
{
    if (!config.virtualData)
    {
        m_memory.resize(ranks);
        for (auto& buffer : m_memory)
        {
            buffer.reset(new uint8_t[count * IncSizeOf(type)]);
        }
        if (m_collective == IncCollective::REDUCE)
        {
            m_result = std::make_unique<uint8_t[]>(count * IncSizeOf(type));
        }
    }
}

IncCollectiveRequest
IncScenarioData::MakeRequest()
{
    IncCollectiveRequest request;
    request.collective = m_collective;
    request.result = m_result.get();
    request.type = m_source.GetDataType();
    request.operation = m_source.GetOperation();
    request.count = m_count;
    for (uint32_t rank = 0; rank < m_memory.size(); ++rank)
    {
        m_source.Fill(rank, 0, m_count, m_memory[rank].get());
        request.buffers.push_back(m_memory[rank].get());
    }
    return request;
}

std::optional<uint64_t>
IncScenarioData::CountWrong(const IncScenarioJob& job) const
{
    if (m_memory.empty())
    {
        return std::nullopt;
    }
    IncVerifier verifier(m_source.GetDataType(),
                         m_source.GetOperation(),
                         m_ranks,
                         [this](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
                             m_source.Fill(rank, first, count, out);
                         });
    job.Describe(verifier);
    std::vector<const uint8_t*> results;
    if (m_result)
    {
        results.push_back(m_result.get());
        return verifier.CountWrong(results, m_count);
    }
    for (const auto& buffer : m_memory)
    {
        results.push_back(buffer.get());
    }
    return verifier.CountWrong(results, m_count);
}

} // namespace ns3
