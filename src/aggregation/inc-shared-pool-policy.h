/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SHARED_POOL_POLICY_H
#define INC_SHARED_POOL_POLICY_H

#include "inc-pool-policy.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief First come, first served: a round gets a free cell or none.
 */
class IncSharedPoolPolicy : public IncPoolPolicy
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncCell* Choose(IncCellSet& cells, uint8_t priority) const override;
};

} // namespace ns3

#endif // INC_SHARED_POOL_POLICY_H
