/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PAUSE_SENDER_H
#define INC_PAUSE_SENDER_H

#include "inc-frame.h"
#include "inc-priority.h"

#include "ns3/inc-pfc-frame.h"

#include <cstdint>

namespace ns3
{

class IncNetDevice;

/**
 * \ingroup inc
 * \brief The half of PFC that asks the peer of a port to pause and to resume (IEEE 802.1Q,
 * clause 36).
 *
 * A frame is made when the wire takes it, so that it tells everything that has changed by then.
 * While a priority is held the pause is refreshed at half its time.
 */
class IncPauseSender
{
  public:
    /**
     * \param port whose peer is asked
     * \param quanta pause time, units of 512 bit times
     */
    IncPauseSender(IncNetDevice& port, uint16_t quanta);

    /**
     * \brief Ask the peer to pause or to resume.
     * \param priority 0 to 7
     * \param pause true: pause
     */
    void Ask(uint32_t priority, bool pause);

    /** \return the next PFC frame, which tells all that has changed */
    IncFramePtr MakeFrame();

    /**
     * \param quanta units of 512 bit times
     * \param rate bit/s
     * \return the time they take, ps
     */
    static int64_t QuantaPs(uint16_t quanta, uint64_t rate);

  private:
    void Refresh();

    IncNetDevice& m_port;         //!< port that asks its peer
    uint16_t m_quanta;            //!< quanta of a pause
    IncPrioritySet m_held{0};     //!< priorities that are paused
    IncPrioritySet m_changed{0};  //!< not told yet
    bool m_refreshPending{false}; //!< Refresh() is scheduled
};

} // namespace ns3

#endif // INC_PAUSE_SENDER_H
