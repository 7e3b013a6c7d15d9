/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLOSED_FORM_H
#define INC_CLOSED_FORM_H

#include "ns3/data-rate.h"
#include "ns3/inc-types.h"

namespace ns3
{

/**
 * \brief Return nccl-tests' factor between algbw and busbw, which is equal for all schemes.
 *
 * The factor counts the data that a host algorithm must send. With reduction in switches hosts send
 * less, so that the bus bandwidth may exceed the link's rate (nccl-tests, doc/PERFORMANCE.md).
 * \return for n workers: 2(n-1)/n for allreduce; (n-1)/n for allgather, reducescatter, alltoall,
 * gather and scatter; 1 for broadcast and reduce; 0 for a barrier, which carries no data
 */
double IncBusFactor(IncCollective collective, uint32_t workers);

/**
 * \ingroup inc
 * \brief Upper limit of an AllReduce, as algbw in GB/s (10^9 bytes of the message per second).
 *
 * B is the rate of a host's link, and P the payload of a frame. H is everything else that a frame
 * takes on the wire, including FCS, preamble and inter-frame gap. The number of workers is n. If
 * there is no bound (one worker with a host algorithm), the result is infinite.
 */
class IncClosedForm
{
  public:
    /** \brief Set the rate B of a host's link, P and H in bytes, and the number n of workers. */
    IncClosedForm(DataRate linkRate, uint32_t payload, uint32_t overhead, uint32_t workers);

    /** \return P/(P+H), the part of a link's rate that carries payload */
    double Efficiency() const;

    /** \return payload that a link carries, GB/s: P/(P+H) B */
    double LinkGBps() const;

    /** \return ring: P/(P+H) B n/(2(n-1)), because each worker sends and receives 2(n-1)/n of the
     * message */
    double RingGBps() const;

    /** \brief Return the bound of a server whose link carries each remote worker's message.
     * \return P/(P+H) B/(n-1) on a worker's host, whose message needs no link; P/(P+H) B/n
     * elsewhere */
    double ParameterServerGBps(bool onWorkerHost) const;

  private:
    DataRate m_linkRate; //!< B, rate of a host's link
    double m_payload;    //!< P, payload of a frame, bytes
    double m_overhead;   //!< H, bytes that a frame adds
    double m_workers;    //!< n, number of workers
};

} // namespace ns3

#endif // INC_CLOSED_FORM_H
