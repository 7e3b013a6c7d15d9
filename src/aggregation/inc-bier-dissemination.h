/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_DISSEMINATION_H
#define INC_BIER_DISSEMINATION_H

#include "inc-dissemination.h"
#include "inc-tree-config.h"
#include "inc-tree-link.h"

#include "ns3/inc-bfr.h"
#include "ns3/inc-bier-imposition.h"
#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-connection.h"
#include "ns3/inc-rc-parameters.h"
#include "ns3/inc-state-visitor.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The two packets of a result that has elements for some workers only: one with the
 * elements, one without.
 *
 * IncLastHop takes the elements off the copies of those who get none. So all get the first packet
 * where all but one have elements coming, and in a Reduce those to whom it shares the way with the
 * root's copy: no link carries both packets. The few elements of a ReduceScatter go to their rank
 * alone, since they share the links with what is gathered beside it.
 */
struct IncBierReceivers
{
    /**
     * \param bfr of the root of the tree
     * \param subDomain whose BFR-ids are the bits of the tree
     * \param bfrIds of all workers
     * \param collective one that has a root
     * \param root BFR-id of the worker that the elements come from, or go to
     */
    IncBierReceivers(const IncBfr& bfr,
                     const IncBierSubDomain& subDomain,
                     const std::vector<uint32_t>& bfrIds,
                     IncCollective collective,
                     uint32_t root);

    IncBierImposition withData; //!< receivers of the packet with elements
    IncBierImposition without;  //!< receivers of the packet without elements
};

/**
 * \ingroup inc
 * \brief By BIER, the root being the BFIR: the A-BM of the root is the BitString (draft VAT and
 * BIER, section 2.2), one packet for each set identifier; IncLastHop finishes each copy.
 *
 * Over RC the root has a queue pair to every worker. The copies have the PSNs that these queue
 * pairs would give, the workers acknowledge to them, and what is lost they send again.
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

    /**
     * \brief Over RC: the parameters of the connections from the root straight to the workers.
     * \param rc those of the tree's connections
     * \param slots of the tree
     */
    static IncRcParameters ResultParameters(IncRcParameters rc, uint32_t slots);

    /**
     * \brief Over RC: add a worker; all of the A-BM, or none.
     * \param receiver the worker
     * \param link from the root to it; its PSNs are the stream's plus the receiver's offset
     */
    void AddReliable(const IncResultReceiver& receiver, std::unique_ptr<IncTreeLink> link);

    Sent Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope) override;
    void SendAgain(IncTree& tree,
                   const IncSlotRound& round,
                   uint32_t child,
                   const IncBitString& bits) override;

    void VisitState(IncStateVisitor& visitor) override
    {
        visitor.Fields(*this);
    }

    uint32_t GetNextPsn() const override
    {
        return m_stream.connection.nextPsn;
    }

    const IncResultStream* GetStream() const override
    {
        return &m_stream;
    }

  private:
    /// A worker that acknowledges.
    struct Receiver
    {
        IncResultReceiver receiver;        //!< the worker
        std::unique_ptr<IncTreeLink> link; //!< from the root to it

        INC_FIELDS(IncBierDissemination::Receiver, INC_PART(link) + INC_UNVISITED(receiver))
    };

    /// By BFR-id of the root, once used.
    using ReceiversByRoot = std::vector<std::unique_ptr<IncBierReceivers>>;

    IncFramePtr MakeResult(const IncSlotRound& round, uint8_t flags);
    const IncBierReceivers& ReceiversOf(const IncSlotRound& round, IncResultScope scope);
    void Impose(const IncFrame& result, const IncBierImposition& receivers);
    void SendTo(IncFrame& result,
                const IncBierImposition& withData,
                const IncBierImposition* without);

    INC_FIELDS(IncBierDissemination,
               INC_PART(m_stream) + INC_PART(m_reliable) +
                   INC_UNVISITED(m_bfr, m_subDomain, m_bfrIds, m_all, m_toAll, m_toWay) +
                   INC_UNVISITED(m_toRoot))

    Ptr<IncBfr> m_bfr;                                   //!< BFR of the root
    std::shared_ptr<const IncBierSubDomain> m_subDomain; //!< sub-domain whose BFR-ids are the bits
    std::vector<uint32_t> m_bfrIds;                      //!< BFR-ids of the A-BM
    IncBierImposition m_all;                             //!< the A-BM as receivers
    ReceiversByRoot m_toAll;                             //!< receivers of Broadcast and AllGather
    ReceiversByRoot m_toWay;          //!< receivers of Reduce, which notifies all workers
    ReceiversByRoot m_toRoot;         //!< receivers of other collectives that go to the root
    IncResultStream m_stream;         //!< numbers the packets
    std::vector<Receiver> m_reliable; //!< over RC: the workers
};

/**
 * \ingroup inc
 * \brief The parts of an A-BM, as P-BMs of packets: one for each set identifier.
 * \param subDomain whose BFR-ids the bits are
 * \param bits the A-BM
 * \return by rising set identifier; each part is as long as all sets together
 */
std::vector<IncTreeSet> IncSetsOf(const IncBierSubDomain& subDomain, const IncBitString& bits);

} // namespace ns3

#endif // INC_BIER_DISSEMINATION_H
