/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-run-observer.h"

#include "ns3/inc-output-file.h"
#include "ns3/inc-series.h"
#include "ns3/simulator.h"

namespace ns3
{

namespace
{

/// Samples of everything (--series), which a timeline may show as well.
class SeriesObserver : public IncRunObserver
{
  public:
    explicit SeriesObserver(const IncObservedRun& run)
        : m_output(run.arguments.output),
          m_table(run.arguments.table),
          m_series(CreateObject<IncSeries>(run.network.GetFabric(),
                                           run.arguments.output.interval,
                                           run.arguments.output.selection))
    {
        if (m_output.hasCounters)
        {
            m_series->Show(run.timeline);
        }
        IncWatchedScheduler::Use(m_series);
    }

    void Open(const std::vector<std::vector<uint32_t>>& jobs) override
    {
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            m_series->AddJob("job" + std::to_string(i), jobs[i]);
        }
    }

    void Begin(const std::string& row) override
    {
        m_series->Begin(row);
    }

    void End(IncResultRow& row) override
    {
        m_series->End();
    }

    void CheckUse() const override
    {
        for (const auto& pattern : m_series->GetUnused())
        {
            m_table.Refuse("seriesOf",
                           "nothing is called " + pattern +
                               "; accepted: patterns of OBJECT/METRIC, such as "
                               "h0->edge0/sent_bytes, edge0/slots_in_use, h0/qp17/rate_Gbps, "
                               "job0/received_bytes");
        }
    }

    void Write(IncResult& result) override
    {
        if (!m_output.series.empty())
        {
            IncWriteOutputFile(m_output.series, m_series->GetText());
        }
    }

  private:
    const IncOutputConfig& m_output; //!< where results go
    const IncArgumentTable& m_table; //!< what the user gave
    Ptr<IncSeries> m_series;         //!< takes the samples
};

const IncRunObserverRegistration SERIES_OBSERVER("series", [](IncRunObserverKind& self) {
    self.Describe<SeriesObserver>(4, [](const auto& run) {
        return !run.output.series.empty() || run.output.hasCounters;
    });
});

/// Rows, failures of links and the manager's log in the timeline (--timeline).
class TimelineObserver : public IncRunObserver
{
  public:
    explicit TimelineObserver(const IncObservedRun& run)
        : m_path(run.arguments.output.timeline),
          m_control(run.network.GetControl()),
          m_timeline(run.timeline)
    {
    }

    void Begin(const std::string& row) override
    {
        m_begin = Simulator::Now();
    }

    void LinkChanged(uint32_t link, const std::string& name, bool isUp) override
    {
        const std::string what = isUp ? " is up again" : " fails";
        m_timeline->AddInstant("network", name + what, Simulator::Now());
    }

    void End(IncResultRow& row) override
    {
        m_timeline->Add({"run", "rows", row.scheme, "row", m_begin, Simulator::Now(), row.bytes});
        const auto log = m_control ? m_control->GetLog() : std::vector<IncManagerLogEntry>();
        for (const IncManagerLogEntry& entry : log)
        {
            m_timeline->AddInstant("manager", entry.object + " " + entry.event, entry.at);
        }
    }

    void Write(IncResult& result) override
    {
        IncWriteOutputFile(m_path, m_timeline->ToJson());
    }

  private:
    std::string m_path;             //!< file to write
    const IncSimControl* m_control; //!< manager and agents, or null
    Ptr<IncTimeline> m_timeline;    //!< collects the spans
    Time m_begin;                   //!< begin of the row's measured part
};

const IncRunObserverRegistration TIMELINE_OBSERVER("timeline", [](IncRunObserverKind& self) {
    self.Describe<TimelineObserver>(5,
                                    [](const auto& run) { return !run.output.timeline.empty(); });
});

} // namespace

} // namespace ns3
