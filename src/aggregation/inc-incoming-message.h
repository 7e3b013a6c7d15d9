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
 * \brief What a queue pair over UC keeps of a message of several packets: its first packet alone
 * has a RETH (IBTA volume 1, 9.8.2).
 *
 * After a sequence violation what comes is discarded up to the next first or only packet.
 */
class IncIncomingMessage
{
  public:
    /**
     * \brief Take the next packet.
     * \param frame admitted; its RETH is that of its own data afterwards, but for the length of a
     * first packet, which is that of the message
     * \return false where its message began with packets that have not come
     */
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
    IncReth m_rest;     //!< key, and address of what comes next
    uint32_t m_left{0}; //!< bytes to come; 0: no message has begun
    uint32_t m_psn{0};  //!< PSN of the next packet
};

} // namespace ns3

#endif // INC_INCOMING_MESSAGE_H
