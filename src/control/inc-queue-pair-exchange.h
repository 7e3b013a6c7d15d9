/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_EXCHANGE_H
#define INC_QUEUE_PAIR_EXCHANGE_H

#include "inc-control-admission.h"
#include "inc-control-endpoint.h"

#include "ns3/event-id.h"
#include "ns3/inc-aggregation-transport.h"
#include "ns3/inc-cm-message.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief How the two ends of a queue pair learn of each other (draft-liu-nfsv4-rocev2, section
 * 5.1).
 */
enum class IncQueuePairSetup : uint8_t
{
    MANAGER, //!< the manager tells each end of the other: (3)
    CM,      //!< by datagrams of connection managers between the two: (2)
    SOCKET   //!< over a TCP connection between the two: (1)
};

/**
 * \ingroup inc
 * \brief One end of a queue pair, as the other has to know it.
 */
struct IncQueuePairEnd
{
    uint32_t qpn{0};      //!< number of the queue pair
    uint32_t key{0};      //!< R_Key that it wants to see
    uint32_t firstPsn{0}; //!< PSN of the first packet that it sends
    IncAggregationTransport transport{IncAggregationTransport::UC}; //!< kind of the queue pair
};

/**
 * \ingroup inc
 * \brief The queue pairs of a node that their two ends set up between themselves: the child or
 * worker begins, the parent or root answers.
 *
 * With CM each message is a MAD to queue pair 1 (IncCmMessage). With SOCKET each queue pair has a
 * TCP connection of its own, which is opened, carries one segment each way, and is closed. What one
 * end says of itself is sealed as control datagrams are (IncControlSeal), in the private data of
 * the MAD or the data of the segment. At most one message or segment waits for its answer at each
 * end, and is sent again until that comes.
 */
class IncQueuePairExchange
{
  public:
    /// A queue pair of a group, the same at both ends but for the peer.
    struct Link
    {
        uint16_t treeId; //!< number that names the tree
        uint16_t epoch;  //!< epoch of the tree
        bool isResult;   //!< from the root straight to a worker; else of the tree
        uint32_t rank;   //!< rank of the worker, or the lowest behind the child
        uint32_t peer;   //!< address of the other end

        /** \return number that names it: the service of a connection manager's request */
        uint64_t ToService() const;

        /**
         * \param service of a link
         * \param peer address of the other end
         * \return that link
         */
        static Link FromService(uint64_t service, uint32_t peer);

        /** \brief Any order. */
        bool operator<(const Link& other) const
        {
            return std::tie(treeId, epoch, isResult, rank, peer) <
                   std::tie(other.treeId, other.epoch, other.isResult, other.rank, other.peer);
        }
    };

    /// Told that both ends of a queue pair know each other.
    using Connected = std::function<void(const Link& link, const IncQueuePairEnd& remote)>;

    /**
     * \param endpoint of the node; its messages of such kinds come here
     * \param connected told of each queue pair
     */
    IncQueuePairExchange(IncControlEndpoint& endpoint, Connected connected);
    ~IncQueuePairExchange();

    IncQueuePairExchange(const IncQueuePairExchange&) = delete;
    IncQueuePairExchange& operator=(const IncQueuePairExchange&) = delete;

    /**
     * \brief Answer whoever is at the other end.
     * \param link to it
     * \param own end
     */
    void Expect(const Link& link, const IncQueuePairEnd& own);

    /**
     * \brief Begin, now.
     * \param link to who expects it
     * \param own end
     * \param setup CM or SOCKET
     */
    void Open(const Link& link, const IncQueuePairEnd& own, IncQueuePairSetup setup);

    /**
     * \param link of this node
     * \return the other end, if it is known
     */
    std::optional<IncQueuePairEnd> Find(const Link& link) const;

    /**
     * \param treeId of a group
     * \return whether the other ends of all its queue pairs at this node are known
     */
    bool KnowsAll(uint16_t treeId) const;

    /** \param treeId whose queue pairs are forgotten */
    void Forget(uint16_t treeId);

    /** \return queue pairs that are not forgotten */
    std::size_t GetLinks() const;

  private:
    /// What is known of a queue pair.
    struct State
    {
        IncQueuePairEnd own;                   //!< end at this node
        std::optional<IncQueuePairEnd> remote; //!< end at the other node
        bool begins{false};                    //!< Open(); else Expect()
        /// RESERVING until the other end calls, COMMITTING until both know each other, READY;
        /// RELEASING until the other end has heard that this one has forgotten it.
        IncGroupState state{IncGroupState::RESERVING};
        IncQueuePairSetup setup{IncQueuePairSetup::MANAGER}; //!< once known
        IncControlKind last{};     //!< CM: message that is sent until it is answered
        uint32_t localCommId{0};   //!< CM: own name of the connection
        uint32_t remoteCommId{0};  //!< CM: that of the other end
        uint64_t transactionId{0}; //!< CM: of the REQ and its answers
        uint8_t flags{0};          //!< SOCKET: of the segment that is sent until it is acknowledged
        std::vector<uint8_t> data; //!< SOCKET: of that segment
        uint32_t sent{0};          //!< SOCKET: next sequence number
        uint32_t received{0};      //!< SOCKET: next sequence number of the other end
        bool isClosed{false};      //!< SOCKET: the other end says no more
        uint32_t tries{0};         //!< how often it was sent again
        EventId timer;             //!< sends it again
    };

    State& Begin(const Link& link, const IncQueuePairEnd& own);
    std::optional<IncControlRefusal> Check(const Link& link, IncControlKind kind) const;
    void Connect(const Link& link, State& state);
    /// Send the last message until it is answered.
    void Ask(const Link& link, State& state);
    void SendLast(const Link& link, State& state);
    void TimedOut(const Link& link);
    std::vector<uint8_t> Close(const Link& link, const IncQueuePairEnd& own, IncControlKind kind);
    /// Check what the other end says, and take its end from it.
    bool Open(uint32_t peer,
              const uint8_t* data,
              std::size_t size,
              Link& link,
              IncControlKind& kind);

    bool ReceiveMad(const IncFrame& frame);
    void ReceiveReply(const Link& link, IncControlKind kind, const IncCmMessage& message);
    void SendMad(const Link& link, const State& state, IncControlKind kind);

    bool ReceiveSegment(const IncFrame& frame);
    void TakeSegment(const Link& link, State& state, uint8_t flags, bool hasData);
    void SendSegment(const Link& link,
                     const State& state,
                     uint8_t flags,
                     uint32_t sequence,
                     const std::vector<uint8_t>& data);
    void AskSegment(const Link& link, State& state, uint8_t flags);

    IncControlEndpoint& m_endpoint; //!< control endpoint of the node
    Connected m_connected;          //!< told of each queue pair
    std::map<Link, State> m_links;  //!< queue pairs, those that are RELEASING included
    uint32_t m_nextCommId{1};       //!< CM: name of the next connection
    uint32_t m_psn{0};              //!< CM: PSN of the next datagram
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_EXCHANGE_H
