/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MEMORY_REGION_H
#define INC_MEMORY_REGION_H

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
    /**
     * \param base first byte, or nullptr for virtual data
     * \param length bytes
     * \return the R_Key, from 1
     */
    uint32_t Register(uint8_t* base, uint64_t length)
    {
        m_regions.push_back({base, length});
        return static_cast<uint32_t>(m_regions.size());
    }

    /**
     * \param rkey of a region
     * \param offset first byte
     * \param length bytes
     * \return whether a peer may write there
     */
    bool Allows(uint32_t rkey, uint64_t offset, uint64_t length) const
    {
        return rkey >= 1 && rkey <= m_regions.size() && offset <= m_regions[rkey - 1].length &&
               length <= m_regions[rkey - 1].length - offset;
    }

    /**
     * \param rkey of a region
     * \param offset within it
     * \return the byte there, or nullptr for virtual data
     */
    uint8_t* At(uint32_t rkey, uint64_t offset) const
    {
        uint8_t* base = m_regions[rkey - 1].base;
        return base ? base + offset : nullptr;
    }

  private:
    /// One registered range.
    struct Region
    {
        uint8_t* base;   //!< nullptr: virtual
        uint64_t length; //!< bytes
    };

    std::vector<Region> m_regions; //!< by R_Key - 1
};

} // namespace ns3

#endif // INC_MEMORY_REGION_H
