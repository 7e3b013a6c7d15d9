/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"

#include "inc-scenario-data.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-collective.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/inc-timeline.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A collective as a timeline shows it: a span of each rank on its host, from its call to its
 * completion, and arrows from rank to rank in the order in which they called.
 */
struct IncCollectiveSpans
{
    /// A rank's host and when it calls.
    using Call = std::pair<std::string, Time>;

    std::string name;        //!< name of the collective, and of its layer if there is one
    uint64_t bytes{0};       //!< size for each rank
    std::vector<Call> calls; //!< by rank

    /**
     * \param timeline gets the spans as the ranks complete, and the arrows with the last of them
     * \param done called as before
     * \return what the collective is to call
     */
    IncCollectiveAlgorithm::CompletionCallback Record(
        Ptr<IncTimeline> timeline,
        const IncCollectiveAlgorithm::CompletionCallback& done) const;
};

IncCollectiveAlgorithm::CompletionCallback
IncCollectiveSpans::Record(Ptr<IncTimeline> timeline,
                           const IncCollectiveAlgorithm::CompletionCallback& done) const
{
    const std::string thread = "communication";
    const auto missing = std::make_shared<std::size_t>(calls.size());
    return IncCollectiveAlgorithm::CompletionCallback([timeline,
                                                       done,
                                                       thread,
                                                       missing,
                                                       spans = *this](uint32_t rank,
                                                                      const std::string& status) {
        const auto& [host, call] = spans.calls.at(rank);
        const std::string failed = status.empty() ? "" : " (failed)";
        timeline->Add(
            {host, thread, spans.name + failed, "collective", call, Simulator::Now(), spans.bytes});
        if (--*missing == 0)
        {
            std::vector<std::pair<std::pair<std::string, std::string>, Time>> ends;
            for (const auto& [name, when] : spans.calls)
            {
                ends.emplace_back(std::pair(name, thread), when);
            }
            std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
                return a.second < b.second;
            });
            timeline->AddArrow(spans.name, ends);
        }
        done(rank, status);
    });
}

namespace
{

/// Credits and acknowledgements on the wire, bytes: the smallest frame.
constexpr uint32_t SMALLEST = 64 + IncFrame::PREAMBLE_AND_GAP;

} // namespace

IncBaselineWindows::IncBaselineWindows(const IncTopology& topology,
                                       const std::vector<uint32_t>& workers,
                                       uint32_t bytes)
    : m_topology(topology),
      m_workers(workers),
      m_bytes(bytes)
{
}

double
IncBaselineWindows::RoundTrip(uint32_t from, uint32_t to) const
{
    const auto path = IncShortestPath(m_topology, from, to);
    return 1e-12 * static_cast<double>(IncUnloadedLatency(m_topology, path, m_bytes) +
                                       IncUnloadedLatency(m_topology, path, SMALLEST));
}

double
IncBaselineWindows::RingGBps(uint32_t windowBytes) const
{
    const std::size_t ranks = m_workers.size();
    double longest = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank)
    {
        longest = std::max(longest, RoundTrip(m_workers[rank], m_workers[(rank + 1) % ranks]));
    }
    const double share = static_cast<double>(ranks) / (2.0 * static_cast<double>(ranks - 1));
    return share * windowBytes / longest / 1e9;
}

double
IncBaselineWindows::ParameterServerGBps(uint32_t server, const IncParameterConfig& config) const
{
    double longest = 0;
    double sum = 0;
    for (const uint32_t worker : m_workers)
    {
        if (worker != server)
        {
            const double roundTrip = RoundTrip(worker, server);
            longest = std::max(longest, roundTrip);
            sum += roundTrip;
        }
    }
    const double segments = static_cast<double>(config.windowSegments) * config.segmentBytes;
    return std::min(config.limitBytes / sum, segments / (2 * longest)) / 1e9;
}

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

IncScenarioJob::IncScenarioJob(const IncJobSetting& setting, const IncJobShare& share)
    : m_setting(setting),
      m_network(setting.network),
      m_observers(setting.observers),
      m_share(share)
{
    if (IncSimControl* control = m_network.GetControl())
    {
        control->SetListener(this, [this]() { UpdateOutcomes(); });
    }
}

IncScenarioJob::~IncScenarioJob()
{
    if (IncSimControl* control = m_network.GetControl())
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
        m_observers.GetFastForward()->Watch(std::move(repeater));
    }
}

Time
IncScenarioJob::LateBy(uint32_t rank) const
{
    const IncTopology& topology = m_network.GetFabric().GetTopology();
    return m_setting.faults.LateBy(topology.GetName(m_share.workers[rank]));
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
    return spans.Record(m_observers.GetTimeline(), done);
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
    const auto told = m_observers.GetTimeline() ? Show(request, done, layer) : done;
    m_observers.GetFastForward()->Start(request, isFollowed, told, [&](const auto& toTell) {
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
    const IncSimControl* control = m_network.GetControl();
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
    if (m_setting.faults.late.empty())
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
            m_setting.transport.GetPathMtu() +
                IncRcOverhead(m_setting.transport.GetPathMtu(), m_setting.transport.ip)};
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
    return {rate, m_setting.transport.GetPathMtu(), overhead, workers};
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
