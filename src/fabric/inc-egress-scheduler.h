/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EGRESS_SCHEDULER_H
#define INC_EGRESS_SCHEDULER_H

#include "inc-priority.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Chooses the priority whose frame a port sends next.
 *
 * Priorities of weight 0 are strict: the highest first, and before all others. The others share
 * what is left in proportion to their weights by deficit round robin (Shreedhar and Varghese,
 * 1995), charged after a frame was sent (surplus round robin), so that the size of a frame need
 * not be known before a NIC makes it.
 */
class IncEgressScheduler
{
  public:
    static constexpr int32_t QUANTUM = 1024; //!< bytes a round per unit of weight

    /** \param weights of the priorities; 0: strict */
    void SetWeights(const IncPriorityWeights& weights)
    {
        m_weights = weights;
        m_credit.fill(0);
        m_strict = 0;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            m_strict |= (weights[priority] == 0) << priority;
        }
    }

    /** \return the weights */
    const IncPriorityWeights& GetWeights() const
    {
        return m_weights;
    }

    /**
     * \param ready the priorities that have a frame to send; not empty
     * \return one of them
     */
    uint32_t Choose(uint32_t ready)
    {
        const uint32_t strict = ready & m_strict;
        return strict ? Highest(strict) : ChooseInTurn(ready);
    }

    /**
     * \param priority that Choose() returned
     * \param size of its frame that was sent, bytes
     */
    void Charge(uint32_t priority, uint32_t size)
    {
        if (!(m_strict >> priority & 1))
        {
            m_credit[priority] -= static_cast<int32_t>(size);
        }
    }

  private:
    static uint32_t Highest(uint32_t set)
    {
        return 31 - __builtin_clz(set);
    }

    static uint32_t NextReady(uint32_t ready, uint32_t priority)
    {
        const uint32_t above = ready & ~((2U << priority) - 1);
        return __builtin_ctz(above ? above : ready);
    }

    uint32_t ChooseInTurn(uint32_t ready)
    {
        const bool waits = ready >> m_turn & 1;
        if (waits && m_credit[m_turn] > 0)
        {
            return m_turn;
        }
        if (!waits)
        {
            m_credit[m_turn] =
                std::min(m_credit[m_turn], 0); // who has nothing to send saves nothing
        }
        do
        {
            m_turn = NextReady(ready, m_turn);
            m_credit[m_turn] += static_cast<int32_t>(m_weights[m_turn]) * QUANTUM;
        } while (m_credit[m_turn] <= 0);
        return m_turn;
    }

    IncPrioritySet m_strict{0xff};                  //!< weight 0
    uint8_t m_turn{0};                              //!< whose turn it is
    std::array<int32_t, INC_PRIORITIES> m_credit{}; //!< bytes that may be sent in this turn
    IncPriorityWeights m_weights{};                 //!< 0: strict
};

} // namespace ns3

#endif // INC_EGRESS_SCHEDULER_H
