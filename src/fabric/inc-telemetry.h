/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TELEMETRY_H
#define INC_TELEMETRY_H

#include "inc-frame-addition.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief In-band network telemetry (INT): records of the output ports on the path of a packet.
 *
 * The sender of a packet reserves room. Each switch adds a record as the packet leaves. The
 * receiver returns all records in its acknowledgement. Layout and fields are those of HPCC (Li et
 * al., SIGCOMM 2019, section 4.1). On the wire a record is 64 bits long, and its fields have units
 * and wrap around; here the values are exact.
 */
class IncTelemetry : public IncRecycledAddition<IncTelemetry>
{
  public:
    static constexpr uint32_t MOST_HOPS = 15;   //!< limit of nHop, which has 4 bits
    static constexpr uint32_t HEADER_SIZE = 2;  //!< bytes of nHop and pathID
    static constexpr uint32_t RECORD_SIZE = 8;  //!< bytes of a record on the wire
    static constexpr uint16_t UDP_PORT = 1021;  //!< UDP port of telemetry: exp1 (RFC 4727)
    static constexpr uint32_t SENT_UNIT = 128;  //!< bytes in one unit of txBytes on the wire
    static constexpr uint32_t QUEUED_UNIT = 80; //!< bytes in one unit of qLen on the wire

    /// The state of an output port when a packet begins to leave by it.
    struct Hop
    {
        uint64_t rate{0};        //!< B: rate of the link, bit/s
        int64_t timePs{0};       //!< TS: the time, ps
        uint64_t sentBytes{0};   //!< txBytes: sent before the packet, preambles and gaps included
        uint32_t queuedBytes{0}; //!< qLen: bytes that wait behind the packet
    };

    /// \return telemetry without records, with room for those of `room` switches, up to MOST_HOPS
    static Ptr<IncTelemetry> Create(uint32_t room);

    /** \return a copy; records added to the copy do not change this object */
    Ptr<IncTelemetry> Copy() const;

    /** \brief Add the record of a switch; without room nothing happens. */
    void Add(const Hop& hop, uint32_t node);

    /** \return number of records */
    uint32_t GetHops() const
    {
        return m_count;
    }

    /** \return record of a switch on the path, by index from 0 */
    const Hop& Get(uint32_t index) const
    {
        return m_hops[index];
    }

    /// \return exclusive or of the numbers of the switches, 12 bits; it changes if the path changes
    uint16_t GetPathId() const
    {
        return m_pathId;
    }

    /** \return bytes on the wire, including the room for records that no switch has added */
    uint32_t GetSize() const
    {
        return HEADER_SIZE + RECORD_SIZE * m_room;
    }

    /** \param out memory for GetSize() bytes */
    void Write(uint8_t* out) const;

  private:
    uint8_t m_room{0};
    uint8_t m_count{0};
    uint16_t m_pathId{0};
    std::array<Hop, MOST_HOPS> m_hops{}; //!< records of the switches, in the order of the path
};

} // namespace ns3

#endif // INC_TELEMETRY_H
