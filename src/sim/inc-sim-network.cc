/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-sim-network.h"

#include "inc-given-attributes.h"
#include "inc-sim-arguments.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-attribute-error.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-impairment.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/inc-placement.h"
#include "ns3/inc-written-tree.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

namespace ns3
{

namespace
{

/// Mean number of frames that ns-3's BurstErrorModel drops at once: 1 to 4, uniformly.
constexpr double MEAN_BURST = 2.5;

/// Return the lowest rate of all links in both directions, bit/s.
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

/// Assign random streams. ns-3 declares AssignStreams() in each error model, not in ErrorModel.
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
MakeErrorModel(const IncFaultConfig& faults)
{
    if (faults.lossModel == IncFaultConfig::LossModel::RANDOM)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(faults.loss);
        return model;
    }
    auto model = CreateObject<BurstErrorModel>();
    model->SetAttribute("ErrorRate", DoubleValue(faults.loss / MEAN_BURST));
    model->SetAttribute("BurstSize", StringValue("ns3::UniformRandomVariable[Min=1|Max=4]"));
    return model;
}

/// Refuse the arguments that set contradicting attributes; without any, throw the error itself.
[[noreturn]] void
RefuseAttributes(const IncArgumentTable& table, const IncAttributeError& error)
{
    const auto given = table.GivenByAttribute();
    std::string typed;
    for (const auto& attribute : error.GetAttributes())
    {
        const auto found = given.find(attribute);
        if (found != given.end())
        {
            typed += (typed.empty() ? "" : " ") + found->second;
        }
    }
    if (typed.empty())
    {
        throw error;
    }
    throw IncError(typed + ": " + error.what());
}

} // namespace

IncTopology
IncSimNetwork::BuildTopology(const IncSimArguments& arguments)
{
    try
    {
        if (arguments.topology.source != IncTopologyConfig::Source::PLAN)
        {
            return arguments.topology.Build();
        }
        m_planned = arguments.plan.plan->MakeNetwork(arguments.topology.linkDelay);
        return m_planned->topology;
    }
    catch (const IncError& error)
    {
        arguments.table.Refuse("topology", error.what());
    }
}

void
IncSimNetwork::PlaceWorkers(const IncTopology& topology, const IncSimArguments& arguments)
{
    auto draw = CreateObject<UniformRandomVariable>();
    draw->SetStream(TakeStreams(1));
    const bool named = !topology.GetWorkers().empty() || !topology.GetVat().empty();
    if (named && !arguments.table.IsGiven("workers"))
    {
        arguments.table.RefuseIfGiven({"placement"}, "the workers that the topology names");
        m_workers = IncWrittenWorkers(topology);
        return;
    }
    const auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
    const uint32_t count = arguments.jobs.workers.value_or(hosts);
    arguments.table.Require(count <= hosts,
                            "workers",
                            "the network has " + std::to_string(hosts) + " hosts; accepted: 1 to " +
                                std::to_string(hosts));
    m_workers = IncPlaceWorkers(topology, count, arguments.jobs.hosts, [draw](uint32_t n) {
        return draw->GetInteger(0, n - 1);
    });
}

void
IncSimNetwork::Install(const IncTopology& topology, const IncSimArguments& arguments)
{
    const IncTransportConfig& transport = arguments.transport;
    IncSetDefault("ns3::IncRcQueuePair::PathMtu", UintegerValue(transport.GetPathMtu()));
    IncSetDefault("ns3::IncRcQueuePair::RetryCount", UintegerValue(transport.maxRetries));
    IncFabricHelper helper;
    helper.SetIpVersion(transport.ip);
    arguments.pfc.Configure(helper, arguments.table, arguments.RunsInNetwork());
    arguments.congestion.Configure(helper, arguments.pfc.GetPriority());
    try
    {
        helper.Check(topology);
        m_fabric = arguments.ecmp.Install(topology, helper);
    }
    catch (const IncAttributeError& error)
    {
        RefuseAttributes(arguments.table, error);
    }
    catch (const IncError& error)
    {
        arguments.table.Refuse("ecmpGroups", error.what());
    }
    if (arguments.ecmp.isAdvertised)
    {
        m_speakers = IncManagerHelper().InstallSpeakers(m_fabric);
        arguments.table.Require(m_speakers.size() > 1,
                                "routing",
                                "a single switch has no neighbor to tell; accepted: oracle");
    }
}

