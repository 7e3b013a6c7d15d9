/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-network.h"

#include "inc-given-attributes.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-impairment.h"
#include "ns3/inc-json-file.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-placement.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-simulation-loop.h"
#include "ns3/inc-uc-queue-pair.h"
#include "ns3/inc-window-permit.h"
#include "ns3/inc-written-tree.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

namespace ns3
{

namespace
{

/// What is under way at the end of a row may still travel, and be repeated once or twice.
const Time REST_SPELL = MicroSeconds(100);
constexpr uint32_t MAX_REST_SPELLS = 1000;

/// With the moment, where there is a fault.
std::string
FaultAt(const std::string& fault)
{
    return fault.empty() ? ""
                         : "check failed at " + std::to_string(Simulator::Now().GetNanoSeconds()) +
                               " ns: " + fault;
}

IncPlannedNetwork
BuildPlanned(const IncScenarioConfig& config)
{
    try
    {
        return config.plan.plan->MakeNetwork(config.topology.linkDelay);
    }
    catch (const IncError& error)
    {
        config.Refuse("topology", error.what());
    }
}

/// \brief Mean number of frames that ns-3's BurstErrorModel takes at once, evenly 1 to 4.
constexpr double MEAN_BURST = 2.5;

/// \return the lowest rate of a link in either direction, bit/s
uint64_t
SlowestLink(const IncTopology& topology)
{
    uint64_t slowest = std::numeric_limits<uint64_t>::max();
    for (const auto& link : topology.GetLinks())
    {
        slowest = std::min({slowest, link.rate, link.back});
    }
    return slowest;
}

/// ns-3 gives the streams of its error models to each kind.
int64_t
AssignStreams(ErrorModel& model, int64_t stream)
{
    if (auto random = dynamic_cast<RateErrorModel*>(&model))
    {
        return random->AssignStreams(stream);
    }
    return dynamic_cast<BurstErrorModel&>(model).AssignStreams(stream);
}

Ptr<ErrorModel>
MakeErrorModel(const IncScenarioConfig& config)
{
    if (config.lossModel == IncScenarioConfig::LossModel::RANDOM)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(config.loss);
        return model;
    }
    auto model = CreateObject<BurstErrorModel>();
    model->SetAttribute("ErrorRate", DoubleValue(config.loss / MEAN_BURST));
    model->SetAttribute("BurstSize", StringValue("ns3::UniformRandomVariable[Min=1|Max=4]"));
    return model;
}

} // namespace

IncTopology
IncScenarioNetwork::BuildTopology(const IncScenarioConfig& config)
{
    if (config.topology.source == IncTopologyConfig::Source::PLAN)
    {
        m_planned = BuildPlanned(config);
        return m_planned->topology;
    }
    try
    {
        return config.topology.Build();
    }
    catch (const IncError& error)
    {
        config.Refuse("topology", error.what());
    }
}

