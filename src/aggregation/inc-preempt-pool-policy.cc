/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cell-pool.h"
#include "inc-pool-policy.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Policy that, without a free cell, takes the oldest cell of a lower priority. Groups of
 * equal priority would only take cells from each other.
 */
class IncPreemptPoolPolicy : public IncPoolPolicy
{
  public:
    static TypeId GetTypeId();
    IncCell* Choose(IncCellSet& cells, uint8_t priority) const override;
    uint8_t GetPriority(const IncCellUser& user) const override;

  private:
    /// Successive rounds without a cell that raise the priority by 1; 0: never.
    uint32_t m_aging{0};
};

NS_OBJECT_ENSURE_REGISTERED(IncPreemptPoolPolicy);

TypeId
IncPreemptPoolPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncPreemptPoolPolicy")
            .SetParent<IncPoolPolicy>()
            .SetGroupName("Inc")
            .AddConstructor<IncPreemptPoolPolicy>()
            .AddAttribute("Aging",
                          "Number of rounds in a row without a cell that raise the priority of a "
                          "group by one, until it gets a cell; 0: never",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncPreemptPoolPolicy::m_aging),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

IncCell*
IncPreemptPoolPolicy::Choose(IncCellSet& cells, uint8_t priority) const
{
    if (IncCell* free = cells.FindFree())
    {
        return free;
    }
    IncCell* victim = cells.FindLowest();
    return victim && victim->priority < priority ? victim : nullptr;
}

uint8_t
IncPreemptPoolPolicy::GetPriority(const IncCellUser& user) const
{
    const uint32_t raised = m_aging == 0 ? 0 : user.GetRefused() / m_aging;
    return std::min<uint32_t>(UINT8_MAX, user.GetShare().priority + raised);
}

} // namespace ns3
