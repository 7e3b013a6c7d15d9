/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_UC_QUEUE_PAIR_H
#define INC_UC_QUEUE_PAIR_H

#include "inc-queue-pair.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Who makes and takes the messages of an unreliable connection, one packet each.
 */
class IncMessageEndpoint
{
  public:
    virtual ~IncMessageEndpoint() = default;

    /** \return true when FillMessage() has something to send now */
    virtual bool HasMessage() const = 0;

    /**
     * \brief Make the next message; it leaves at once.
     * \param frame opcode, headers and payload to set; the queue pair addresses and numbers it
     */
    virtual void FillMessage(IncFrame& frame) = 0;

    /** \param frame a message from the peer */
    virtual void ReceiveMessage(const IncFrame& frame) = 0;
};

/**
 * \ingroup inc
 * \brief An unreliable-connected queue pair: packets are numbered, never acknowledged.
 *
 * A message is one packet (ONLY), so a gap in the PSNs loses nothing but what was lost.
 */
class IncUcQueuePair : public IncQueuePair
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncUcQueuePair();

    /** \param endpoint who makes and takes the messages */
    void SetEndpoint(IncMessageEndpoint* endpoint);

    /** \brief The endpoint has a message again. */
    void MessageReady();

    bool HasFrame() const override;
    IncFramePtr NextFrame() override;
    void Receive(IncFramePtr frame) override;

  protected:
    void DoDispose() override;

  private:
    IncMessageEndpoint* m_endpoint{nullptr}; //!< who makes and takes the messages
};

} // namespace ns3

#endif // INC_UC_QUEUE_PAIR_H
