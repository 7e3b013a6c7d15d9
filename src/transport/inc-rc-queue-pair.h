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
#include "inc-work-request.h"

#include "ns3/callback.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief A reliable-connected queue pair: SEND and RDMA WRITE, every byte once and in order, or
 * an error completion (IBTA 9.7).
 */
class IncRcQueuePair : public IncQueuePair,
                       public IncRcParameters,
                       private IncRcRequester::Listener,
                       private IncRcResponder::Listener
{
  public:
    /// Told of completions.
    using CompletionCallback = Callback<void, const IncCompletion&>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRcQueuePair();

    void Connect(Ipv4Address remote, uint32_t remoteQpn) override;

    /**
     * \brief Send a message into a receive that the peer has posted.
     * \param request what to send
     */
    void PostSend(const IncWorkRequest& request);

    /**
     * \brief Write a message into the peer's registered memory.
     *
     * With an immediate it also completes a receive that the peer has posted.
     *
     * \param request what to write and where
     */
    void PostWrite(const IncWorkRequest& request);

    /** \param request where the next message goes */
    void PostReceive(const IncReceiveRequest& request);

    /** \param callback called when a message was acknowledged or has failed */
    void SetSendCompletionCallback(CompletionCallback callback);

    /** \param callback called when a message that consumes a receive is complete */
    void SetReceiveCompletionCallback(CompletionCallback callback);

    /** \return true after the connection has failed */
    bool IsInError() const;

    bool HasFrame() const override;
    IncFramePtr NextFrame() override;
    void Receive(IncFramePtr frame) override;

  private:
    void SendCompleted(const IncCompletion& completion) override;
    void ReadyToSend() override;
    void Failed() override;
    void ReceiveCompleted(const IncCompletion& completion) override;
    void SendAnswer(IncFramePtr frame) override;
    void CheckPost(const IncWorkRequest& request) const;

    IncRcRequester m_requester;           //!< sending half
    IncRcResponder m_responder;           //!< receiving half
    CompletionCallback m_sendCallback;    //!< whom to tell
    CompletionCallback m_receiveCallback; //!< whom to tell
    uint32_t m_initialPsn{0};             //!< first PSN, both ways
    bool m_connected{false};              //!< Connect() was called
    bool m_error{false};                  //!< the connection has failed
};

} // namespace ns3

#endif // INC_RC_QUEUE_PAIR_H
