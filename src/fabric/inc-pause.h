/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PAUSE_H
#define INC_PAUSE_H

#include "inc-frame.h"
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

#endif // INC_PAUSE_H
