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
 * \brief Receivers of the two packets of a result that has elements for some workers only.
 *
 * One packet has the elements, the other has none. IncLastHop takes the elements off a copy if its
 * worker gets none. The first packet can therefore have more receivers than need the elements:
 * - Broadcast, AllGather: all workers, because all but one need the elements.
 * - Reduce: all workers behind the same neighbor as the root rank, so that no link carries both
 *   packets.
 * - ReduceScatter: one rank alone, because its few elements share the links with those of others.
 */
struct IncBierReceivers
{
    /**
     * \param bfr BFR of the root of the tree
     * \param subDomain sub-domain in which the bits of the tree are BFR-ids
     * \param bfrIds BFR-ids of all workers
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
 * \brief Dissemination of results by BIER, with the root as BFIR (draft VAT and BIER, section 2.2).
 *
 * The A-BM of the root is the BitString. A result leaves as one packet for each set identifier, and
 * IncLastHop rewrites each copy for its worker.
 *
 * Over RC the root has a queue pair to every worker. The copies have the PSNs that these queue
 * pairs would give. Workers acknowledge to these queue pairs, which also repeat lost packets.
 */
class IncBierDissemination : public IncDissemination
{
  public:
    /**
     * \param bfr BFR of the root
     * \param subDomain sub-domain in which the bits of the tree are BFR-ids
     * \param abm A-BM of the root
     * \param stream queue pair from the root to the tree's group address; numbers the packets
     */
    IncBierDissemination(Ptr<IncBfr> bfr,
                         std::shared_ptr<const IncBierSubDomain> subDomain,
                         const IncBitString& abm,
                         const IncConnection& stream);

    /**
     * \brief Return the parameters of RC connections from the root straight to the workers.
     * \param rc parameters of the tree's other connections
     * \param slots number of slots of the tree
     */
    static IncRcParameters ResultParameters(IncRcParameters rc, uint32_t slots);

    /**
     * \brief Add a worker over RC. Add all workers of the A-BM, or none.
     * \param receiver the worker
     * \param link queue pair to the worker; its PSNs are the stream's plus the receiver's offset
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
    /// A worker that acknowledges results, over RC.
    struct Receiver
    {
        IncResultReceiver receiver;
        std::unique_ptr<IncTreeLink> link; //!< queue pair from the root to the worker

        INC_FIELDS(IncBierDissemination::Receiver, INC_PART(link) + INC_UNVISITED(receiver))
    };

    /// Receivers by BFR-id of the root rank; null until they are used.
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
    std::shared_ptr<const IncBierSubDomain> m_subDomain; //!< sub-domain in which the bits of the
                                                         //!< tree are BFR-ids
    std::vector<uint32_t> m_bfrIds;                      //!< BFR-ids of the A-BM
    IncBierImposition m_all;                             //!< all workers of the A-BM as receivers
    ReceiversByRoot m_toAll;                             //!< receivers in Broadcast and AllGather
    ReceiversByRoot m_toWay;          //!< receivers in Reduce, if all workers are notified
    ReceiversByRoot m_toRoot;         //!< receivers of other results that go to one rank
    IncResultStream m_stream;         //!< queue pair that numbers the packets
    std::vector<Receiver> m_reliable; //!< workers over RC; empty over UC
};

/**
 * \ingroup inc
 * \brief Divide an A-BM into the P-BMs of packets, one for each set identifier.
 * \param subDomain sub-domain in which the bits are BFR-ids
 * \param bits the A-BM
 * \return the P-BMs by rising set identifier; each is as long as all sets together
 */
std::vector<IncTreeSet> IncSetsOf(const IncBierSubDomain& subDomain, const IncBitString& bits);

} // namespace ns3

#endif // INC_BIER_DISSEMINATION_H
