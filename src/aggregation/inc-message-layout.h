/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MESSAGE_LAYOUT_H
#define INC_MESSAGE_LAYOUT_H

#include <algorithm>
#include <cstdint>

namespace ns3
{

/// The virtual address of a message has its offset below and the tag of its call from this bit on.
constexpr uint32_t INC_CALL_TAG_SHIFT = 40;

/**
 * \ingroup inc
 * \brief Division of a collective's elements into messages.
 *
 * The blocks of the ranks take turns, message by message, so that at any time all ranks send, or
 * receive, as much.
 */
class IncMessageLayout
{
  public:
    /// Elements of one message.
    struct Part
    {
        uint32_t root;   //!< rank whose message it is
        uint32_t count;  //!< number of elements
        uint64_t first;  //!< number of the first one in its block
        uint64_t offset; //!< number in all blocks, which follow each other by rank
    };

    /**
     * \param blocks number of blocks: one, or one for each rank
     * \param root of a single block: rank whose messages they are
     * \param count elements of a block
     * \param perMessage elements of a full message
     */
    IncMessageLayout(uint64_t blocks, uint32_t root, uint64_t count, uint32_t perMessage)
        : m_blocks(blocks),
          m_count(count),
          m_messages(count == 0 ? 1 : blocks * ((count + perMessage - 1) / perMessage)),
          m_root(root),
          m_perMessage(perMessage)
    {
    }

    /** \return how many messages there are: one at least, for the ranks to meet */
    uint64_t GetMessages() const
    {
        return m_messages;
    }

    /**
     * \param message a number below GetMessages()
     * \return the part
     */
    Part GetPart(uint64_t message) const
    {
        // A look at every message of every worker: most have one block, and divide nothing.
        const uint64_t turn = m_blocks == 1 ? message : message / m_blocks;
        const uint64_t block = message - turn * m_blocks;
        const uint64_t first = turn * m_perMessage;
        return {m_root + static_cast<uint32_t>(block),
                static_cast<uint32_t>(std::min<uint64_t>(m_perMessage, m_count - first)),
                first,
                block * m_count + first};
    }

  private:
    uint64_t m_blocks; //!< number of blocks
    uint64_t m_count;  //!< elements of a block
    uint64_t m_messages;
    uint32_t m_root;       //!< rank whose messages they are, for a single block
    uint32_t m_perMessage; //!< elements of a full message
};

} // namespace ns3

#endif // INC_MESSAGE_LAYOUT_H
