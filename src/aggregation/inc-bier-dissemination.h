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
 * \brief Receivers of the two packets that carry a result whose elements only some workers need.
 *
 * One packet has the elements, the other has none. IncLastHop removes the elements from a copy for
 * a worker that needs none. The packet with elements may therefore go to more workers:
 * - Broadcast, AllGather: it goes to all workers, because all except one need the elements.
 * - Reduce: it goes to the workers behind the same neighbor as the root rank, so no link carries
 *   both.
 * - ReduceScatter: it goes to one rank, because each rank gets a few elements, and these share the
 *   links.
 */
struct IncBierReceivers
{
    /** \brief Choose the receivers in a collective whose elements come from, or go to, the worker
     * with BFR-id `root`. */
    IncBierReceivers(const IncBfr& bfr,
                     const IncBierSubDomain& subDomain,
                     const std::vector<uint32_t>& bfrIds,
                     IncCollective collective,
                     uint32_t root);

    IncBierImposition withData; //!< receivers of the packet that has elements
    IncBierImposition without;  //!< receivers of the packet without elements
};

/**
 * \ingroup inc
 * \brief Dissemination of results by BIER, with the root as BFIR (draft VAT and BIER, section 2.2).
 *
 * The bits of all workers (A-BM of the root) form the BitString. A result leaves as one packet for
 * each set identifier, and IncLastHop rewrites each copy for its worker.
 *
 * Over RC the root has a queue pair to every worker. Each BIER copy has the PSN that its worker's
 * queue pair would use. Workers acknowledge to these queue pairs, which repeat lost packets.
 */
class IncBierDissemination : public IncDissemination
{
  public:
    /** \brief Send from the root's BFR to all workers (A-BM). The stream leads to the tree's group
     * address and numbers the packets.
     *
     * Over RC, `reliable` has all workers of the tree, which acknowledge results. The PSN of a
     * worker's queue pair is the stream's PSN plus the worker's offset. */
    IncBierDissemination(Ptr<IncBfr> bfr,
                         std::shared_ptr<const IncBierSubDomain> subDomain,
                         const IncBitString& abm,
                         const IncConnection& stream,
                         std::vector<IncResultDestination> reliable);

    /** \brief Return the parameters of RC connections from the root straight to the workers. */
    static IncRcParameters ResultParameters(IncRcParameters rc, uint32_t slots);

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
    /// Receivers by BFR-id of the root rank; null until a result of this rank is sent.
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

    Ptr<IncBfr> m_bfr;
    /// BIER sub-domain in which the workers' BFR-ids are assigned.
    std::shared_ptr<const IncBierSubDomain> m_subDomain;
    std::vector<uint32_t> m_bfrIds;
    IncBierImposition m_all;
    ReceiversByRoot m_toAll;  //!< receivers in Broadcast and AllGather, by root rank
    ReceiversByRoot m_toWay;  //!< receivers in Reduce if all workers are notified
    ReceiversByRoot m_toRoot; //!< receivers of other results for a single rank
    IncResultStream m_stream; //!< connection to the group address; numbers the packets
    /// Workers that acknowledge results (RC); empty over UC.
    std::vector<IncResultDestination> m_reliable;
};

/** \brief Divide a bitmap of workers (A-BM) into bitmaps of packets (P-BM), one for each set
 * identifier in rising order. Each is as long as all sets together. */
std::vector<IncTreeSet> IncSetsOf(const IncBierSubDomain& subDomain, const IncBitString& bits);

} // namespace ns3

#endif // INC_BIER_DISSEMINATION_H
