/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STRIPED_COLLECTIVE_H
#define INC_STRIPED_COLLECTIVE_H

#include "inc-collective.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Divides one collective into several that run at the same time over the same ranks.
 *
 * Each part runs on a stripe, an equal share of the elements of every block. If hosts have several
 * NICs, each NIC has its own tree or ring for a stripe. A rank has completed when all its stripes
 * have completed. If elements cannot be divided evenly, the first stripes have one more.
 */
class IncStripedCollective : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Add an algorithm for a stripe over the same ranks; its creator disposes of it. */
    void AddRail(Ptr<IncCollectiveAlgorithm> rail);

    uint32_t GetRanks() const override
    {
        return m_rails.empty() ? 0 : m_rails.front()->GetRanks();
    }

    bool Knows(IncCollective collective) const override;
    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<IncCollectiveAlgorithm>> m_rails;
};

} // namespace ns3

#endif // INC_STRIPED_COLLECTIVE_H
