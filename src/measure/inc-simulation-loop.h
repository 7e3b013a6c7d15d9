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
 * \brief Waits in simulated time until all ranks of some collectives have completed.
 *
 * The simulation runs in short spells, so that progress can be shown between them. A run without
 * any event left is stalled; while one is left, however late, the run waits for it. The spells are
 * the same whether progress is shown or not.
 */
class IncSimulationLoop
{
  public:
    /**
     * \param progress shows how far the run is
     * \param bound expected rate of all ranks' collectives, GB/s; the progress is an estimate
     */
    IncSimulationLoop(IncProgress& progress, std::optional<double> bound);

    /** \param watchdog whose deadlocks end the run, with its report as the status; or null */
    void Watch(Ptr<IncPfcWatchdog> watchdog);

    /** \param fastForward that may jump meanwhile */
    void SetFastForward(Ptr<IncFastForward> fastForward);

    /**
     * \brief Look at the network between spells.
     * \param check says what is wrong, which ends the run; empty: nothing is. Or null
     */
    void Check(std::function<std::string()> check)
    {
        m_check = std::move(check);
    }

    /** \param ranks that are to complete, beside those already expected */
    void Expect(uint32_t ranks);

    /**
     * \brief A rank has completed; to be called from the simulation.
     * \param status empty, or what went wrong
     */
    void Completed(const std::string& status);

    /** \param done how much has been done; without it the time at the expected rate counts */
    void CountBy(std::function<uint64_t()> done)
    {
        m_done = std::move(done);
    }

    /**
     * \brief Simulate until nothing is expected any more or one rank has failed.
     * \return when the last rank completed
     */
    Time Run();

    /** \return the first thing that went wrong, or "ok" */
    const std::string& GetStatus() const
    {
        return m_status;
    }

  private:
    bool IsDeadlocked();
    void RunFor(Time spell);

    IncProgress& m_progress;    //!< shows how far the run is
    double m_bytesPerSecond;    //!< rate that is expected
    uint64_t m_expected{0};     //!< ranks that are to complete
    Time m_last;                //!< time when the latest rank completed
    std::string m_status{"ok"}; //!< "ok", or what went wrong
    std::function<std::string()> m_check;
    std::function<uint64_t()> m_done;  //!< how much has been done, or null
    Ptr<IncPfcWatchdog> m_watchdog;    //!< watches for deadlocks, or null
    std::size_t m_deadlocks{0};        //!< deadlocks found before the row
    bool m_isDrained{false};           //!< the last spell's end found no other event
    Ptr<IncFastForward> m_fastForward; //!< skips rounds, or null
};

} // namespace ns3

#endif // INC_SIMULATION_LOOP_H
