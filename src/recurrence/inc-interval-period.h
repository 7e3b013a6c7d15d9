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

/// \ingroup inc
/// \brief Cheap search for a period in the times between rounds; no proof that states recur.
class IncIntervalPeriod
{
  public:
    static constexpr std::size_t LONGEST = 4096; //!< longest period to look for, rounds

    /** \brief Forget all rounds. */
    void Restart();

    /** \param ticks time when a round ended, not before the last one */
    void Add(uint64_t ticks);

    /** \return number of rounds since Restart() */
    std::size_t GetRounds() const
    {
        return m_rounds;
    }

    /** \return shortest period of the latest intervals, in rounds; nothing if there is none. The
     * latest two periods, at least 32 intervals, equal the intervals one period earlier */
    std::optional<std::size_t> Find() const;

  private:
    static constexpr std::size_t SHORTEST_PROOF = 32;

    bool Agrees(std::size_t period, std::size_t intervals) const;

    std::vector<uint64_t> m_intervals;
    uint64_t m_last{0};
    std::size_t m_rounds{0};
};

} // namespace ns3

#endif // INC_INTERVAL_PERIOD_H
