/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONGESTION_CONTROL_H
#define INC_CONGESTION_CONTROL_H

#include "ns3/data-rate.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-packet-lifetime.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <limits>

namespace ns3
{

class IncStateVisitor;

/// \ingroup inc
/// \brief Measurements that the congestion control gets with an acknowledgement.
struct IncAckSample
{
    uint32_t bytes{0};        //!< payload acknowledged for the first time, bytes
    uint64_t acknowledged{0}; //!< payload acknowledged since the connection began, bytes
    uint64_t sent{0};     //!< payload sent since the connection began, without repetitions, bytes
    Time delay;           //!< time since the answered packet was sent; 0: not measured
    uint8_t hops{0};      //!< number of switches on the acknowledgement's path
    bool isMarked{false}; //!< whether the receiver saw a CE mark since its last acknowledgement
    /// Records of the switches on the way to the receiver; null unless NeedsTelemetry() is true.
    Ptr<const IncTelemetry> telemetry;
};

/**
 * \ingroup inc
 * \brief The congestion control of one queue pair: it decides the rate and the window.
 *
 * The queue pair reports packets sent, acknowledgements, CNPs, losses and timeouts (OnSend(),
 * OnAck(), OnCnp(), OnLoss(), OnTimeout()). The algorithm answers by Allow(). The queue pair paces
 * the packets and keeps the window; the algorithm never sees a frame. The attribute
 * IncQueuePair::CongestionControl chooses the algorithm. To write your own, derive from this class
 * and register it: `examples/inc-own-congestion.cc` halves its rate at a mark.
 */
class IncCongestionControl : public Object
{
  public:
    /// Interface of the queue pair, which obeys the rate and the window.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** React to a change of GetRate() or GetWindow(). */
        virtual void AllowanceChanged() = 0;
    };

    static constexpr uint64_t UNLIMITED =
        std::numeric_limits<uint64_t>::max(); //!< value of a rate or window without limit

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncCongestionControl();

    /**
     * \brief Start the algorithm; the queue pair is ready to send.
     * \param listener object to notify of a new rate or window
     * \param lineRate rate of the port
     * \param pathMtu payload of a full packet, bytes
     * \param path times of the network's longest path and slowest link, as far as known
     */
    void Start(Listener& listener,
               DataRate lineRate,
               uint32_t pathMtu,
               const IncPathTimes& path = {});

    /** \return rate of frames on the wire, preamble and gap included; UNLIMITED: not paced */
    DataRate GetRate() const
    {
        return m_rate;
    }

    /** \return most payload sent and not acknowledged, bytes; never below one path MTU */
    uint64_t GetWindow() const
    {
        return m_window;
    }

    /** \return whether ECN marks are the algorithm's only signal of congestion */
    virtual bool NeedsMarks() const
    {
        return false;
    }

    /** \return whether acknowledgements are the algorithm's only signal of congestion */
    virtual bool NeedsAcknowledgements() const
    {
        return false;
    }

    /** \return whether the queue pair's packets ask switches for telemetry */
    virtual bool NeedsTelemetry() const
    {
        return false;
    }

    /** \brief React to a data frame that leaves now; bytes include preamble and gap. */
    virtual void OnSend(uint32_t bytes);

    /** \brief React to an acknowledgement. */
    virtual void OnAck(const IncAckSample& sample);

    /** \brief React to a congestion notification packet (CNP). */
    virtual void OnCnp();

    /** \brief React to a loss that the receiver reports. */
    virtual void OnLoss();

    /** \brief React to an expired retransmission timer. */
    virtual void OnTimeout();

    /** \brief Pass the state to a visitor; this implementation refuses fast-forward. */
    virtual void VisitState(IncStateVisitor& visitor);

  protected:
    void DoDispose() override;

    /** \brief Start the algorithm. Line rate, path MTU and path times are known. */
    virtual void DoStart() = 0;

    /** \return rate of the port */
    DataRate GetLineRate() const
    {
        return m_lineRate;
    }

    /** \return times of the longest path with empty queues; zero: unknown */
    const IncPathTimes& GetPath() const
    {
        return m_path;
    }

    /** \return payload of a full packet, bytes */
    uint32_t GetPathMtu() const
    {
        return m_pathMtu;
    }

    /** \brief Set the rate of frames on the wire, and the window in bytes of payload; both may be
     * UNLIMITED. */
    void Allow(DataRate rate, uint64_t window);

  private:
    Listener* m_listener{nullptr};
    DataRate m_lineRate;
    uint32_t m_pathMtu{0};
    IncPathTimes m_path;
    TracedValue<DataRate> m_rate;
    TracedValue<uint64_t> m_window; //!< allowed window, bytes of payload
};

} // namespace ns3

#endif // INC_CONGESTION_CONTROL_H
