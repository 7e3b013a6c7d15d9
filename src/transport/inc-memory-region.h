/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MEMORY_REGION_H
#define INC_MEMORY_REGION_H

#include "ns3/abort.h"
#include "ns3/inc-ecmp-hash.h"
#include "ns3/rng-seed-manager.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Makes the R_Keys of a node. As in InfiniBand, 24 bits are an index and 8 bits a variant.
 *
 * The first index and the 8 bits of each key are random. They follow from seed, run and node, so
 * that keys use no random stream of ns-3. No key is 0.
 */
class IncRemoteKeys
{
  public:
    IncRemoteKeys() = default;

    /** \param node address of the node */
    explicit IncRemoteKeys(uint32_t node)
        : m_seed(IncMix64(Run() ^ IncMix64(node)))
    {
    }

    /**
     * \param number number of the memory on the node, from 1
     * \return key of the memory
     */
    uint32_t Make(uint32_t number) const
    {
        NS_ABORT_MSG_IF(number == 0 || number > MOST,
                        "IncRemoteKeys: memory " << number << "; accepted: 1 to 16777215");
        const uint32_t index = (number + First()) & MOST;
        const auto drawn = static_cast<uint8_t>(IncMix64(m_seed + number));
        return index << 8 | (index == 0 && drawn == 0 ? 1 : drawn);
    }

    /** \return number of the memory with this index */
    uint32_t NumberOf(uint32_t key) const
    {
        return ((key >> 8) - First()) & MOST;
    }

  private:
    static constexpr uint32_t MOST = 0xffffff; //!< largest index, 24 bits

    static uint64_t Run()
    {
        return uint64_t{RngSeedManager::GetSeed()} << 32 ^ RngSeedManager::GetRun();
    }

    uint32_t First() const
    {
        return static_cast<uint32_t>(m_seed >> 40);
    }

    uint64_t m_seed{0}; //!< seed of all random bits
};

/**
 * \ingroup inc
 * \brief Memory that a NIC's peers may write and read, by R_Key; addresses are offsets in a region.
 */
class IncMemoryRegions
{
  public:
    /** \param node address of the memory's node */
    void SetNode(uint32_t node)
    {
        m_keys = IncRemoteKeys(node);
    }

    /**
     * \param base first byte, or nullptr for virtual data
     * \param length bytes
     * \return the R_Key
     */
    uint32_t Register(uint8_t* base, uint64_t length)
    {
        const auto number = static_cast<uint32_t>(m_regions.size() + 1);
        m_regions.push_back({base, length, m_keys.Make(number)});
        return m_regions.back().key;
    }

    /**
     * \param rkey R_Key of a region
     * \param offset offset of the first byte
     * \param length bytes
     * \return whether a peer may write and read these bytes
     */
    bool Allows(uint32_t rkey, uint64_t offset, uint64_t length) const
    {
        const uint32_t number = m_keys.NumberOf(rkey);
        if (number < 1 || number > m_regions.size() || m_regions[number - 1].key != rkey)
        {
            return false;
        }
        const Region& region = m_regions[number - 1];
        return offset <= region.length && length <= region.length - offset;
    }

    /** \return pointer to the byte, or nullptr for virtual data */
    uint8_t* At(uint32_t rkey, uint64_t offset) const
    {
        uint8_t* base = m_regions[m_keys.NumberOf(rkey) - 1].base;
        return base ? base + offset : nullptr;
    }

  private:
    /// One registered range.
    struct Region
    {
        uint8_t* base;   //!< first byte; nullptr: virtual data
        uint64_t length; //!< bytes
        uint32_t key;    //!< R_Key of the region
    };

    IncRemoteKeys m_keys;          //!< keys of the node
    std::vector<Region> m_regions; //!< regions by number - 1
};

} // namespace ns3

#endif // INC_MEMORY_REGION_H
