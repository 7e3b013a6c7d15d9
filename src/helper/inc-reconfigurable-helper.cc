/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-reconfigurable-helper.h"

#include "ns3/abort.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-cluster-network.h"
#include "ns3/inc-error.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ns3
{

namespace
{

/// Make a topology with each port of all nodes linked to the optical switch, which is the last
/// node.
IncTopology
MakeTopology(const IncCluster& cluster, Time delay)
{
    const int64_t ps = IncClock::ToPs(delay);
    const auto rate = static_cast<uint64_t>(std::llround(cluster.capacity * 1e9));
    IncTopology topology;
    std::vector<uint32_t> ports;
    for (uint32_t w = 0; w < cluster.workers; ++w)
    {
        topology.AddHost(cluster.NameOf(cluster.Worker(w)));
        ports.push_back(1);
    }
    topology.SetWorkers(topology.GetHosts());
    for (const auto& device : cluster.switches)
    {
        topology.AddSwitch(device.name);
        ports.push_back(device.ports);
    }
    for (uint32_t p = 0; p < cluster.parameterServers; ++p)
    {
        topology.AddSwitch(cluster.NameOf(cluster.ParameterServer(p)));
        ports.push_back(1);
    }
    IncTopologyNode optical;
    optical.name = "optical";
    optical.kind = IncTopologyNode::Kind::OPTICAL;
    const uint32_t last = topology.AddNode(optical);
    for (uint32_t node = 0; node < last; ++node)
    {
        for (uint32_t port = 0; port < ports[node]; ++port)
        {
            topology.AddLink(node, last, rate, ps);
        }
    }
    return topology;
}

void
Check(const IncCluster& cluster, const IncOpticalDevice& device)
{
    const uint64_t ports = IncReconfigurableHelper::CountPorts(cluster);
    if (ports > device.ports)
    {
        throw IncError("optical switch: the cluster takes " + std::to_string(ports) +
                       " ports; accepted by a " + device.name + ": " +
                       std::to_string(device.ports));
    }
    if (!cluster.OwnCapacities().empty())
    {
        throw IncError("capacities: of single pairs; accepted behind an optical switch: one "
                       "capacity of all ports");
    }
}

} // namespace

double
IncReconfigurableMeasurement::GetGbps() const
{
    return status == "ok" ? 8e-9 * bytes / (end - start).GetSeconds() : 0;
}

IncReconfigurableHelper::IncReconfigurableHelper(const IncCluster& cluster,
                                                 const IncOpticalDevice& device,
                                                 Time delay)
{
    Check(cluster, device);
    const IncTopology topology = MakeTopology(cluster, delay);
    m_optical = static_cast<uint32_t>(topology.GetNodes().size()) - 1;
    m_fabric = IncFabricHelper().Install(topology);
    GetOpticalSwitch()->SetAttribute("ReconfigurationTime", TimeValue(device.reconfigurationTime));
}

IncReconfigurableHelper::~IncReconfigurableHelper() = default;

uint64_t
IncReconfigurableHelper::CountPorts(const IncCluster& cluster)
{
    uint64_t ports = uint64_t{cluster.workers} + cluster.parameterServers;
    for (const auto& device : cluster.switches)
    {
        ports += device.ports;
    }
    return ports;
}

Ptr<IncOpticalSwitch>
IncReconfigurableHelper::GetOpticalSwitch() const
{
    return DynamicCast<IncOpticalSwitch>(m_fabric.GetSwitch(m_optical));
}

uint32_t
IncReconfigurableHelper::IndexOf(const std::string& name) const
{
    const auto index = m_fabric.GetTopology().Find(name);
    if (!index)
    {
        throw IncError("plan: " + name +
                       " is no node of the cluster; accepted: a plan of the "
                       "same workers and switches");
    }
    return *index;
}

void
IncReconfigurableHelper::ApplyPlan(Time when, const IncClusterPlan& plan)
{
    if (!plan.HasPlan() || plan.objective <= 0)
    {
        throw IncError("plan: status " + IncName(plan.status) + ", rate " +
                       std::to_string(plan.objective) +
                       "; accepted: a feasible plan with a rate above 0");
    }
    if (plan.instance.workers != m_fabric.GetTopology().GetHosts().size())
    {
        throw IncError(
            "plan: of " + std::to_string(plan.instance.workers) +
            " workers; accepted: " + std::to_string(m_fabric.GetTopology().GetHosts().size()));
    }
    const auto indexOf = [&](uint32_t node) { return IndexOf(plan.instance.NameOf(node)); };
    auto configuration = std::make_shared<Configuration>();
    for (const auto& [u, v] : plan.links)
    {
        configuration->links.emplace_back(indexOf(u), indexOf(v));
    }
    configuration->network.reductions = IncClusterFlows(plan);
    for (auto& reduction : configuration->network.reductions)
    {
        reduction.server = indexOf(reduction.server);
        for (auto& path : reduction.paths)
        {
            std::transform(path.begin(), path.end(), path.begin(), indexOf);
        }
    }
    MakeCircuits(*configuration); // throws now if the plan does not fit
    Simulator::Schedule(when, [this, configuration]() { Apply(configuration); });
}

std::vector<IncCircuit>
IncReconfigurableHelper::MakeCircuits(const Configuration& configuration) const
{
    const IncTopology& topology = m_fabric.GetTopology();
    // `free` has the free ports of the optical switch by node, `joined` the present circuits by
    // their two nodes.
    std::vector<std::vector<uint32_t>> free(topology.GetNodes().size());
    std::map<std::pair<uint32_t, uint32_t>, IncCircuit> joined;
    const auto& links = topology.GetLinks();
    for (const auto& circuit : topology.GetCircuits(m_optical))
    {
        // Port p of the optical switch leads to the node at the other end of its link p.
        joined[std::minmax(links[circuit.first].a, links[circuit.second].a)] = circuit;
    }
    std::vector<IncCircuit> circuits;
    std::vector<bool> taken(links.size(), false);
    std::vector<std::pair<uint32_t, uint32_t>> added;
    for (const auto& [u, v] : configuration.links)
    {
        const auto found = joined.find(std::minmax(u, v));
        if (found == joined.end())
        {
            added.emplace_back(u, v);
            continue;
        }
        circuits.push_back(found->second); // keep this circuit as it is
        taken[found->second.first] = true;
        taken[found->second.second] = true;
    }
    for (uint32_t port = static_cast<uint32_t>(links.size()); port-- > 0;)
    {
        if (!taken[port])
        {
            free[links[port].a].push_back(port);
        }
    }
    const auto take = [&](uint32_t node) {
        if (free[node].empty())
        {
            throw IncError("plan: more links at " + topology.GetName(node) +
                           " than it has ports; accepted: a plan for this cluster");
        }
        const uint32_t port = free[node].back();
        free[node].pop_back();
        return port;
    };
    for (const auto& [u, v] : added)
    {
        const uint32_t port = take(u);
        circuits.emplace_back(port, take(v));
    }
    return circuits;
}

void
IncReconfigurableHelper::Apply(const std::shared_ptr<Configuration>& configuration)
{
    m_job.reset();
    const auto circuits = MakeCircuits(*configuration);
    m_fabric.SetCircuits(m_optical, circuits);
    configuration->network.topology = m_fabric.GetTopology();
    m_present = configuration;
    GetOpticalSwitch()->Reconfigure(circuits);
    Simulator::Schedule(GetOpticalSwitch()->GetReconfigurationTime(), [this, configuration]() {
        if (m_present == configuration)
        {
            Route();
        }
    });
}

void
IncReconfigurableHelper::Route()
{
    m_fabric.DistributeRoutes(IncRouteComputation(m_fabric.GetTopology()));
}

const IncReconfigurableMeasurement&
IncReconfigurableHelper::Measure(Time when, uint64_t bytes, bool paced)
{
    m_measurements.emplace_back();
    IncReconfigurableMeasurement& measurement = m_measurements.back();
    measurement.bytes = bytes;
    Simulator::Schedule(when, [this, &measurement, paced]() { Start(measurement, paced); });
    return measurement;
}

void
IncReconfigurableHelper::Start(IncReconfigurableMeasurement& measurement, bool paced)
{
    NS_ABORT_MSG_UNLESS(m_present, "IncReconfigurableHelper::Measure: apply a plan before");
    IncPlannedJobOptions options;
    options.group.dissemination = IncDisseminationMode::TREE;
    options.paced = paced;
    m_job.reset(); // remove the old trees before new ones are made
    m_job =
        std::make_unique<IncPlannedJob>(m_fabric, m_present->network, IncGroupHelper(), options);
    measurement.start = Simulator::Now();
    measurement.boundGbps = 8 * m_job->GetBound();
    IncCollectiveRequest request;
    request.type = IncDataType::FLOAT32;
    request.operation = IncOperation::SUM;
    request.count = measurement.bytes / IncSizeOf(request.type);
    auto missing = std::make_shared<uint32_t>(m_job->GetAlgorithm()->GetRanks());
    m_job->GetAlgorithm()->Start(
        request,
        IncCollectiveAlgorithm::CompletionCallback(
            [&measurement, missing](uint32_t rank, const std::string& status) {
                measurement.end = Simulator::Now();
                measurement.status = !status.empty()   ? status
                                     : --*missing == 0 ? "ok"
                                                       : measurement.status;
            }));
}

} // namespace ns3