IncSimNetwork::IncSimNetwork(const IncSimArguments& arguments)
    : m_crossesRails(arguments.topology.servers.crossRail == IncCrossRail::SPINE)
{
    IncTopology topology = BuildTopology(arguments);
    const IncControlConfig& control = arguments.control;
    const uint32_t manager =
        control.isManaged ? IncSimControl::PlaceManager(control, arguments.table, topology) : 0;
    m_rcTimeout = arguments.transport.GetRcTimeout(arguments.pfc.isOn,
                                                   SlowestLink(topology),
                                                   topology.GetHosts().size());
    PlaceWorkers(topology, arguments);
    Install(topology, arguments);
    if (control.isManaged)
    {
        control.CheckNames(arguments.table, m_fabric.GetTopology(), m_workers.size());
        m_control =
            std::make_unique<IncSimControl>(control, arguments.aggregation, m_fabric, manager);
    }
    if (!arguments.ecmp.failures.empty() || !control.deaths.empty())
    {
        WatchFailures(arguments);
    }
    m_restarts.emplace_back([this, stream = m_nextStream]() {
        return IncFabricHelper::AssignStreams(m_fabric, stream);
    });
    TakeStreams(m_restarts.back()());
    Impair(arguments.faults);
    m_firstOfRow = m_nextStream;
    const std::string first = "ns3::IncRcQueuePair::RetransmitTimeout";
    if (!IncIsAttributeGiven(first))
    {
        IncSetDefault(first, TimeValue(m_rcTimeout));
    }
    const std::string floor = "ns3::IncRcQueuePair::MinRetransmitTimeout";
    if (arguments.GetRcFloor() && !IncIsAttributeGiven(floor))
    {
        IncSetDefault(floor, TimeValue(*arguments.GetRcFloor()));
    }
}

void
IncSimNetwork::WatchFailures(const IncSimArguments& arguments)
{
    for (const auto& failure : arguments.ecmp.failures)
    {
        const auto gpus = failure.FindScaleUpLinks(m_fabric.GetTopology());
        arguments.table.Require(
            !failure.FindLinks(m_fabric.GetTopology()).empty() || !gpus.empty(),
            failure.to.empty() && arguments.table.IsGiven("kill") ? "kill" : "fail",
            (failure.to.empty() ? "no node or server is called " + failure.from
                                : "there is no link " + failure.from + "->" + failure.to) +
                (failure.number == 0 ? "" : "#" + std::to_string(failure.number)) +
                "; accepted: the names of two nodes that a link joins, and #2 for "
                "the second of several, or the name of a node or server");
        arguments.table.Require(gpus.empty() || !failure.until,
                                "fail",
                                "a scale-up link, which has lost units, is not repaired; accepted: "
                                "a time of failure only");
        if (failure.at.IsZero() && !failure.until)
        {
            const auto links = failure.FindLinks(m_fabric.GetTopology());
            m_failed.insert(m_failed.end(), links.begin(), links.end());
        }
    }
    if (m_speakers.empty())
    {
        m_oracle = CreateObject<IncRouteOracle>();
        m_oracle->Watch(m_fabric);
    }
}

void
IncSimNetwork::Impair(const IncFaultConfig& faults)
{
    for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
    {
        auto device = m_fabric.GetDevices().Get(i);
        if (faults.loss > 0)
        {
            const auto model = MakeErrorModel(faults);
            device->SetAttribute("ReceiveErrorModel", PointerValue(model));
            m_restarts.emplace_back([model, stream = m_nextStream]() {
                model->Reset();
                return AssignStreams(*model, stream);
            });
            m_restarts.back()();
            TakeStreams(2);
        }
        if (faults.duplicate > 0 || faults.reorder > 0)
        {
            auto impairment = CreateObject<IncImpairment>();
            impairment->SetAttribute("DuplicateProbability", DoubleValue(faults.duplicate));
            impairment->SetAttribute("ReorderProbability", DoubleValue(faults.reorder));
            device->SetAttribute("Impairment", PointerValue(impairment));
            m_restarts.emplace_back([impairment, stream = m_nextStream]() {
                return impairment->AssignStreams(stream);
            });
            TakeStreams(m_restarts.back()());
        }
    }
}

int64_t
IncSimNetwork::TakeStreams(int64_t count)
{
    const int64_t first = m_nextStream;
    m_nextStream += count;
    return first;
}

DataRate
IncSimNetwork::GetSlowestRate(const std::vector<uint32_t>& hosts) const
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
IncSimNetwork::Empty() const
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

void
IncSimNetwork::Restore()
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
        // has no effect if the oracle has already restored the routes
        m_fabric.GetChannel(link)->SetUp(true);
    }
    for (const IncTopologyServer& server : m_fabric.GetTopology().GetServers())
    {
        for (const auto& gpu : server.gpus)
        {
            m_fabric.SetScaleUpLink(gpu.host, true);
        }
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
        StringValue scheduler; // setting the attribute again resets the round-robin state
        device->GetAttribute("Scheduler", scheduler);
        device->SetAttribute("Scheduler", scheduler);
    }
    m_elapsed = Simulator::Now() - m_begin;
}

void
IncSimNetwork::Settle() const
{
    // This time exceeds all link delays and pauses. If no node sends a frame during it, no frame is
    // in flight.
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

} // namespace ns3
