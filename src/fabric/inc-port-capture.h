/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PORT_CAPTURE_H
#define INC_PORT_CAPTURE_H

#include "inc-drop-reason.h"
#include "inc-frame.h"
#include "inc-traced-callback.h"

#include "ns3/inc-ethernet.h"
#include "ns3/type-id.h"

#include <initializer_list>

namespace ns3
{

class IncFrame;
class IncPortCapture;
class IncStateVisitor;

/// \ingroup inc
/// \brief Counts the frames of one port. Fast-forward can advance a meter over skipped frames, but
/// not a listener of a trace source.
class IncFrameMeter
{
  public:
    virtual ~IncFrameMeter() = default;

    /** \param frame frame whose transmission begins; never PFC */
    virtual void Sent(const IncFrame& frame) = 0;

    /** \param frame frame that has arrived completely; never PFC */
    virtual void Received(const IncFrame& frame)
    {
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

  private:
    friend class IncPortCapture;
    IncFrameMeter* m_next{nullptr};
};

/**
 * \ingroup inc
 * \brief Trace sources of a port for frames: parsed frames, and ns-3's usual sources of bytes.
 *
 * This is a public base of IncNetDevice, because ns-3's accessors reach only members of public
 * bases. Without listeners, a frame costs one test of a flag.
 */
class IncPortCapture
{
  public:
    /** \brief Add a meter, which must be on no other port. It counts all frames from now on. */
    void AddMeter(IncFrameMeter& meter);

    /** \brief Remove a meter of this port. */
    void RemoveMeter(IncFrameMeter& meter);

    /** \return whether a trace source of frames has a listener, or logs are on */
    bool IsTraced() const
    {
        return m_traced;
    }

  protected:
    /** \brief Return a TypeId to which these trace sources were added. */
    static TypeId AddTraceSources(TypeId tid);

    /** \brief Pass the state of the meters to a visitor; refuse if a trace has a listener. */
    void VisitWatchers(IncStateVisitor& visitor);

    /// \brief Ethernet addresses of the sender and receiver of a frame on this link.
    struct Direction
    {
        const IncMacOctets& from; //!< address of the sender
        const IncMacOctets& to;   //!< address of the receiver
    };

    /** \brief Capture a frame that was given to the port. */
    void CaptureGiven(const IncFrame& frame, const Direction& direction)
    {
        if (m_watched)
        {
            ShowGiven(frame, direction);
        }
    }

    /** \brief Capture a frame whose transmission begins. */
    void CaptureSent(const IncFrame& frame, const Direction& direction)
    {
        if (m_watched)
        {
            ShowSent(frame, direction);
        }
    }

    /** \brief Capture a frame that has arrived completely. */
    void CaptureReceived(const IncFrame& frame, const Direction& direction)
    {
        if (m_watched)
        {
            ShowReceived(frame, direction);
        }
    }

    /** \brief Trace a change of the bytes that wait in the output queues. */
    void CaptureQueued(uint32_t before, uint32_t now)
    {
        if (m_watched)
        {
            m_queuedBytesTrace(before, now);
        }
    }

    /** \brief Capture a frame that was dropped before its transmission. */
    void CaptureNotSent(const IncFrame& frame, const Direction& direction)
    {
        Show(frame, direction, {&m_macTxDropTrace});
    }

    /** \brief Capture a frame that was lost on the wire. */
    void CaptureLost(const IncFrame& frame, const Direction& direction)
    {
        Show(frame, direction, {&m_phyRxDropTrace});
    }

    /** \brief Check whether the log component IncNetDevice is on, which prints each frame. */
    void LookAtLog();

    /** \brief Log a frame that is dropped. */
    void LogDrop(const IncFrame& frame, IncDropReason reason) const;

  private:
    using BytesTrace = IncTracedCallback<Ptr<const Packet>>;
    using FrameTrace = IncTracedCallback<const IncFrame&>;

    void ShowGiven(const IncFrame& frame, const Direction& direction) const;
    void ShowSent(const IncFrame& frame, const Direction& direction) const;
    void ShowReceived(const IncFrame& frame, const Direction& direction) const;
    void Log(const char* what, const IncFrame& frame) const;
    static void Show(const IncFrame& frame,
                     const Direction& direction,
                     std::initializer_list<const BytesTrace*> traces);
    void UpdateWatched();

    bool m_watched{false}; //!< whether m_traced is true or there is a meter
    bool m_traced{false};  //!< whether a source of all frames has a listener, or logs are on
    bool m_logged{false};
    IncFrameMeter* m_meters{nullptr};

    FrameTrace m_frameSentTrace;     //!< a transmission begins; not for PFC
    FrameTrace m_frameReceivedTrace; //!< a frame has arrived completely; not for PFC
    BytesTrace m_macTxTrace;
    BytesTrace m_macTxDropTrace;
    BytesTrace m_macRxTrace;
    BytesTrace m_phyTxBeginTrace;
    BytesTrace m_phyRxEndTrace;
    BytesTrace m_phyRxDropTrace;
    BytesTrace m_snifferTrace;
    BytesTrace m_promiscSnifferTrace;
    IncTracedCallback<uint32_t, uint32_t> m_queuedBytesTrace;
};

} // namespace ns3

#endif // INC_PORT_CAPTURE_H