IncScenarioNetwork::IncScenarioNetwork(const IncScenarioConfig& config)
{
    IncTopology topology = BuildTopology(config);
    const uint32_t manager =
        config.control.isManaged ? IncScenarioControl::PlaceManager(config, topology) : 0;
    m_rcTimeout = config.GetRcTimeout(SlowestLink(topology), topology.GetHosts().size());
    auto draw = CreateObject<UniformRandomVariable>();
    draw->SetStream(TakeStreams(1));
    const bool named = !topology.GetWorkers().empty() || !topology.GetVat().empty();
    if (named && config.given.count("workers") == 0)
    {
        config.RefuseIfGiven({"placement"}, "the workers that the topology names");
        m_workers = IncWrittenWorkers(topology);
    }
    else
    {
        const auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
        const uint32_t count = config.workers.value_or(hosts);
        if (count > hosts)
        {
            config.Refuse("workers",
                          "the network has " + std::to_string(hosts) + " hosts; accepted: 1 to " +
                              std::to_string(hosts));
        }
        m_workers = IncPlaceWorkers(topology, count, config.placement, [draw](uint32_t n) {
            return draw->GetInteger(0, n - 1);
        });
    }
    IncFabricHelper helper;
    helper.SetIpVersion(config.ip);
    config.lossless.Configure(helper);
    try
    {
        helper.Check(topology);
        m_fabric = config.ecmp.Install(topology, helper);
    }
    catch (const IncAttributeError& error)
    {
        config.Refuse(error);
    }
    catch (const IncError& error)
    {
        config.Refuse("ecmpGroups", error.what());
    }
    if (config.ecmp.isAdvertised)
    {
        m_speakers = IncManagerHelper().InstallSpeakers(m_fabric);
        if (m_speakers.size() < 2)
        {
            config.Refuse("routing", "a single switch has no neighbor to tell; accepted: oracle");
        }
    }
    if (config.control.isManaged)
    {
        config.control.CheckNames(config, m_fabric.GetTopology(), m_workers.size());
        m_control = std::make_unique<IncScenarioControl>(config, m_fabric, manager);
    }
    if (!config.ecmp.failures.empty() || !config.control.deaths.empty())
    {
        WatchFailures(config);
    }
    m_restarts.emplace_back([this, stream = m_nextStream]() {
        return IncFabricHelper::AssignStreams(m_fabric, stream);
    });
    TakeStreams(m_restarts.back()());
    Impair(config);
    m_firstOfRow = m_nextStream;
    m_baseline.resize(m_fabric.GetDevices().GetN());
    m_busyBefore.resize(m_baseline.size());
    if (config.stats)
    {
        m_before.emplace();
    }
    m_checks = config.check;
    m_isAlone = IsAlone(config);
    m_fastForward = CreateObject<IncFastForward>();
    m_fastForward->SetAttribute("Mode", IncEnumValue(config.fastForward));
    if (!config.series.timeline.empty())
    {
        m_timelineFile = config.series.timeline;
        m_timeline = Create<IncTimeline>();
    }
    if (!config.series.file.empty() || config.series.hasCounters)
    {
        m_seriesFile = config.series.file;
        m_series =
            CreateObject<IncSeries>(m_fabric, config.series.interval, config.series.selection);
        if (config.series.hasCounters)
        {
            m_series->Show(m_timeline);
        }
        IncWatchedScheduler::Use(m_series);
    }
    if (!config.animation.empty())
    {
        m_animationFile = config.animation;
        m_animation = Create<IncAnimation>(m_fabric);
    }
}

/// Whether a group in the network would be all that has events, and nobody looks at its rounds.
bool
IncScenarioNetwork::IsAlone(const IncScenarioConfig& config)
{
    const auto& series = config.series;
    const bool isWatched = !series.timeline.empty() || !series.file.empty() || series.hasCounters ||
                           !config.animation.empty() || !config.pcap.empty();
    const bool isDisturbed = !config.ecmp.failures.empty() || config.LosesFrames() ||
                             config.duplicate > 0 || config.reorder > 0 || config.lossless.pfc ||
                             config.lossless.ecn || config.jobs.count || config.execution;
    return config.fastForward == IncFastForwardMode::OFF && !config.control.isManaged &&
           !isWatched && !isDisturbed;
}

void
IncScenarioNetwork::Trace(const std::string& path)
{
    m_trace = Create<IncEventTrace>(m_fabric, path);
}

void
IncScenarioNetwork::Capture(const std::string& prefix)
{
    IncFabricHelper helper;
    helper.SetNanosecondCaptures(!IncIsAttributeGiven("ns3::PcapFileWrapper::NanosecMode"));
    helper.EnablePcap(prefix, m_fabric.GetDevices());
}

void
IncScenarioNetwork::WatchFailures(const IncScenarioConfig& config)
{
    for (const auto& failure : config.ecmp.failures)
    {
        if (failure.FindLinks(m_fabric.GetTopology()).empty())
        {
            const std::string number =
                failure.number == 0 ? "" : "#" + std::to_string(failure.number);
            config.Refuse("fail",
                          "there is no link " + failure.from + "->" + failure.to + number +
                              "; accepted: the names of two nodes that a link joins, and #2 for "
                              "the second of several");
        }
    }
    if (m_speakers.empty())
    {
        m_oracle = CreateObject<IncRouteOracle>();
        m_oracle->Watch(m_fabric);
    }
}

