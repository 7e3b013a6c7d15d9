/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PORT_CAPTURE_H
#define INC_PORT_CAPTURE_H

#include "inc-frame.h"

#include "ns3/inc-ethernet.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <initializer_list>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The trace sources of a port that show frames as bytes: ns-3's usual ones.
 *
 * A public base of IncNetDevice, whose trace sources these are: ns-3's accessors reach members of
 * public bases. Bytes are made only when somebody is connected.
 */
class IncPortCapture
{
  protected:
    /**
     * \param tid of the class whose base this is
     * \return the same with the trace sources of bytes
     */
    static TypeId AddTraceSources(TypeId tid);

    /// \brief Ethernet addresses of a frame on this link.
    struct Direction
    {
        const IncMacOctets& from; //!< who sends
        const IncMacOctets& to;   //!< who receives
    };

    /** \param frame given to the port */
    void CaptureGiven(const IncFrame& frame, const Direction& direction)
    {
        if (!m_macTxTrace.IsEmpty())
        {
            Show(frame, direction, {&m_macTxTrace});
        }
    }

    /** \param frame whose transmission begins */
    void CaptureSent(const IncFrame& frame, const Direction& direction)
    {
        if (!m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty() ||
            !m_phyTxBeginTrace.IsEmpty())
        {
            Show(frame, direction, {&m_phyTxBeginTrace, &m_snifferTrace, &m_promiscSnifferTrace});
        }
    }

    /** \param frame that arrived whole */
    void CaptureReceived(const IncFrame& frame, const Direction& direction)
    {
        if (!m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty() ||
            !m_macRxTrace.IsEmpty() || !m_phyRxEndTrace.IsEmpty())
        {
            Show(frame,
                 direction,
                 {&m_phyRxEndTrace, &m_snifferTrace, &m_promiscSnifferTrace, &m_macRxTrace});
        }
    }

    /** \param frame that did not get into the output queue */
    void CaptureNotSent(const IncFrame& frame, const Direction& direction)
    {
        if (!m_macTxDropTrace.IsEmpty())
        {
            Show(frame, direction, {&m_macTxDropTrace});
        }
    }

    /** \param frame that was lost on the wire */
    void CaptureLost(const IncFrame& frame, const Direction& direction)
    {
        if (!m_phyRxDropTrace.IsEmpty())
        {
            Show(frame, direction, {&m_phyRxDropTrace});
        }
    }

    /// \brief A trace source of bytes.
    using BytesTrace = TracedCallback<Ptr<const Packet>>;

    BytesTrace m_macTxTrace;          //!< given to the port
    BytesTrace m_macTxDropTrace;      //!< did not fit
    BytesTrace m_macRxTrace;          //!< received
    BytesTrace m_phyTxBeginTrace;     //!< transmission begins
    BytesTrace m_phyRxEndTrace;       //!< received whole
    BytesTrace m_phyRxDropTrace;      //!< lost on the wire
    BytesTrace m_snifferTrace;        //!< pcap
    BytesTrace m_promiscSnifferTrace; //!< pcap

  private:
    static void Show(const IncFrame& frame,
                     const Direction& direction,
                     std::initializer_list<BytesTrace*> traces);
};

} // namespace ns3

#endif // INC_PORT_CAPTURE_H
