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
 * \brief One collective as several of the same ranks at the same time, each with its stripe of
 * every block: one tree or ring for each NIC of hosts that have several.
 *
 * A rank has completed when all its stripes have. The first rails have the elements that are left
 * over.
 */
class IncStripedCollective : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncStripedCollective();

    /**
     * \brief Add what runs a stripe.
     * \param rail an algorithm that is set up, over the same ranks as the others; whoever has made
     *        it disposes of it
     */
    void AddRail(Ptr<IncCollectiveAlgorithm> rail);

    uint32_t GetRanks() const override;
    bool Knows(IncCollective collective) const override;
    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<IncCollectiveAlgorithm>> m_rails; //!< each has its stripe
};

} // namespace ns3

#endif // INC_STRIPED_COLLECTIVE_H
