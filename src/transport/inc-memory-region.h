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

/// \ingroup inc
/// \brief Makes the R_Keys of a node, none of them 0: 24 bits are an index and 8 bits a variant, as
/// in InfiniBand. First index and variants are random, but follow from seed, run and node, so that
/// keys use no random stream of ns-3.
class IncRemoteKeys
{
  public:
    IncRemoteKeys() = default;

    /** \brief Make the keys of a node, by its address. */
    explicit IncRemoteKeys(uint32_t node)
        : m_seed(IncMix64(Run() ^ IncMix64(node)))
    {
    }

    /** \return key of the node's memory with a number, from 1 */
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
    static constexpr uint32_t MOST = 0xffffff;

    static uint64_t Run()
    {
        return uint64_t{RngSeedManager::GetSeed()} << 32 ^ RngSeedManager::GetRun();
    }

    uint32_t First() const
    {
        return static_cast<uint32_t>(m_seed >> 40);
    }

    uint64_t m_seed{0};
};

/// \ingroup inc
/// \brief Memory that a NIC's peers may write and read, by R_Key; addresses are offsets in a
/// region.
class IncMemoryRegions
{
  public:
    /** \brief Set the address of the node. */
    void SetNode(uint32_t node)
    {
        m_keys = IncRemoteKeys(node);
    }

    /** \brief Register memory, or virtual data if `base` is nullptr. Return the R_Key. */
    uint32_t Register(uint8_t* base, uint64_t length)
    {
        const auto number = static_cast<uint32_t>(m_regions.size() + 1);
        m_regions.push_back({base, length, m_keys.Make(number)});
        return m_regions.back().key;
    }

    /** \return whether a peer may write and read `length` bytes from an offset in the region */
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
    struct Region
    {
        uint8_t* base; //!< first byte; nullptr: virtual data
        uint64_t length;
        uint32_t key;
    };

    IncRemoteKeys m_keys;
    std::vector<Region> m_regions; //!< region n is at index n - 1
};

} // namespace ns3

#endif // INC_MEMORY_REGION_H
