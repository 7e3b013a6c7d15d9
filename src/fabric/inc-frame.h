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

/**
 * \ingroup inc
 * \brief A bit string that many frames carry: the P-BM of a worker or the A-BM of a switch.
 *
 * Immutable, so that frames share it instead of copying it. The sets of a sub-domain are one long
 * string, in which bit n is BFR-id n; on the wire a frame has the part of its set identifier.
 */
class IncSharedBitString : public SimpleRefCount<IncSharedBitString>
{
  public:
    /**
     * \param value the bits
     */
    explicit IncSharedBitString(const IncBitString& value)
        : bits(value)
    {
    }

    const IncBitString bits; //!< the bit string
};

class IncFrame;
class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Returns frames to their pool.
 */
struct IncFrameRecycler
{
    /** \param frame no longer used by anybody */
    void operator()(IncFrame* frame) const;
};

/**
 * \ingroup inc
 * \brief The one owner of a frame: whoever holds it forwards it, keeps it or drops it.
 */
using IncFramePtr = std::unique_ptr<IncFrame, IncFrameRecycler>;

/**
 * \ingroup inc
 * \brief A frame on its way: parsed header fields and a reference to the payload.
 *
 * Bytes are made from it only when somebody looks (IncFrameCodec). A copy has header fields of
 * its own, since TTL, ECN and the last hop's rewrites differ per copy, and shares the payload.
 */
class alignas(64) IncFrame
{
  public:
    /// What follows the Ethernet header.
    enum class Kind : uint8_t
    {
        ROCE,   //!< IP, UDP 4791, BTH and what the opcode asks for
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

    /// What a node notes about a frame; no field on the wire.
    enum Mark : uint8_t
    {
        REPETITION = 1, //!< a bad link made this second copy, see IncImpairment
        SEALED = 2,     //!< this node has written the tag
        MEASURED = 4    //!< switches add to its telemetry
    };

    static constexpr uint16_t LOCAL = UINT16_MAX;    //!< ingress of frames made on the node
    static constexpr uint8_t INITIAL_TTL = 64;       //!< TTL of a new frame
    static constexpr uint32_t FCS_SIZE = 4;          //!< bytes of the frame check sequence
    static constexpr uint32_t PREAMBLE_AND_GAP = 20; //!< preamble, SFD and inter-frame gap, bytes

    IncFrame() = default;

    /** \return a new frame, all fields at their defaults */
    static IncFramePtr Create();

    /** \return a copy with fields of its own that shares payload and bit string */
    IncFramePtr Copy() const;

    /**
     * \brief Compute and store the size from the fields; call after the last header was set.
     */
    void UpdateSize();

    /** \param visitor of the state */
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

    /** \return true when a BIER header comes before the IP header */
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

    /**
     * \brief Put a BIER header before the IP header, or remove it; call UpdateSize() afterwards.
     * \param bier the header and BitString of this copy, or nullptr
     */
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

    /**
     * \brief Put telemetry after the UDP header; call UpdateSize() afterwards.
     * \param telemetry of a packet without BIER header, or null
     */
    void SetTelemetry(Ptr<const IncTelemetry> telemetry)
    {
        m_addition = telemetry;
    }

    /**
     * \brief Add a switch's record to the telemetry of a MEASURED frame.
     * \param hop state of its output port
     * \param node number of the switch
     */
    void Measure(const IncTelemetry::Hop& hop, uint32_t node)
    {
        // Const for those who read it; no other frame has the same, see Copy().
        const auto* telemetry = static_cast<const IncTelemetry*>(PeekPointer(m_addition));
        const_cast<IncTelemetry*>(telemetry)->Add(hop, node);
    }

  private:
    // Read at every hop: the first cache line, down to the base transport header.
    IncFrame* m_next{nullptr}; //!< in a queue or on a link
    uint32_t m_size{0};        //!< see GetSize()

  public:
    uint32_t payloadSize{0};           //!< bytes of data, also where they are virtual
    uint64_t flowHash{0};              //!< mixed five-tuple, made once per queue pair
    uint32_t source{0};                //!< address of the sender, host order: see IncAddressPlan
    uint32_t destination{0};           //!< address of the receiver, host order
    uint16_t sourcePort{0};            //!< UDP source port: flow entropy
    uint16_t ingress{LOCAL};           //!< port of the present switch that it came in, or LOCAL
    Kind kind{Kind::ROCE};             //!< what it carries
    uint8_t ttl{INITIAL_TTL};          //!< TTL of IPv4, hop limit of IPv6
    uint8_t ecn{NOT_ECT};              //!< ECN field: see Ecn
    uint8_t priority{0};               //!< traffic class, 0 to 7; IncDscpOf() says its DSCP
    bool hasInc{false};                //!< whether `inc` is part of the frame
    IncIpVersion ip{IncIpVersion::V4}; //!< version of its IP header

  private:
    bool m_isBier{false}; //!< m_addition is a BIER header

  public:
    uint8_t marks{0}; //!< bits of Mark
    IncBth bth;       //!< base transport header
    uint32_t tag{0};  //!< see IncFrameSeal, 0 without: the end of the first cache line

    IncReth reth;                      //!< RETH, if the opcode has one
    uint32_t immediate{0};             //!< ImmDt or AETH, if the opcode has one: none has both
    IncHeader inc;                     //!< INC header, if hasInc is true
    Ptr<const IncSharedBitString> pbm; //!< P-BM, where the INC header has one
    Ptr<IncPayload> payload; //!< the data, or the ns-3 packet; null where virtual or absent

  private:
    Ptr<const IncFrameAddition> m_addition; //!< see GetBier() and GetTelemetry()

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

/**
 * \ingroup inc
 * \brief A first-in, first-out list of frames without memory of its own.
 */
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

    /** \return true when nothing is in it */
    bool IsEmpty() const
    {
        return m_head == nullptr;
    }

    /** \return the oldest frame, or nullptr */
    const IncFrame* Front() const
    {
        return m_head;
    }

    /**
     * \brief Look at all frames, oldest first.
     * \param visit called with each
     */
    template <typename VISIT>
    void ForEach(VISIT visit) const
    {
        for (const IncFrame* frame = m_head; frame; frame = frame->m_next)
        {
            visit(*frame);
        }
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

    /** \brief Bring the oldest frame into the processor's cache. */
    void FetchFront() const
    {
        __builtin_prefetch(m_head, 1);
        __builtin_prefetch(m_head ? &m_head->reth : nullptr, 1);
    }

    /** \param frame to append */
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

    IncFrame* m_head{nullptr}; //!< oldest frame
    IncFrame* m_tail{nullptr}; //!< newest, valid when m_head is
};

} // namespace ns3

#endif // INC_FRAME_H
