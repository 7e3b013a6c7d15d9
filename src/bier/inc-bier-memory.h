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
 * \brief All copies of one packet. No bit of the packet was discarded, and it was not delivered at
 * this BFR.
 */
class IncBierReplicas : public SimpleRefCount<IncBierReplicas>
{
  public:
    /// One copy of the packet.
    struct Copy
    {
        IncNetDevice* port;                            //!< port by which it leaves
        Ptr<const IncBierEncapsulation> encapsulation; //!< encapsulation of the copy
        uint16_t lastHopBfrId; //!< BFR-id of the next hop if it is the only BFER; else 0
    };

    Ptr<const IncBierEncapsulation> packet; //!< header and BitString of the packet
    std::vector<Copy> copies;               //!< copies in the order of sending, at least one
};

/**
 * \ingroup inc
 * \brief A cache of the copies that a BFR has made, so that equal packets are forwarded quickly.
 *
 * The tables, the header of a packet and its BitString determine its copies. Packets of a flow to
 * equal BFERs have equal headers and BitStrings. They share one encapsulation object at every hop,
 * and its address is the key of this cache. The procedure of RFC 8279 runs for the first packet
 * only. The cache is no state of the protocol: a missing entry is computed again. When it is full,
 * it is emptied.
 */
class IncBierMemory
{
  public:
    /// Most copies, and most packets of this BFIR, in the cache.
    static constexpr std::size_t MOST = 512;

    /** \return copies of an earlier packet with this encapsulation, or nullptr */
    Ptr<const IncBierReplicas> Find(const IncBierEncapsulation* packet) const
    {
        const auto found = m_replicas.find(packet);
        return found == m_replicas.end() ? nullptr : found->second;
    }

    /** \param replicas copies of a packet that Find() does not know */
    void Add(Ptr<const IncBierReplicas> replicas);

    /** \return encapsulation that all packets of this BFIR with this header and BitString share */
    Ptr<const IncBierEncapsulation> Encapsulate(const IncBierHeader& header,
                                                const IncBitString& bits);

    /** \brief Forget all copies, because the tables have changed. */
    void Clear()
    {
        m_replicas.clear();
        m_copies = 0;
    }

    /** \return number of copies in the cache */
    std::size_t GetCopies() const
    {
        return m_copies;
    }

  private:
    std::unordered_map<const IncBierEncapsulation*, Ptr<const IncBierReplicas>> m_replicas;
    /// Encapsulations of packets that this node has sent as BFIR, by a hash of their content.
    std::unordered_multimap<uint64_t, Ptr<const IncBierEncapsulation>> m_sent;
    std::size_t m_copies{0}; //!< number of copies in m_replicas
};

} // namespace ns3

#endif // INC_BIER_MEMORY_H
