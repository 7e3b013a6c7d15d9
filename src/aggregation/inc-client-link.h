/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLIENT_LINK_H
#define INC_CLIENT_LINK_H

#include "inc-message-timer.h"

#include "ns3/inc-frame.h"
#include "ns3/inc-node-memory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

struct IncClientConfig;

/**
 * \ingroup inc
 * \brief How the messages of a client get to its switch: the queue pair and what makes up for
 * losses. The client has one message in flight a slot.
 */
class IncClientLink
{
  public:
    /// The client.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /**
         * \brief Make the message of a slot; it is about to leave.
         * \param slot that was given to Send()
         * \param run how many messages it stands for: those of the slots before as well
         * \param frame INC header, RETH, immediate and payload to set
         */
        virtual void FillMessage(uint32_t slot, uint32_t run, IncFrame& frame) = 0;

        /**
         * \param sequence of a message
         * \return bytes of its data where it is part of one RDMA message with the one before; 0
         * where it is not
         */
        virtual uint32_t GetContinuation(uint64_t sequence) const = 0;

        /**
         * \brief Called for every packet before it changes anything.
         * \param frame any frame
         * \return whether it is from where such packets come from
         */
        virtual bool Admits(const IncFrame& frame) = 0;

        /** \param frame an admitted message from the switch */
        virtual void ReceiveMessage(const IncFrame& frame) = 0;

        /** \brief An admitted packet belongs to an RDMA message that began with lost ones. */
        virtual void MessageBroken() = 0;

        /** \param reason why messages may never be answered any more */
        virtual void LinkFailed(const std::string& reason) = 0;
    };

    virtual ~IncClientLink() = default;

    /** \return number of the queue pair */
    virtual uint32_t GetQpn() const = 0;

    /** \return number of the queue pair for results that do not come from the next VAT node */
    virtual uint32_t GetResultQpn() const = 0;

    /** \param config of the group */
    virtual void Connect(const IncClientConfig& config) = 0;

    /**
     * \brief A slot has a new message. Nothing happens where it waits for the wire already.
     * \param slot number of the slot
     * \param run how many messages go as one, this being the last
     */
    virtual void Send(uint32_t slot, uint32_t run) = 0;

    /**
     * \param slot whose result has come
     * \param sequence of its message
     * \param repaired whether it, or something that it was made of, was sent more than once
     */
    virtual void Answered(uint32_t slot, uint64_t sequence, bool repaired) = 0;

    /** \param slot of which the switch says that other contributions are missing */
    virtual void Pending(uint32_t slot) = 0;

    /** \brief Send nothing any more. */
    virtual void Stop() = 0;

    /** \param memory where what a message touches is added, if messages are sent in windows */
    virtual void AppendMemory(IncNodeMemory& memory) const
    {
    }

    /** \param visitor of the state */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

    /** \param listener told of every message that is answered, over UC unless it was
     * repaired; or nullptr */
    void SetAnswerListener(IncAnswerListener* listener)
    {
        m_answerListener = listener;
    }

    /**
     * \brief Return the estimates after a repeated period; these never settle by themselves.
     * \param period answers of the latest period, oldest first
     * \param times number of repetitions
     * \param periodPs length of the period, ps
     * \return the estimates; nothing if the client would do something else meanwhile
     */
    virtual std::optional<IncRoundTrips> Replay(const std::vector<IncAnswer>& period,
                                                uint64_t times,
                                                int64_t periodPs) const
    {
        return IncRoundTrips();
    }

    /** \return the estimates */
    virtual IncRoundTrips GetRoundTrips() const
    {
        return IncRoundTrips();
    }

    /** \param roundTrips what is known of them from now on */
    virtual void SetRoundTrips(const IncRoundTrips& roundTrips)
    {
    }

  protected:
    IncAnswerListener* m_answerListener{nullptr}; //!< listener that is told of answers, or null
};

} // namespace ns3

#endif // INC_CLIENT_LINK_H
