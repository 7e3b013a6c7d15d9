/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MESSAGE_EXCHANGE_H
#define INC_MESSAGE_EXCHANGE_H

#include "inc-execution-workload.h"

#include "ns3/inc-queue-pair-counters.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Carries out sends and receives of traces, with a reliable connection per pair of ranks.
 *
 * A send ends when its last byte is acknowledged. A receive ends when a whole message with its
 * source and tag has arrived. Messages with equal tags are received in the order in which they were
 * sent. The tag travels as immediate data.
 */
class IncMessageExchange
{
  public:
    using Completion = std::function<void(uint32_t rank, uint32_t node)>;
    using Failure = std::function<void(const std::string& why)>;

    /// Function that is called when something has ended; `why` is empty if it worked.
    using Outcome = std::function<void(const std::string& why)>;

    /// Ways of messages without queue pairs, such as a scale-up switch.
    class Bypass
    {
      public:
        virtual ~Bypass() = default;

        /** \brief Return whether messages between two ranks take the bypass. */
        virtual bool Joins(uint32_t source, uint32_t destination) const = 0;

        /** \brief Carry a message. Call `sent` when the source has sent it, and `arrived` when the
         * destination has it. */
        virtual void Carry(uint32_t source,
                           uint32_t destination,
                           uint64_t bytes,
                           Outcome sent,
                           Outcome arrived) = 0;
    };

    /**
     * \brief Set up the connections that the traces need, between hosts by rank. Messages that take
     * the bypass need no connection.
     *
     * `completed` is called when a send or receive ends, possibly within Send() or Receive().
     * `failed` is called once, if a connection fails or a message does not match its receive.
     */
    IncMessageExchange(const NodeContainer& hosts,
                       const IncExecutionWorkload& workload,
                       Bypass& bypass,
                       Completion completed,
                       Failure failed);
    ~IncMessageExchange();

    IncMessageExchange(const IncMessageExchange&) = delete;
    IncMessageExchange& operator=(const IncMessageExchange&) = delete;

    void Send(uint32_t rank, uint32_t node, const IncTraceCommunication& asked);

    void Receive(uint32_t rank, uint32_t node, const IncTraceCommunication& asked);

    /** \return node that sent the message, in the trace of the sender */
    uint32_t GetSenderOf(uint32_t rank, uint32_t node) const
    {
        return m_senders.at({rank, node});
    }

    /** \return sums of the counters of all queue pairs */
    IncQueuePairCounters GetCounters() const;

  private:
    struct Half
    {
        uint32_t node{0};
        uint64_t bytes{0}; //!< size of the message, bytes
    };

    struct Inbox
    {
        std::deque<uint32_t> sent; //!< sends without a receive yet, as nodes of the sender's trace
        std::deque<Half> arrived;  //!< messages that have arrived and that no receive has taken;
                                   //!< their node is unknown
        std::deque<Half> posted;   //!< receives without a message
    };

    struct Route
    {
        uint32_t source{0};
        uint32_t destination{0};
        Ptr<IncRcQueuePair> sender;   //!< queue pair at the sending host; null without connection
        Ptr<IncRcQueuePair> receiver; //!< queue pair at the receiving host; null without connection
        std::map<int64_t, uint32_t> tags; //!< number of each tag, known to both ends
        std::vector<Inbox> inboxes;       //!< inboxes at the receiver, by number of the tag
        uint64_t arriving{0};             //!< bytes of the present message that have arrived
    };

    void Connect(Route& route);
    Route& Find(uint32_t source, uint32_t destination);
    void Deliver(Route& route, Inbox& inbox, uint64_t bytes);
    void Match(const Route& route, Inbox& inbox, const Half& message, const Half& receive);
    void Sent(const Route& route, const IncCompletion& completion);
    void Received(Route& route, const IncCompletion& completion);
    void Fail(const std::string& why);

    NodeContainer m_hosts;
    Bypass& m_bypass;
    Completion m_completed;
    Failure m_failed;
    std::map<std::pair<uint32_t, uint32_t>, Route> m_routes;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_senders;
    bool m_hasFailed{false};
};

} // namespace ns3

#endif // INC_MESSAGE_EXCHANGE_H
