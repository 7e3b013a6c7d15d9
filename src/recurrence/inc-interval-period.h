/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_INTERVAL_PERIOD_H
#define INC_INTERVAL_PERIOD_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Looks for a period in the intervals between rounds: cheap, and a reason to look closer,
 * no more.
 */
class IncIntervalPeriod
{
  public:
    static constexpr std::size_t LONGEST = 4096; //!< longest period that is looked for, rounds

    /** \brief Forget all rounds. */
    void Restart();

    /** \param ticks when a round was over; not before the last one */
    void Add(uint64_t ticks);

    /** \return rounds since Restart() */
    std::size_t GetRounds() const
    {
        return m_rounds;
    }

    /**
     * \return the shortest period of the latest intervals, over two periods at least, if they have
     * one
     */
    std::optional<std::size_t> Find() const;

  private:
    static constexpr std::size_t SHORTEST_PROOF = 32; //!< intervals that must agree at least

    bool Agrees(std::size_t period, std::size_t intervals) const;

    std::vector<uint64_t> m_intervals; //!< the latest, oldest first
    uint64_t m_last{0};                //!< time when the latest round was over
    std::size_t m_rounds{0};
};

} // namespace ns3

#endif // INC_INTERVAL_PERIOD_H
