/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIMULATION_LOOP_H
#define INC_SIMULATION_LOOP_H

#include "inc-fast-forward.h"
#include "inc-progress.h"

#include "ns3/inc-pfc-watchdog.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Runs the simulation until all ranks of some collectives have completed.
 *
 * The simulation runs in short spells, so that progress can be shown between them. If no event is
 * left, the run is stalled and ends. As long as an event is left, however late, the run waits for
 * it. The spells do not depend on whether progress is shown.
 */
class IncSimulationLoop
{
  public:
    /** \brief Estimate progress from the expected rate of all ranks' collectives, `bound` GB/s. */
    IncSimulationLoop(IncProgress& progress, std::optional<double> bound);

    /** \param watchdog detects deadlocks, which end the run with a report as the status; or null */
    void Watch(Ptr<IncPfcWatchdog> watchdog);

    /** \brief Set a fast-forward that may jump during the run. */
    void SetFastForward(Ptr<IncFastForward> fastForward);

    /** \brief Call a function (or none if null) between spells. A text that the function returns
     * is a fault, which ends the run. */
    void Check(std::function<std::string()> check)
    {
        m_check = std::move(check);
    }

    /** \brief Set a function that Run() calls before it simulates; null: none. The owner has posted
     * the requests by then. The argument is the reason of KeepOrder(). */
    void Begin(std::function<void(const std::string& orderedBecause)> begin)
    {
        m_begin = std::move(begin);
    }

    /** \brief Note why nodes must execute their events in the order of time: what completes acts on
     * other nodes, or Run() does not wait for it. */
    void KeepOrder(const std::string& because)
    {
        m_orderedBecause = because;
    }

    /** \brief Wait for this many further ranks to complete. */
    void Expect(uint32_t ranks);

    /** \brief Note that a rank has completed; status: empty, or the reason of a failure. */
    void Completed(const std::string& status);

    /** \brief Set a function that returns the work done; by default the expected rate gives it. */
    void CountBy(std::function<uint64_t()> done)
    {
        m_done = std::move(done);
    }

    /** \brief Simulate until all expected ranks have completed or one has failed.
     * \return time when the last rank completed */
    Time Run();

    /** \return reason of the first failure, or "ok" */
    const std::string& GetStatus() const
    {
        return m_status;
    }

  private:
    bool IsDeadlocked();
    void RunFor(Time spell);

    IncProgress& m_progress;
    double m_bytesPerSecond; //!< expected rate of all ranks' collectives
    uint64_t m_expected{0};  //!< number of ranks that must still complete
    Time m_last;             //!< time when the latest rank completed
    std::string m_status{"ok"};
    std::function<void(const std::string&)> m_begin;
    std::string m_orderedBecause; //!< reason of KeepOrder(), or empty
    std::function<std::string()> m_check;
    std::function<uint64_t()> m_done;
    Ptr<IncPfcWatchdog> m_watchdog;
    std::size_t m_deadlocks{0}; //!< number of deadlocks found in earlier rows
    bool m_isDrained{false};    //!< true if no event was left at the end of the last spell
    Ptr<IncFastForward> m_fastForward;
};

} // namespace ns3

#endif // INC_SIMULATION_LOOP_H
