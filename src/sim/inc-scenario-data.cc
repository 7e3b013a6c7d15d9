/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-data.h"

#include "inc-scenario-job.h"

#include "ns3/inc-ecmp.h"

namespace ns3
{

IncScenarioData::IncScenarioData(const IncJobSetting& setting,
                                 const IncCollectiveConfig& call,
                                 uint64_t count,
                                 uint32_t ranks,
                                 uint64_t number)
    : m_payload(setting.transport.payload)
{
    const bool toServers = setting.network.GetPlanned() && call.collective == IncCollective::REDUCE;
    m_request.collective = call.collective;
    m_request.type = call.dtype;
    m_request.operation = call.op;
    m_request.count = count;
    m_request.root = toServers && !call.isVirtual ? IncCollectiveData::SERVER : call.rootRank;
    if (!call.isVirtual)
    {
        const uint64_t seed = IncMix64(setting.seed ^ IncMix64(setting.run + number));
        m_data.emplace(m_request, ranks, call.isInPlace, seed);
    }
}

IncCollectiveRequest
IncScenarioData::MakeRequest()
{
    return m_data ? m_data->MakeRequest() : m_request;
}

std::optional<uint64_t>
IncScenarioData::CountWrong(const IncScenarioJob& job, const std::set<uint32_t>& gone) const
{
    if (!m_data)
    {
        return std::nullopt;
    }
    const auto describe = [&job](IncVerifier& verifier) { job.Describe(verifier); };
    const auto absent = job.GetAbsent();
    // Only an AllReduce goes on without some of its ranks.
    return absent.empty() || m_request.collective != IncCollective::ALLREDUCE
               ? m_data->CountWrong(describe, gone)
               : m_data->CountWrongWithout(gone, absent, m_payload / IncSizeOf(m_request.type));
}

} // namespace ns3
