/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RECEIVE_QUEUE_H
#define INC_RECEIVE_QUEUE_H

#include "inc-fifo.h"
#include "inc-memory-region.h"
#include "inc-work-request.h"

#include "ns3/inc-frame.h"
#include "ns3/inc-state-fields.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IncStateVisitor;

/// \ingroup inc
/// \brief The receive queue of a queue pair and the message that arrives now. It checks packets,
/// which must come in order, and stores their data (IBTA volume 1, 9.7.4 and 9.8.2).
class IncReceiveQueue
{
  public:
    /// Moment at which the data of a message are written to memory.
    enum class Placement : uint8_t
    {
        AT_ONCE,   //!< when each packet arrives
        WHEN_WHOLE //!< when the last packet of the message has arrived
    };

    /// Result of Take().
    enum class Verdict : uint8_t
    {
        TAKEN,            //!< the packet was accepted, and its message continues
        ENDED,            //!< the message is complete; it used no posted receive
        COMPLETED,        //!< the message is complete; it used a posted receive
        NOT_READY,        //!< there is no posted receive for the message; nothing has changed
        INVALID,          //!< the packet is out of order in its message, or of wrong size
        ACCESS_REFUSED,   //!< the R_Key or range is not that of registered memory
        RECEIVE_TOO_SHORT //!< the message is longer than its receive, which ended with LOCAL_LENGTH
    };

    /** \brief Choose the time at which data become visible. */
    explicit IncReceiveQueue(Placement placement)
        : m_placement(placement)
    {
    }

    /** \brief Begin to use the NIC's memory regions; `pathMtu` is the payload of a full packet,
     * bytes. */
    void Start(const IncMemoryRegions& memory, uint32_t pathMtu);

    /** \brief Post the buffer of the next SEND; a WRITE with immediate only consumes the
     * receive. */
    void Post(const IncReceiveRequest& request)
    {
        m_receives.Push(request);
    }

    /** \brief Accept or refuse the next packet in order, a SEND or a WRITE. The completion is
     * filled for COMPLETED and RECEIVE_TOO_SHORT. */
    Verdict Take(const IncFrame& frame, IncCompletion& completion);

    /** \return memory of the NIC */
    const IncMemoryRegions& GetMemory() const
    {
        return *m_memory;
    }

    /** \return true between the first and the last packet of a message */
    bool IsInMessage() const
    {
        return m_inMessage;
    }

    /** \brief Drop the present message, because its rest will not come. */
    void Abandon()
    {
        m_inMessage = false;
    }

    /** \brief Remove the oldest posted receive; return false when there is none. */
    bool TakeBack(IncReceiveRequest& request);

    /** \brief Pass the state to a visitor; `window` is the most bytes that the peer may have under
     * way. */
    void VisitState(IncStateVisitor& visitor, uint64_t window);

  private:
    bool Fits(const IncFrame& frame) const;
    Verdict Begin(const IncFrame& frame);
    void Place(const IncFrame& frame, bool ends);
    uint8_t* Destination(bool write) const;

    INC_FIELDS(IncReceiveQueue,
               INC_VALUE(m_inMessage) +
                   INC_UNVISITED(m_placement, m_memory, m_pathMtu, m_receives) +
                   INC_UNVISITED(m_isWrite, m_bytes, m_reth, m_staged))

    Placement m_placement;
    const IncMemoryRegions* m_memory{nullptr};
    uint32_t m_pathMtu{0};
    IncFifo<IncReceiveRequest> m_receives;
    bool m_inMessage{false}; //!< whether a message has begun and not ended
    bool m_isWrite{false};
    uint64_t m_bytes{0};           //!< bytes of the present message so far
    IncReth m_reth;                //!< RETH of the present WRITE
    std::vector<uint8_t> m_staged; //!< WHEN_WHOLE: data of the message so far
};

} // namespace ns3

#endif // INC_RECEIVE_QUEUE_H
