/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SEND_QUEUE_H
#define INC_SEND_QUEUE_H

#include "inc-fifo.h"
#include "inc-work-request.h"

#include "ns3/inc-frame.h"
#include "ns3/inc-state-visitor.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Send queue of a queue pair, which divides messages into packets (IBTA volume 1, 9.7.3 and
/// 9.8.3). Packets have consecutive numbers of 64 bits, across messages.
class IncSendQueue
{
  public:
    /// Transport service, as in the upper three bits of an opcode.
    enum class Service : uint8_t
    {
        RC = 0x00, //!< reliable connection (RC)
        UC = 0x20  //!< unreliable connection (UC)
    };

    /// A message in the queue.
    struct Message
    {
        IncWorkRequest request;      //!< request that was posted
        uint64_t first{0};           //!< number of the first packet
        uint32_t packets{0};         //!< number of packets
        IncVerb verb{IncVerb::SEND}; //!< operation of the message
        IncFramePtr made;            //!< frame of a ready-made message, or null

        /** \return one beyond the number of the message's last packet */
        uint64_t End() const
        {
            return first + packets;
        }

        INC_FIELDS(IncSendQueue::Message,
                   INC_VALUE(packets) + INC_PART(request) + INC_UNVISITED(first, verb, made))
    };

    /** \brief Choose the service of the opcodes. */
    explicit IncSendQueue(Service service)
        : m_service(service)
    {
    }

    /** \brief Set the payload of a full packet, bytes. */
    void Start(uint32_t pathMtu)
    {
        m_pathMtu = pathMtu;
    }

    /** \brief Append a message. */
    void Post(const IncWorkRequest& request, IncVerb verb);

    /** \brief Append a ready-made message of one packet, whose copies share the payload. The
     * completion returns `id`. */
    void Post(uint64_t id, IncFramePtr frame);

    /** \return one beyond the number of the last packet posted */
    uint64_t GetEnd() const
    {
        return m_end;
    }

    /** \return whether a message of more than one packet was ever posted */
    bool HasLong() const
    {
        return m_hasLong;
    }

    /** \return number of READs in the queue */
    uint32_t CountReads() const
    {
        return m_reads;
    }

    /** \return the READ at a position among all READs of the queue, from 0; nullptr if there are
     * fewer */
    const Message* FindRead(uint32_t index) const;

    /** \return one beyond the last packet of the message that Fill() has used last */
    uint64_t GetFilledEnd() const
    {
        return m_messages[m_cursor].End();
    }

    /** \return true when no message is in the queue */
    bool IsEmpty() const
    {
        return m_messages.IsEmpty();
    }

    /** \return messages in the queue */
    std::size_t GetSize() const
    {
        return m_messages.GetSize();
    }

    /** \return the oldest message; the queue must not be empty */
    const Message& Front() const
    {
        return m_messages.Front();
    }

    /** \return the newest message; the queue must not be empty */
    const Message& Back() const
    {
        return m_messages[m_messages.GetSize() - 1];
    }

    /** \brief Remove the oldest message. */
    void Pop()
    {
        m_reads -= m_messages.Front().verb == IncVerb::READ ? 1 : 0;
        m_messages.Pop();
        m_cursor -= m_cursor > 0 ? 1 : 0;
    }

    /** \brief Forget all messages; packet numbers continue. */
    void Clear()
    {
        m_messages.Clear();
        m_reads = 0;
        m_cursor = 0;
    }

    /** \brief Fill in opcode, RETH, immediate and payload of a packet; the caller sets the
     * addresses afterwards. For a READ, the packet requests all responses from this number on.
     * Return whether the packet is the last of its message. */
    bool Fill(uint64_t number, IncFrame& frame);

    /** \brief Pass the messages of an aggregation to a visitor. Packet numbers are relative to
     * `from`, which the visitor has not advanced yet. */
    void VisitState(IncStateVisitor& visitor, uint64_t from);

    /** \brief Pass other messages to a visitor. Packet numbers are relative to `from`, which the
     * visitor has not advanced yet. `numbers` is nullptr if the numbering of these messages is
     * unknown. */
    void VisitPosted(IncStateVisitor& visitor,
                     uint64_t from,
                     const IncStateVisitor::Numbers* numbers);

  private:
    const Message& Find(uint64_t number);
    IncOpcode OpcodeOf(const Message& message, bool first, bool last) const;

    INC_FIELDS(IncSendQueue,
               INC_VALUE(m_cursor) +
                   INC_UNVISITED(m_service, m_hasLong, m_pathMtu, m_messages, m_end, m_reads))

    Service m_service;
    bool m_hasLong{false};
    uint32_t m_pathMtu{1024}; //!< payload of a full packet, bytes
    IncFifo<Message> m_messages;
    std::size_t m_cursor{0}; //!< index of the message that Fill() has used last
    uint64_t m_end{0};       //!< one beyond the last packet posted
    uint32_t m_reads{0};
};

} // namespace ns3

#endif // INC_SEND_QUEUE_H
