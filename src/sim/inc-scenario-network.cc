/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-network.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-impairment.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/inc-placement.h"
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

} // namespace ns3
