/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_COUNTERS_H
#define INC_QUEUE_PAIR_COUNTERS_H

#include "ns3/inc-state-fields.h"
#include "ns3/inc-traced-callback.h"

#include <cstdint>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief A count that is a trace source: ns-3's TracedValue in half the memory.
class IncTracedCounter
{
  public:
    /** \brief Begin with a count. */
    explicit IncTracedCounter(uint64_t value)
        : m_value(value)
    {
    }

    /** \return the count */
    uint64_t Get() const
    {
        return m_value;
    }

    /** \return the count */
    operator uint64_t() const
    {
        return m_value;
    }

    /** \brief Set a new count. */
    IncTracedCounter& operator=(uint64_t value)
    {
        if (value != m_value)
        {
            if (!m_changed.IsEmpty())
            {
                Tell(value);
            }
            m_value = value;
        }
        return *this;
    }

    /** \brief Add to the count. */
    IncTracedCounter& operator+=(uint64_t more)
    {
        return *this = m_value + more;
    }

    /** \brief Count one more. */
    IncTracedCounter& operator++()
    {
        return *this = m_value + 1;
    }

    /** \copydoc IncTracedCallback::ConnectWithoutContext */
    void ConnectWithoutContext(const CallbackBase& callback)
    {
        m_changed.ConnectWithoutContext(callback);
    }

    /** \copydoc IncTracedCallback::Connect */
    void Connect(const CallbackBase& callback, std::string path)
    {
        m_changed.Connect(callback, path);
    }

    /** \copydoc IncTracedCallback::DisconnectWithoutContext */
    void DisconnectWithoutContext(const CallbackBase& callback)
    {
        m_changed.DisconnectWithoutContext(callback);
    }

    /** \copydoc IncTracedCallback::Disconnect */
    void Disconnect(const CallbackBase& callback, std::string path)
    {
        m_changed.Disconnect(callback, path);
    }

  private:
    /// Call the listeners. Out of line, because counters are on the path of each frame.
    [[gnu::noinline]] void Tell(uint64_t value) const
    {
        m_changed(m_value, value);
    }

    uint64_t m_value;
    IncTracedCallback<uint64_t, uint64_t> m_changed; //!< called with the old and the new count
};

/// \ingroup inc
/// \brief Counters of a queue pair; each is a trace source of IncQueuePair. Data packets carry
/// SENDs and WRITEs; bytes are their payload. This struct is a base of IncQueuePair, because ns-3's
/// accessors reach members of bases.
struct IncQueuePairCounters
{
    using Counter = IncTracedCounter; //!< count that calls its listeners

    // These counters change for each packet, so they are next to each other.
    Counter packetsSent{0};      //!< data packets, retransmissions included
    Counter bytesSent{0};        //!< payload of the packets sent
    Counter packetsReceived{0};  //!< data packets that arrived, duplicates included
    Counter bytesReceived{0};    //!< payload of the packets received
    Counter acksSent{0};         //!< positive acknowledgements sent
    Counter acksReceived{0};     //!< positive acknowledgements that came
    Counter retransmissions{0};  //!< data packets sent again
    Counter timeouts{0};         //!< expirations of the retransmission timer
    Counter duplicates{0};       //!< data packets received again
    Counter outOfOrder{0};       //!< data packets that came while an earlier one was missing
    Counter messagesDropped{0};  //!< UC: messages that did not arrive whole or found no receive
    Counter naksSent{0};         //!< negative acknowledgements sent, without RNR
    Counter naksReceived{0};     //!< negative acknowledgements that came, without RNR
    Counter rnrNaksSent{0};      //!< "receiver not ready" answers sent
    Counter rnrNaksReceived{0};  //!< "receiver not ready" answers that came
    Counter ecnMarksReceived{0}; //!< data packets that arrived with CE
    Counter cnpsSent{0};         //!< congestion notification packets sent
    Counter cnpsReceived{0};     //!< congestion notification packets that came
    Counter refused{0};          //!< packets that are not from the peer, or not admitted

    // Losses and marks have the kind UNCHANGED: a period with any of them does not repeat.
    INC_FIELDS(IncQueuePairCounters,
               INC_COUNT(packetsSent) + INC_COUNT(bytesSent) +
                   INC_FIELD(retransmissions, UNCHANGED) + INC_FIELD(timeouts, UNCHANGED) +
                   INC_COUNT(packetsReceived) + INC_COUNT(bytesReceived) +
                   INC_FIELD(duplicates, UNCHANGED) + INC_FIELD(outOfOrder, UNCHANGED) +
                   INC_COUNT(messagesDropped) + INC_COUNT(acksSent) + INC_COUNT(acksReceived) +
                   INC_FIELD(naksSent, UNCHANGED) + INC_FIELD(naksReceived, UNCHANGED) +
                   INC_COUNT(rnrNaksSent) + INC_COUNT(rnrNaksReceived) +
                   INC_FIELD(ecnMarksReceived, UNCHANGED) + INC_FIELD(cnpsSent, UNCHANGED) +
                   INC_FIELD(cnpsReceived, UNCHANGED) + INC_COUNT(refused))
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_COUNTERS_H
