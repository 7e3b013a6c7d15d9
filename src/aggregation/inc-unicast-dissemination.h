/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_UNICAST_DISSEMINATION_H
#define INC_UNICAST_DISSEMINATION_H

#include "inc-dissemination.h"
#include "inc-result-receiver.h"
#include "inc-tree-link.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A copy for each worker, from the root straight to it: what multicast is measured against
 * (draft VAT and BIER, section 1).
 */
class IncUnicastDissemination : public IncDissemination
{
  public:
    /**
     * \brief Add a worker.
     * \param receiver the worker
     * \param link from the root to it
     */
    void Add(const IncResultReceiver& receiver, std::unique_ptr<IncTreeLink> link);

    Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) override;
    void SendAgain(IncTree& tree,
                   const IncSlotRound& round,
                   uint32_t child,
                   const IncBitString& bits) override;

    void VisitState(IncStateVisitor& visitor) override;

  private:
    /// A worker and the way to it.
    struct Destination
    {
        IncResultReceiver receiver;        //!< worker that receives the copy
        std::unique_ptr<IncTreeLink> link; //!< from the root to it
    };

    static void SendTo(Destination& destination, const IncSlotRound& round, uint8_t flags);

    std::vector<Destination> m_destinations; //!< destinations, in the order of their addition
};

} // namespace ns3

#endif // INC_UNICAST_DISSEMINATION_H
