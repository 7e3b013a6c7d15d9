/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PROGRESS_H
#define INC_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Line that shows how much of a simulation is done, its speed and the time that is left.
 *
 * The line schedules no events and so changes nothing in a simulation. The owner of the simulation
 * calls Update() when work is done, as often as it likes. A line is printed at most twice a second
 * of real time.
 */
class IncProgress
{
  public:
    /// Function that returns the current time; tests use their own.
    using Clock = std::chrono::steady_clock::time_point (*)();

    /// Print nothing.
    IncProgress() = default;

    /**
     * \param stream stream for the line
     * \param overwrite true on a terminal: one line is rewritten and removed at the end; otherwise
     * each line stays, and lines are rarer
     * \param clock returns the current time
     */
    IncProgress(std::ostream& stream, bool overwrite, Clock clock = std::chrono::steady_clock::now);

    /**
     * \brief Begin a task.
     * \param label text at the beginning of the line, such as "inc 16777216 B"
     * \param total bytes, or other units, that will be done
     * \param unit name of the unit, such as "layers"; empty: bytes
     */
    void Begin(const std::string& label, uint64_t total, const std::string& unit = "");

    /**
     * \brief Report work; cheap enough for every message.
     * \param done bytes, or other units, since Begin()
     */
    void Update(uint64_t done);

    /// End the task.
    void End();

  private:
    using TimePoint = std::chrono::steady_clock::time_point;

    void Print(uint64_t done, double seconds);

    std::ostream* m_stream{nullptr}; //!< stream for the line; or null
    bool m_overwrite{false};         //!< whether one line is rewritten
    Clock m_clock{nullptr};          //!< returns the current time
    std::string m_label;             //!< label of the present task
    std::string m_unit;              //!< name of the unit; empty: bytes
    uint64_t m_total{0};             //!< number of units in all
    uint64_t m_done{0};              //!< number of units done
    TimePoint m_start;               //!< time when the task began
    TimePoint m_next;                //!< earliest time of the next line
};

} // namespace ns3

#endif // INC_PROGRESS_H
