/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-closed-form.h"

#include <limits>

namespace ns3
{

namespace
{

constexpr double UNBOUNDED = std::numeric_limits<double>::infinity();

} // namespace

double
IncBusFactor(IncCollective collective, uint32_t workers)
{
    const double n = workers;
    switch (collective)
    {
    case IncCollective::ALLREDUCE:
        return 2 * (n - 1) / n;
    case IncCollective::ALLGATHER:
    case IncCollective::REDUCESCATTER:
    case IncCollective::ALLTOALL:
    case IncCollective::GATHER:
    case IncCollective::SCATTER:
        return (n - 1) / n;
    case IncCollective::BROADCAST:
    case IncCollective::REDUCE:
        return 1;
    case IncCollective::BARRIER:
        return 0;
    }
    return 1; // a collective that a program has added
}

IncClosedForm::IncClosedForm(DataRate linkRate,
                             uint32_t payload,
                             uint32_t overhead,
                             uint32_t workers)
    : m_linkRate(linkRate),
      m_payload(payload),
      m_overhead(overhead),
      m_workers(workers)
{
}

double
IncClosedForm::Efficiency() const
{
    return m_payload / (m_payload + m_overhead);
}

double
IncClosedForm::LinkGBps() const
{
    return Efficiency() * static_cast<double>(m_linkRate.GetBitRate()) / 8e9;
}

double
IncClosedForm::RingGBps() const
{
    return m_workers < 2 ? UNBOUNDED : LinkGBps() * m_workers / (2 * (m_workers - 1));
}

double
IncClosedForm::ParameterServerGBps(bool onWorkerHost) const
{
    const double remoteWorkers = onWorkerHost ? m_workers - 1 : m_workers;
    return remoteWorkers > 0 ? LinkGBps() / remoteWorkers : UNBOUNDED;
}

} // namespace ns3
