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

namespace ns3
{

/**
 * \ingroup inc
 * \brief The sending side of a NIC's port: serves its queue pairs in turn, a frame each.
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
        IncQueuePair* head = m_head;
        m_head = nullptr;
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

    bool HasFrame() override
    {
        while (m_head && !m_head->HasFrame())
        {
            RemoveHead();
        }
        return m_head != nullptr;
    }

    IncFramePtr Pull() override
    {
        IncQueuePair* qp = RemoveHead();
        IncFramePtr frame = qp->NextFrame();
        if (!qp->m_active && qp->HasFrame())
        {
            Append(qp);
        }
        return frame;
    }

  private:
    void Append(IncQueuePair* qp)
    {
        qp->m_active = true;
        qp->m_nextActive = nullptr;
        (m_head ? m_tail->m_nextActive : m_head) = qp;
        m_tail = qp;
    }

    IncQueuePair* RemoveHead()
    {
        IncQueuePair* qp = m_head;
        m_head = qp->m_nextActive;
        qp->m_active = false;
        return qp;
    }

    IncNetDevice* m_device;        //!< the port
    IncQueuePair* m_head{nullptr}; //!< whose turn it is
    IncQueuePair* m_tail{nullptr}; //!< last of the round, valid when m_head is
};

} // namespace ns3

#endif // INC_NIC_PORT_H
