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

/**
 * \ingroup inc
 * \brief Counts the frames of one port. Fast-forward can advance a meter over many frames, but not
 * a listener of a trace source, which sees frames one by one.
 */
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

    /** \param visitor of the state */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

  private:
    friend class IncPortCapture;
    IncFrameMeter* m_next{nullptr}; //!< next meter of the port
};

/**
 * \ingroup inc
 * \brief The trace sources of a port that frames pass: parsed, and as bytes, which are ns-3's
 * usual ones.
 *
 * A public base of IncNetDevice, whose trace sources these are: ns-3's accessors reach members of
 * public bases. Bytes are made only when somebody is connected, and a frame that nobody watches
 * costs one look at a flag.
 */
class IncPortCapture
{
  public:
    /** \param meter meter that belongs to no port; it is told of all frames from now on */
    void AddMeter(IncFrameMeter& meter);

    /** \param meter meter of this port; it is told of no frame from now on */
    void RemoveMeter(IncFrameMeter& meter);

  protected:
    /**
     * \param tid TypeId of the derived class
     * \return the TypeId, with these trace sources
     */
    static TypeId AddTraceSources(TypeId tid);

    /** \param visitor visitor of the meters and listeners */
    void VisitWatchers(IncStateVisitor& visitor);

    /// \brief Ethernet addresses of a frame on this link.
    struct Direction
    {
        const IncMacOctets& from; //!< address of the sender
        const IncMacOctets& to;   //!< address of the receiver
    };

    /**
     * \param frame frame that was given to the port
     * \param direction addresses on this link
     */
    void CaptureGiven(const IncFrame& frame, const Direction& direction)
    {
        if (m_watched)
        {
            ShowGiven(frame, direction);
        }
    }

    /**
     * \param frame frame whose transmission begins
     * \param direction addresses on this link
     */
    void CaptureSent(const IncFrame& frame, const Direction& direction)
    {
        if (m_watched)
        {
            ShowSent(frame, direction);
        }
    }

    /**
     * \param frame frame that arrived completely
     * \param direction addresses on this link
     */
    void CaptureReceived(const IncFrame& frame, const Direction& direction)
    {
        if (m_watched)
        {
            ShowReceived(frame, direction);
        }
    }

    /**
     * \param before bytes that waited in the output queues before the change
     * \param now bytes that wait after it
     */
    void CaptureQueued(uint32_t before, uint32_t now)
    {
        if (m_watched)
        {
            m_queuedBytesTrace(before, now);
        }
    }

    /**
     * \param frame frame that found no room in the output queue
     * \param direction addresses on this link
     */
    void CaptureNotSent(const IncFrame& frame, const Direction& direction)
    {
        Show(frame, direction, {&m_macTxDropTrace});
    }

    /**
     * \param frame frame that was lost on the wire
     * \param direction addresses on this link
     */
    void CaptureLost(const IncFrame& frame, const Direction& direction)
    {
        Show(frame, direction, {&m_phyRxDropTrace});
    }

    /** \brief Look whether the log component IncNetDevice, which prints each frame, is on. */
    void LookAtLog();

    /**
     * \param frame frame that is dropped
     * \param reason reason of the drop
     */
    void LogDrop(const IncFrame& frame, IncDropReason reason) const;

  private:
    /// \brief A trace source of bytes.
    using BytesTrace = IncTracedCallback<Ptr<const Packet>>;
    /// \brief A trace source of parsed frames.
    using FrameTrace = IncTracedCallback<const IncFrame&>;

    void ShowGiven(const IncFrame& frame, const Direction& direction) const;
    void ShowSent(const IncFrame& frame, const Direction& direction) const;
    void ShowReceived(const IncFrame& frame, const Direction& direction) const;
    void Log(const char* what, const IncFrame& frame) const;
    static void Show(const IncFrame& frame,
                     const Direction& direction,
                     std::initializer_list<const BytesTrace*> traces);
    void UpdateWatched();

    bool m_watched{false}; //!< m_traced, or there is a meter
    bool m_traced{false};  //!< somebody is connected to a source that every frame passes, or logs
    bool m_logged{false};  //!< frames of the port are logged
    IncFrameMeter* m_meters{nullptr}; //!< meter that was added last; it leads to the others

    FrameTrace m_frameSentTrace;      //!< transmission begins; not PFC
    FrameTrace m_frameReceivedTrace;  //!< received whole; not PFC
    BytesTrace m_macTxTrace;          //!< given to the port
    BytesTrace m_macTxDropTrace;      //!< did not fit
    BytesTrace m_macRxTrace;          //!< a frame was received
    BytesTrace m_phyTxBeginTrace;     //!< a transmission begins
    BytesTrace m_phyRxEndTrace;       //!< a frame has been received whole
    BytesTrace m_phyRxDropTrace;      //!< lost on the wire
    BytesTrace m_snifferTrace;        //!< frames as captures see them
    BytesTrace m_promiscSnifferTrace; //!< frames as captures see them, promiscuous
    IncTracedCallback<uint32_t, uint32_t> m_queuedBytesTrace; //!< before and now
};

} // namespace ns3

#endif // INC_PORT_CAPTURE_H