void
IncScenarioNetwork::Impair(const IncScenarioConfig& config)
{
    for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
    {
        auto device = m_fabric.GetDevices().Get(i);
        if (config.loss > 0)
        {
            const auto model = MakeErrorModel(config);
            device->SetAttribute("ReceiveErrorModel", PointerValue(model));
            m_restarts.emplace_back([model, stream = m_nextStream]() {
                model->Reset();
                return AssignStreams(*model, stream);
            });
            m_restarts.back()();
            TakeStreams(2);
        }
        if (config.duplicate > 0 || config.reorder > 0)
        {
            auto impairment = CreateObject<IncImpairment>();
            impairment->SetAttribute("DuplicateProbability", DoubleValue(config.duplicate));
            impairment->SetAttribute("ReorderProbability", DoubleValue(config.reorder));
            device->SetAttribute("Impairment", PointerValue(impairment));
            m_restarts.emplace_back([impairment, stream = m_nextStream]() {
                return impairment->AssignStreams(stream);
            });
            TakeStreams(m_restarts.back()());
        }
    }
}

void
IncScenarioNetwork::Watch(const IncGroup& group)
{
    if (m_trace)
    {
        m_trace->Watch(m_fabric, group);
    }
    for (uint32_t rank = 0; rank < group.clients.size(); ++rank)
    {
        m_clients.push_back({group.treeId, rank, group.hosts[rank], group.clients[rank]});
    }
    m_fastForward->Watch(group.clients);
    if (m_isAlone && !m_planned && !m_trace && m_clients.size() == group.clients.size())
    {
        IncPermitWindows(group.clients);
    }
    else
    {
        IncForbidWindows();
    }
}

void
IncScenarioNetwork::Unwatch()
{
    m_clients.clear();
    m_fastForward->Unwatch();
    IncForbidWindows();
}

void
IncScenarioNetwork::WriteFiles() const
{
    if (m_animation)
    {
        IncWriteOutputFile(m_animationFile, m_animation->ToXml());
    }
    if (m_timeline)
    {
        IncWriteOutputFile(m_timelineFile, m_timeline->ToJson());
    }
    if (!m_seriesFile.empty())
    {
        IncWriteOutputFile(m_seriesFile, m_series->GetText());
    }
}

int64_t
IncScenarioNetwork::TakeStreams(int64_t count)
{
    const int64_t first = m_nextStream;
    m_nextStream += count;
    return first;
}

DataRate
IncScenarioNetwork::GetSlowestRate(const std::vector<uint32_t>& hosts) const
{
    const IncTopology& topology = m_fabric.GetTopology();
    uint64_t slowest = std::numeric_limits<uint64_t>::max();
    for (const uint32_t host : hosts)
    {
        uint64_t rate = 0;
        for (const auto& port : topology.GetPorts(host))
        {
            rate += topology.GetLinks()[port.link].rate;
        }
        slowest = std::min(slowest, rate);
    }
    return DataRate(slowest);
}

void
IncScenarioNetwork::Empty() const
{
    for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
    {
        const auto port = StaticCast<IncNetDevice>(m_fabric.GetDevices().Get(i));
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            port->DropWaiting(priority, IncDropReason::PFC_DEADLOCK);
        }
    }
}

IncOwnedEvents
IncScenarioNetwork::ScheduleFailures(const std::vector<IncLinkFailure>& failures,
                                     const IncLinkFailure::Listener& listener) const
{
    IncOwnedEvents events;
    for (const auto& failure : failures)
    {
        const auto show = [this, name = failure.from + "->" + failure.to](const std::string& what) {
            if (m_timeline)
            {
                m_timeline->AddInstant("network", name + what, Simulator::Now());
            }
        };
        const auto tell = [show, listener](uint32_t link) {
            show(" fails");
            listener(link);
        };
        const auto repaired = [show](uint32_t) { show(" is up again"); };
        failure.Schedule(m_fabric, events, tell, repaired);
    }
    return events;
}

void
IncScenarioNetwork::Restore()
{
    if (m_control)
    {
        m_control->End();
    }
    if (m_oracle)
    {
        m_oracle->Restore();
    }
    for (uint32_t link = 0; link < m_fabric.GetTopology().GetLinks().size(); ++link)
    {
        m_fabric.GetChannel(link)->SetUp(true); // unless the oracle has done it
    }
    IncRouteSpeaker::Converge(m_speakers);
    Settle();
    for (const auto& restart : m_restarts)
    {
        restart();
    }
    IncGroupHelper::AssignStreams(m_fabric, IncGroupHelper::FIRST_STREAM);
    m_nextStream = m_firstOfRow;
    for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
    {
        const auto device = m_fabric.GetDevices().Get(i);
        StringValue scheduler; // setting it again resets whose turn it is
        device->GetAttribute("Scheduler", scheduler);
        device->SetAttribute("Scheduler", scheduler);
    }
}

