/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"

#include "inc-in-network-job.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-collective.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-quantized-collective.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/inc-timeline.h"
#include "ns3/inc-wire-size.h"
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

namespace
{

/// Size of credits and acknowledgements on the wire, the smallest frame, bytes.
constexpr uint32_t SMALLEST = 64 + IncFrame::PREAMBLE_AND_GAP;

} // namespace

uint32_t
IncRcOverhead(uint32_t payload, IncIpVersion ip)
{
    return IncWireSize(IncOpcode::RC_WRITE_MIDDLE, payload, ip) - payload;
}

IncJobCounters&
IncJobCounters::operator+=(const IncJobCounters& other)
{
    retransmissions += other.retransmissions;
    timeouts += other.timeouts;
    duplicates += other.duplicates;
    slotPeak = std::max(slotPeak, other.slotPeak);
    clientSlotPeak = std::max(clientSlotPeak, other.clientSlotPeak);
    cells += other.cells;
    return *this;
}

IncScenarioJob::IncScenarioJob(const IncJobSetting& setting, Ptr<IncCollectiveAlgorithm> algorithm)
    : m_setting(setting),
      m_network(setting.network),
      m_observers(setting.observers),
      m_share(*setting.share),
      m_algorithm(algorithm)
{
    if (IncSimControl* control = m_network.GetControl())
    {
        control->SetListener(this, [this]() { UpdateOutcomes(); });
    }
}

IncScenarioJob::~IncScenarioJob()
{
    m_observers.Unwatch();
    if (IncSimControl* control = m_network.GetControl())
    {
        control->SetListener(this, nullptr);
    }
    if (m_algorithm) // the algorithm is null if the set-up failed
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

void
IncScenarioJob::Quantize()
{
    auto quantized = CreateObject<IncQuantizedCollective>();
    quantized->Setup(m_algorithm, *m_setting.call.quantizer);
    m_algorithm = quantized;
}

Time
IncScenarioJob::LateBy(uint32_t rank) const
{
    const IncTopology& topology = m_network.GetFabric().GetTopology();
    return m_setting.arguments.faults.LateBy(topology.GetName(m_share.workers[rank]));
}

/// Return a callback that shows a span of each rank, from its call to its completion, and arrows
/// between ranks in the order of their calls. It calls `done`, too.
IncCollectiveAlgorithm::CompletionCallback
IncScenarioJob::Show(const IncCollectiveRequest& request,
                     const IncCollectiveAlgorithm::CompletionCallback& done,
                     const std::string& layer) const
{
    using End = std::pair<std::pair<std::string, std::string>, Time>;
    const std::string thread = "communication";
    const std::string name = (layer.empty() ? "" : layer + " ") + IncName(request.collective);
    const auto ranks = static_cast<uint32_t>(m_share.workers.size());
    const uint64_t bytes =
        IncTotalElements(request.collective, ranks, request.count) * IncSizeOf(request.type);
    std::vector<End> calls;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const uint32_t host = m_share.workers[rank];
        calls.emplace_back(std::pair(m_network.GetFabric().GetTopology().GetName(host), thread),
                           Simulator::Now() + LateBy(rank));
    }
    const auto missing = std::make_shared<std::size_t>(ranks);
    const auto show = [=, timeline = m_observers.GetTimeline()](uint32_t rank,
                                                                const std::string& status) {
        const auto& [track, call] = calls.at(rank);
        ShowParts(rank);
        const std::string failed = status.empty() ? "" : " (failed)";
        timeline->Add(
            {track.first, thread, name + failed, "collective", call, Simulator::Now(), bytes});
        if (--*missing == 0)
        {
            std::vector<End> ends = calls;
            std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
                return a.second < b.second;
            });
            timeline->AddArrow(name, ends);
        }
        done(rank, status);
    };
    return IncCollectiveAlgorithm::CompletionCallback(show);
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
    if (const auto begun = m_observers.GetFastForward()->Foretell(request, isFollowed, told))
    {
        StartRanks(request, *begun);
    }
    return outcome;
}

