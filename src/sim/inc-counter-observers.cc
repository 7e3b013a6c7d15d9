/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-run-observer.h"

#include "ns3/inc-control-admission.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-output-file.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fstream>

namespace ns3
{

namespace
{

/// Adds the traffic and losses of all links to each row.
class TrafficObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Count(const std::vector<IncTreeClient>& clients) override
    {
        for (uint32_t i = 0; i < m_before.size(); ++i)
        {
            m_before[i] = {GetDevice(i)->GetCounters(), GetDevice(i)->GetBusyPs(IncClock::NowPs())};
        }
    }

    void End(IncResultRow& row) override
    {
        int64_t longestPs = 0;
        for (uint32_t i = 0; i < m_before.size(); ++i)
        {
            const IncPortCounters& now = GetDevice(i)->GetCounters();
            const auto& [then, busyBefore] = m_before[i];
            const uint64_t bytes = now.sentBytes - then.sentBytes;
            row.packetsSent += now.sentFrames - then.sentFrames;
            row.linkBytesTotal += bytes;
            row.linkBytesMax = std::max<uint64_t>(row.linkBytesMax, bytes);
            row.packetsLost +=
                now.lostFrames - then.lostFrames + now.bufferDrops - then.bufferDrops;
            row.pfcFrames += now.pfcFramesSent - then.pfcFramesSent;
            row.lostInBuffers += now.bufferDrops - then.bufferDrops;
            row.linkCopies += now.sentResults - then.sentResults;
            const int64_t busyPs = GetDevice(i)->GetBusyPs(IncClock::NowPs()) - busyBefore;
            if (busyPs > longestPs)
            {
                longestPs = busyPs;
                // The scenario's nodes are the first of the simulation, so ids are node indices.
                row.bottleneckLink = IncLinkName(GetFabric().GetTopology(),
                                                 GetDevice(i)->GetNode()->GetId(),
                                                 GetDevice(i)->GetPort());
            }
        }
        row.bottleneckBusyUs = static_cast<double>(longestPs) / 1e6;
    }

  private:
    Ptr<IncNetDevice> GetDevice(uint32_t index) const
    {
        return StaticCast<IncNetDevice>(GetFabric().GetDevices().Get(index));
    }

    /// Counters of each device at the start of measuring, and its sending time till then, ps.
    std::vector<std::pair<IncPortCounters, int64_t>> m_before{GetFabric().GetDevices().GetN()};
};

const IncRunObserverRegistration TRAFFIC_OBSERVER("traffic", [](IncRunObserverKind& self) {
    self.Describe<TrafficObserver>(
        6,
        [](const auto& run) { return true; },
        true);
});

/// Adds the traffic of scale-up links to each row.
class ScaleUpObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Count(const std::vector<IncTreeClient>& clients) override
    {
        m_before.clear();
        for (const auto& direction : GetFabric().GetScaleUpDirections())
        {
            m_before.push_back(*direction.counters);
        }
    }

    void End(IncResultRow& row) override
    {
        if (!row.servers)
        {
            // Each job, or group of a trace or workload, has a part of its own inside servers.
            const auto layout =
                IncServerLayout::Of(GetFabric().GetTopology(), m_run.network.GetWorkers());
            row.servers.emplace();
            row.servers->servers = static_cast<uint32_t>(layout.servers.size());
            row.servers->gpusPerServer = layout.GetLargest();
            row.servers->inServer = "by group";
        }
        const auto now = GetFabric().GetScaleUpDirections();
        int64_t longestPs = 0;
        for (std::size_t i = 0; i < now.size(); ++i)
        {
            const uint64_t bytes = now[i].counters->bytes - m_before[i].bytes;
            const int64_t busyPs = now[i].counters->busyPs - m_before[i].busyPs;
            row.servers->scaleUpBytesTotal += bytes;
            row.servers->scaleUpBytesMax = std::max(row.servers->scaleUpBytesMax, bytes);
            if (busyPs > longestPs)
            {
                longestPs = busyPs;
                row.servers->bottleneck = now[i].name;
            }
        }
    }

  private:
    std::vector<IncScaleUpLink::Direction> m_before; //!< counters at the start of measuring
};

