/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PAYLOAD_H
#define INC_PAYLOAD_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The data bytes of a frame, or the ordinary ns-3 packet that it carries, shared by all
 * copies of it.
 *
 * Reference counted and recycled: buffers come in powers of two and return to a free list.
 * With virtual data there is no payload at all, only its size in the frame.
 */
class IncPayload
{
  public:
    /**
     * \param size bytes that the buffer holds at least
     * \return a buffer with undefined content
     */
    static Ptr<IncPayload> Create(uint32_t size);

    /**
     * \param packet an ordinary ns-3 packet: IP header and what follows
     * \param protocol its EtherType
     * \return the packet as a payload
     */
    static Ptr<IncPayload> Wrap(Ptr<const Packet> packet, uint16_t protocol);

    /** \return the packet that was wrapped */
    Ptr<const Packet> GetPacket() const
    {
        return m_packet;
    }

    /** \return the EtherType of the packet that was wrapped */
    uint16_t GetProtocol() const
    {
        return m_protocol;
    }

    /** \return the first byte */
    uint8_t* GetData()
    {
        return m_data;
    }

    /** \copydoc GetData() */
    const uint8_t* GetData() const
    {
        return m_data;
    }

    /** \return true when nobody else holds this buffer, so that it may be written */
    bool IsExclusive() const
    {
        return m_references == 1;
    }

    /** Take a reference. */
    void Ref() const
    {
        ++m_references;
    }

    /** Drop a reference; the last one recycles the buffer. */
    void Unref() const
    {
        if (--m_references == 0)
        {
            Recycle();
        }
    }

  private:
    IncPayload(uint8_t* data, uint8_t sizeClass);
    ~IncPayload() = default;
    void Recycle() const;

    uint8_t* m_data;               //!< follows the object in memory
    mutable uint32_t m_references; //!< holders
    uint8_t m_sizeClass;           //!< log2 of the capacity
    uint16_t m_protocol{0};        //!< protocol of m_packet
    Ptr<const Packet> m_packet;    //!< what was wrapped, or null
    mutable IncPayload* m_next;    //!< free list

    friend class IncPayloadPool;
};

} // namespace ns3

#endif // INC_PAYLOAD_H
