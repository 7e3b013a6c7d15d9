/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_INCOMING_MESSAGE_H
#define INC_INCOMING_MESSAGE_H

#include "ns3/inc-frame.h"
#include "ns3/inc-serial.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief State of a multi-packet RDMA message that a queue pair is receiving over UC.
 *
 * Only the first packet has a RETH (IBTA volume 1, 9.8.2). After a lost packet, all packets before
 * the next "first" or "only" packet are discarded.
 */
class IncIncomingMessage
{
  public:
    /** \brief Process an accepted packet. Return false if earlier packets of its RDMA message were
     * lost. A middle or last packet gets a RETH for its own data. The RETH of a first packet keeps
     * the length of the whole message. */
    bool Take(IncFrame& frame)
    {
        const IncOpcode opcode = frame.bth.opcode;
        if (IncIsOnly(opcode))
        {
            m_left = 0;
            return true;
        }
        if (IncIsFirst(opcode))
        {
            m_rest = frame.reth;
            m_left = m_rest.dmaLength;
        }
        else if (m_left == 0 || frame.bth.psn != m_psn)
        {
            m_left = 0;
            return false;
        }
        const bool ends = m_left == frame.payloadSize;
        if (m_left < frame.payloadSize || ends != IncIsLast(opcode))
        {
            m_left = 0;
            return false;
        }
        if (!IncIsFirst(opcode))
        {
            frame.reth = m_rest;
            frame.reth.dmaLength = frame.payloadSize;
        }
        m_left -= frame.payloadSize;
        m_rest.virtualAddress += frame.payloadSize;
        m_psn = IncPsn::Add(frame.bth.psn, 1);
        return true;
    }

  private:
    IncReth m_rest;     //!< R_Key of the RDMA message, and virtual address of its next packet
    uint32_t m_left{0}; //!< bytes of the RDMA message still to come; 0: none is being received
    uint32_t m_psn{0};  //!< PSN of the next packet of the RDMA message
};

} // namespace ns3

#endif // INC_INCOMING_MESSAGE_H
