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
 * calls Update() when work is done, as often as it likes. A line is printed at most twice a
 * second of real time.
 */
class IncProgress
{
  public:
    /// Function that returns the current time; tests use their own.
    using Clock = std::chrono::steady_clock::time_point (*)();

    /// Print nothing.
    IncProgress() = default;

    /** \brief Show the line on a stream. On a terminal (`overwrite`) one line is rewritten and
     * removed at the end; otherwise each line stays, and lines are rarer. */
    IncProgress(std::ostream& stream, bool overwrite, Clock clock = std::chrono::steady_clock::now);

    /** \brief Begin a task of `total` units (empty: bytes), with a label such as "inc 1024 B". */
    void Begin(const std::string& label, uint64_t total, const std::string& unit = "");

    /** \brief Report the units done since Begin(); cheap enough for every message. */
    void Update(uint64_t done);

    /// End the task.
    void End();

  private:
    using TimePoint = std::chrono::steady_clock::time_point;

    void Print(uint64_t done, double seconds);

    std::ostream* m_stream{nullptr};
    bool m_overwrite{false};
    Clock m_clock{nullptr};
    std::string m_label;
    std::string m_unit;
    uint64_t m_total{0};
    uint64_t m_done{0};
    TimePoint m_start;
    TimePoint m_next; //!< earliest time of the next line
};

} // namespace ns3

#endif // INC_PROGRESS_H
