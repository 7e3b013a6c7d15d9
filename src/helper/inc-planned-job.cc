/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-planned-job.h"

#include "ns3/data-rate.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-priority.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace ns3
{

namespace
{

constexpr double MAX_SLOTS = 65536;

/// Smallest values of timeouts; timeouts are longer if a window drains slowly.
const Time LEAST_TIMEOUT = MicroSeconds(50);
const Time LEAST_RC_TIMEOUT = MicroSeconds(500);
const Time LARGEST_TIMEOUT = MilliSeconds(16);

/// Scheduler weight of the traffic class with the lowest rate, and largest weight of a class.
constexpr double FINENESS = 4;
constexpr double WIDEST = 1000;

/// Traffic class of results without data, which are sent before all others.
constexpr uint8_t RESULT_CLASS = 7;

/// Largest overhead of a frame, bytes: a P-BM of 4096 bits and all headers.
constexpr uint32_t LARGEST_OVERHEAD = 700;

uint32_t
PortTo(const IncTopology& topology, uint32_t node, uint32_t neighbor)
{
    const auto& ports = topology.GetPorts(node);
    const auto found = std::find_if(ports.begin(), ports.end(), [&](const IncTopologyPort& port) {
        return port.peer == neighbor;
    });
    return static_cast<uint32_t>(found - ports.begin());
}

} // namespace

IncPlannedJob::IncPlannedJob(const IncFabric& fabric,
                             const IncPlannedNetwork& network,
                             IncGroupHelper helper,
                             const IncPlannedJobOptions& options)
    : m_fabric(fabric),
      m_network(network),
      m_payload(options.payload),
      m_algorithm(CreateObject<IncShardedReduction>())
{
    helper.SetClientAttribute("Payload", UintegerValue(options.payload));
    for (const auto& reduction : network.reductions)
    {
        m_trees.push_back(reduction.MakeTree(network.topology));
    }
    if (network.reductions.size() > 1)
    {
        SetScheduler(MakeWeights());
    }
    std::vector<IncReductionShard> shards;
    for (const auto& reduction : network.reductions)
    {
        Install(reduction, helper, options);
        LayRoutes(m_groups.size() - 1);
        const IncGroup& group = m_groups.back();
        shards.push_back({group.clients, group.aggregators.front(), group.treeId, reduction.rate});
    }
    DeepenBuffers();
    m_algorithm->Setup(std::move(shards));
}

IncPlannedJob::~IncPlannedJob()
{
    for (const auto& group : m_groups)
    {
        IncGroupHelper::Remove(group, group.treeId);
    }
    for (uint32_t node = 0; node < m_network.topology.GetNodes().size(); ++node)
    {
        if (!m_network.topology.IsHost(node))
        {
            m_fabric.GetSwitch(node)->GetFlowTable().Clear();
        }
    }
    if (m_network.reductions.size() > 1)
    {
        SetScheduler("strict");
    }
    m_algorithm->Dispose();
}

uint8_t
IncPlannedJob::ClassOf(std::size_t index)
{
    return static_cast<uint8_t>(index % RESULT_CLASS);
}

std::string
IncPlannedJob::MakeWeights() const
{
    std::array<double, INC_PRIORITIES> rates{};
    for (std::size_t i = 0; i < m_network.reductions.size(); ++i)
    {
        rates[ClassOf(i)] += m_network.reductions[i].rate;
    }
    double least = std::numeric_limits<double>::infinity();
    for (double rate : rates)
    {
        least = rate > 0 ? std::min(least, rate) : least;
    }
    std::string weights;
    for (double rate : rates)
    {
        const double weight = rate > 0 ? std::min(WIDEST, std::round(FINENESS * rate / least)) : 0;
        weights += (weights.empty() ? "" : ",") + std::to_string(std::lround(weight));
    }
    return weights;
}

void
IncPlannedJob::SetScheduler(const std::string& weights) const
{
    for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
    {
        m_fabric.GetDevices().Get(i)->SetAttribute("Scheduler", StringValue(weights));
    }
}

void
IncPlannedJob::Install(const IncPlannedReduction& reduction,
                       IncGroupHelper& helper,
                       const IncPlannedJobOptions& options)
{
    IncGroupOptions group = options.group;
    group.treeId += m_groups.size();
    group.slots = SlotsOf(m_groups.size(), options.slots);
    if (m_network.reductions.size() > 1)
    {
        group.priority = ClassOf(m_groups.size());
        group.resultPriority = options.group.resultsAreEmpty ? RESULT_CLASS : group.priority;
    }
    // A full window may have to drain at the plan's rate before an answer arrives.
    const Time drain =
        Seconds(2 * 8.0 * (m_payload + LARGEST_OVERHEAD) * group.slots / reduction.rate);
    const Time least = std::max(LEAST_TIMEOUT, drain);
    helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(least));
    helper.SetClientAttribute("RetransmitTimeout",
                              TimeValue(std::max(options.timeout.value_or(least), drain)));
    helper.SetClientAttribute("MaxRetransmitTimeout",
                              TimeValue(std::max(LARGEST_TIMEOUT, 16 * drain)));
    group.fitsBuffers = false; // DeepenBuffers() makes enough room for all windows
    if (group.rc.timeout.IsZero())
    {
        group.rc.timeout = std::max(LEAST_RC_TIMEOUT, drain);
    }
    const auto rate = static_cast<uint64_t>(options.paced ? std::llround(reduction.rate) : 0);
    helper.SetClientAttribute("MaxRate", DataRateValue(DataRate(rate)));
    m_groups.push_back(helper.Install(m_fabric, m_trees[m_groups.size()], group));
}

