/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-given-attributes.h"
#include "inc-run-observer.h"

#include "ns3/inc-animation.h"
#include "ns3/inc-event-trace.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-topology-file.h"

namespace ns3
{

namespace
{

/// Writes a packet capture of each port (--pcap).
class CaptureObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Open(const std::vector<std::vector<uint32_t>>& jobs) override
    {
        IncFabricHelper helper;
        helper.SetNanosecondCaptures(!IncIsAttributeGiven("ns3::PcapFileWrapper::NanosecMode"));
        helper.EnablePcap(m_run.arguments.output.pcap, GetFabric().GetDevices());
    }
};

const IncRunObserverRegistration CAPTURE_OBSERVER("pcap", [](IncRunObserverKind& self) {
    self.Describe<CaptureObserver>(2, [](const auto& run) { return !run.output.pcap.empty(); });
});

/// Writes the network to a file (--export).
class TopologyObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Write(IncResult& result) override
    {
        IncTopologyFile::Write(GetFabric().GetTopology(), m_run.arguments.output.topology);
    }
};

const IncRunObserverRegistration TOPOLOGY_OBSERVER("export", [](IncRunObserverKind& self) {
    self.Describe<TopologyObserver>(
        14,
        [](const auto& run) { return !run.output.topology.empty(); },
        true);
});

/// Writes a trace of the events of ports and groups (--trace).
class TraceObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Open(const std::vector<std::vector<uint32_t>>& jobs) override
    {
        m_trace = Create<IncEventTrace>(GetFabric(), m_run.arguments.output.trace);
    }

    void WatchGroup(const IncGroup& group) override
    {
        m_trace->Watch(GetFabric(), group);
    }

  private:
    Ptr<IncEventTrace> m_trace;
};

const IncRunObserverRegistration TRACE_OBSERVER("trace", [](IncRunObserverKind& self) {
    self.Describe<TraceObserver>(1, [](const auto& run) { return !run.output.trace.empty(); });
});

/// Writes the first message of each job for NetAnim (--animation).
class AnimationObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Write(IncResult& result) override
    {
        IncWriteOutputFile(m_run.arguments.output.animation, m_animation->ToXml());
    }

  private:
    Ptr<IncAnimation> m_animation{Create<IncAnimation>(GetFabric())};
};

const IncRunObserverRegistration ANIMATION_OBSERVER("animation", [](IncRunObserverKind& self) {
    self.Describe<AnimationObserver>(3,
                                     [](const auto& run) { return !run.output.animation.empty(); });
});

/// Writes a table with a line for each flow of all rows (--flowTable).
class FlowTableObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void End(IncResultRow& row) override
    {
        const auto& flows = row.flows ? row.flows : row.beside;
        for (const IncFlowRecord& flow : flows ? flows->records : std::vector<IncFlowRecord>())
        {
            m_text += flow.ToText(m_rows);
        }
        ++m_rows;
    }

    void Write(IncResult& result) override
    {
        IncWriteOutputFile(m_run.arguments.flows.tableFile, m_text);
    }

  private:
    std::string m_text = IncFlowRecord::Header(); //!< lines of all rows so far
    std::size_t m_rows{0};
};

const IncRunObserverRegistration FLOW_TABLE_OBSERVER("flowTable", [](IncRunObserverKind& self) {
    self.Describe<FlowTableObserver>(12,
                                     [](const auto& run) { return !run.flows.tableFile.empty(); });
});

/// Writes the counters of each row, one counter per line (--stats=FILE.csv).
class StatisticsFileObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void End(IncResultRow& row) override
    {
        m_text += row.statistics ? row.statistics->ToCsv(std::to_string(m_rows) + ",") : "";
        ++m_rows;
    }

    void Write(IncResult& result) override
    {
        IncWriteOutputFile(m_run.arguments.output.statsFile, m_text);
    }

  private:
    std::string m_text{"row,table,object,counter,value\n"}; //!< lines of all rows so far
    std::size_t m_rows{0};
};

const IncRunObserverRegistration STATISTICS_FILE_OBSERVER(
    "statsFile",
    [](IncRunObserverKind& self) {
        self.Describe<StatisticsFileObserver>(15, [](const auto& run) {
            return !run.output.statsFile.empty();
        });
    });

} // namespace

} // namespace ns3
