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
 * It numbers its packets, keeps a window of them in flight, and repeats what is not acknowledged:
 * by go-back-N, or with SelectiveRepeat only what is missing. The sending half is an
 * IncRcRequester, the receiving half an IncRcResponder. If RetryCount repetitions in a row bring no
 * progress, the queue pair goes to ERROR: the oldest work request completes with the reason, all
 * others as flushed.
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

    /**
     * \brief Set everything that can be tuned at once; in RESET.
     * \param parameters what the attributes would say
     */
    void Configure(const IncRcParameters& parameters);

    /** \param sink takes all messages, of one packet each, instead of posted receives; or nullptr
     */
    void SetMessageSink(IncMessageSink* sink);

    /**
     * \brief Send a message of one packet that is made already; in RTS, or in ERROR, where it is
     * flushed.
     * \param id given back in the completion
     * \param frame opcode, headers and payload are set; repetitions share the payload
     */
    void PostMessage(uint64_t id, IncFramePtr frame);

    /** \brief Send nothing of what is posted any more, and say nothing of it. */
    void DropSends();

    uint32_t GetPathMtu() const override;
    uint32_t GetInitialPsn() const override;
    void VisitState(IncStateVisitor& visitor) override;

    /**
     * \brief Visited by the owner of the message sink, because it knows the tree of the messages.
     * \param visitor of the state
     */
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
    void QueueSend(const IncWorkRequest& request, bool write) override;
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
        return !m_sink; // an aggregator ends the packets of in-network computing, and adds nothing
    }

    void ReceiveCompleted(const IncCompletion& completion) override;
    void SendAnswer(IncFramePtr frame) override;
    void ResponderFailed() override;

    void SetPathMtu(uint32_t bytes);
    void SetSelectiveRepeat(bool enabled);
    bool IsSelectiveRepeat() const;

    IncRcRequester m_requester;      //!< sending half of the queue pair
    IncRcResponder m_responder;      //!< receiving half of the queue pair
    IncMessageSink* m_sink{nullptr}; //!< takes messages instead of memory, or null
    uint32_t m_initialPsn{0};
    Time m_queueingTime;
};

} // namespace ns3

#endif // INC_RC_QUEUE_PAIR_H
