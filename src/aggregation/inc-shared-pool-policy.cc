/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pool-policy.h"

namespace ns3
{

/// \ingroup inc
/// \brief Policy of first come, first served: a round gets a free cell or none.
class IncSharedPoolPolicy : public IncPoolPolicy
{
  public:
    static TypeId GetTypeId();
    IncCell* Choose(IncCellSet& cells, uint8_t priority) const override;
};

NS_OBJECT_ENSURE_REGISTERED(IncSharedPoolPolicy);

TypeId
IncSharedPoolPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncSharedPoolPolicy")
                            .SetParent<IncPoolPolicy>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncSharedPoolPolicy>();
    return tid;
}

IncCell*
IncSharedPoolPolicy::Choose(IncCellSet& cells, uint8_t priority) const
{
    return cells.FindFree();
}

} // namespace ns3
