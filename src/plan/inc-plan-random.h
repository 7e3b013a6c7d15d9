/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_RANDOM_H
#define INC_PLAN_RANDOM_H

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Draws random numbers that are the same on every machine for the same seed.
 * The standard library's distributions do not guarantee this. */
class IncPlanRandom
{
  public:
    explicit IncPlanRandom(uint64_t seed)
        : m_engine(seed * 0x9e3779b97f4a7c15ULL + 1)
    {
    }

    /** \return an integer from 0 to below - 1, uniformly */
    uint64_t Below(uint64_t below)
    {
        const uint64_t limit = UINT64_MAX - UINT64_MAX % below;
        uint64_t draw;
        do
        {
            draw = m_engine();
        } while (draw >= limit);
        return draw % below;
    }

    /** \return an integer from low to high, uniformly */
    int64_t Between(int64_t low, int64_t high)
    {
        return low + static_cast<int64_t>(Below(high - low + 1));
    }

    /** \return a number from 0 to below 1, uniformly */
    double Unit()
    {
        return static_cast<double>(m_engine() >> 11) / 9007199254740992.0;
    }

    /** Put the elements in a uniformly random order. */
    template <class T>
    void Shuffle(std::vector<T>& list)
    {
        for (std::size_t i = list.size(); i > 1; --i)
        {
            std::swap(list[i - 1], list[Below(i)]);
        }
    }

  private:
    std::mt19937_64 m_engine;
};

} // namespace ns3

#endif // INC_PLAN_RANDOM_H