std::shared_ptr<IncScenarioData>
IncScenarioJob::MakeData(const IncCollectiveConfig& call, uint64_t count, uint64_t number) const
{
    const auto data = std::make_shared<IncScenarioData>();
    data->request.collective = call.collective;
    data->request.type = call.dtype;
    data->request.operation = call.op;
    data->request.count = count;
    data->request.root = call.rootRank;
    if (!call.isVirtual)
    {
        const bool isPlanned = m_network.GetPlanned() != nullptr;
        const uint64_t seed = IncMix64(IncMix64(m_setting.arguments.seed) ^
                                       IncMix64(m_setting.arguments.run + number));
        data->request.root = isPlanned && call.collective == IncCollective::REDUCE
                                 ? IncCollectiveData::SERVER
                                 : call.rootRank;
        data->values.emplace(data->request, m_algorithm->GetRanks(), call.isInPlace, seed);
    }
    return data;
}

std::optional<uint64_t>
IncScenarioJob::CountWrong(const IncScenarioData& data, const std::set<uint32_t>& gone) const
{
    if (!data.values)
    {
        return std::nullopt;
    }
    const auto describe = [this](IncVerifier& verifier) {
        Describe(verifier);
        if (m_setting.call.quantizer)
        {
            verifier.SetQuantizer(*m_setting.call.quantizer, m_errors);
        }
    };
    const auto absent = GetAbsent();
    // Only an AllReduce continues if some of its ranks are gone.
    return absent.empty() || data.request.collective != IncCollective::ALLREDUCE
               ? data.values->CountWrong(describe, gone)
               : data.values->CountWrongWithout(gone,
                                                absent,
                                                m_setting.transport.payload /
                                                    IncSizeOf(data.request.type));
}

void
IncScenarioJob::UpdateOutcomes() const
{
    const auto outcomes = m_outcomes; // a copy, because Settled may expect further collectives
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

/// Start a collective on each rank: now, or later if the rank is late.
void
IncScenarioJob::StartRanks(const IncCollectiveRequest& request,
                           const IncCollectiveAlgorithm::CompletionCallback& told) const
{
    if (m_setting.arguments.faults.late.empty())
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

void
IncScenarioJob::Describe(IncResultRow& row) const
{
    for (const auto& part : m_parts)
    {
        part->Describe(row);
    }
    row.root = GetRootName();
}

std::string
IncScenarioJob::GetRootName() const
{
    std::string names;
    for (const auto& part : m_parts)
    {
        const std::string name = part->GetRootName();
        names += (names.empty() || name.empty() ? "" : ",") + name;
    }
    return names;
}

DataRate
IncScenarioJob::GetSlowestRate(const std::vector<uint32_t>& hosts) const
{
    return DataRate(m_network.GetSlowestRate(hosts).GetBitRate() / m_share.ofRails);
}

double
IncScenarioJob::GetRoundTrip(uint32_t from, uint32_t to) const
{
    const IncTopology& topology = m_network.GetFabric().GetTopology();
    const auto path = IncShortestPath(topology, from, to);
    const uint32_t payload = m_setting.transport.GetPathMtu();
    const uint32_t frame = payload + IncRcOverhead(payload, m_setting.transport.ip);
    return 1e-12 * static_cast<double>(IncUnloadedLatency(topology, path, frame) +
                                       IncUnloadedLatency(topology, path, SMALLEST));
}

NodeContainer
IncJobSetting::GetWorkers() const
{
    NodeContainer nodes;
    for (uint32_t worker : share->workers)
    {
        nodes.Add(network.GetFabric().GetNodes().Get(worker));
    }
    return nodes;
}

IncClosedForm
IncScenarioJob::FormOf(DataRate rate) const
{
    const uint32_t payload = m_setting.transport.GetPathMtu();
    const auto workers = static_cast<uint32_t>(m_share.workers.size());
    return {rate, payload, IncRcOverhead(payload, m_setting.transport.ip), workers};
}

IncJobCounters
IncScenarioJob::GetCounters() const
{
    IncJobCounters counters;
    std::set<uint32_t> hosts(m_share.workers.begin(), m_share.workers.end());
    hosts.insert(m_share.server);
    if (m_share.port > 0)
    {
        hosts.clear(); // the job of the first NICs counts for all rails, because they share the
                       // hosts
    }
    for (uint32_t host : hosts)
    {
        for (const auto& qp : m_network.GetFabric().GetNic(host)->GetQueuePairs())
        {
            if (qp) // the pointer is null if the queue pair was destroyed with an earlier job
            {
                counters.retransmissions += qp->GetCounters().retransmissions;
                counters.timeouts += qp->GetCounters().timeouts;
                counters.duplicates += qp->GetCounters().duplicates;
            }
        }
    }
    for (const IncGroup* group : GetGroups())
    {
        IncAddGroupCounters(*group, counters);
    }
    return counters;
}

} // namespace ns3
