/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_H
#define INC_FRAME_H

#include "inc-bier-encapsulation.h"
#include "inc-telemetry.h"

#include "ns3/inc-aeth.h"
#include "ns3/inc-bit-string.h"
#include "ns3/inc-bth.h"
#include "ns3/inc-header.h"
#include "ns3/inc-ip-version.h"
#include "ns3/inc-reth.h"
#include "ns3/inc-state-fields.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/// \ingroup inc
/// \brief Data bytes of a frame, or the ordinary ns-3 packet in it, shared by all copies of the
/// frame. Payloads are reference counted and return to free lists by size, a power of two.
class IncPayload
{
  public:
    /** \return a buffer of at least `size` bytes with undefined content */
    static Ptr<IncPayload> Create(uint32_t size);

    /** \brief Return an ordinary ns-3 packet, its IP header included, as a payload. */
    static Ptr<IncPayload> Wrap(Ptr<const Packet> packet, uint16_t protocol);

    /** \return the wrapped packet */
    Ptr<const Packet> GetPacket() const
    {
        return m_packet;
    }

    /** \return EtherType of the wrapped packet */
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

    /** \return whether there is only one reference to this buffer, so that it may be written */
    bool IsExclusive() const
    {
        return m_references == 1;
    }

    /** Add a reference. */
    void Ref() const
    {
        ++m_references;
    }

    /** Remove a reference; the last one recycles the buffer. */
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

    uint8_t* m_data; //!< data, which follow this object in memory
    mutable uint32_t m_references;
    uint8_t m_sizeClass; //!< log2 of the capacity
    uint16_t m_protocol{0};
    Ptr<const Packet> m_packet; //!< wrapped packet; or null
    mutable IncPayload* m_next;

    friend class IncPayloadPool;
};

/// \ingroup inc
/// \brief A bit string that many frames carry: the P-BM of a worker or the A-BM of a switch. Bit n
/// is BFR-id n of the whole sub-domain. On the wire, a frame has one set.
class IncSharedBitString : public SimpleRefCount<IncSharedBitString>
{
  public:
    /** \param value the bits */
    explicit IncSharedBitString(const IncBitString& value)
        : bits(value)
    {
    }

    const IncBitString bits; //!< the bit string
};

class IncFrame;
class IncStateVisitor;

/// \ingroup inc
/// \brief Returns frames to their pool.
struct IncFrameRecycler
{
    /** \brief Return a frame without owner to the pool. */
    void operator()(IncFrame* frame) const;
};

/// \ingroup inc
/// \brief Pointer to a frame by its only owner, which forwards, keeps or drops the frame.
using IncFramePtr = std::unique_ptr<IncFrame, IncFrameRecycler>;

/**
 * \ingroup inc
 * \brief A frame on its way: parsed header fields and a reference to the payload.
 *
 * A frame is converted to bytes only for captures and traces (IncFrameCodec).
 */
class alignas(64) IncFrame
{
  public:
    /// Content behind the Ethernet header.
    enum class Kind : uint8_t
    {
        ROCE,   //!< IP, UDP 4791, BTH and the headers of the opcode
        PACKET, //!< an ordinary ns-3 packet of another protocol, in `payload`
        PFC     //!< priority-based flow control, its bytes (IncPfcFrame) in `payload`
    };

    /// ECN field of the IP header (RFC 3168).
    enum Ecn : uint8_t
    {
        NOT_ECT = 0,
        ECT1 = 1,
        ECT0 = 2,
        CE = 3
    };

    /// Flags that a node sets on a frame. They are not on the wire.
    enum Mark : uint8_t
    {
        REPETITION = 1, //!< a bad link made this frame as a second copy, see IncImpairment
        SEALED = 2,     //!< this node has written the tag of the frame
        MEASURED = 4    //!< switches on the path add records to its telemetry
    };

    static constexpr uint16_t LOCAL = UINT16_MAX; //!< ingress of a frame that the node made itself
    static constexpr uint8_t INITIAL_TTL = 64;    //!< TTL of a new frame
    static constexpr uint32_t FCS_SIZE = 4;       //!< bytes of the frame check sequence
    static constexpr uint32_t PREAMBLE_AND_GAP = 20; //!< preamble, SFD and inter-frame gap, bytes

    IncFrame() = default;

    /** \return a new frame, all fields at their defaults */
    static IncFramePtr Create();

    /** \return a copy with its own fields that shares payload and bit string */
    IncFramePtr Copy() const;

    /** \brief Compute the size from the fields. Call it after the last header was set. */
    void UpdateSize();

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** \return bytes of the Ethernet frame with FCS, without preamble and gap */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /** \return the AETH, if the opcode has one */
    IncAeth GetAeth() const
    {
        return {static_cast<uint8_t>(immediate >> 24), immediate & 0xffffff};
    }

    /** \param aeth the AETH of an acknowledgement */
    void SetAeth(const IncAeth& aeth)
    {
        immediate = uint32_t{aeth.syndrome} << 24 | aeth.msn;
    }

    /** \return whether a BIER header precedes the IP header */
    bool IsBier() const
    {
        return m_isBier;
    }

    /** \return BIER header and BitString, or nullptr */
    const IncBierEncapsulation* GetBier() const
    {
        return m_isBier ? static_cast<const IncBierEncapsulation*>(PeekPointer(m_addition))
                        : nullptr;
    }

    /// \brief Put the BIER header of this copy before the IP header, or remove it (nullptr). Call
    /// UpdateSize() afterwards.
    void SetBier(Ptr<const IncBierEncapsulation> bier)
    {
        m_isBier = bier != nullptr;
        m_addition = bier;
    }

