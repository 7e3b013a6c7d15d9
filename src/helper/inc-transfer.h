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
    /** \brief Connect two hosts by node index, and post a message at `start` from now. The size is
     * 1 to IncQueuePair::LONGEST_MESSAGE bytes. The sender writes or sends, or the receiver
     * reads. */
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

    /** \return time from the post to the completion; aborts before the completion */
    Time GetCompletionTime() const;

    /** \return payload divided by completion time; aborts before the completion */
    DataRate GetGoodput() const;

    /** \return the sending queue pair, for counters and trace sources */
    Ptr<IncRcQueuePair> GetSender() const
    {
        return m_sender;
    }

  private:
    /// State shared with events, which may outlive the transfer.
    struct State
    {
        Time start;
        Time end;
        bool isDone{false};
    };

    uint64_t m_bytes;
    Ptr<IncRcQueuePair> m_sender;
    Ptr<IncRcQueuePair> m_receiver;
    std::shared_ptr<State> m_state{std::make_shared<State>()};
};

} // namespace ns3

#endif // INC_TRANSFER_H
