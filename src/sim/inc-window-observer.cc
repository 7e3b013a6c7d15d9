/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-run-observer.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-window-permit.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ns3
{

namespace
{

/// Lets the simulator execute the events of a node together where no row or output depends on the
/// order of events of several nodes.
class WindowObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void WatchLoop(IncSimulationLoop& loop) override
    {
        loop.Begin([this](const std::string& orderedBecause) {
            if (!m_isDecided)
            {
                m_isDecided = true;
                Decide(orderedBecause);
            }
        });
    }

    void Unwatch() override
    {
        IncForbidWindows();
        m_isDecided = false;
    }

    void Read(IncResultRow& row) override
    {
        const uint64_t windows = CountWindows();
        if (m_run.arguments.output.windows != IncWindowMode::AUTO ||
            m_run.network.GetWorkers().size() >= INC_LEAST_WINDOW_HOSTS)
        {
            row.windows = {windows - m_counted, m_refused};
        }
        m_counted = windows;
    }

  private:
    void Decide(const std::string& orderedBecause)
    {
        m_refused = orderedBecause.empty() ? FindRefusal(m_run.arguments) : orderedBecause;
        if (m_refused.empty())
        {
            const bool always = m_run.arguments.output.windows == IncWindowMode::ON;
            m_refused = IncPermitWindows(always ? 1 : 0);
        }
    }

    static uint64_t CountWindows()
    {
        const IncSimulatorImpl* engine = IncClock::OwnEngine();
        return engine ? engine->GetWindows() : 0;
    }

    /// Return the reason why the arguments exclude windows, or an empty text.
    static std::string FindRefusal(const IncSimArguments& run)
    {
        const IncOutputConfig& output = run.output;
        if (output.windows == IncWindowMode::OFF)
        {
            return "--windows=off";
        }
        if (!output.timeline.empty() || !output.series.empty() || !output.animation.empty() ||
            !output.pcap.empty() || !output.trace.empty())
        {
            return "an output that follows the order of events";
        }
        if (output.fastForward != IncFastForwardMode::OFF)
        {
            return "fast-forward";
        }
        if (run.control.isManaged)
        {
            return "the aggregation manager, which acts on several nodes";
        }
        if (run.flows.AreBeside())
        {
            return "flows that nobody waits for";
        }
        if (run.topology.servers.AreOn())
        {
            return "servers of several GPUs, whose links are shorter than those of the network";
        }
        if (run.call.wire)
        {
            return "integers on the wire, whose scales ranks agree on without packets";
        }
        const auto own = IncOwnSchemes();
        for (const IncScheme* scheme : run.rows.schemes)
        {
            const auto isIt = [&](const IncScheme& other) { return other.name == scheme->name; };
            if (std::any_of(own.begin(), own.end(), isIt))
            {
                return "a scheme of one's own";
            }
        }
        return "";
    }

    bool m_isDecided{false}; //!< whether Decide() was called in the present row
    std::string m_refused;   //!< why the present row has no windows, or empty
    uint64_t m_counted{0};   //!< number of windows before the present row
};

const IncRunObserverRegistration WINDOW_OBSERVER("windows", [](IncRunObserverKind& self) {
    self.Describe<WindowObserver>(
        13,
        [](const auto& run) { return true; },
        true);
});

} // namespace

} // namespace ns3
