/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_MEMORY_H
#define INC_BIER_MEMORY_H

#include "ns3/inc-bier-encapsulation.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
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
        Ptr<const IncBierEncapsulation> encapsulation; //!< encapsulation of the copy
        uint16_t lastHopBfrId;                         //!< see IncBierCopy
    };

    Ptr<const IncBierEncapsulation> packet; //!< header and BitString of the packet
    std::vector<Copy> copies;               //!< at least one, in the order in which they leave
};

/**
 * \ingroup inc
 * \brief A BFR's memory of replications.
 *
 * The tables, the header of a packet and its BitString decide what becomes of it. Packets of a flow
 * to equal BFERs have all of these in common. They share one encapsulation at every hop, and its
 * address identifies them. The procedure of RFC 8279 is carried out for the first packet only. This
 * memory is no state of the protocol, because what is forgotten is computed again. When it is full,
 * all of it is forgotten.
 */
class IncBierMemory
{
  public:
    static constexpr std::size_t MOST = 512; //!< copies, and own packets, that are remembered

    /**
     * \param packet that came in, or of Encapsulate()
     * \return what became of another one with this encapsulation, or nullptr
     */
    Ptr<const IncBierReplicas> Find(const IncBierEncapsulation* packet) const
    {
        const auto found = m_replicas.find(packet);
        return found == m_replicas.end() ? nullptr : found->second;
    }

    /** \param replicas of a packet of which Find() knows nothing */
    void Add(Ptr<const IncBierReplicas> replicas);

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
        m_replicas.clear();
        m_copies = 0;
    }

    /** \return copies that are remembered */
    std::size_t GetCopies() const
    {
        return m_copies;
    }

  private:
    /// By address of the encapsulation.
    std::unordered_map<const IncBierEncapsulation*, Ptr<const IncBierReplicas>> m_replicas;
    /// Encapsulations of own packets, by a hash of their content.
    std::unordered_multimap<uint64_t, Ptr<const IncBierEncapsulation>> m_sent;
    std::size_t m_copies{0}; //!< copies in m_replicas
};

} // namespace ns3

#endif // INC_BIER_MEMORY_H
