/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_DISSEMINATION_H
#define INC_BIER_DISSEMINATION_H

#include "inc-dissemination.h"

#include "ns3/inc-bfr.h"
#include "ns3/inc-bier-imposition.h"
#include "ns3/inc-connection.h"

#include <memory>

namespace ns3
{

/**
 * \ingroup inc
 * \brief By BIER, the root being the BFIR: the A-BM of the root is the BitString (draft VAT and
 * BIER, section 2.2), one packet for each set identifier; IncLastHop finishes each copy.
 */
class IncBierDissemination : public IncDissemination
{
  public:
    /**
     * \param bfr of the root
     * \param subDomain whose BFR-ids are the bits of the tree
     * \param abm A-BM of the root
     * \param stream from the root to the tree's group address; numbers the packets
     */
    IncBierDissemination(Ptr<IncBfr> bfr,
                         std::shared_ptr<const IncBierSubDomain> subDomain,
                         const IncBitString& abm,
                         const IncConnection& stream);

    uint32_t Send(IncTree& tree, const IncSlotRound& round) override;
    void SendAgain(IncTree& tree,
                   const IncSlotRound& round,
                   uint32_t child,
                   const IncBitString& bits) override;

    uint32_t GetNextPsn() const override
    {
        return m_stream.nextPsn;
    }

  private:
    IncFramePtr MakeResult(const IncSlotRound& round, uint8_t flags);

    Ptr<IncBfr> m_bfr;                                   //!< of the root
    std::shared_ptr<const IncBierSubDomain> m_subDomain; //!< whose BFR-ids are the bits
    IncBierImposition m_all;                             //!< the A-BM
    IncConnection m_stream;                              //!< numbers the packets
};

} // namespace ns3

#endif // INC_BIER_DISSEMINATION_H
