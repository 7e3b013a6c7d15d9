/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_UC_QUEUE_PAIR_H
#define INC_UC_QUEUE_PAIR_H

#include "inc-queue-pair-counters.h"
#include "inc-queue-pair.h"
#include "inc-receive-queue.h"
#include "inc-send-queue.h"

#include "ns3/inc-frame.h"
#include "ns3/inc-node-memory.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The receiving half of an unreliable connection (IBTA volume 1, 9.8.2): a message arrives
 * whole or not at all.
 *
 * After a PSN above the expected one, the present message and all packets up to the next FIRST or
 * ONLY are dropped. A packet with a lower PSN is a copy, or was overtaken; only this packet is
 * dropped. IBTA allows part of a dropped message in memory. Here data become visible with the last
 * packet.
 */
class IncUcResponder
{
  public:
    /** \brief Count in the counters of the queue pair, which owns them. */
    explicit IncUcResponder(IncQueuePairCounters& counters);

    /** \brief Begin at the PSN of the peer's first packet; `pathMtu` is the payload of a full
     * packet, bytes. */
    void Start(const IncMemoryRegions& memory, uint32_t pathMtu, uint32_t firstPsn);

    /** \brief Post the buffer of the next SEND; a WRITE with immediate only consumes the
     * receive. */
    void Post(const IncReceiveRequest& request)
    {
        m_receives.Post(request);
    }

    /** \brief Receive a data packet. If it completes a receive, fill in the completion and return
     * true. */
    bool ReceiveData(const IncFrame& frame, IncCompletion& completion);

    /** \brief Remove the oldest posted receive; return false when there is none. */
    bool TakeBack(IncReceiveRequest& request);

  private:
    void DropMessage();

    IncQueuePairCounters& m_counters;
    IncReceiveQueue m_receives;
    uint32_t m_expectedPsn{0}; //!< PSN of the next packet
    bool m_dropping{false};    //!< whether packets are dropped up to the next FIRST or ONLY
};

/// \ingroup inc
/// \brief Makes and receives the messages of an unreliable connection, packet by packet.
class IncMessageEndpoint
{
  public:
    virtual ~IncMessageEndpoint() = default;

    /** \brief Fill the next packet of a message with opcode, headers and payload; it leaves at
     * once. The queue pair sets addresses and PSN. Return whether there is another message to
     * send. */
    virtual bool FillMessage(IncFrame& frame) = 0;

    /** \return false to drop a message or CNP before it has an effect; only the endpoint knows its
     * senders */
    virtual bool Admits(const IncFrame& frame) = 0;

    /** \brief Receive an admitted packet of a message. */
    virtual void ReceiveMessage(IncFrame& frame) = 0;
};

/**
 * \ingroup inc
 * \brief An unreliable-connected queue pair: it numbers packets and never repeats them (IBTA volume
 * 1, 9.8).
 *
 * Messages are posted as on a reliable connection. A send completes when its last packet leaves,
 * and a message arrives whole or not at all. With an IncMessageEndpoint the queue pair carries the
 * endpoint's messages instead, one packet (ONLY) each. A gap in the PSNs then affects only the lost
 * packets. In-network aggregation uses it in this way: the client repeats messages itself.
 */
class IncUcQueuePair : public IncQueuePair
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncUcQueuePair();
    ~IncUcQueuePair() override;

    /** \brief Set the endpoint, which makes and receives the messages; afterwards nothing can be
     * posted. */
    void SetEndpoint(IncMessageEndpoint* endpoint)
    {
        m_endpoint = endpoint;
    }

    /** \brief Send the endpoint's messages until FillMessage() returns false or NoMessage() is
     * called. */
    void MessageReady()
    {
        m_progress.hasMessage = true;
        Activate();
    }

    /** \brief Stop sending the endpoint's messages. */
    void NoMessage()
    {
        m_progress.hasMessage = false;
    }

    /** \brief Add the memory that frames of the queue pair use to a list. */
    void AppendMemory(IncNodeMemory& memory) const
    {
        memory.Add(*this);
    }

    uint32_t GetPathMtu() const override;
    uint32_t GetInitialPsn() const override;
    void VisitState(IncStateVisitor& visitor) override;

  protected:
    void DoDispose() override;

  private:
    bool HasPacket() const override;
    IncFramePtr NextPacket() override;
    bool Admits(const IncFrame& frame) override;
    void ReceivePacket(IncFramePtr&& frame) override;
    void StartReceiving(uint32_t psn) override;
    void StartSending(uint32_t psn) override;
    void QueueSend(const IncWorkRequest& request, IncVerb verb) override;
    void QueueReceive(const IncReceiveRequest& request) override;
    void Flush() override;
    void Forget() override;
    void CheckNoEndpoint() const;
    void SetPathMtu(uint32_t bytes);
    void FillPosted(IncFrame& frame);
    void SendsLeft();

    using CompletionEvent = IncReusableEvent<IncUcQueuePair, &IncUcQueuePair::SendsLeft>;

    IncMessageEndpoint* m_endpoint{
        nullptr}; //!< makes and receives the messages; null: messages are posted
    IncSendQueue m_queue;
    IncUcResponder m_responder;
    uint64_t m_next{0};
    uint32_t m_pathMtu{1024};
    uint32_t m_initialPsn{0};
    Ptr<CompletionEvent> m_completion; //!< event that completes messages that have left
};

} // namespace ns3

#endif // INC_UC_QUEUE_PAIR_H
