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
 * \brief The sends and receives of traces, over a reliable connection for each pair of ranks.
 *
 * A send has ended when all of it is acknowledged. A receive has ended when a whole message of its
 * source and tag is there. Messages with equal tags are received in the order in which they were
 * sent. The tag travels as immediate data; the bytes are not looked at.
 */
class IncMessageExchange
{
  public:
    /// Told of a send or receive that has ended: rank and node of its trace.
    using Completion = std::function<void(uint32_t rank, uint32_t node)>;
    /// Told once what went wrong.
    using Failure = std::function<void(const std::string& why)>;

    /**
     * \brief Sets up the connections that the traces need.
     * \param hosts by rank
     * \param workload whose sends and receives these are
     * \param completed told of their ends, maybe from within Send() or Receive()
     * \param failed told when a connection fails or a message is not what is received
     */
    IncMessageExchange(const NodeContainer& hosts,
                       const IncExecutionWorkload& workload,
                       Completion completed,
                       Failure failed);
    ~IncMessageExchange();

    IncMessageExchange(const IncMessageExchange&) = delete;
    IncMessageExchange& operator=(const IncMessageExchange&) = delete;

    /**
     * \param rank that sends
     * \param node of its trace
     * \param asked to whom and how much
     */
    void Send(uint32_t rank, uint32_t node, const IncTraceCommunication& asked);

    /**
     * \param rank that receives
     * \param node of its trace
     * \param asked from whom and how much
     */
    void Receive(uint32_t rank, uint32_t node, const IncTraceCommunication& asked);

    /**
     * \param rank that has received
     * \param node of its trace
     * \return the node that sent the message, of its sender's trace
     */
    uint32_t GetSenderOf(uint32_t rank, uint32_t node) const
    {
        return m_senders.at({rank, node});
    }

    /** \return what the queue pairs counted */
    IncQueuePairCounters GetCounters() const;

  private:
    /// A message or a receive that waits for the other.
    struct Half
    {
        uint32_t node{0};  //!< node of the receiver's trace
        uint64_t bytes{0}; //!< size of a message, bytes
    };

    /// Messages of one tag at their receiver.
    struct Inbox
    {
        std::deque<uint32_t> sent; //!< nodes of the sender's trace, for who asks afterwards
        std::deque<Half> arrived;  //!< messages that have arrived and are not received; the
                                   //!< receiving node is unknown
        std::deque<Half> posted;   //!< receives without a message
    };

    /// From one rank to another.
    struct Route
    {
        uint32_t source{0};               //!< rank that sends
        uint32_t destination{0};          //!< rank that receives
        Ptr<IncRcQueuePair> sender;       //!< null from a rank to itself
        Ptr<IncRcQueuePair> receiver;     //!< queue pair at the receiving host
        std::map<int64_t, uint32_t> tags; //!< numbers of tags, known to both ends beforehand
        std::vector<Inbox> inboxes;       //!< inboxes by number of a tag, at the receiver
        uint64_t arriving{0};             //!< bytes of the message that is under way
    };

    void Connect(Route& route);
    Route& Find(uint32_t source, uint32_t destination);
    void Deliver(Route& route, Inbox& inbox, uint64_t bytes);
    void Match(const Route& route, Inbox& inbox, const Half& message, const Half& receive);
    void Sent(const Route& route, const IncCompletion& completion);
    void Received(Route& route, const IncCompletion& completion);
    void Fail(const std::string& why);

    NodeContainer m_hosts;                                   //!< hosts by rank
    Completion m_completed;                                  //!< callback for completed messages
    Failure m_failed;                                        //!< callback for failures
    std::map<std::pair<uint32_t, uint32_t>, Route> m_routes; //!< routes by source and destination
    std::map<std::pair<uint32_t, uint32_t>, uint32_t>
        m_senders;           //!< senders that GetSenderOf() returns
    bool m_hasFailed{false}; //!< whether m_failed was called
};

} // namespace ns3

#endif // INC_MESSAGE_EXCHANGE_H
