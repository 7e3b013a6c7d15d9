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

/**
 * \ingroup inc
 * \brief Send queue of a queue pair, which divides messages into packets (IBTA volume 1, 9.7.3 and
 * 9.8.3).
 *
 * Packets have consecutive numbers of 64 bits, across messages.
 */
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

    /** \param service transport service of the opcodes */
    explicit IncSendQueue(Service service)
        : m_service(service)
    {
    }

    /** \param pathMtu payload of a full packet, bytes */
    void Start(uint32_t pathMtu)
    {
        m_pathMtu = pathMtu;
    }

    /** \brief Append a message. */
    void Post(const IncWorkRequest& request, IncVerb verb);

    /**
     * \brief Append a ready-made message of one packet.
     * \param id number given back in the completion
     * \param frame frame with opcode, headers and payload; its copies share the payload
     */
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

    /**
     * \brief Find a READ in the queue.
     * \param index position of the READ among all READs of the queue, from 0
     * \return the message, or nullptr if there are fewer
     */
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

    /**
     * \brief Fill in opcode, RETH, immediate and payload of a packet; the caller sets the addresses
     * afterwards. For a READ, the packet requests all responses from this number on.
     * \param number number of a packet of a message in the queue
     * \param frame frame to fill
     * \return whether the packet is the last of its message
     */
    bool Fill(uint64_t number, IncFrame& frame);

    /**
     * \param visitor visitor of the state; the messages are those of aggregation
     * \param from packet number to which others are relative, before the visitor advances it
     */
    void VisitState(IncStateVisitor& visitor, uint64_t from);

    /**
     * \param visitor visitor of the state; the messages are not those of aggregation
     * \param from packet number to which others are relative, before the visitor advances it
     * \param numbers numbering of these messages, or nullptr if it is unknown
     */
    void VisitPosted(IncStateVisitor& visitor,
                     uint64_t from,
                     const IncStateVisitor::Numbers* numbers);

  private:
    const Message& Find(uint64_t number);
    IncOpcode OpcodeOf(const Message& message, bool first, bool last) const;

    INC_FIELDS(IncSendQueue,
               INC_VALUE(m_cursor) +
                   INC_UNVISITED(m_service, m_hasLong, m_pathMtu, m_messages, m_end, m_reads))

    Service m_service; //!< determines the opcodes
    bool m_hasLong{false};
    uint32_t m_pathMtu{1024};    //!< payload of a full packet, bytes
    IncFifo<Message> m_messages; //!< messages, the oldest first
    std::size_t m_cursor{0};     //!< index of the message that Fill() has used last
    uint64_t m_end{0};           //!< one beyond the last packet posted
    uint32_t m_reads{0};         //!< number of READs in the queue
};

} // namespace ns3

#endif // INC_SEND_QUEUE_H
