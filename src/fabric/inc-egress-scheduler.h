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
#include <memory>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Chooses the priority whose frame a port sends next.
 *
 * Priorities of weight 0 are strict: the highest is first, and they are before all others. The
 * others share what is left in proportion to their weights, by deficit round robin (Shreedhar and
 * Varghese, 1995). A frame is charged after it was sent (surplus round robin), so that its size
 * need not be known before a NIC makes it.
 */
class IncEgressScheduler
{
  public:
    static constexpr int32_t QUANTUM = 1024; //!< bytes a round per unit of weight

    /** \param weights of the priorities; 0: strict */
    void SetWeights(const IncPriorityWeights& weights)
    {
        m_strict = 0;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            m_strict |= (weights[priority] == 0) << priority;
        }
        m_shared = m_strict == 0xff ? nullptr : std::make_unique<Shared>();
        if (m_shared)
        {
            m_shared->weights = weights;
        }
    }

    /** \return the weights */
    IncPriorityWeights GetWeights() const
    {
        return m_shared ? m_shared->weights : IncPriorityWeights{};
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
            m_shared->credit[priority] -= static_cast<int32_t>(size);
        }
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

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
        auto& [turn, credit, weights] = *m_shared;
        const bool waits = ready >> turn & 1;
        if (waits && credit[turn] > 0)
        {
            return turn;
        }
        if (!waits)
        {
            // A priority with nothing to send saves nothing.
            credit[turn] = std::min(credit[turn], 0);
        }
        do
        {
            turn = NextReady(ready, turn);
            credit[turn] += static_cast<int32_t>(weights[turn]) * QUANTUM;
        } while (credit[turn] <= 0);
        return turn;
    }

    /// \brief State of the priorities that are not strict.
    struct Shared
    {
        uint32_t turn{0};                             //!< priority that may send
        std::array<int32_t, INC_PRIORITIES> credit{}; //!< bytes that may be sent in this turn
        IncPriorityWeights weights{};                 //!< 0: strict
    };

    IncPrioritySet m_strict{0xff};    //!< priorities of weight 0
    std::unique_ptr<Shared> m_shared; //!< null where all are strict
};

} // namespace ns3

#endif // INC_EGRESS_SCHEDULER_H
