/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"

#include "inc-collective-spans.h"
#include "inc-scenario-data.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <set>
#include <utility>

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
    if (IncScenarioControl* control = network.GetControl())
    {
        control->SetListener(this, [this]() { UpdateOutcomes(); });
    }
}

IncScenarioJob::~IncScenarioJob()
{
    if (IncScenarioControl* control = m_network.GetControl())
    {
        control->SetListener(this, nullptr);
    }
    if (m_algorithm) // else it could not be set up
    {
        m_algorithm->Dispose();
    }
}

void
IncScenarioJob::WatchRounds() const
{
    if (auto repeater = m_algorithm->MakeRepeater())
    {
        m_network.GetFastForward()->Watch(std::move(repeater));
    }
}

Time
IncScenarioJob::LateBy(uint32_t rank) const
{
    const IncTopology& topology = m_network.GetFabric().GetTopology();
    return m_config.stragglers.Of(topology.GetName(m_share.workers[rank]));
}

IncCollectiveAlgorithm::CompletionCallback
IncScenarioJob::Show(const IncCollectiveRequest& request,
                     const IncCollectiveAlgorithm::CompletionCallback& done,
                     const std::string& layer) const
{
    const auto ranks = static_cast<uint32_t>(m_share.workers.size());
    IncCollectiveSpans spans;
    spans.name = (layer.empty() ? "" : layer + " ") + IncName(request.collective);
    spans.bytes =
        IncTotalElements(request.collective, ranks, request.count) * IncSizeOf(request.type);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const uint32_t host = m_share.workers[rank];
        spans.calls.emplace_back(m_network.GetFabric().GetTopology().GetName(host),
                                 Simulator::Now() + LateBy(rank));
    }
    return spans.Record(m_network.GetTimeline(), done);
}

std::shared_ptr<IncCollectiveOutcome>
IncScenarioJob::Expect(std::shared_ptr<IncScenarioData> data,
                       IncCollectiveOutcome::Settled settled) const
{
    const auto isOver = [](const auto& outcome) { return outcome.expired(); };
    m_outcomes.erase(std::remove_if(m_outcomes.begin(), m_outcomes.end(), isOver),
                     m_outcomes.end());
    auto outcome =
        std::make_shared<IncCollectiveOutcome>(*this, std::move(data), std::move(settled));
    m_outcomes.push_back(outcome);
    return outcome;
}

std::shared_ptr<IncCollectiveOutcome>
IncScenarioJob::Start(std::shared_ptr<IncScenarioData> data,
                      IncCollectiveOutcome::Settled settled,
                      const std::string& layer,
                      bool isFollowed) const
{
    const IncCollectiveRequest request = data->MakeRequest();
    const auto outcome = Expect(std::move(data), std::move(settled));
    const auto done = outcome->MakeCallback();
    const auto told = m_network.GetTimeline() ? Show(request, done, layer) : done;
    m_network.GetFastForward()->Start(request, isFollowed, told, [&](const auto& toTell) {
        StartRanks(request, toTell);
    });
    return outcome;
}

void
IncScenarioJob::UpdateOutcomes() const
{
    const auto outcomes = m_outcomes; // those who are told may expect another one
    for (const auto& each : outcomes)
    {
        if (const auto outcome = each.lock())
        {
            outcome->Update();
        }
    }
}

std::set<uint32_t>
IncScenarioJob::GetGone() const
{
    std::set<uint32_t> gone;
    const IncScenarioControl* control = m_network.GetControl();
    for (uint32_t rank = 0; control && control->HasLosses() && rank < m_share.workers.size();
         ++rank)
    {
        if (control->IsDead(m_share.workers[rank]) ||
            control->HasLeft(m_share.workers[rank], m_share.treeId))
        {
            gone.insert(rank);
        }
    }
    return gone;
}

bool
IncScenarioJob::IsCutOff(uint32_t rank) const
{
    const IncFabric& fabric = m_network.GetFabric();
    const auto& ports = fabric.GetTopology().GetPorts(m_share.workers[rank]);
    return std::none_of(ports.begin(), ports.end(), [&fabric](const IncTopologyPort& port) {
        return fabric.GetChannel(port.link)->GetDevice(0)->IsLinkUp();
    });
}

std::optional<IncSetupResult>
IncScenarioJob::GetSetup() const
{
    std::optional<IncSetupResult> setup = m_setup;
    if (setup)
    {
        const std::set<uint32_t> gone = GetGone();
        setup->gone.assign(gone.begin(), gone.end());
    }
    return setup;
}

/// Now, or when they come who are late.
void
IncScenarioJob::StartRanks(const IncCollectiveRequest& request,
                           const IncCollectiveAlgorithm::CompletionCallback& told) const
{
    if (m_config.stragglers.late.empty())
    {
        m_algorithm->Start(request, told);
        return;
    }
    const IncFabric& fabric = m_network.GetFabric();
    for (uint32_t rank = 0; rank < m_share.workers.size(); ++rank)
    {
        const Time late = LateBy(rank);
        if (late.IsZero())
        {
            m_algorithm->StartRank(rank, request, told);
            continue;
        }
        m_starts.ScheduleAt(
            *fabric.GetNodes().Get(m_share.workers[rank]),
            late,
            [this, rank, request, told]() { m_algorithm->StartRank(rank, request, told); });
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

DataRate
IncScenarioJob::GetSlowestRate(const std::vector<uint32_t>& hosts) const
{
    return DataRate(m_network.GetSlowestRate(hosts).GetBitRate() / m_share.ofRails);
}

IncBaselineWindows
IncScenarioJob::MakeWindows() const
{
    return {m_network.GetFabric().GetTopology(),
            m_share.workers,
            m_config.GetPathMtu() + IncRcOverhead(m_config.GetPathMtu(), m_config.ip)};
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
    return {rate, m_config.GetPathMtu(), overhead, workers};
}

IncJobCounters
IncScenarioJob::GetCounters() const
{
    IncJobCounters counters;
    std::set<uint32_t> hosts(m_share.workers.begin(), m_share.workers.end());
    hosts.insert(m_share.server);
    if (m_share.rail > 0)
    {
        hosts.clear(); // rail 0 counts for all: they share the hosts
    }
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
