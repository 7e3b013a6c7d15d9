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
 * \brief A line that shows how far a simulation is, how fast it goes and how long it will take.
 *
 * The line schedules no events and so changes nothing in a simulation. The owner of the simulation
 * calls Update() when work is done, as often as it likes. The clock decides what is printed, twice
 * a second at most.
 */
class IncProgress
{
  public:
    /// Clock; another one for tests.
    using Clock = std::chrono::steady_clock::time_point (*)();

    /// Nothing is printed.
    IncProgress() = default;

    /**
     * \param stream where the line goes
     * \param overwrite true on a terminal: one line is rewritten and removed at the end; otherwise
     * every line stays, and there are fewer of them
     * \param clock what the time is
     */
    IncProgress(std::ostream& stream, bool overwrite, Clock clock = std::chrono::steady_clock::now);

    /**
     * \brief Begin a piece of work.
     * \param label shown first, such as "inc 16777216 B"
     * \param total bytes that will be done, or how many of the unit
     * \param unit what is counted, such as "layers"; empty: bytes
     */
    void Begin(const std::string& label, uint64_t total, const std::string& unit = "");

    /**
     * \brief Report work; cheap enough for every message.
     * \param done bytes, or how many of the unit, since Begin()
     */
    void Update(uint64_t done);

    /// The piece of work is over.
    void End();

  private:
    using TimePoint = std::chrono::steady_clock::time_point;

    void Print(uint64_t done, double seconds);

    std::ostream* m_stream{nullptr}; //!< where the line goes, if anywhere
    bool m_overwrite{false};         //!< one line is rewritten
    Clock m_clock{nullptr};          //!< returns the current time
    std::string m_label;             //!< task that is under way
    std::string m_unit;              //!< what is counted; empty: bytes
    uint64_t m_total{0};             //!< number of bytes in all
    uint64_t m_done{0};              //!< number of bytes done
    TimePoint m_start;               //!< begin of this piece of work
    TimePoint m_next;                //!< time when a line may be printed next
};

} // namespace ns3

#endif // INC_PROGRESS_H
