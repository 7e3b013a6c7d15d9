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
#include "inc-link-faults.h"
#include "inc-port-base.h"
#include "inc-port-capture.h"
#include "inc-port-queues.h"
#include "inc-priority.h"
#include "inc-shared-buffer.h"
#include "inc-traced-callback.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

class IncChannel;
class IncEcnMarker;
class IncImpairment;
class IncNodeMemory;
class IncPauseReceiver;
class IncPauseSender;
class IncStateVisitor;
struct IncPfcFrame;

/**
 * \ingroup inc
 * \brief Chooses the priority that sends the next frame of a port.
 *
 * Priorities of weight 0 are strict: they send before all others, the highest first. The others
 * share the remaining rate in proportion to their weights, by deficit round robin (Shreedhar and
 * Varghese, 1995). A frame is charged after it was sent, because its size is unknown until a NIC
 * has made it.
 */
class IncEgressScheduler
{
  public:
    static constexpr int32_t QUANTUM = 1024; //!< bytes per round and unit of weight

    /** \param weights weights of the priorities; 0: strict */
    void SetWeights(const IncPriorityWeights& weights)
    {
        m_strict = 0;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            m_strict |= (weights[priority] == 0) << priority;
        }
        m_shared = m_strict == 0xff ? nullptr : std::make_unique<Shared>();
        if (m_shared)
        {
            m_shared->weights = weights;
        }
    }

    /** \return the weights */
    IncPriorityWeights GetWeights() const
    {
        return m_shared ? m_shared->weights : IncPriorityWeights{};
    }

    /** \brief Return the priority that sends next, from the set `ready`, which is not empty. */
    uint32_t Choose(uint32_t ready)
    {
        const uint32_t strict = ready & m_strict;
        return strict ? Highest(strict) : ChooseInTurn(ready);
    }

    /** \brief Charge the priority from Choose() with the bytes of its frame. */
    void Charge(uint32_t priority, uint32_t size)
    {
        if (!(m_strict >> priority & 1))
        {
            m_shared->credit[priority] -= static_cast<int32_t>(size);
        }
    }

  private:
    static uint32_t Highest(uint32_t set)
    {
        return 31 - __builtin_clz(set);
    }

    static uint32_t NextReady(uint32_t ready, uint32_t priority)
    {
        const uint32_t above = ready & ~((2U << priority) - 1);
        return __builtin_ctz(above ? above : ready);
    }

    uint32_t ChooseInTurn(uint32_t ready)
    {
        auto& [turn, credit, weights] = *m_shared;
        const bool waits = ready >> turn & 1;
        if (waits && credit[turn] > 0)
        {
            return turn;
        }
        if (!waits)
        {
            // A priority without frames saves no credit.
            credit[turn] = std::min(credit[turn], 0);
        }
        do
        {
            turn = NextReady(ready, turn);
            credit[turn] += static_cast<int32_t>(weights[turn]) * QUANTUM;
        } while (credit[turn] <= 0);
        return turn;
    }

    struct Shared
    {
        uint32_t turn{0};
        std::array<int32_t, INC_PRIORITIES> credit{}; //!< bytes that may be sent in this turn
        IncPriorityWeights weights{};                 //!< weights of the priorities; 0: strict

        INC_FIELDS(IncEgressScheduler::Shared,
                   INC_VALUE(turn) + INC_VALUE(credit) + INC_UNVISITED(weights))
    };

    INC_FIELDS(IncEgressScheduler, INC_PART(m_shared) + INC_UNVISITED(m_strict))

    IncPrioritySet m_strict{0xff};    //!< priorities of weight 0
    std::unique_ptr<Shared> m_shared; //!< state of the other priorities; null if all are strict
};

/**
 * \ingroup inc
 * \brief A port of a host or a switch: output queues, transmitter and receiver of one link end.
 *
 * An IncSwitch queues its frames here. On a host, the IncRdmaNic makes a frame when none is queued.
 * The port owns its queues and scheduler, and obeys the peer's PFC frames.
 *
 * The transmitter keeps time in picoseconds (IncClock). A frame costs one event, its arrival at the
 * peer. A second event, the end of its transmission, is needed only if another frame waits.
 */