void
IncScenarioNetwork::Settle() const
{
    // Longer than any link and any pause: nothing comes after a spell in which nothing left.
    int64_t longest = IncClock::ToPs(MilliSeconds(1));
    for (const auto& link : m_fabric.GetTopology().GetLinks())
    {
        longest = std::max(longest, 2 * link.delay);
    }
    const auto sent = [this]() {
        uint64_t frames = 0;
        for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
        {
            const auto device = StaticCast<IncNetDevice>(m_fabric.GetDevices().Get(i));
            frames += device->GetCounters().sentFrames;
        }
        return frames;
    };
    uint64_t before = 0;
    do
    {
        before = sent();
        Simulator::Stop(IncClock::FromPs(longest));
        Simulator::Run();
    } while (sent() != before);
}

void
IncScenarioNetwork::StartCounting()
{
    for (uint32_t i = 0; i < m_baseline.size(); ++i)
    {
        const auto device = StaticCast<IncNetDevice>(m_fabric.GetDevices().Get(i));
        m_baseline[i] = device->GetCounters();
        m_busyBefore[i] = device->GetBusyPs(IncClock::NowPs());
    }
    if (m_before)
    {
        m_before = IncStatistics(m_fabric, m_clients);
    }
}

void
IncScenarioNetwork::Watch(IncSimulationLoop& loop) const
{
    loop.Watch(m_fabric.GetWatchdog());
    loop.SetFastForward(m_fastForward);
    if (m_checks)
    {
        loop.Check([this]() { return FaultAt(IncBalance::Of(m_fabric).FindFault()); });
    }
}

IncBalance
IncScenarioNetwork::GetBalance() const
{
    IncBalance balance = IncBalance::Of(m_fabric);
    if (m_control)
    {
        // No RELEASE comes to a switch that is cut off from the manager: it keeps its old trees.
        const auto isReachable = m_fabric.FindReachable(m_control->GetPlane().GetManagerNode());
        const auto isCutOff = [&](const IncBalance::Tree& tree) { return !isReachable[tree.node]; };
        balance.trees.erase(std::remove_if(balance.trees.begin(), balance.trees.end(), isCutOff),
                            balance.trees.end());
    }
    return balance;
}

std::string
IncScenarioNetwork::CheckRest() const
{
    std::string fault;
    for (uint32_t spell = 0; m_checks && spell < MAX_REST_SPELLS; ++spell)
    {
        Simulator::Stop(REST_SPELL);
        Simulator::Run();
        const IncBalance balance = GetBalance();
        fault = balance.FindFault();
        if (!fault.empty())
        {
            break;
        }
        fault = balance.FindRest();
        if (fault.empty())
        {
            break;
        }
    }
    return fault.empty() ? fault : FaultAt(fault);
}

std::optional<IncStatistics>
IncScenarioNetwork::GetStatistics() const
{
    return m_before ? std::optional(IncStatistics(m_fabric, m_clients).Since(*m_before))
                    : std::nullopt;
}

IncTraffic
IncScenarioNetwork::GetTraffic() const
{
    IncTraffic traffic;
    for (uint32_t i = 0; i < m_baseline.size(); ++i)
    {
        const auto device = StaticCast<IncNetDevice>(m_fabric.GetDevices().Get(i));
        const IncPortCounters& now = device->GetCounters();
        const IncPortCounters& then = m_baseline[i];
        const uint64_t bytes = now.sentBytes - then.sentBytes;
        traffic.frames += now.sentFrames - then.sentFrames;
        traffic.bytes += bytes;
        traffic.lostOnLinks += now.lostFrames - then.lostFrames;
        traffic.lostInBuffers += now.bufferDrops - then.bufferDrops;
        traffic.results += now.sentResults - then.sentResults;
        traffic.maxBytes = std::max(traffic.maxBytes, bytes);
        const int64_t busyPs = device->GetBusyPs(IncClock::NowPs()) - m_busyBefore[i];
        if (busyPs > traffic.busyPs)
        {
            traffic.busyPs = busyPs;
            // The scenario's nodes are the simulation's first: ids are node indices.
            traffic.busiestLink =
                IncLinkName(m_fabric.GetTopology(), device->GetNode()->GetId(), device->GetPort());
        }
    }
    return traffic;
}

} // namespace ns3
