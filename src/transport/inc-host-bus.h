/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_BUS_H
#define INC_HOST_BUS_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The path between a host's memory and its NIC: doorbell, fetch of payload over PCIe, and
 * completion.
 *
 * A host posts a work request and rings the doorbell. The NIC then reads the payload from the
 * host's memory, unless the request was short enough to carry it (inline). All queue pairs of the
 * NIC share this bus, in the order of their requests. A message leaves as soon as its payload can
 * follow without a gap on the wire. The host learns of the end of a request after the completion's
 * latency. All times are 0 by default: the payload is then in the NIC at once.
 *
 * This struct is a base of IncRdmaNic, because ns-3's attribute accessors reach members of bases.
 */
struct IncHostBus
{
    Time doorbellLatency;     //!< time from a post until the NIC has the request
    Time completionLatency;   //!< time from the end of a request until the host has the completion
    uint32_t inlineLimit{0};  //!< largest message that a request carries itself (inline), bytes
    Time fetchLatency;        //!< time from a read of host memory to its first byte
    DataRate fetchRate;       //!< rate of the bus between host memory and NIC, bit/s; 0: no limit
    uint32_t fetchBytes{512}; //!< bytes that one read fetches
    uint32_t outstandingReads{0}; //!< most reads of host memory under way; 0: no limit

    /** \return whether the bus takes any time */
    bool IsBusUsed() const
    {
        return doorbellLatency.IsStrictlyPositive() || fetchLatency.IsStrictlyPositive() ||
               fetchRate.GetBitRate() > 0 || completionLatency.IsStrictlyPositive();
    }

    /** \return rate at which payload is fetched, bit/s; 0: no limit */
    double GetFetchRate() const;

    /** \brief Reserve the bus for the payload of a message. Return the time, ps, from which the
     * message can leave without a gap. A READ of the peer is not posted: it has no doorbell, and
     * its payload is never inline. `packet` is the largest payload of a packet, bytes; `wire` is
     * the rate of the port, bit/s. */
    int64_t TakeBusPs(uint32_t bytes, bool isPosted, uint32_t packet, double wire);

    /** \brief Add the attributes to the TypeId of a class derived from IncHostBus. */
    static TypeId AddAttributes(TypeId tid);

  private:
    int64_t m_busFreePs{0}; //!< time when the bus has fetched the payload of all earlier messages
};

} // namespace ns3

#endif // INC_HOST_BUS_H
