/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NIC_PORT_H
#define INC_NIC_PORT_H

#include "inc-queue-pair.h"

#include "ns3/inc-frame-sink.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-priority.h"

#include <array>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The sending side of a NIC's port: serves the queue pairs of a priority in
 * turn, a frame each.
 */
class IncNicPort : public IncFrameSource
{
  public:
    /** \param device the port */
    explicit IncNicPort(IncNetDevice* device)
        : m_device(device)
    {
        device->SetSource(this);
    }

    /** \return the port */
    IncNetDevice* GetDevice() const
    {
        return m_device;
    }

    /**
     * \brief Put a queue pair into the round.
     * \param qp not in it, with a frame to send
     */
    void Activate(IncQueuePair* qp)
    {
        Append(qp);
        m_device->Kick();
    }

    /**
     * \brief Take a queue pair out of the round.
     * \param qp in it or not
     */
    void Remove(const IncQueuePair* qp)
    {
        // Once per lifetime of a queue pair: walking the round is fast enough.
        Round& round = m_rounds[qp->m_connection.priority];
        IncQueuePair* head = round.head;
        round.head = nullptr;
        m_ready &= ~(1U << qp->m_connection.priority);
        while (head)
        {
            IncQueuePair* next = head->m_nextActive;
            if (head != qp)
            {
                Append(head);
            }
            head = next;
        }
    }

    IncPrioritySet GetReady() override
    {
        for (uint32_t rounds = m_ready; rounds != 0; rounds &= rounds - 1)
        {
            const uint32_t priority = __builtin_ctz(rounds);
            if (!m_rounds[priority].head->HasFrame())
            {
                RemoveIdle(priority);
            }
        }
        return m_ready;
    }

    IncFramePtr Pull(uint32_t priority) override
    {
        IncQueuePair* qp = RemoveHead(priority);
        IncFramePtr frame = qp->NextFrame();
        if (!qp->m_active && qp->HasFrame())
        {
            Append(qp);
        }
        return frame;
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// \brief The queue pairs of one priority that may have a frame, in their order.
    struct Round
    {
        IncQueuePair* head{nullptr}; //!< queue pair that may have the next frame
        IncQueuePair* tail{nullptr}; //!< last, valid when head is
    };

    void Append(IncQueuePair* qp)
    {
        const uint32_t priority = qp->m_connection.priority;
        Round& round = m_rounds[priority];
        qp->m_active = true;
        qp->m_nextActive = nullptr;
        (round.head ? round.tail->m_nextActive : round.head) = qp;
        round.tail = qp;
        m_ready |= 1U << priority;
    }

    /// Up to the first one that has a frame. Out of line: the first one has, mostly.
    [[gnu::noinline]] void RemoveIdle(uint32_t priority)
    {
        while (m_ready >> priority & 1 && !m_rounds[priority].head->HasFrame())
        {
            RemoveHead(priority);
        }
    }

    IncQueuePair* RemoveHead(uint32_t priority)
    {
        Round& round = m_rounds[priority];
        IncQueuePair* qp = round.head;
        round.head = qp->m_nextActive;
        qp->m_active = false;
        if (!round.head)
        {
            m_ready &= ~(1U << priority);
        }
        return qp;
    }

    IncNetDevice* m_device;                     //!< the port
    IncPrioritySet m_ready{0};                  //!< priorities with a queue pair in their round
    std::array<Round, INC_PRIORITIES> m_rounds; //!< by priority
};

} // namespace ns3

#endif // INC_NIC_PORT_H
