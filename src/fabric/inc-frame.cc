/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame.h"

#include "inc-frame-codec.h"
#include "inc-frame-state.h"

#include "ns3/inc-ethernet.h"
#include "ns3/inc-immdt.h"
#include "ns3/inc-ipv4.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/packet.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace ns3
{

template <>
struct IncFieldsOf<IncBth>
{
    INC_TABLE(IncBth,
              INC_VALUE(opcode) + INC_BIT(solicited) + INC_BIT(migration) + INC_VALUE(padCount) +
                  INC_VALUE(version) + INC_VALUE(pkey) + INC_BIT(fecn) + INC_BIT(becn) +
                  INC_VALUE(ackRequest) + INC_VALUE(ackAtOnce) + INC_VALUE(destQp) +
                  INC_UNVISITED(Class().psn))
};

template <>
struct IncFieldsOf<IncBierHeader>
{
    INC_TABLE(IncBierHeader,
              INC_VALUE(biftId) + INC_VALUE(trafficClass) + INC_VALUE(bottomOfStack) +
                  INC_VALUE(ttl) + INC_VALUE(nibble) + INC_VALUE(version) + INC_VALUE(bslCode) +
                  INC_VALUE(entropy) + INC_VALUE(oam) + INC_VALUE(reserved) + INC_VALUE(dscp) +
                  INC_VALUE(proto) + INC_VALUE(bfirId))
};

class IncPayloadPool
{
  public:
    static constexpr uint8_t SIZE_CLASSES = 32;

    ~IncPayloadPool()
    {
        for (auto* head : m_free)
        {
            while (head)
            {
                IncPayload* next = head->m_next;
                std::free(head);
                head = next;
            }
        }
    }

    IncPayload* Take(uint8_t sizeClass)
    {
        IncPayload* payload = m_free[sizeClass];
        if (payload)
        {
            m_free[sizeClass] = payload->m_next;
            payload->m_references = 0;
            return payload;
        }
        void* memory = std::malloc(HEADER + (std::size_t(1) << sizeClass));
        if (!memory)
        {
            throw std::bad_alloc();
        }
        return new (memory) IncPayload(static_cast<uint8_t*>(memory) + HEADER, sizeClass);
    }

    void Give(const IncPayload* payload)
    {
        auto* mine = const_cast<IncPayload*>(payload);
        mine->m_packet = nullptr;
#ifdef __SANITIZE_ADDRESS__
        std::free(mine); // lets the sanitizer detect a use after the last reference
#else
        mine->m_next = m_free[mine->m_sizeClass];
        m_free[mine->m_sizeClass] = mine;
#endif
    }

  private:
    /// Size of the object, rounded up so that the data behind it are aligned for vector loads.
    static constexpr std::size_t HEADER = (sizeof(IncPayload) + 31) / 32 * 32;

    IncPayload* m_free[SIZE_CLASSES] = {};
};

namespace
{

IncPayloadPool g_pool;

} // namespace

IncPayload::IncPayload(uint8_t* data, uint8_t sizeClass)
    : m_data(data),
      m_references(0),
      m_sizeClass(sizeClass),
      m_next(nullptr)
{
}

Ptr<IncPayload>
IncPayload::Create(uint32_t size)
{
    uint8_t sizeClass = 6;
    while ((uint64_t(1) << sizeClass) < size)
    {
        ++sizeClass;
    }
    return Ptr<IncPayload>(g_pool.Take(sizeClass));
}

Ptr<IncPayload>
IncPayload::Wrap(Ptr<const Packet> packet, uint16_t protocol)
{
    Ptr<IncPayload> payload = Create(0);
    payload->m_packet = packet;
    payload->m_protocol = protocol;
    return payload;
}

void
IncPayload::Recycle() const
{
    g_pool.Give(this);
}

namespace
{

constexpr std::array<uint8_t, 256>
MakeExtended()
{
    std::array<uint8_t, 256> extended{};
    for (std::size_t i = 0; i < extended.size(); ++i)
    {
        const auto opcode = static_cast<IncOpcode>(i);
        extended[i] = (IncHasReth(opcode) ? IncReth::SIZE : 0) +
                      (IncHasImm(opcode) ? IncImmdt::SIZE : 0) +
                      (IncHasAeth(opcode) ? IncAeth::SIZE : 0);
    }
    return extended;
}

constexpr std::array<uint8_t, 256> EXTENDED = MakeExtended();

constexpr std::array<uint16_t, 16>
MakeIncSizes()
{
    std::array<uint16_t, 16> sizes{};
    for (std::size_t code = 0; code < sizes.size(); ++code)
    {
        sizes[code] = static_cast<uint16_t>(IncHeader::Size(static_cast<uint8_t>(code)));
    }
    return sizes;
}

constexpr std::array<uint16_t, 16> INC_SIZES = MakeIncSizes();

#ifdef __SANITIZE_ADDRESS__

/// Frees memory at once, so that the sanitizer detects a use after the frame's end.
class FramePool
{
  public:
    void* Take()
    {
        return ::operator new(sizeof(IncFrame), std::align_val_t(alignof(IncFrame)));
    }

    void Give(void* memory)
    {
        ::operator delete(memory, std::align_val_t(alignof(IncFrame)));
    }
};

#else

/// Keeps the memory of frames for reuse, so that a hop allocates nothing.
class FramePool
{
  public:
    void* Take()
    {
        if (!m_free)
        {
            AddSlab();
        }
        Cell* cell = m_free;
        m_free = cell->next;
        return cell;
    }

    void Give(void* memory)
    {
        auto* cell = static_cast<Cell*>(memory);
        cell->next = m_free;
        m_free = cell;
    }

  private:
    static constexpr std::size_t SLAB = 64;

    union Cell {
        Cell* next;
        alignas(IncFrame) std::byte frame[sizeof(IncFrame)];
    };

    void AddSlab()
    {
        m_slabs.push_back(std::make_unique<Cell[]>(SLAB));
        for (std::size_t i = SLAB; i > 0; --i)
        {
            Give(&m_slabs.back()[i - 1]);
        }
    }

    std::vector<std::unique_ptr<Cell[]>> m_slabs;
    Cell* m_free{nullptr}; //!< list of cells without a frame
};

#endif

FramePool g_frames;

} // namespace

void
IncFrameRecycler::operator()(IncFrame* frame) const
{
    frame->~IncFrame();
    g_frames.Give(frame);
}

IncFramePtr
IncFrame::Create()
{
    // `IncFrame()` with parentheses would fill the frame with zeros before it sets the fields.
    return IncFramePtr(new (g_frames.Take()) IncFrame);
}

IncFramePtr
IncFrame::Copy() const
{
    IncFramePtr copy(new (g_frames.Take()) IncFrame(*this));
    if (marks & MEASURED)
    {
        copy->SetTelemetry(GetTelemetry()->Copy());
    }
    return copy;
}

void
IncFrame::UpdateSize()
{
    if (kind == Kind::PFC)
    {
        m_size = IncPfcFrame::SIZE + FCS_SIZE;
    }
    else if (kind == Kind::PACKET)
    {
        m_size = IncEthernet::SIZE + payload->GetPacket()->GetSize() + FCS_SIZE;
    }
    else
    {
        const uint32_t data = payloadSize + (hasInc ? INC_SIZES[inc.bslCode & 0x0f] : 0);
        bth.padCount = -data % 4;
        m_size = IncFrameFormat::Headers(hasInc) + IncIpHeaderSize(ip) - IncIpv4::SIZE +
                 EXTENDED[static_cast<uint8_t>(bth.opcode)] + data + bth.padCount;
    }
    if (m_addition)
    {
        m_size += m_isBier ? GetBier()->GetSize() : GetTelemetry()->GetSize();
    }
    m_size = std::max(m_size, 64U); // size of the shortest Ethernet frame
}

void
IncVisitBits(const IncBitString& bits, IncFieldName field, IncStateVisitor& visitor)
{
    visitor.Value(field, bits.GetLength());
    for (uint32_t bit = bits.GetLength() == 0 ? 0 : bits.FindFirst(); bit != 0;
         bit = bits.FindNext(bit))
    {
        visitor.Value(field, bit);
    }
    visitor.Value(field, 0);
}

void
IncVisitReth(IncReth& reth, const IncStateVisitor::Numbers* numbers, IncStateVisitor& visitor)
{
    visitor.Value("IncReth::rkey", reth.rkey);
    visitor.Value("IncReth::dmaLength", reth.dmaLength);
    if (numbers && numbers->areNames)
    {
        return;
    }
    const uint64_t slotBytes = numbers ? numbers->slotBytes : 1;
    uint64_t slot = reth.virtualAddress / slotBytes;
    const uint64_t offset = reth.virtualAddress % slotBytes;
    visitor.Value("IncReth::virtualAddress", offset);
    if (numbers)
    {
        visitor.Cyclic("IncReth::virtualAddress", slot, numbers->slots);
    }
    else
    {
        visitor.Value("IncReth::virtualAddress", slot);
    }
    reth.virtualAddress = slot * slotBytes + offset;
}

void
IncVisitImmediate(uint32_t& immediate,
                  const IncStateVisitor::Numbers* numbers,
                  IncStateVisitor& visitor)
{
    const uint64_t modulus = numbers ? numbers->immediates : 1;
    uint64_t number = immediate % modulus;
    const uint64_t kind = immediate / modulus;
    visitor.Value("IncFrame::immediate", kind);
    if (!numbers || !numbers->areNames)
    {
        visitor.Cyclic("IncFrame::immediate", number, modulus);
    }
    immediate = static_cast<uint32_t>(kind * modulus + number);
}

void
IncFrame::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(*this);
    if (m_addition && !m_isBier)
    {
        visitor.Refuse("telemetry: frames carry times");
    }
    if (kind == Kind::ROCE && bth.opcode == IncOpcode::RC_ACK)
    {
        visitor.Awaited("IncBth::psn", IncConnectionKey(destination, bth.destQp), bth.psn);
        IncAeth aeth = GetAeth();
        visitor.Value("IncAeth::syndrome", aeth.syndrome);
        visitor.Count("IncAeth::msn", aeth.msn, 24);
        SetAeth(aeth);
        return;
    }
    if (kind != Kind::ROCE || !(hasInc || IncIsRc(bth.opcode)))
    {
        visitor.Refuse("datagrams, or frames of other protocols than RoCEv2");
        return;
    }
    if (payload)
    {
        visitor.Refuse("real data: frames carry values");
    }
    const uint64_t receiver = IncConnectionKey(destination, bth.destQp);
    if (IncIsRc(bth.opcode) && !GetBier())
    {
        visitor.Awaited("IncBth::psn", receiver | IncStateVisitor::RESPONDER, bth.psn);
    }
    if (!hasInc)
    {
        const auto* numbers = visitor.FindNumbers(receiver);
        if (IncIsFirst(bth.opcode) || IncIsOnly(bth.opcode))
        {
            IncVisitReth(reth, numbers, visitor);
        }
        if (IncHasImm(bth.opcode))
        {
            IncVisitImmediate(immediate, numbers, visitor);
        }
        return;
    }
    visitor.UseTree(inc.treeId);
    if (IncIsRc(bth.opcode) && GetBier())
    {
        visitor.Sequence("IncBth::psn", bth.psn, 24); // each message has one result
    }
    else if (!IncIsRc(bth.opcode))
    {
        visitor.Count("IncBth::psn", bth.psn, 24);
    }
    visitor.Fields(reth);
    if (IncGoesToRoot(inc.collective) || IncComesFromRoot(inc.collective))
    {
        visitor.Value("IncFrame::immediate", immediate); // the root, or a number of messages
    }
    else
    {
        visitor.Sequence("IncFrame::immediate", immediate);
    }
    visitor.Fields(inc);
    visitor.Value("IncFrame::pbm", PeekPointer(pbm)); // frames with equal P-BMs share one object
    visitor.Value("IncFrame::tag", tag);
    if (const IncBierEncapsulation* bier = GetBier())
    {
        IncBierHeader header = bier->header;
        visitor.Fields(header);
        IncVisitBits(bier->bits, "IncBierEncapsulation::bits", visitor);
    }
}

void
IncFrameList::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(*this);
    for (IncFrame* frame = m_head; frame; frame = frame->m_next)
    {
        visitor.Value("IncFrameList::m_head", true);
        frame->VisitState(visitor);
    }
    visitor.Value("IncFrameList::m_head", false);
}

} // namespace ns3
