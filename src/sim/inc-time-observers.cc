/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-run-observer.h"

#include "ns3/inc-output-file.h"
#include "ns3/inc-series.h"
#include "ns3/inc-watched-scheduler.h"
#include "ns3/simulator.h"

namespace ns3
{

namespace
{

/// Writes samples of metrics to a file (--series), and shows them in the timeline.
class SeriesObserver : public IncRunObserver
{
  public:
    explicit SeriesObserver(const IncObservedRun& run)
        : IncRunObserver(run),
          m_series(CreateObject<IncSeries>(run.network.GetFabric(),
                                           run.arguments.output.interval,
                                           run.arguments.output.selection))
    {
        if (run.arguments.output.hasCounters)
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
            m_run.arguments.table.Refuse(
                "seriesOf",
                "nothing is called " + pattern +
                    "; accepted: patterns of OBJECT/METRIC, such as "
                    "h0->edge0/sent_bytes, edge0/slots_in_use, h0/qp17/rate_Gbps, "
                    "job0/received_bytes");
        }
    }

    void Write(IncResult& result) override
    {
        if (!m_run.arguments.output.series.empty())
        {
            IncWriteOutputFile(m_run.arguments.output.series, m_series->GetText());
        }
    }

  private:
    Ptr<IncSeries> m_series;
};

const IncRunObserverRegistration SERIES_OBSERVER("series", [](IncRunObserverKind& self) {
    self.Describe<SeriesObserver>(4, [](const auto& run) {
        return !run.output.series.empty() || run.output.hasCounters;
    });
});

/// Shows rows, failures of links, deaths and the manager's log in the timeline (--timeline).
class TimelineObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void Begin(const std::string& row) override
    {
        m_begin = Simulator::Now();
    }

    void LinkChanged(std::optional<uint32_t> link, const std::string& name, bool isUp) override
    {
        const std::string what = isUp ? " is up again" : " fails";
        m_run.timeline->AddInstant("network", name + what, Simulator::Now());
    }

    void End(IncResultRow& row) override
    {
        m_run.timeline->Add(
            {"run", "rows", row.scheme, "row", m_begin, Simulator::Now(), row.bytes});
        for (const auto& death : m_run.arguments.control.deaths)
        {
            if (m_begin + death.at < Simulator::Now())
            {
                m_run.timeline->AddInstant("network", death.who + " dies", m_begin + death.at);
            }
        }
        if (const IncSimControl* control = m_run.network.GetControl())
        {
            AddLog(control->GetLog());
        }
    }

    void Write(IncResult& result) override
    {
        IncWriteOutputFile(m_run.arguments.output.timeline, m_run.timeline->ToJson());
    }

  private:
    /// Show states of groups as spans, and all other entries as instants.
    void AddLog(const std::vector<IncManagerLogEntry>& log)
    {
        for (const IncGroupSpan& span : IncGroupSpans(log, Simulator::Now()))
        {
            const std::string name = span.state + (span.text.empty() ? "" : ": ") + span.text;
            if (span.end > span.begin)
            {
                m_run.timeline->Add({"manager", span.group, name, "group", span.begin, span.end});
            }
        }
        for (const IncManagerLogEntry& entry : log)
        {
            if (!IncIsOfGroup(entry))
            {
                const std::string text = (entry.text.empty() ? "" : ": ") + entry.text;
                m_run.timeline->AddInstant("manager",
                                           entry.object + " " + entry.event + text,
                                           entry.at);
            }
        }
    }

    Time m_begin; //!< begin of the row's measured part
};

const IncRunObserverRegistration TIMELINE_OBSERVER("timeline", [](IncRunObserverKind& self) {
    self.Describe<TimelineObserver>(5,
                                    [](const auto& run) { return !run.output.timeline.empty(); });
});

} // namespace

} // namespace ns3