    /** \return telemetry after the UDP header, or null */
    Ptr<const IncTelemetry> GetTelemetry() const
    {
        return m_isBier ? nullptr : StaticCast<const IncTelemetry>(m_addition);
    }

    /// \brief Put telemetry (or null) after the UDP header of a packet without BIER header. Call
    /// UpdateSize() afterwards.
    void SetTelemetry(Ptr<const IncTelemetry> telemetry)
    {
        m_addition = telemetry;
    }

    /** \brief Add a switch's record to the telemetry of a MEASURED frame. */
    void Measure(const IncTelemetry::Hop& hop, uint32_t node)
    {
        // The telemetry is const for readers. This frame may change it, because no copy shares it.
        const auto* telemetry = static_cast<const IncTelemetry*>(PeekPointer(m_addition));
        const_cast<IncTelemetry*>(telemetry)->Add(hop, node);
    }

  private:
    // Every hop reads the fields up to `tag`, which fill the first cache line.
    IncFrame* m_next{nullptr};
    uint32_t m_size{0}; //!< size of the Ethernet frame with FCS, bytes

  public:
    uint32_t payloadSize{0};  //!< bytes of data; virtual data have a size, but no values
    uint64_t flowHash{0};     //!< hash of the five-tuple, computed once per queue pair
    uint32_t source{0};       //!< address of the sender, host order; see IncAddressPlan
    uint32_t destination{0};  //!< address of the receiver, host order
    uint16_t sourcePort{0};   //!< UDP source port: flow entropy
    uint16_t ingress{LOCAL};  //!< port by which the frame entered the present switch, or LOCAL
    Kind kind{Kind::ROCE};    //!< content of the frame
    uint8_t ttl{INITIAL_TTL}; //!< TTL of IPv4, hop limit of IPv6
    uint8_t ecn{NOT_ECT};     //!< ECN field: see Ecn
    uint8_t priority{0};      //!< traffic class, 0 to 7; IncDscpOf() gives its DSCP
    bool hasInc{false};       //!< whether `inc` is part of the frame
    IncIpVersion ip{IncIpVersion::V4}; //!< version of the IP header

  private:
    bool m_isBier{false};

  public:
    uint8_t marks{0}; //!< bits of Mark
    IncBth bth;       //!< base transport header
    uint32_t tag{0};  //!< tag of IncFrameSeal, or 0; end of the first cache line

    IncReth reth;                      //!< RETH, if the opcode has one
    uint32_t immediate{0};             //!< ImmDt or AETH, if the opcode has one; no opcode has both
    IncHeader inc;                     //!< INC header, if hasInc is true
    Ptr<const IncSharedBitString> pbm; //!< P-BM, if the INC header has one
    Ptr<IncPayload> payload;           //!< data, or the ns-3 packet; null for virtual or no data

  private:
    Ptr<const IncFrameAddition> m_addition; //!< BIER header or telemetry; or null

    INC_FIELDS(IncFrame,
               INC_VALUE(m_size) + INC_VALUE(payloadSize) + INC_VALUE(flowHash) +
                   INC_VALUE(source) + INC_VALUE(destination) + INC_VALUE(sourcePort) +
                   INC_VALUE(ingress) + INC_VALUE(kind) + INC_VALUE(ttl) + INC_VALUE(ecn) +
                   INC_VALUE(priority) + INC_VALUE(hasInc) + INC_VALUE(ip) + INC_VALUE(m_isBier) +
                   INC_VALUE(marks) + INC_PART(bth) +
                   INC_UNVISITED(m_next, tag, reth, immediate, inc, pbm, payload) +
                   INC_UNVISITED(m_addition))

    friend class IncFrameList;
    friend struct IncFrameRecycler;
};

/// \ingroup inc
/// \brief A first-in, first-out list of frames that allocates no memory.
class IncFrameList
{
  public:
    IncFrameList() = default;
    IncFrameList(const IncFrameList&) = delete;
    IncFrameList& operator=(const IncFrameList&) = delete;

    ~IncFrameList()
    {
        while (!IsEmpty())
        {
            PopFront();
        }
    }

    /** \return whether the list is empty */
    bool IsEmpty() const
    {
        return m_head == nullptr;
    }

    /** \return the oldest frame, or nullptr */
    const IncFrame* Front() const
    {
        return m_head;
    }

    /** \brief Call a function with each frame, oldest first. */
    template <typename VISIT>
    void ForEach(VISIT visit) const
    {
        for (const IncFrame* frame = m_head; frame; frame = frame->m_next)
        {
            visit(*frame);
        }
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** \brief Fetch the oldest frame into the processor's cache. */
    void FetchFront() const
    {
        __builtin_prefetch(m_head, 1);
        __builtin_prefetch(m_head ? &m_head->reth : nullptr, 1);
    }

    /** \brief Append a frame. */
    void PushBack(IncFramePtr frame)
    {
        IncFrame* raw = frame.release();
        raw->m_next = nullptr;
        if (m_head)
        {
            m_tail->m_next = raw;
        }
        else
        {
            m_head = raw;
        }
        m_tail = raw;
    }

    /** \return the oldest frame; the list must not be empty */
    IncFramePtr PopFront()
    {
        IncFrame* raw = m_head;
        m_head = raw->m_next;
        return IncFramePtr(raw);
    }

  private:
    INC_FIELDS(IncFrameList, INC_UNVISITED(m_head, m_tail))

    IncFrame* m_head{nullptr};
    IncFrame* m_tail{nullptr}; //!< newest frame, valid if m_head is not null
};

} // namespace ns3

#endif // INC_FRAME_H
