/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PREEMPT_POOL_POLICY_H
#define INC_PREEMPT_POOL_POLICY_H

#include "inc-pool-policy.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief A round that finds no free cell takes one of a group with a lower priority.
 *
 * The victim is the oldest round of the lowest priority. Its switch sends on what it has so far. A
 * round never takes a cell of its own priority, because equal groups would only take cells from
 * each other.
 */
class IncPreemptPoolPolicy : public IncPoolPolicy
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncCell* Choose(IncCellSet& cells, uint8_t priority) const override;
    uint8_t GetPriority(const IncCellUser& user) const override;

  private:
    uint32_t m_aging{0}; //!< attribute Aging
};

} // namespace ns3

#endif // INC_PREEMPT_POOL_POLICY_H
