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
 * \brief How the two ends of a queue pair learn of each other (draft-liu-nfsv4-rocev2, section 5.1,
 * items (1) to (3)).
 */
enum class IncQueuePairSetup : uint8_t
{
    MANAGER, //!< item (3): the manager tells both ends
    CM,      //!< item (2): the ends exchange datagrams of connection managers
    SOCKET   //!< item (1): the ends use a TCP connection
};

/// \ingroup inc
/// \brief One end of a queue pair, as the other end must know it.
struct IncQueuePairEnd
{
    uint32_t qpn{0};      //!< number of the queue pair
    uint32_t key{0};      //!< R_Key that this end expects
    uint32_t firstPsn{0}; //!< PSN of the first packet that this end sends
    IncAggregationTransport transport{IncAggregationTransport::UC}; //!< kind of the queue pair

    /** \brief Return the fields of a message that describe this end. */
    IncControlBody Write() const;

    /** \brief Return the end that a message describes. */
    static IncQueuePairEnd Read(const IncControlBody& body);
};

/**
 * \ingroup inc
 * \brief Connects the queue pairs of a node with their other ends. The child or worker calls, and
 * the parent or root answers.
 *
 * With CM each message is a MAD to queue pair 1 (IncCmMessage). With SOCKET each queue pair has its
 * own TCP connection, which carries one segment each way and is closed. An end seals its
 * description like a control datagram (IncControlSeal), in the private data of the MAD or the
 * data of the segment. Each end waits for the answer to one message or segment at a time, and
 * repeats it until the answer comes.
 */
class IncQueuePairExchange
{
  public:
    /// A queue pair of a group. Both ends describe it equally, except for the peer.
    struct Link
    {
        uint16_t treeId; //!< tree id
        uint16_t epoch;  //!< epoch of the tree
        bool isResult;   //!< true: from the root straight to a worker; false: along the tree
        uint32_t rank;   //!< rank of the worker, or lowest rank below the child
        uint32_t peer;   //!< address of the other end

        /** \return number that identifies the link, used as Service ID of a connection request */
        uint64_t ToService() const;

        /** \brief Return the link with this service and the address of its other end. */
        static Link FromService(uint64_t service, uint32_t peer);

        /** \brief Compare links in an arbitrary order. */
        bool operator<(const Link& other) const
        {
            return std::tie(treeId, epoch, isResult, rank, peer) <
                   std::tie(other.treeId, other.epoch, other.isResult, other.rank, other.peer);
        }
    };

    /// Called when both ends of a queue pair know each other.
    using Connected = std::function<void(const Link& link, const IncQueuePairEnd& remote)>;

    /** \brief Exchange over an endpoint, and call `connected` when both ends of a queue pair are
     * known. */
    IncQueuePairExchange(IncControlEndpoint& endpoint, Connected connected);
    ~IncQueuePairExchange();

    IncQueuePairExchange(const IncQueuePairExchange&) = delete;
    IncQueuePairExchange& operator=(const IncQueuePairExchange&) = delete;

    /** \brief Expect a call from the other end of a link; `own` describes the end at this node. */
    void Expect(const Link& link, const IncQueuePairEnd& own);

    /** \brief Call the other end of a link, where Expect() was called. `setup` is CM or SOCKET. */
    void Open(const Link& link, const IncQueuePairEnd& own, IncQueuePairSetup setup);

    /** \brief Return the other end of a link of this node, if it is known. */
    std::optional<IncQueuePairEnd> Find(const Link& link) const;

    /** \brief Return whether the other ends of all queue pairs of a tree at this node are known. */
    bool KnowsAll(uint16_t treeId) const;

    /** \brief Forget all queue pairs of a tree. */
    void Forget(uint16_t treeId);

    /** \return number of queue pairs, without those that Forget() has removed */
    std::size_t GetLinks() const;

  private:
    struct State
    {
        IncQueuePairEnd own;
        std::optional<IncQueuePairEnd> remote;
        bool begins{false}; //!< true: this end calls (Open()); false: it waits (Expect())
        /// RESERVING until the other end calls; COMMITTING until both ends know each other; then
        /// READY. RELEASING until the other end knows that this end has removed the queue pair.
        IncGroupState state{IncGroupState::RESERVING};
        IncQueuePairSetup setup{IncQueuePairSetup::MANAGER};
        IncControlKind last{}; //!< CM: message that is repeated until it is answered
        uint32_t localCommId{0};
        uint32_t remoteCommId{0};
        uint64_t transactionId{0};
        uint8_t flags{0};          //!< SOCKET: flags of the repeated segment
        std::vector<uint8_t> data; //!< SOCKET: data of the repeated segment
        uint32_t sent{0};
        uint32_t received{0}; //!< SOCKET: next sequence number from the other end
        bool isClosed{false}; //!< SOCKET: whether the other end has closed the connection
        uint32_t tries{0};    //!< number of repetitions of the last message
        EventId timer;
    };

    State& Begin(const Link& link, const IncQueuePairEnd& own);
    std::optional<IncControlRefusal> Check(const Link& link, IncControlKind kind) const;
    void Connect(const Link& link, State& state);
    void Ask(const Link& link, State& state);
    void SendLast(const Link& link, State& state);
    void TimedOut(const Link& link);
    std::vector<uint8_t> Close(const Link& link, const IncQueuePairEnd& own, IncControlKind kind);
    /// Check a message, and record the other end that it describes.
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

    IncControlEndpoint& m_endpoint;
    Connected m_connected;
    std::map<Link, State> m_links; //!< state of all queue pairs, RELEASING ones included
    uint32_t m_nextCommId{1};      //!< CM: communication id of the next connection
    uint32_t m_psn{0};             //!< CM: PSN of the next datagram
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_EXCHANGE_H
