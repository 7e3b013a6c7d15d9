/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONGESTION_NOTIFIER_H
#define INC_CONGESTION_NOTIFIER_H

#include "inc-connection.h"

#include "ns3/inc-frame.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The notification point of DCQCN (its paper, section 3.1): answers marked packets of one
 * queue pair by at most one CNP in an interval.
 */
class IncCongestionNotifier
{
  public:
    /**
     * \brief A marked packet has come.
     * \param connection by which it came
     * \param interval in which there is at most one CNP
     * \param priority traffic class of the CNP
     * \return a CNP, ready to leave, or nullptr where the last one was not long ago
     */
    IncFramePtr Notify(const IncConnection& connection, Time interval, uint8_t priority);

  private:
    int64_t m_nextPs{0}; //!< time before which no CNP is sent
};

} // namespace ns3

#endif // INC_CONGESTION_NOTIFIER_H
