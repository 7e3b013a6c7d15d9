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

/// Lowest bit of the call tag in a message's virtual address; the bits below are the offset.
constexpr uint32_t INC_CALL_TAG_SHIFT = 40;

/**
 * \ingroup inc
 * \brief Division of a collective's elements into messages.
 *
 * Consecutive messages belong to blocks of different ranks in turn. At any time all ranks therefore
 * send, or receive, about equally much.
 */
class IncMessageLayout
{
  public:
    /// Elements of one message.
    struct Part
    {
        uint32_t root;   //!< rank that sends, or gets, the elements of the message
        uint32_t count;  //!< number of elements
        uint64_t first;  //!< index of the first element within its block
        uint64_t offset; //!< index of the first element in the concatenation of all blocks
    };

    /** \brief Cut blocks of `count` elements into messages. There is a block for each rank, or a
     * single block whose messages belong to rank `root`. */
    IncMessageLayout(uint64_t blocks, uint32_t root, uint64_t count, uint32_t perMessage)
        : m_blocks(blocks),
          m_count(count),
          m_messages(count == 0 ? 1 : blocks * ((count + perMessage - 1) / perMessage)),
          m_root(root),
          m_perMessage(perMessage)
    {
    }

    /** \return number of messages; at least one, so that the ranks synchronize */
    uint64_t GetMessages() const
    {
        return m_messages;
    }

    /** \return number of blocks, whose messages take turns */
    uint64_t GetBlocks() const
    {
        return m_blocks;
    }

    /** \return the elements of the message with this index, which is below GetMessages() */
    Part GetPart(uint64_t message) const
    {
        // Division is avoided because this is called for every message; mostly there is one block.
        const uint64_t turn = m_blocks == 1 ? message : message / m_blocks;
        const uint64_t block = message - turn * m_blocks;
        const uint64_t first = turn * m_perMessage;
        return {m_root + static_cast<uint32_t>(block),
                static_cast<uint32_t>(std::min<uint64_t>(m_perMessage, m_count - first)),
                first,
                block * m_count + first};
    }

  private:
    uint64_t m_blocks;
    uint64_t m_count; //!< number of elements of a block
    uint64_t m_messages;
    uint32_t m_root;
    uint32_t m_perMessage;
};

} // namespace ns3

#endif // INC_MESSAGE_LAYOUT_H
