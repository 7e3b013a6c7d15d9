/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-route-oracle.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-bfr.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRouteOracle);

TypeId
IncRouteOracle::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRouteOracle")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncRouteOracle>()
            .AddAttribute("ConvergenceDelay",
                          "Time from a link's failure or repair until all nodes have new routes",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&IncRouteOracle::m_delay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

IncRouteOracle::IncRouteOracle() = default;

void
IncRouteOracle::DoDispose()
{
    Simulator::Cancel(m_pending);
    m_fabric = IncFabric();
    Object::DoDispose();
}

void
IncRouteOracle::Watch(const IncFabric& fabric)
{
    m_fabric = fabric;
    for (uint32_t link = 0; link < fabric.GetTopology().GetLinks().size(); ++link)
    {
        // Both ends of a link change at once, so watch one of them. The callback keeps this
        // oracle alive until the device is disposed of.
        fabric.GetChannel(link)->GetDevice(0)->AddLinkChangeCallback(
            MakeCallback(&IncRouteOracle::LinkChanged, Ptr<IncRouteOracle>(this)));
    }
}

void
IncRouteOracle::LinkChanged()
{
    if (m_pending.IsExpired())
    {
        m_pending = Simulator::Schedule(m_delay, &IncRouteOracle::Recompute, this);
    }
}

void
IncRouteOracle::Restore()
{
    for (uint32_t link = 0; link < m_fabric.GetTopology().GetLinks().size(); ++link)
    {
        m_fabric.GetChannel(link)->SetUp(true);
    }
    Simulator::Cancel(m_pending);
    Recompute();
    Admit(false);
}

void
IncRouteOracle::Admit(bool detours) const
{
    const NodeContainer& nodes = m_fabric.GetNodes();
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        if (auto aggregator = nodes.Get(i)->GetObject<IncAggregator>())
        {
            aggregator->AdmitDetours(detours);
        }
    }
}

void
IncRouteOracle::Recompute()
{
    ++m_runs;
    const IncTopology& topology = m_fabric.GetTopology();
    std::vector<bool> failed(topology.GetLinks().size());
    for (uint32_t link = 0; link < failed.size(); ++link)
    {
        failed[link] = !m_fabric.GetChannel(link)->GetDevice(0)->IsLinkUp();
    }
    m_fabric.DistributeRoutes(IncRouteComputation(topology, failed));
    const NodeContainer& nodes = m_fabric.GetNodes();
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        if (auto bfr = nodes.Get(i)->GetObject<IncBfr>())
        {
            bfr->Recompute();
        }
    }
    Admit(true);
}

} // namespace ns3