class IncNetDevice : public IncPortBase, public IncPortCapture
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncNetDevice();
    ~IncNetDevice() override;

    /** \param sink part of the node that gets received frames; nullptr: ns-3 protocols only */
    void SetSink(IncFrameSink* sink)
    {
        m_hot.sink = sink;
    }

    /** \param source part of the node that makes a frame when none is queued, or nullptr */
    void SetSource(IncFrameSource* source)
    {
        m_hot.source = source;
    }

    /** \param buffer buffer that admits frames to the queues; nullptr: QueueSize limits them */
    void SetBuffer(IncSharedBuffer* buffer)
    {
        m_hot.buffer = buffer;
    }

    /** \param marker ECN marker of the frames that wait at this port, or nullptr */
    void SetMarker(IncEcnMarker* marker)
    {
        m_marker = marker;
    }

    /** \brief Ask the source for a frame. The source calls this when it has frames again. */
    void Kick();

    /** \brief Queue a frame for transmission; return false if the frame was dropped. */
    bool Enqueue(IncFramePtr frame);

    /** \brief Count, trace and release a frame that a node could not use. */
    void Drop(IncFramePtr frame, IncDropReason reason);

    /** \brief Give a received frame to a part of the node; nullptr: drop the frame. */
    void GiveTo(IncFrameSink* sink, IncFramePtr frame);

    /** \brief Hand a frame of Kind::PACKET to the protocols of the node. */
    void DeliverPacket(const IncFrame& frame);

    /** \brief Join this port to a link; IncChannel::Connect() calls this. */
    void Attach(Ptr<IncChannel> channel, IncNetDevice* peer);

    /// \brief Let this end of the link fail, or repair it; IncChannel::SetUp() changes both ends.
    /// Frames that wait or are on the failed link are lost (IncDropReason::LINK_DOWN).
    void SetUp(bool up);

    /** \return the port at the other end of the link */
    IncNetDevice* GetPeer() const
    {
        return m_hot.peer;
    }

    /** \brief Ask the peer to pause a priority or to resume (PFC). A quantum is 512 bit times. */
    void AskPeer(uint32_t priority, bool pause, uint16_t quanta);

    /** \brief Send a PFC frame of the pause sender, which calls this method. */
    void SendPfc();

    /** \param paused priorities that may not send; the pause receiver calls this method */
    void SetPaused(IncPrioritySet paused);

    /** \return true while the peer pauses this priority */
    bool IsPaused(uint32_t priority) const
    {
        return !(m_hot.open >> priority & 1);
    }

    /** \return whether the peer has ever paused a priority of this port */
    bool HasPaused() const
    {
        return m_pauseReceiver != nullptr;
    }

    /** \brief Drop all frames that wait in a queue. */
    void DropWaiting(uint32_t priority, IncDropReason reason);

    /** \return rate of the link */
    DataRate GetDataRate() const
    {
        return m_rate;
    }

    /** \return limit of the waiting bytes if this port shares no buffer with others */
    uint32_t GetQueueSize() const;

    /** \return counters of this port, summed over all priorities */
    IncPortCounters GetCounters() const;
    /** \return counters of one priority */
    IncPriorityCounters GetCounters(uint32_t priority) const;

    /** \return counters of rare events, summed over all priorities */
    IncPriorityEvents GetEvents() const;

    /** \return bytes that wait in the output queues */
    uint32_t GetQueuedBytes() const;

    /// \return time for which this port has sent until `nowPs`, preambles, gaps and PFC included,
    /// ps. Before a later time than the present, the port must have no event.
    int64_t GetBusyPs(int64_t nowPs) const;

    /** \return queues of the frames that wait for the wire */
    const IncPortQueues& GetQueues() const
    {
        return m_hot.queues;
    }

    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;

    /** \param memory list to which this port adds the memory that its frames use */
    void AppendMemory(IncNodeMemory& memory) const;

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** \brief TracedCallback signature for frames, which are valid during the call. */
    typedef void (*FrameTracedCallback)(const IncFrame& frame);

    /** \brief TracedCallback signature for dropped frames, which are valid during the call. */
    typedef void (*DropTracedCallback)(const IncFrame& frame, IncDropReason reason);

    /** \brief TracedCallback signature for PFC frames, which are valid during the call. */
    typedef void (*PfcTracedCallback)(const IncPfcFrame& frame);

  protected:
    void DoDispose() override;
    void DoInitialize() override;

  private:
    void SetQueueSize(uint32_t bytes);
    void SetDataRate(DataRate rate);
    void SetErrorModel(Ptr<ErrorModel> model);
    Ptr<ErrorModel> GetErrorModel() const;
    void SetImpairment(Ptr<IncImpairment> impairment);
    Ptr<IncImpairment> GetImpairment() const;
    void SetScheduler(std::string text);
    std::string GetScheduler() const;
    int64_t TransmissionPs(uint32_t size) const;
    bool Admit(IncFrame& frame, IncDropReason& reason);
    void Mark(IncFrame& frame, uint32_t queued);
    void Measure(IncFrame& frame, int64_t startPs);

    IncFramePtr Dequeue(uint32_t priority)
    {
        IncFramePtr frame = m_hot.queues.Pop(priority);
        CaptureQueued(m_hot.queues.GetBytes() + frame->GetSize(), m_hot.queues.GetBytes());
        if (m_hot.buffer)
        {
            m_hot.buffer->Release(*frame, m_hot.queues.GetBytes(priority));
        }
        return frame;
    }

    IncPrioritySet GetReady();
    void Wake();
    void SendNext(int64_t startPs);
    void Transmit(IncFramePtr&& frame, int64_t startPs);
    int64_t GetTagTimePs(IncFrame& frame);
    void WireFree();
    void ArriveNext();
    void ReceiveFromWire(IncFramePtr&& frame);
    void ReceivePfc(const IncFrame& frame);
    void ReceiveFromFaultyLink(IncFramePtr&& frame);
    void Deliver(IncFramePtr&& frame);
    void LoseOnLink(const IncFrame& frame);

    struct RareCounters
    {
        std::array<IncPriorityEvents, INC_PRIORITIES> priorities;
        uint64_t pfcFramesSent{0};
        uint64_t pfcFramesReceived{0};

        INC_FIELDS(IncNetDevice::RareCounters,
                   INC_COUNT(pfcFramesSent) + INC_COUNT(pfcFramesReceived) + INC_PART(priorities))
    };

    RareCounters& CountRarely()
    {
        if (!m_counters)
        {
            m_counters = std::make_unique<RareCounters>();
        }
        return *m_counters;
    }

    IncPriorityEvents& CountersOf(uint32_t priority)
    {
        return CountRarely().priorities[priority];
    }

    void ScheduleWireFree()
    {
        m_hot.wakePending = true;
        m_hot.wireFree->ScheduleAtPs(m_nodeId, m_hot.busyUntilPs);
    }

    Direction Outgoing() const
    {
        return {GetOctets(), m_hot.peer ? m_hot.peer->GetOctets() : GetOctets()};
    }

    Direction Incoming() const
    {
        return {m_hot.peer->GetOctets(), GetOctets()};
    }

    void ForeseeWireFree() const
    {
        m_hot.queues.FetchFront();
    }

    void ForeseeArrival() const
    {
        m_hot.onWire.FetchFront();
        __builtin_prefetch(&m_hot.peer->m_linkUp);
        __builtin_prefetch(&m_hot.peer->m_hot);
        __builtin_prefetch(&m_hot.peer->m_hot.queues, 1);
    }

    const void* GetHotState() const
    {
        return &m_hot;
    }

    using WireFreeEvent = IncReusableEvent<IncNetDevice,
                                           &IncNetDevice::WireFree,
                                           &IncNetDevice::ForeseeWireFree,
                                           &IncNetDevice::GetHotState>;
    using ArrivalEvent = IncReusableEvent<IncNetDevice,
                                          &IncNetDevice::ArriveNext,
                                          &IncNetDevice::ForeseeArrival,
                                          &IncNetDevice::GetHotState>;

    /// HotState fills four cache lines. An arriving frame uses only the first line of its sender's
    /// port.
    struct alignas(64) HotState
    {
        IncNetDevice* peer{nullptr};
        IncFrameSink* sink{nullptr};
        IncFrameSource* source{nullptr};
        IncFrameList onWire; //!< frames that were sent and have not arrived, in order
        int64_t busyUntilPs{0};
        IncPrioritySet open{0xff}; //!< priorities that the peer does not pause
        bool pfcPending{false};
        bool wakePending{false};
        bool isFaulty{false}; //!< whether m_faults may cause a fault
        uint32_t peerNodeId{0};
        int64_t delayPs{0};
        uint64_t psPerKilobyte{0};   //!< time of 1,000 bytes on the wire
        Ptr<WireFreeEvent> wireFree; //!< end of a transmission while another frame waits
        Ptr<ArrivalEvent> arrival;   //!< arrival of the oldest frame on the wire at the peer
        IncEgressScheduler scheduler;
        IncSharedBuffer* buffer{nullptr}; //!< admits frames to the queues; or null
        uint64_t sentResults{0};
        IncPortQueues queues;

        INC_FIELDS(IncNetDevice::HotState,
                   INC_VALUE(open) + INC_VALUE(pfcPending) + INC_VALUE(wakePending) +
                       INC_PART(scheduler) + INC_PART(queues) + INC_PART(onWire) +
                       INC_COUNT(sentResults) +
                       INC_UNVISITED(peer, sink, source, busyUntilPs, isFaulty) +
                       INC_UNVISITED(peerNodeId, delayPs, psPerKilobyte, wireFree) +
                       INC_UNVISITED(arrival, buffer))
    };

    // These members are rarely used; they fill padding.
    IncLinkFaults m_faults;
    std::unique_ptr<RareCounters> m_counters; //!< counters; null while nothing has happened
    DataRate m_rate;

    HotState m_hot;

    // Only frames that are marked, tagged, paused or traced use these members.
    IncEcnMarker* m_marker{nullptr}; //!< marks waiting frames; or null
    int64_t m_taggedUntilPs{0}; //!< when the latest frame has left and its tags are checked, ps
    std::unique_ptr<IncPauseSender> m_pauseSender; //!< sends PFC frames; made at the first pause
    std::unique_ptr<IncPauseReceiver> m_pauseReceiver;

    IncTracedCallback<const IncFrame&, IncDropReason> m_frameDroppedTrace;
    IncTracedCallback<const IncFrame&> m_ecnMarkedTrace;
    IncTracedCallback<const IncPfcFrame&> m_pfcSentTrace;
    IncTracedCallback<const IncPfcFrame&> m_pfcReceivedTrace;
};

} // namespace ns3

#endif // INC_NET_DEVICE_H
