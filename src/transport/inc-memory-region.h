/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MEMORY_REGION_H
#define INC_MEMORY_REGION_H

#include "inc-remote-key.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The memory that a NIC lets its peers write, by R_Key; addresses are offsets.
 */
class IncMemoryRegions
{
  public:
    /** \param node address of the node whose memory it is */
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
     * \param rkey of a region
     * \param offset first byte
     * \param length bytes
     * \return whether a peer may write there
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

    /**
     * \param rkey of a region
     * \param offset within it
     * \return the byte there, or nullptr for virtual data
     */
    uint8_t* At(uint32_t rkey, uint64_t offset) const
    {
        uint8_t* base = m_regions[m_keys.NumberOf(rkey) - 1].base;
        return base ? base + offset : nullptr;
    }

  private:
    /// One registered range.
    struct Region
    {
        uint8_t* base;   //!< first byte; nullptr: virtual
        uint64_t length; //!< bytes
        uint32_t key;    //!< R_Key of the region
    };

    IncRemoteKeys m_keys;          //!< keys of the node
    std::vector<Region> m_regions; //!< by number - 1
};

} // namespace ns3

#endif // INC_MEMORY_REGION_H