const IncRunObserverRegistration SCALE_UP_OBSERVER("scaleUp", [](IncRunObserverKind& self) {
    self.Describe<ScaleUpObserver>(
        16,
        [](const auto& run) { return run.topology.servers.AreOn(); },
        true);
});

/// Adds the counters of all nodes and groups (--stats).
class StatisticsObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Count(const std::vector<IncTreeClient>& clients) override
    {
        m_clients = clients;
        m_before = IncStatistics(GetFabric(), m_clients);
    }

    void Read(IncResultRow& row) override
    {
        row.statistics = IncStatistics(GetFabric(), m_clients).Since(m_before);
        m_clients.clear();
    }

  private:
    std::vector<IncTreeClient> m_clients; //!< clients of all groups of the row
    IncStatistics m_before;               //!< counters at the start of measuring
};

const IncRunObserverRegistration STATISTICS_OBSERVER("stats", [](IncRunObserverKind& self) {
    // Numbers of queue pairs and longest queues go on from row to row.
    self.Describe<StatisticsObserver>(7, [](const auto& run) { return run.output.stats; });
});

/// Adds the report of manager and agents to each row. Writes the inventory (--inventory) and the
/// statistics of groups that the manager gets (--monitor).
class ManagerObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void WatchManager(const IncControlPlane& plane) override
    {
        using Part = IncGroupStatistics::Part;
        const std::string& path = m_run.arguments.control.monitor;
        if (path.empty() || m_monitor)
        {
            return;
        }
        m_monitor = IncOpenOutputFile(path);
        *m_monitor << "t_ns," << Part::GetCsvHeader() << '\n';
        const Callback<void, uint32_t, uint32_t, const Part&> write(
            [out = m_monitor](uint32_t, uint32_t, const Part& part) {
                *out << Simulator::Now().GetNanoSeconds() << ',' << part.ToCsv() << '\n';
            });
        plane.GetManager()->TraceConnectWithoutContext("Heard", write);
    }

    void Begin(const std::string& row) override
    {
        m_begin = Simulator::Now();
    }

    void End(IncResultRow& row) override
    {
        const IncSimControl& control = *m_run.network.GetControl();
        if (row.setup)
        {
            row.setup->links = control.GetLinkChanges();
            row.setup->rebuildings = FindRebuildings(control);
        }
        if (row.setup && row.statistics)
        {
            row.setup->statistics = control.Query();
            row.setup->log = control.GetLog();
        }
        if (!m_run.arguments.control.inventory.empty() && control.IsRunning())
        {
            WriteInventory(control);
        }
    }

  private:
    std::vector<IncRebuilding> FindRebuildings(const IncSimControl& control) const
    {
        std::vector<IncRebuilding> found;
        for (const IncGroupSpan& span : IncGroupSpans(control.GetLog(), Simulator::Now()))
        {
            const double us = (span.begin - m_begin).GetNanoSeconds() / 1e3;
            if (span.state == IncGroupStateName(IncGroupState::FENCING))
            {
                found.push_back({span.group, span.text, us, std::nullopt});
            }
            const auto isOfGroup = [&span](const auto& each) { return each.group == span.group; };
            const auto latest = std::find_if(found.rbegin(), found.rend(), isOfGroup);
            if (span.state == IncGroupStateName(IncGroupState::READY) && latest != found.rend())
            {
                latest->readyUs = us;
            }
        }
        return found;
    }

    void WriteInventory(const IncSimControl& control) const
    {
        const std::string& path = m_run.arguments.control.inventory;
        const auto manager = control.GetPlane().GetManager();
        const bool isGraph = path.size() > 4 && path.compare(path.size() - 4, 4, ".dot") == 0;
        IncWriteOutputFile(path,
                           isGraph ? manager->GetInventory().ToDot()
                                   : manager->DescribeInventory().dump(2) + "\n");
    }

    std::shared_ptr<std::ofstream> m_monitor; //!< file of --monitor, or null
    Time m_begin;                             //!< begin of the row's measured part
};

const IncRunObserverRegistration MANAGER_OBSERVER("control", [](IncRunObserverKind& self) {
    self.Describe<ManagerObserver>(8, [](const auto& run) { return run.control.isManaged; });
});

} // namespace

} // namespace ns3
