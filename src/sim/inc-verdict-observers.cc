/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-run-observer.h"

#include "ns3/inc-balance.h"
#include "ns3/inc-recovery-meter.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Time in which frames in flight at the end of a row arrive; the observer may wait several times,
/// because some are repeated.
const Time REST_SPELL = MicroSeconds(100);
constexpr uint32_t MAX_REST_SPELLS = 1000;

/// Ends a run at a deadlock, judges each row, and compares related counters (--check).
class VerdictObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void WatchLoop(IncSimulationLoop& loop) override
    {
        loop.Watch(GetFabric().GetWatchdog());
        if (m_run.arguments.output.check)
        {
            loop.Check([this]() {
                const std::string fault = IncBalance::Of(GetFabric()).FindFault();
                return fault.empty() ? fault : AtNow(fault);
            });
        }
    }

    void Conclude(IncResultRow& row) override
    {
        // Counters need not agree after a failure.
        const std::string fault = m_run.arguments.output.check && row.IsOk() ? CheckRest() : "";
        row.status = fault.empty() ? row.status : AtNow(fault);
        if (row.status == "ok" && row.wrong.value_or(0) > 0)
        {
            row.status = "wrong elements: " + std::to_string(*row.wrong);
        }
        if (row.status != "ok")
        {
            row.timeUs.reset();
        }
    }

  private:
    std::string AtNow(const std::string& fault) const
    {
        return "check failed at " +
               std::to_string((Simulator::Now() - m_run.network.GetElapsed()).GetNanoSeconds()) +
               " ns: " + fault;
    }

    IncBalance GetBalance() const
    {
        IncBalance balance = IncBalance::Of(GetFabric());
        if (const IncSimControl* control = m_run.network.GetControl())
        {
            // A switch that is cut off from the manager gets no RELEASE and keeps its trees.
            const auto isReachable =
                GetFabric().FindReachable(control->GetPlane().GetManagerNode());
            const auto isCutOff = [&](const IncBalance::Tree& tree) {
                return !isReachable[tree.node];
            };
            balance.trees.erase(
                std::remove_if(balance.trees.begin(), balance.trees.end(), isCutOff),
                balance.trees.end());
        }
        return balance;
    }

    /// Simulate until the rules of a network at rest hold; return a violation, or an empty text.
    std::string CheckRest() const
    {
        std::string rest;
        for (uint32_t spell = 0; spell < MAX_REST_SPELLS; ++spell)
        {
            Simulator::Stop(REST_SPELL);
            Simulator::Run();
            const IncBalance balance = GetBalance();
            const std::string fault = balance.FindFault();
            rest = fault.empty() ? balance.FindRest() : "";
            if (!fault.empty() || rest.empty())
            {
                return fault;
            }
        }
        return rest;
    }
};

const IncRunObserverRegistration VERDICT_OBSERVER("verdict", [](IncRunObserverKind& self) {
    self.Describe<VerdictObserver>(
        9,
        [](const auto& run) { return true; },
        true);
});

/// Measures how long a row's jobs need to recover from failures of links (--fail).
class RecoveryObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void SetUp(const std::vector<IncTreeClient>& clients) override
    {
        m_meter = std::make_unique<IncRecoveryMeter>(GetFabric(), clients);
    }

    void LinkChanged(std::optional<uint32_t> link, const std::string& name, bool isUp) override
    {
        if (m_meter && !isUp)
        {
            m_meter->LinkFailed(link, name);
        }
    }

    void Conclude(IncResultRow& row) override
    {
        if (m_meter)
        {
            row.recovery = m_meter->GetResult(row.status);
            m_meter.reset();
        }
    }

  private:
    std::unique_ptr<IncRecoveryMeter> m_meter; //!< meter of the present row, if it has jobs
};

const IncRunObserverRegistration RECOVERY_OBSERVER("recovery", [](IncRunObserverKind& self) {
    self.Describe<RecoveryObserver>(
        10,
        [](const auto& run) { return !run.ecmp.failures.empty(); },
        true);
});

/// Skips rounds whose state recurs (--fastForward).
class FastForwardObserver : public IncRunObserver
{
  public:
    using IncRunObserver::IncRunObserver;

    void WatchGroup(const IncGroup& group) override
    {
        m_run.fastForward->Watch(group.clients);
    }

    void Unwatch() override
    {
        m_run.fastForward->Unwatch();
    }

    void WatchLoop(IncSimulationLoop& loop) override
    {
        loop.SetFastForward(m_run.fastForward);
    }

    void Write(IncResult& result) override
    {
        result.simulation.fastForward = m_run.fastForward->GetReport();
    }
};

const IncRunObserverRegistration FAST_FORWARD_OBSERVER("fastForward", [](IncRunObserverKind& self) {
    self.Describe<FastForwardObserver>(11, [](const auto& run) {
        return run.output.fastForward != IncFastForwardMode::OFF;
    });
});

} // namespace

} // namespace ns3
