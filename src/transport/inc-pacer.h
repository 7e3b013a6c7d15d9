/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PACER_H
#define INC_PACER_H

#include "ns3/inc-clock.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Spaces the frames of a queue pair: a token bucket of one frame, kept in picoseconds.
 *
 * Without a rate it costs a comparison. With one there is an event for a frame that has to wait,
 * and none while there is nothing to send.
 */
class IncPacer
{
  public:
    /// Told when the wait is over.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief IsHolding() has become false. */
        virtual void MaySend() = 0;
    };

    /** \param listener the queue pair */
    explicit IncPacer(Listener& listener)
        : m_listener(listener),
          m_wake(Create<WakeEvent>(this))
    {
    }

    ~IncPacer()
    {
        m_wake->Detach();
    }

    IncPacer(const IncPacer&) = delete;
    IncPacer& operator=(const IncPacer&) = delete;

    /** \param rate bit/s of bytes given to Sent(); 0: not limited */
    void SetRate(uint64_t rate)
    {
        m_psPerKilobyte = rate == 0 ? 0 : UINT64_C(8'000'000'000'000'000) / rate;
        m_nextPs = std::max(m_startPs + DurationPs(m_lastBytes), m_heldPs);
        if (m_wakePending && m_nextPs < m_wakePs)
        {
            WakeWhenDue(); // earlier than thought; the event that is scheduled finds nothing to do
        }
    }

    /** \return true when the next frame has to wait */
    bool IsHolding() const
    {
        return m_nextPs != 0 && m_nextPs > IncClock::NowPs();
    }

    /** \param ps when the next frame may start at the earliest, whatever the rate, absolute */
    void HoldUntil(int64_t ps)
    {
        m_heldPs = ps;
        m_nextPs = std::max(m_nextPs, ps);
    }

    /** \param bytes of a frame that is sent now */
    void Sent(uint32_t bytes)
    {
        if (m_psPerKilobyte == 0)
        {
            return;
        }
        // Time that was lost waiting for the wire is made up for, as far as one frame's.
        const int64_t duration = DurationPs(bytes);
        m_startPs = std::max(m_nextPs, IncClock::NowPs() - duration);
        m_lastBytes = bytes;
        m_nextPs = m_startPs + duration;
    }

    /** \brief Tell the listener when the wait is over; called while holding. */
    void WakeWhenDue()
    {
        if (m_wakePending && m_wakePs <= m_nextPs)
        {
            return;
        }
        m_wakePending = true;
        m_wakePs = std::max(m_nextPs, IncClock::NowPs());
        m_wake->ScheduleAtPs(Simulator::GetContext(), m_wakePs);
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    int64_t DurationPs(uint32_t bytes) const
    {
        return static_cast<int64_t>((bytes * m_psPerKilobyte + 999) / 1000);
    }

    void Wake()
    {
        if (!m_wakePending || IncClock::NowPs() < m_wakePs)
        {
            return; // an earlier event has taken this one's place
        }
        m_wakePending = false;
        m_listener.MaySend();
    }

    using WakeEvent = IncReusableEvent<IncPacer, &IncPacer::Wake>;

    Listener& m_listener;        //!< the queue pair
    uint64_t m_psPerKilobyte{0}; //!< time of 1,000 bytes, 0: not limited
    int64_t m_startPs{0};        //!< start of the last frame, as the rate has it
    int64_t m_heldPs{0};         //!< see HoldUntil()
    int64_t m_wakePs{0};         //!< when m_wake is due
    uint32_t m_lastBytes{0};     //!< bytes of the last frame
    bool m_wakePending{false};   //!< m_wake is scheduled
    Ptr<WakeEvent> m_wake;       //!< ends a wait
    int64_t m_nextPs{0};         //!< when the next frame may start: looked at for every one
};

} // namespace ns3

#endif // INC_PACER_H
