/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_QUEUE_PAIR_H
#define INC_RC_QUEUE_PAIR_H

#include "inc-queue-pair.h"
#include "inc-rc-parameters.h"
#include "inc-rc-requester.h"
#include "inc-rc-responder.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief A reliable-connected queue pair: SEND and RDMA WRITE, every byte once and in order, or an
 * error completion (IBTA volume 1, 9.7).
 *
 * It numbers its packets, keeps a window of them in flight, and repeats packets that are not
 * acknowledged: by go-back-N, or with SelectiveRepeat only the missing ones. It owns a sending half
 * (IncRcRequester) and a receiving half (IncRcResponder), and shares the NIC by means of
 * IncQueuePair. If RetryCount repetitions in a row bring no progress, the queue pair goes to ERROR:
 * the oldest work request completes with the reason, all others as flushed. It never delivers a
 * byte twice.
 */
class IncRcQueuePair : public IncQueuePair,
                       public IncRcParameters,
                       private IncRcRequester::Listener,
                       private IncRcResponder::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRcQueuePair();

    /** \brief Set all attributes of IncRcParameters at once, in RESET. */
    void Configure(const IncRcParameters& parameters);

    /** \brief Give all messages, which have one packet each, to a sink; nullptr: posted receives
     * take them. */
    void SetMessageSink(IncMessageSink* sink);

    /** \brief Send a ready-made message of one packet; repetitions share the payload. Call it in
     * RTS; ERROR flushes the message. */
    void PostMessage(uint64_t id, IncFramePtr frame);

    /**
     * \brief Fetch data from the peer's registered memory by RDMA READ (IBTA volume 1, 9.7.4). Call
     * it in RTS; ERROR flushes the request.
     *
     * The congestion control of the peer paces the data. A READ needs go-back-N, and a congestion
     * control that works without acknowledgements.
     */
    void PostRead(const IncWorkRequest& request);

    /** \brief Call PostSend(), PostWrite() or PostRead(). */
    void Post(IncVerb verb, const IncWorkRequest& request);

    /** \brief Drop all posted messages without completions. */
    void DropSends();

    uint32_t GetPathMtu() const override;
    uint32_t GetInitialPsn() const override;
    void VisitState(IncStateVisitor& visitor) override;

    /** \brief Pass the state of both halves to a visitor. The owner of the sink calls this, because
     * it knows the tree. */
    void VisitHalves(IncStateVisitor& visitor);

    /** \return the sending half */
    IncRcRequester& GetRequester()
    {
        return m_requester;
    }

  private:
    bool HasPacket() const override;
    IncFramePtr NextPacket() override;
    bool Admits(const IncFrame& frame) override;
    void ReceivePacket(IncFramePtr&& frame) override;
    void StartReceiving(uint32_t psn) override;
    void StartSending(uint32_t psn) override;
    IncRetransmitTimes CompleteTimes() const;
    void QueueSend(const IncWorkRequest& request, IncVerb verb) override;
    void QueueReceive(const IncReceiveRequest& request) override;
    void Flush() override;
    void Forget() override;
    void Limit(uint64_t rate, uint64_t window) override;

    void SendCompleted(const IncCompletion& completion) override;
    void PacketReady() override;
    void RequesterFailed() override;
    IncCongestionControl* GetAlgorithm() override;

    bool CarriesTelemetry() const override
    {
        return !m_sink; // an aggregator ends these packets and adds no telemetry
    }

    void ReceiveCompleted(const IncCompletion& completion) override;
    void SendAnswer(IncFramePtr frame) override;
    int64_t FetchPs(uint32_t bytes) override;
    void ResponseReady() override;
    void ResponderFailed() override;

    void SetPathMtu(uint32_t bytes);
    void SetSelectiveRepeat(bool enabled);
    bool IsSelectiveRepeat() const;

    IncRcRequester m_requester;
    IncRcResponder m_responder;
    IncMessageSink* m_sink{nullptr};
    uint32_t m_initialPsn{0};
    Time m_queueingTime;
};

} // namespace ns3

#endif // INC_RC_QUEUE_PAIR_H
