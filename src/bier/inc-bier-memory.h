/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_MEMORY_H
#define INC_BIER_MEMORY_H

#include "inc-direct-table.h"

#include "ns3/inc-bier-encapsulation.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IncNetDevice;

/**
 * \ingroup inc
 * \brief What became of a packet that was replicated whole: nothing was discarded, nothing was
 * delivered here.
 */
class IncBierReplicas : public SimpleRefCount<IncBierReplicas>
{
  public:
    /// A copy of the packet.
    struct Copy
    {
        IncNetDevice* port;                            //!< where it leaves
        Ptr<const IncBierEncapsulation> encapsulation; //!< that it has
        uint16_t lastHopBfrId;                         //!< see IncBierCopy
    };

    Ptr<const IncBierEncapsulation> packet; //!< header and BitString of the packet
    std::vector<Copy> copies;               //!< at least one, in the order in which they leave
};

/**
 * \ingroup inc
 * \brief A BFR's memory of replications.
 *
 * What becomes of a packet depends on the tables, its header and its BitString. The packets of a
 * flow to the same BFERs have all of these in common, and share one encapsulation at every hop, by
 * whose address they are told: the procedure of RFC 8279 is gone through for the first one. This is
 * no state of the protocol, since what is forgotten is computed again.
 */
class IncBierMemory
{
  public:
    /**
     * \param packet that came in, or of Encapsulate()
     * \return what became of another one with this encapsulation, or nullptr
     */
    Ptr<const IncBierReplicas> Find(const IncBierEncapsulation* packet) const
    {
        const IncBierReplicas* known = m_replicas.Find(HashOf(packet));
        return known && known->packet == packet ? Ptr<const IncBierReplicas>(known) : nullptr;
    }

    /** \param replicas of a packet */
    void Add(Ptr<const IncBierReplicas> replicas)
    {
        const uint64_t hash = HashOf(PeekPointer(replicas->packet));
        m_replicas.Put(hash, std::move(replicas));
    }

    /**
     * \param header of an own packet
     * \param bits its BitString
     * \return the encapsulation of all own packets that have these
     */
    Ptr<const IncBierEncapsulation> Encapsulate(const IncBierHeader& header,
                                                const IncBitString& bits);

    /** \brief The tables have changed. */
    void Clear()
    {
        m_replicas.Clear();
    }

  private:
    static uint64_t HashOf(const IncBierEncapsulation* packet)
    {
        return reinterpret_cast<uintptr_t>(packet) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    }

    IncDirectTable<const IncBierReplicas> m_replicas;  //!< by address of the encapsulation
    IncDirectTable<const IncBierEncapsulation> m_sent; //!< of own packets, by content
};

} // namespace ns3

#endif // INC_BIER_MEMORY_H
