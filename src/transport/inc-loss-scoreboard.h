/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LOSS_SCOREBOARD_H
#define INC_LOSS_SCOREBOARD_H

#include "inc-fifo.h"

#include "ns3/inc-state-fields.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Record of a sender with selective repeat: which packets of its window have arrived, and
 * which to send again (IRN, section 3.1).
 *
 * A packet counts as lost if a packet has arrived that was sent later by more than a tolerance for
 * reordering. A repetition is a transmission of its own, so its loss is found in the same way (as
 * by RACK, RFC 8985).
 */
class IncLossScoreboard
{
  public:
    /** \brief Begin with a largest window. `tolerance` packets may overtake a packet before it
     * counts as lost. */
    void Start(uint32_t packets, uint32_t tolerance = 0)
    {
        m_tolerance = tolerance;
        std::size_t size = 1;
        while (size < packets)
        {
            size *= 2;
        }
        m_packets.assign(size, Packet());
        m_sent.Clear();
        m_lost.Clear();
    }

    /** \brief Record that a packet is sent, for the first time or again. */
    void Sent(uint64_t number)
    {
        m_packets[Slot(number)].order = ++m_order;
        m_sent.Push({number, m_order});
    }

    /** \return whether there is a packet to send again */
    bool HasLost() const
    {
        return !m_lost.IsEmpty();
    }

    /** \brief Remove and return the next packet to send again. */
    uint64_t TakeLost()
    {
        const uint64_t number = m_lost.Front();
        m_lost.Pop();
        SkipArrived();
        return number;
    }

    /** \brief Record that a packet has arrived; find lost packets among those sent before it. */
    void Arrived(uint64_t number)
    {
        Packet& packet = m_packets[Slot(number)];
        packet.arrived = true;
        Find(packet.order);
        SkipArrived();
    }

    /** \brief Record that all packets before a number have arrived. */
    void Advance(uint64_t from, uint64_t to)
    {
        // The oldest packet has arrived just now. Look for losses before its transmission.
        const uint64_t order = from < to ? m_packets[Slot(from)].order : 0;
        for (uint64_t number = from; number < to; ++number)
        {
            m_packets[Slot(number)] = Packet();
        }
        m_oldest = to;
        Find(order);
        SkipArrived();
    }

    /** \brief Queue the refused, oldest missing packet again, even if it was reported as arrived.
     */
    void Refused(uint64_t number)
    {
        m_packets[Slot(number)].arrived = false;
        m_lost.Push(number);
        SkipArrived();
    }

    /** \brief After a timeout, treat all packets as lost that are not known to have arrived. */
    void TimedOut(uint64_t from, uint64_t to)
    {
        m_oldest = from;
        m_sent.Clear();
        m_lost.Clear();
        for (uint64_t number = from; number < to; ++number)
        {
            if (!m_packets[Slot(number)].arrived)
            {
                m_lost.Push(number);
            }
        }
    }

    /** \brief Forget which unacknowledged packets have arrived, because the receiver may have
     * dropped them. */
    void ForgetArrived()
    {
        for (Packet& packet : m_packets)
        {
            packet.arrived = false;
        }
    }

    /** \brief Pass the packets of the window, `from` to `to` - 1, to a visitor. The visitor has not
     * advanced these numbers by `growth` yet. */
    void VisitState(IncStateVisitor& visitor, uint64_t from, uint64_t to, uint64_t growth);

  private:
    struct Packet
    {
        uint64_t order{0}; //!< number of the packet's latest transmission
        bool arrived{false};

        INC_FIELDS(IncLossScoreboard::Packet, INC_VALUE(arrived) + INC_UNVISITED(order))
    };

    struct Transmission
    {
        uint64_t number; //!< number of the packet
        uint64_t order;
    };

    std::size_t Slot(uint64_t number) const
    {
        return number & (m_packets.size() - 1);
    }

    /// Find lost packets among those sent before a transmission that has arrived.
    void Find(uint64_t order)
    {
        while (!m_sent.IsEmpty() && m_sent.Front().order + m_tolerance < order)
        {
            const Transmission& sent = m_sent.Front();
            const Packet& packet = m_packets[Slot(sent.number)];
            if (sent.number >= m_oldest && !packet.arrived && packet.order == sent.order)
            {
                m_lost.Push(sent.number);
            }
            m_sent.Pop();
        }
    }

    void SkipArrived()
    {
        while (!m_lost.IsEmpty() &&
               (m_lost.Front() < m_oldest || m_packets[Slot(m_lost.Front())].arrived))
        {
            m_lost.Pop();
        }
    }

    std::vector<Packet> m_packets; //!< packets by number modulo the size, a power of two
    IncFifo<Transmission> m_sent;  //!< transmissions that may still be lost, in order
    IncFifo<uint64_t> m_lost;      //!< packets to send again
    uint64_t m_oldest{0};
    uint64_t m_order{0};     //!< number of transmissions so far
    uint32_t m_tolerance{0}; //!< packets that may overtake one before it counts as lost

    INC_FIELDS(IncLossScoreboard,
               INC_UNVISITED(m_packets, m_sent, m_lost, m_oldest, m_order) +
                   INC_UNVISITED(m_tolerance))
};

} // namespace ns3

#endif // INC_LOSS_SCOREBOARD_H
