/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame.h"

#include "ns3/inc-ethernet.h"
#include "ns3/inc-icrc.h"
#include "ns3/inc-immdt.h"
#include "ns3/inc-ipv4.h"
#include "ns3/inc-udp.h"

#include <algorithm>

namespace ns3
{

/// \brief Keeps frames for reuse, so that a hop allocates nothing.
class IncFramePool
{
  public:
    ~IncFramePool()
    {
        while (m_free)
        {
            IncFrame* next = m_free->m_next;
            delete m_free;
            m_free = next;
        }
    }

    IncFrame* Take()
    {
        IncFrame* frame = m_free;
        if (frame)
        {
            m_free = frame->m_next;
            return frame;
        }
        return new IncFrame();
    }

    void Give(IncFrame* frame)
    {
#ifdef __SANITIZE_ADDRESS__
        delete frame; // let the sanitizer see a use after the frame's end
#else
        // Free what it holds now; the plain fields are set anew when it is taken.
        frame->payload = nullptr;
        frame->pbm = nullptr;
        frame->packet = nullptr;
        frame->m_next = m_free;
        m_free = frame;
#endif
    }

  private:
    IncFrame* m_free{nullptr};
};

namespace
{

IncFramePool g_frames;

} // namespace

void
IncFrameRecycler::operator()(IncFrame* frame) const
{
    g_frames.Give(frame);
}

IncFramePtr
IncFrame::Create()
{
    IncFrame* frame = g_frames.Take();
    *frame = IncFrame();
    return IncFramePtr(frame);
}

IncFramePtr
IncFrame::Copy() const
{
    IncFrame* frame = g_frames.Take();
    *frame = *this;
    return IncFramePtr(frame);
}

void
IncFrame::UpdateSize()
{
    if (kind == Kind::PACKET)
    {
        m_size = IncEthernet::SIZE + packet->GetSize() + FCS_SIZE;
    }
    else
    {
        uint32_t size = IncEthernet::SIZE + IncIpv4::SIZE + IncUdp::SIZE + IncBth::SIZE;
        size += IncHasReth(bth.opcode) ? IncReth::SIZE : 0;
        size += IncHasImm(bth.opcode) ? IncImmdt::SIZE : 0;
        size += IncHasAeth(bth.opcode) ? IncAeth::SIZE : 0;
        uint32_t data = payloadSize + (hasInc ? IncHeader::Size(inc.bslCode) : 0);
        bth.padCount = (4 - data % 4) % 4;
        m_size = size + data + bth.padCount + 4 /* ICRC */ + FCS_SIZE;
    }
    m_size = std::max(m_size, 64U); // the shortest Ethernet frame
}

} // namespace ns3
