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
 * \brief The link of a client to its switch: a queue pair and the repair of losses.
 *
 * The client has one message in flight per slot.
 */
class IncClientLink
{
  public:
    /// The client that uses the link.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /**
         * \brief Make the message of a slot, because it leaves now.
         * \param slot number given to Send()
         * \param run number of messages that it stands for, those of the slots before included
         * \param frame INC header, RETH, immediate and payload are to be set
         */
        virtual void FillMessage(uint32_t slot, uint32_t run, IncFrame& frame) = 0;

        /**
         * \param sequence number of a message
         * \return bytes of its data if it continues the RDMA message of the one before; else 0
         */
        virtual uint32_t GetContinuation(uint64_t sequence) const = 0;

        /**
         * \brief Examine a packet before it changes any state.
         * \param frame any frame
         * \return whether its fields are those of a packet from the switch or the root
         */
        virtual bool Admits(const IncFrame& frame) = 0;

        /** \brief Take an admitted message from the switch. */
        virtual void ReceiveMessage(const IncFrame& frame) = 0;

        /** \brief Count an admitted packet whose RDMA message began with lost packets. */
        virtual void MessageBroken() = 0;

        /** \brief Give up, because messages may never be answered any more; the reason is a text.
         * */
        virtual void LinkFailed(const std::string& reason) = 0;
    };

    virtual ~IncClientLink() = default;

    /** \return number of the queue pair */
    virtual uint32_t GetQpn() const = 0;

    /** \return number of the queue pair for results that do not come from the next VAT node */
    virtual uint32_t GetResultQpn() const = 0;

    /** \brief Connect the queue pairs as the group's configuration says. */
    virtual void Connect(const IncClientConfig& config) = 0;

    /**
     * \brief Send the new message of a slot, unless it already waits for the wire.
     * \param slot number of the slot
     * \param run number of messages that go as one, of which this is the last
     */
    virtual void Send(uint32_t slot, uint32_t run) = 0;

    /**
     * \brief Take note that a result has come.
     * \param slot slot of the message
     * \param sequence number of the message
     * \param repaired whether the result, or a packet that it was made of, was sent again
     */
    virtual void Answered(uint32_t slot, uint64_t sequence, bool repaired) = 0;

    /** \brief Take the switch's answer that other contributions are missing, for a slot. */
    virtual void Pending(uint32_t slot) = 0;

    /** \brief Send nothing any more. */
    virtual void Stop() = 0;

    /** \brief Add the memory that a message touches, if messages are sent in windows. */
    virtual void AppendMemory(IncNodeMemory& memory) const
    {
    }

    /** \brief Pass the state to a visitor. */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

    /** \param listener told of every answered message, over UC only if it was not repaired; or
     * nullptr */
    void SetAnswerListener(IncAnswerListener* listener)
    {
        m_answerListener = listener;
    }

    /**
     * \brief Return the estimates after a repeated period. They never become periodic themselves.
     * \param period answers of the latest period, oldest first
     * \param times number of repetitions
     * \param periodPs length of the period, ps
     * \return the estimates; nothing if the client would act differently in the meantime
     */
    virtual std::optional<IncRoundTrips> Replay(const std::vector<IncAnswer>& period,
                                                uint64_t times,
                                                int64_t periodPs) const
    {
        return IncRoundTrips();
    }

    /** \return estimates learnt from round trips */
    virtual IncRoundTrips GetRoundTrips() const
    {
        return IncRoundTrips();
    }

    /** \brief Replace the estimates learnt from round trips. */
    virtual void SetRoundTrips(const IncRoundTrips& roundTrips)
    {
    }

  protected:
    IncAnswerListener* m_answerListener{nullptr}; //!< told of answers; or null
};

} // namespace ns3

#endif // INC_CLIENT_LINK_H
