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
 * \brief The link of a client to its switch: a queue pair, and over UC the repair of losses.
 *
 * The client has at most one message in flight per slot.
 */
class IncClientLink
{
  public:
    /// The client that uses the link.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \brief Set INC header, RETH, immediate and payload of a slot's message, which is about
         * to leave. The packet has `run` messages and ends with this one. */
        virtual void FillMessage(uint32_t slot, uint32_t run, IncFrame& frame) = 0;

        /** \return bytes of data if the message continues the previous one's RDMA message, or 0 */
        virtual uint32_t GetContinuation(uint64_t sequence) const = 0;

        /** \brief Return whether a packet with these fields can come from switch or root. */
        virtual bool Admits(const IncFrame& frame) = 0;

        /** \brief Process a message from the switch that Admits() accepted. */
        virtual void ReceiveMessage(const IncFrame& frame) = 0;

        /** \brief Count an accepted packet of an RDMA message whose earlier packets were lost. */
        virtual void MessageBroken() = 0;

        /** \brief Stop, because messages may never get a result. The reason is a text. */
        virtual void LinkFailed(const std::string& reason) = 0;
    };

    virtual ~IncClientLink() = default;

    /** \return number of the queue pair that sends contributions */
    virtual uint32_t GetQpn() const = 0;

    /** \return number of the queue pair that receives results */
    virtual uint32_t GetResultQpn() const = 0;

    /** \brief Connect the queue pairs according to the configuration of the group. */
    virtual void Connect(const IncClientConfig& config) = 0;

    /** \brief Send a slot's new message, unless it is already queued. The packet has `run` messages
     * and ends with this one. */
    virtual void Send(uint32_t slot, uint32_t run) = 0;

    /** \brief Note that the result of a message has arrived. `repaired`: the result, or a
     * contribution in it, was sent again. */
    virtual void Answered(uint32_t slot, uint64_t sequence, bool repaired) = 0;

    /** \brief Process an answer that contributions of other workers are missing. */
    virtual void Pending(uint32_t slot) = 0;

    /** \brief Stop sending. */
    virtual void Stop() = 0;

    /** \brief Add the memory that each message touches, to fetch it in advance. */
    virtual void AppendMemory(IncNodeMemory& memory) const
    {
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

    /** \param listener object to notify of results, over UC only of unrepaired ones; or nullptr */
    void SetAnswerListener(IncAnswerListener* listener)
    {
        m_answerListener = listener;
    }

    /** \brief Return the round-trip estimates after repetitions of a period, whose length is in ps.
     * The results of the latest period are given, oldest first. No value: the client would act
     * differently during the repetitions. */
    virtual std::optional<IncRoundTrips> Replay(const std::vector<IncAnswer>& period,
                                                uint64_t times,
                                                int64_t periodPs) const
    {
        return IncRoundTrips();
    }

    /** \return estimates that were learnt from round trips */
    virtual IncRoundTrips GetRoundTrips() const
    {
        return IncRoundTrips();
    }

    /** \brief Replace the estimates that were learnt from round trips. */
    virtual void SetRoundTrips(const IncRoundTrips& roundTrips)
    {
    }

  protected:
    IncAnswerListener* m_answerListener{nullptr}; //!< notified of results; or null
};

} // namespace ns3

#endif // INC_CLIENT_LINK_H
