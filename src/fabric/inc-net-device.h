/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NET_DEVICE_H
#define INC_NET_DEVICE_H

#include "inc-clock.h"
#include "inc-drop-reason.h"
#include "inc-frame-sink.h"
#include "inc-frame.h"
#include "inc-output-queue.h"
#include "inc-port-base.h"
#include "inc-port-capture.h"
#include "inc-port-counters.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class IncChannel;
class IncImpairment;

/**
 * \ingroup inc
 * \brief A port of a host or a switch: output queue, transmitter and receiver of one link end.
 *
 * The transmitter keeps time in picoseconds (IncClock). A frame costs one event, its arrival at
 * the peer; a second one, the end of its transmission, only when another frame waits for it.
 */
class IncNetDevice : public IncPortBase, public IncPortCapture
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncNetDevice();
    ~IncNetDevice() override;

    /** \param sink who takes received frames; none: ordinary ns-3 protocols only */
    void SetSink(IncFrameSink* sink);

    /** \param source who fills the wire when the queue is empty, or nullptr */
    void SetSource(IncFrameSource* source);

    /** \brief The source has a frame again. */
    void Kick();

    /**
     * \brief Queue a frame for transmission, or drop it where the buffer is full.
     * \param frame to send
     * \return false when it was dropped
     */
    bool Enqueue(IncFramePtr frame);

    /**
     * \brief Count and trace a frame that a node could not use.
     * \param frame the frame; it ends here
     * \param reason why
     */
    void Drop(IncFramePtr frame, IncDropReason reason);

    /**
     * \brief Hand an ordinary ns-3 packet to the protocols of the node.
     * \param frame of Kind::PACKET
     */
    void DeliverPacket(const IncFrame& frame);

    /** \brief Called by IncChannel::Connect. */
    void Attach(Ptr<IncChannel> channel, IncNetDevice* peer);

    /** \return the port at the other end of the link */
    IncNetDevice* GetPeer() const
    {
        return m_peer;
    }

    /** \return bit/s */
    DataRate GetDataRate() const;
    /** \return what this port counted */
    const IncPortCounters& GetCounters() const;
    /** \return bytes that wait in the output queue */
    uint32_t GetQueuedBytes() const;

    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;

    /**
     * TracedCallback signature for frames.
     * \param frame the frame, valid during the call
     */
    typedef void (*FrameTracedCallback)(const IncFrame& frame);

    /**
     * TracedCallback signature for dropped frames.
     * \param frame the frame, valid during the call
     * \param reason why it was dropped
     */
    typedef void (*DropTracedCallback)(const IncFrame& frame, IncDropReason reason);

  protected:
    void DoDispose() override;

  private:
    void SetQueueSize(uint32_t bytes);
    uint32_t GetQueueSize() const;
    void SetDataRate(DataRate rate);
    void SetErrorModel(Ptr<ErrorModel> model);
    Ptr<ErrorModel> GetErrorModel() const;
    int64_t TransmissionPs(uint32_t size) const;
    void Transmit(IncFramePtr frame, int64_t startPs);
    void WireFree();
    void ArriveNext();
    void ReceiveFromWire(IncFramePtr frame);
    void Deliver(IncFramePtr frame);
    bool IsLost(const IncFrame& frame);

    Direction Outgoing() const
    {
        return {GetOctets(), m_peer ? m_peer->GetOctets() : GetOctets()};
    }

    Direction Incoming() const
    {
        return {m_peer->GetOctets(), GetOctets()};
    }

    using WireFreeEvent = IncReusableEvent<IncNetDevice, &IncNetDevice::WireFree>;
    using ArrivalEvent = IncReusableEvent<IncNetDevice, &IncNetDevice::ArriveNext>;

    // Used for every frame: kept together.
    IncNetDevice* m_peer{nullptr};     //!< other end of the link
    IncFrameSink* m_sink{nullptr};     //!< who takes received frames
    IncFrameSource* m_source{nullptr}; //!< who fills an empty queue
    IncOutputQueue m_queue;            //!< what waits for the wire
    IncFrameList m_onWire;             //!< sent and not yet arrived, in order
    int64_t m_busyUntilPs{0};          //!< end of the transmission under way
    int64_t m_delayPs{0};              //!< propagation delay of the link
    uint64_t m_psPerKilobyte{0};       //!< time of 1,000 bytes on the wire
    uint32_t m_peerNodeId{0};          //!< context of the peer's events
    bool m_wakePending{false};         //!< m_wireFree is scheduled
    Ptr<WireFreeEvent> m_wireFree;     //!< end of transmission while another frame waits
    Ptr<ArrivalEvent> m_arrival;       //!< arrival at the peer of the oldest frame on the wire
    Ptr<ErrorModel> m_errorModel;      //!< takes received frames
    Ptr<IncImpairment> m_impairment;   //!< repeats and delays received frames
    IncPortCounters m_counters;        //!< what this port counted

    bool m_errorModelReads{false}; //!< the error model may look at the bytes
    DataRate m_rate;               //!< of the link

    TracedCallback<const IncFrame&> m_frameSentTrace;                   //!< parsed form
    TracedCallback<const IncFrame&> m_frameReceivedTrace;               //!< parsed form
    TracedCallback<const IncFrame&, IncDropReason> m_frameDroppedTrace; //!< parsed form
};

} // namespace ns3

#endif // INC_NET_DEVICE_H
