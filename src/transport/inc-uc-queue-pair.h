/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_UC_QUEUE_PAIR_H
#define INC_UC_QUEUE_PAIR_H

#include "inc-queue-pair.h"
#include "inc-send-queue.h"
#include "inc-uc-responder.h"

#include "ns3/inc-node-memory.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Makes and takes the messages of an unreliable connection, packet by packet.
 */
class IncMessageEndpoint
{
  public:
    virtual ~IncMessageEndpoint() = default;

    /**
     * \brief Make the next packet of a message; it leaves at once.
     * \param frame opcode, headers and payload to set; the queue pair addresses and numbers it
     * \return whether there is another one to send
     */
    virtual bool FillMessage(IncFrame& frame) = 0;

    /**
     * \brief Called for every packet before it changes anything; whose packets come is the
     * endpoint's to know.
     * \param frame message or CNP
     * \return false: the packet is dropped as if it had been lost
     */
    virtual bool Admits(const IncFrame& frame) = 0;

    /** \param frame an admitted packet of a message */
    virtual void ReceiveMessage(IncFrame& frame) = 0;
};

/**
 * \ingroup inc
 * \brief An unreliable-connected queue pair: packets are numbered, never acknowledged (IBTA volume
 * 1, 9.8).
 *
 * Messages are posted as on a reliable connection. A send completes when its last packet leaves,
 * and a message arrives whole or not at all. With an IncMessageEndpoint the queue pair carries the
 * endpoint's messages instead, one packet (ONLY) each. A gap in the PSNs then loses nothing but the
 * lost packets. In-network aggregation uses it in this way: the client repeats messages itself.
 */
class IncUcQueuePair : public IncQueuePair
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncUcQueuePair();
    ~IncUcQueuePair() override;

    /** \param endpoint who makes and takes the messages; nothing can be posted then */
    void SetEndpoint(IncMessageEndpoint* endpoint);

    /** \brief The endpoint has a message to send, until FillMessage() or NoMessage() say no. */
    void MessageReady()
    {
        m_hasMessage = true;
        Activate();
    }

    /** \brief What the endpoint had to send is not to be sent any more. */
    void NoMessage()
    {
        m_hasMessage = false;
    }

    /** \param memory where what its frames touch is added */
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
    void QueueSend(const IncWorkRequest& request, bool write) override;
    void QueueReceive(const IncReceiveRequest& request) override;
    void Flush() override;
    void Forget() override;
    void CheckNoEndpoint() const;
    void SetPathMtu(uint32_t bytes);
    void FillPosted(IncFrame& frame);
    void SendsLeft();

    using CompletionEvent = IncReusableEvent<IncUcQueuePair, &IncUcQueuePair::SendsLeft>;

    IncMessageEndpoint* m_endpoint{nullptr}; //!< makes and takes the messages, or none
    IncSendQueue m_queue;                    //!< what is posted
    IncUcResponder m_responder;              //!< receiving half
    uint64_t m_next{0};                      //!< next packet of the queue
    uint32_t m_pathMtu{1024};                //!< attribute PathMtu
    uint32_t m_initialPsn{0};                //!< attribute InitialPsn
    Ptr<CompletionEvent> m_completion;       //!< tells of messages that have left
};

} // namespace ns3

#endif // INC_UC_QUEUE_PAIR_H
