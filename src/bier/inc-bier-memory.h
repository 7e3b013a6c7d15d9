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
#include <utility>
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
        return m_replicas.Find(HashOf(packet), [packet](const IncBierReplicas& replicas) {
            return replicas.packet == packet;
        });
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
        m_replicas.Clear();
        m_copies = 0;
    }

    /** \return copies that are remembered */
    std::size_t GetCopies() const
    {
        return m_copies;
    }

  private:
    /// A set that only grows, until it is cleared.
    template <typename T>
    class Table
    {
      public:
        /// The element with a hash that a function accepts, or nullptr.
        template <typename ACCEPT>
        T* Find(uint64_t hash, ACCEPT accept) const
        {
            if (m_places.empty())
            {
                return nullptr;
            }
            const std::size_t mask = m_places.size() - 1;
            for (std::size_t i = hash & mask; m_places[i].second; i = (i + 1) & mask)
            {
                if (accept(*m_places[i].second))
                {
                    return PeekPointer(m_places[i].second);
                }
            }
            return nullptr;
        }

        void Add(uint64_t hash, Ptr<T> element)
        {
            if (2 * m_size >= m_places.size())
            {
                Grow();
            }
            ++m_size;
            Place(hash, std::move(element));
        }

        std::size_t GetSize() const
        {
            return m_size;
        }

        void Clear()
        {
            m_places.clear();
            m_size = 0;
        }

      private:
        void Place(uint64_t hash, Ptr<T> element)
        {
            const std::size_t mask = m_places.size() - 1;
            std::size_t i = hash & mask;
            while (m_places[i].second)
            {
                i = (i + 1) & mask;
            }
            m_places[i] = {hash, std::move(element)};
        }

        void Grow()
        {
            auto old = std::exchange(m_places, {});
            m_places.resize(old.empty() ? 4 : 2 * old.size());
            for (auto& [hash, element] : old)
            {
                if (element)
                {
                    Place(hash, std::move(element));
                }
            }
        }

        std::vector<std::pair<uint64_t, Ptr<T>>> m_places; //!< a power of two, half of them empty
        std::size_t m_size{0};                             //!< elements
    };

    static uint64_t HashOf(const IncBierEncapsulation* packet)
    {
        return reinterpret_cast<uintptr_t>(packet) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    }

    Table<const IncBierReplicas> m_replicas;  //!< by address of the encapsulation
    Table<const IncBierEncapsulation> m_sent; //!< encapsulations of own packets, by content
    std::size_t m_copies{0};                  //!< copies in m_replicas
};

} // namespace ns3

#endif // INC_BIER_MEMORY_H