uint32_t
IncPlannedJob::SlotsOf(std::size_t index, const std::optional<uint32_t>& slots) const
{
    const IncPlannedReduction& reduction = m_network.reductions[index];
    if (slots)
    {
        const double share = reduction.rate / m_network.GetRate();
        return std::max(1U, static_cast<uint32_t>(std::ceil(*slots * share)));
    }
    // Take several times the frames that fill the paths, because in a deep tree they wait on every
    // level. In addition, a frame may wait at each hop until the next frame of its flow arrives.
    const uint32_t bytes = m_payload + LARGEST_OVERHEAD;
    const double held = RoundTrip(reduction, bytes) * reduction.rate / (8.0 * bytes);
    const double hops = 2 * m_trees[index].GetDepth() + 2;
    return static_cast<uint32_t>(std::ceil(std::min(MAX_SLOTS, 8 * held + 2 * hops)));
}

void
IncPlannedJob::DeepenBuffers() const
{
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> waiting; // bytes, by node and next node
    uint64_t most = 0;
    for (std::size_t i = 0; i < m_groups.size(); ++i)
    {
        const uint64_t window = uint64_t{m_payload + m_groups[i].overhead} * m_groups[i].slots;
        for (const auto& path : m_network.reductions[i].paths)
        {
            for (std::size_t hop = 1; hop < path.size(); ++hop)
            {
                // Contributions go in one direction, results in the other.
                uint64_t& up = waiting[{path[hop - 1], path[hop]}];
                uint64_t& down = waiting[{path[hop], path[hop - 1]}];
                up += window;
                down += window;
                most = std::max({most, up, down});
            }
        }
    }
    most = std::min<uint64_t>(most, std::numeric_limits<uint32_t>::max());
    for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
    {
        const auto device = DynamicCast<IncNetDevice>(m_fabric.GetDevices().Get(i));
        UintegerValue size;
        device->GetAttribute("QueueSize", size);
        device->SetAttribute("QueueSize", UintegerValue(std::max(size.Get(), most)));
    }
}

double
IncPlannedJob::RoundTrip(const IncPlannedReduction& reduction, uint32_t bytes) const
{
    const IncTopology& topology = m_network.topology;
    std::map<uint32_t, const IncPlannedReduction::Path*> pathOf; // path of each sender
    for (const auto& path : reduction.paths)
    {
        pathOf[path.front()] = &path;
    }
    double longest = 0;
    for (uint32_t worker : topology.GetHosts())
    {
        double time = 0;
        for (uint32_t node = worker; node != reduction.server;)
        {
            const IncPlannedReduction::Path& path = *pathOf.at(node);
            for (std::size_t hop = 1; hop < path.size(); ++hop)
            {
                const auto& port =
                    topology.GetPorts(path[hop - 1])[PortTo(topology, path[hop - 1], path[hop])];
                const IncTopologyLink& link = topology.GetLinks()[port.link];
                const double bits = 8.0 * bytes;
                time += 2e-12 * link.delay + bits / link.rate + bits / link.back;
            }
            node = path.back();
        }
        longest = std::max(longest, time);
    }
    return longest;
}

void
IncPlannedJob::LayRoutes(std::size_t index)
{
    std::map<uint32_t, const IncPlannedReduction::Path*> pathOf; // path of each sender
    for (const auto& path : m_network.reductions[index].paths)
    {
        pathOf[path.front()] = &path;
    }
    const IncAggregationTree& tree = m_trees[index];
    const IncGroup& group = m_groups[index];
    for (uint32_t vatNode = 0; vatNode < tree.GetNodes().size(); ++vatNode)
    {
        const auto links = group.aggregators[vatNode]->GetLinks(group.treeId);
        const auto& inputs = tree.GetInputs(vatNode);
        for (std::size_t child = 0; child < inputs.size(); ++child)
        {
            const uint32_t sender = inputs[child].isWorker
                                        ? tree.GetWorkers()[inputs[child].index].host
                                        : tree.GetNodes()[inputs[child].index].node;
            IncPlannedReduction::Path path = *pathOf.at(sender);
            LayRoute(path, links[child]->GetConnection().localQpn);
            std::reverse(path.begin(), path.end());
            LayRoute(path, links[child]->GetConnection().remoteQpn);
        }
    }
}

void
IncPlannedJob::LayRoute(const IncPlannedReduction::Path& path, uint32_t qpn) const
{
    const IncTopology& topology = m_network.topology;
    for (std::size_t hop = 0; hop + 1 < path.size(); ++hop)
    {
        if (!topology.IsHost(path[hop]))
        {
            m_fabric.GetSwitch(path[hop])->GetFlowTable().Set(
                IncAddressPlan::AddressOf(path.back()),
                qpn,
                PortTo(topology, path[hop], path[hop + 1]));
        }
    }
}

double
IncPlannedJob::GetBound() const
{
    // The shards end together, because the model is divided in proportion to the rates.
    double sum = 0;
    double slowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_groups.size(); ++i)
    {
        const IncPlannedReduction& reduction = m_network.reductions[i];
        const uint32_t bytes = m_payload + m_groups[i].overhead;
        const double window =
            8.0 * bytes * m_groups[i].slots / RoundTrip(reduction, bytes) / reduction.rate;
        slowest = std::min({slowest, 1.0, window});
        sum += reduction.rate * m_payload / bytes;
    }
    return sum * slowest / 8e9;
}

} // namespace ns3
