/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCALE_UP_LINK_H
#define INC_SCALE_UP_LINK_H

#include "ns3/node.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The full-duplex link of a GPU to the scale-up switch of its server, such as NVLink.
 *
 * All lanes of a GPU count as one link, because GPUs stripe their data over the lanes by address.
 * The link carries units, each a few KiB of a larger write. It is lossless and keeps the order of
 * units. A unit passes the switch as soon as its first byte is there, if CutThrough is true.
 * Headers are not modelled. Instead, Efficiency tells which share of the rate is payload, and
 * ReduceEfficiency tells the share for reads with reduction and for multicasts. Vendors do not
 * publish these shares, so they come from measurements.
 */
class IncScaleUpLink : public Object
{
  public:
    /// Kind of a unit, which decides the payload's share of the rate.
    enum class Use : uint8_t
    {
        WRITE, //!< a write of one GPU to another
        REDUCE //!< an operand of a reduction in the switch, its result, or a multicast
    };

    /// State and counters of one direction.
    struct Direction
    {
        int64_t freePs{0}; //!< end of the last unit, ps
        uint64_t units{0}; //!< number of units
        uint64_t bytes{0}; //!< payload of all units, bytes
        int64_t busyPs{0}; //!< time in which units occupied the link, ps
    };

    /// Time in which a unit occupies a direction.
    struct Span
    {
        int64_t startPs; //!< first byte leaves
        int64_t endPs;   //!< last byte leaves
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the GPU, the rate in bit/s and the propagation delay in ps. */
    void Setup(Ptr<Node> gpu, uint64_t rate, int64_t delayPs);

    /** \return node of the GPU */
    Ptr<Node> GetGpu() const
    {
        return m_gpu;
    }

    /** \return propagation delay, ps */
    int64_t GetDelayPs() const
    {
        return m_delayPs;
    }

    /** \return rate with headers, bit/s */
    uint64_t GetRawRate() const
    {
        return m_rate;
    }

    /** \return payload rate of a kind of unit, bit/s */
    double GetRate(Use use) const
    {
        return static_cast<double>(m_rate) *
               (use == Use::WRITE ? m_efficiency : m_reduceEfficiency);
    }

    /** \return largest unit, bytes */
    uint32_t GetUnit() const
    {
        return m_unit;
    }

    /** \return time of the largest unit of a write, ps */
    int64_t GetUnitPs() const
    {
        return static_cast<int64_t>(8e12 * m_unit / GetRate(Use::WRITE));
    }

    /** \brief Return when a unit reaches the other end of the link: the first byte if units are cut
     * through, else the last byte; in ps. */
    int64_t GetArrivalPs(const Span& span) const
    {
        return (m_cutsThrough ? span.startPs : span.endPs) + m_delayPs;
    }

    /** \brief Send a unit after all earlier units of the direction. The first byte is ready at
     * `headPs`, and the last byte not before `tailPs`. */
    Span Occupy(Direction& direction,
                int64_t headPs,
                int64_t tailPs,
                uint32_t bytes,
                Use use) const;

    Direction up;   //!< direction from the GPU to the switch
    Direction down; //!< direction from the switch to the GPU

  private:
    Ptr<Node> m_gpu;
    uint64_t m_rate{0};
    int64_t m_delayPs{0};
    uint32_t m_unit;
    double m_efficiency;
    double m_reduceEfficiency;
    bool m_cutsThrough;
};

} // namespace ns3

#endif // INC_SCALE_UP_LINK_H
