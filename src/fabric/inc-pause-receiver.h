/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PAUSE_RECEIVER_H
#define INC_PAUSE_RECEIVER_H

#include "inc-priority.h"

#include "ns3/event-id.h"
#include "ns3/inc-pfc-frame.h"

#include <array>
#include <cstdint>

namespace ns3
{

class IncNetDevice;

/**
 * \ingroup inc
 * \brief The half of PFC that does what the peer of a port asks for (IEEE 802.1Q, clause 36):
 * a priority pauses until its time has run out or the peer says to resume.
 */
class IncPauseReceiver
{
  public:
    /** \param port that pauses */
    explicit IncPauseReceiver(IncNetDevice& port);
    ~IncPauseReceiver();

    /** \param frame that the peer sent */
    void Receive(const IncPfcFrame& frame);

    /**
     * \param priority 0 to 7
     * \return how long it has been paused altogether, ps
     */
    int64_t GetPausedPs(uint32_t priority) const;

    /**
     * \param priority 0 to 7
     * \return how often the peer has asked it to pause, refreshes not counted
     */
    uint64_t GetPauses(uint32_t priority) const
    {
        return m_classes[priority].pauses;
    }

  private:
    /// \brief One priority.
    struct Class
    {
        int64_t sincePs{0};  //!< where it pauses: since when
        int64_t untilPs{0};  //!< where it pauses: when its time runs out
        int64_t pausedPs{0}; //!< pauses that have ended
        uint64_t pauses{0};  //!< how many there were
    };

    void Expire();
    void End(uint32_t priority, int64_t nowPs);
    void Update();

    IncNetDevice& m_port;                        //!< port that pauses
    IncPrioritySet m_paused{0};                  //!< priorities that pause
    std::array<Class, INC_PRIORITIES> m_classes; //!< by priority
    EventId m_expiry;                            //!< when the first time runs out
};

} // namespace ns3

#endif // INC_PAUSE_RECEIVER_H
