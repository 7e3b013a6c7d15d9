/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"

#include <set>

namespace ns3
{

uint32_t
IncRcOverhead(uint32_t payload, IncIpVersion ip)
{
    IncFrame frame;
    frame.ip = ip;
    frame.bth.opcode = IncOpcode::RC_WRITE_MIDDLE;
    frame.payloadSize = payload;
    frame.UpdateSize();
    return frame.GetSize() - payload + IncFrame::PREAMBLE_AND_GAP;
}

IncScenarioJob::IncScenarioJob(const IncScenarioConfig& config,
                               IncScenarioNetwork& network,
                               const IncJobShare& share)
    : m_config(config),
      m_network(network),
      m_share(share)
{
}

IncScenarioJob::~IncScenarioJob()
{
    if (m_algorithm) // else it could not be set up
    {
        m_algorithm->Dispose();
    }
}

std::string
IncScenarioJob::GetRootName() const
{
    return "";
}

void
IncScenarioJob::Describe(IncResultRow& row) const
{
    row.root = GetRootName();
}

void
IncScenarioJob::AddLoad(IncTrafficLoad& load) const
{
    // Hosts' ways are in the closed forms of their algorithms.
}

IncRivalWindows
IncScenarioJob::MakeWindows() const
{
    return {m_network.GetFabric().GetTopology(),
            m_share.workers,
            m_config.payload + IncRcOverhead(m_config.payload, m_config.ip)};
}

void
IncScenarioJob::Describe(IncVerifier& verifier) const
{
    // Any order is right.
}

NodeContainer
IncScenarioJob::GetWorkers() const
{
    NodeContainer nodes;
    for (uint32_t worker : m_share.workers)
    {
        nodes.Add(m_network.GetFabric().GetNodes().Get(worker));
    }
    return nodes;
}

IncClosedForm
IncScenarioJob::FormOf(DataRate rate, uint32_t overhead) const
{
    const auto workers = static_cast<uint32_t>(m_share.workers.size());
    return {rate, m_config.payload, overhead, workers};
}

IncJobCounters
IncScenarioJob::GetCounters() const
{
    IncJobCounters counters;
    std::set<uint32_t> hosts(m_share.workers.begin(), m_share.workers.end());
    hosts.insert(m_share.server);
    for (uint32_t host : hosts)
    {
        for (const auto& qp : m_network.GetFabric().GetNic(host)->GetQueuePairs())
        {
            if (qp) // queue pairs of earlier jobs are gone
            {
                counters.retransmissions += qp->GetCounters().retransmissions;
                counters.timeouts += qp->GetCounters().timeouts;
                counters.duplicates += qp->GetCounters().duplicates;
            }
        }
    }
    return counters;
}

} // namespace ns3
