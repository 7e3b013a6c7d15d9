/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REMOTE_KEY_H
#define INC_REMOTE_KEY_H

#include "ns3/abort.h"
#include "ns3/inc-ecmp-hash.h"
#include "ns3/rng-seed-manager.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The R_Keys of a node: 24 bits number its memory, from a number that is drawn, and 8 are
 * drawn for each, as in InfiniBand.
 *
 * What is drawn follows from seed, run and node: keys take nothing from the random streams of
 * others. No key is 0.
 */
class IncRemoteKeys
{
  public:
    IncRemoteKeys() = default;

    /** \param node its address */
    explicit IncRemoteKeys(uint32_t node)
        : m_seed(IncMix64(Run() ^ IncMix64(node)))
    {
    }

    /**
     * \param number of the memory on the node, from 1
     * \return its key
     */
    uint32_t Make(uint32_t number) const
    {
        NS_ABORT_MSG_IF(number == 0 || number > MOST,
                        "IncRemoteKeys: memory " << number << "; accepted: 1 to 16777215");
        const uint32_t index = (number + First()) & MOST;
        const auto drawn = static_cast<uint8_t>(IncMix64(m_seed + number));
        return index << 8 | (index == 0 && drawn == 0 ? 1 : drawn);
    }

    /**
     * \param key any
     * \return number of the memory that it would belong to
     */
    uint32_t NumberOf(uint32_t key) const
    {
        return ((key >> 8) - First()) & MOST;
    }

  private:
    static constexpr uint32_t MOST = 0xffffff; //!< 24 bits

    static uint64_t Run()
    {
        return uint64_t{RngSeedManager::GetSeed()} << 32 ^ RngSeedManager::GetRun();
    }

    uint32_t First() const
    {
        return static_cast<uint32_t>(m_seed >> 40);
    }

    uint64_t m_seed{0}; //!< what is drawn follows from it
};

} // namespace ns3

#endif // INC_REMOTE_KEY_H
