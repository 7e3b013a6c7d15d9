/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-run-observer.h"

#include "ns3/inc-enum.h"

#include <map>

namespace ns3
{

IncRunObservers::IncRunObservers(const IncSimArguments& arguments, const IncSimNetwork& network)
    : m_run{arguments,
            network,
            arguments.output.timeline.empty() ? nullptr : Create<IncTimeline>(),
            CreateObject<IncFastForward>()}
{
    m_run.fastForward->SetAttribute("Mode", IncEnumValue(arguments.output.fastForward));
    std::multimap<uint32_t, const IncRunObserverKind*> kinds;
    for (const auto& entry : IncRunObserverRegistration::GetAll())
    {
        kinds.emplace(entry.second.place, &entry.second);
    }
    for (const auto& entry : kinds)
    {
        if (auto observer = entry.second->make(m_run))
        {
            m_observers.push_back(std::move(observer));
            m_sequential = entry.second->isPerRow ? m_sequential : entry.second->name;
        }
    }
}

void
IncRunObservers::WatchGroup(const IncGroup& group)
{
    for (uint32_t rank = 0; rank < group.clients.size(); ++rank)
    {
        m_clients.push_back({group.treeId, rank, group.hosts[rank], group.clients[rank]});
    }
    Tell(&IncRunObserver::WatchGroup, group);
}

void
IncRunObservers::Unwatch()
{
    m_clients.clear();
    Tell(&IncRunObserver::Unwatch);
}

IncOwnedEvents
IncRunObservers::ScheduleFailures(const IncLinkFailure::Listener& listener) const
{
    IncOwnedEvents events;
    for (const IncLinkFailure& failure : m_run.arguments.ecmp.failures)
    {
        const auto failed = [this, listener](std::optional<uint32_t> link, const auto& name) {
            Tell(&IncRunObserver::LinkChanged, link, name, false);
            listener(link, name);
        };
        const auto repaired = [this](std::optional<uint32_t> link, const auto& name) {
            Tell(&IncRunObserver::LinkChanged, link, name, true);
        };
        failure.Schedule(m_run.network.GetFabric(), events, failed, repaired);
    }
    return events;
}

} // namespace ns3
