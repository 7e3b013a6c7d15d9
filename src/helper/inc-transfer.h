/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRANSFER_H
#define INC_TRANSFER_H

#include "inc-fabric-helper.h"

#include "ns3/inc-rc-queue-pair.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A flow for short scripts: one message between two hosts, over its own connection.
 *
 * The constructor makes both queue pairs and posts the message at `start`. GetCompletionTime() and
 * GetGoodput() return the result after the run. GetSender() returns the sending queue pair, for
 * counters and trace sources. For many flows, or flows that follow a distribution, use `inc-sim
 * --scheme=flows`.
 */
class IncTransfer
{
  public:
    /**
     * \param fabric installed network
     * \param from node index of the sending host
     * \param to node index of another host
     * \param bytes size of the message, 1 to IncQueuePair::LONGEST_MESSAGE
     * \param start time from now at which the message is posted
     * \param verb RDMA WRITE or SEND by the sender, or RDMA READ by the receiver
     */
    IncTransfer(const IncFabric& fabric,
                uint32_t from,
                uint32_t to,
                uint64_t bytes,
                Time start = Time(0),
                IncVerb verb = IncVerb::WRITE);

    /** \return true if the whole message is acknowledged, or has been read */
    bool IsDone() const
    {
        return m_state->isDone;
    }

    /** \return time from the post to the completion; aborts if not complete */
    Time GetCompletionTime() const;

    /** \return payload divided by completion time; aborts if the transfer is not complete */
    DataRate GetGoodput() const;

    /** \return the sending queue pair, for its counters and trace sources */
    Ptr<IncRcQueuePair> GetSender() const
    {
        return m_sender;
    }

  private:
    /// State shared with events, which may outlive the transfer.
    struct State
    {
        Time start;         //!< time when the message was posted
        Time end;           //!< time when the whole message was acknowledged
        bool isDone{false}; //!< true if the whole message was acknowledged
    };

    uint64_t m_bytes;             //!< size of a message, bytes
    Ptr<IncRcQueuePair> m_sender; //!< sending queue pair
    Ptr<IncRcQueuePair> m_receiver;
    std::shared_ptr<State> m_state{std::make_shared<State>()}; //!< progress of the transfer
};

} // namespace ns3

#endif // INC_TRANSFER_H
