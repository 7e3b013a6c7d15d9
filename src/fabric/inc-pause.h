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
 * \brief The half of PFC that asks the peer of a port to pause and to resume (IEEE 802.1Q, clause
 * 36).
 *
 * A PFC frame is made when the wire is free, so that it contains all changes up to then. A pause is
 * refreshed after half of its time.
 */
class IncPauseSender
{
  public:
    /** \brief Make the pause sender of a port. The pause time `quanta` has units of 512 bit
     * times. */
    IncPauseSender(IncNetDevice& port, uint16_t quanta);

    /** \brief Ask the peer to pause a priority or to resume. */
    void Ask(uint32_t priority, bool pause);

    /** \return whether no priority pauses, and the peer knows it */
    bool IsIdle() const
    {
        return m_held == 0 && m_changed == 0;
    }

    /** \return the next PFC frame, with all changes since the last one */
    IncFramePtr MakeFrame();

    /** \brief Return the time of pause quanta (512 bit times each) at a rate in bit/s, ps. */
    static int64_t QuantaPs(uint16_t quanta, uint64_t rate);

  private:
    void Refresh();

    IncNetDevice& m_port;
    uint16_t m_quanta;           //!< pause time, units of 512 bit times
    IncPrioritySet m_held{0};    //!< priorities that the peer must pause
    IncPrioritySet m_changed{0}; //!< priorities with a change that the peer does not know yet
    bool m_refreshPending{false};
};

class IncNetDevice;

/// \ingroup inc
/// \brief The half of PFC that obeys the peer of a port (IEEE 802.1Q, clause 36). A priority pauses
/// until its time has run out or the peer lets it resume.
class IncPauseReceiver
{
  public:
    /** \param port port that pauses */
    explicit IncPauseReceiver(IncNetDevice& port);
    ~IncPauseReceiver();

    /** \brief Process a PFC frame of the peer. */
    void Receive(const IncPfcFrame& frame);

    /** \return whether no priority pauses */
    bool IsIdle() const
    {
        return m_paused == 0;
    }

    /** \brief Return the total time for which a priority was paused, ps. */
    int64_t GetPausedPs(uint32_t priority) const;

    /** \brief Return how often the peer has asked a priority to pause, without refreshes. */
    uint64_t GetPauses(uint32_t priority) const
    {
        return m_classes[priority].pauses;
    }

  private:
    struct Class
    {
        int64_t sincePs{0};  //!< begin of the present pause, ps
        int64_t untilPs{0};  //!< time when the present pause runs out, ps
        int64_t pausedPs{0}; //!< total time of earlier pauses, ps
        uint64_t pauses{0};
    };

    void Expire();
    void End(uint32_t priority, int64_t nowPs);
    void Update();

    IncNetDevice& m_port;
    IncPrioritySet m_paused{0};
    std::array<Class, INC_PRIORITIES> m_classes;
    EventId m_expiry; //!< event when the first pause time runs out
};

} // namespace ns3

#endif // INC_PAUSE_H
