/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_EXCHANGE_H
#define INC_QUEUE_PAIR_EXCHANGE_H

#include "inc-control-endpoint.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

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
    CM,      //!< REQ, REP and RTU between the two: (2)
    SOCKET   //!< over a connection between the two, once that is open: (1)
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
};

/**
 * \ingroup inc
 * \brief The queue pairs of a node that their two ends set up between themselves: the child or
 * worker begins, the parent or root answers.
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
    std::size_t GetLinks() const
    {
        return m_links.size();
    }

  private:
    /// What is known of a queue pair.
    struct State
    {
        IncQueuePairEnd own;                   //!< end at this node
        std::optional<IncQueuePairEnd> remote; //!< end at the other node
        bool begins{false};                    //!< Open(); else Expect()
        bool isConnected{false};               //!< has been told
    };

    void Receive(uint32_t peer, IncControlKind kind, const IncControlBody& body);
    void Send(const Link& link, const State& state, IncControlKind kind) const;

    IncControlEndpoint& m_endpoint; //!< control endpoint of the node
    Connected m_connected;          //!< told of each queue pair
    std::map<Link, State> m_links;  //!< queue pairs that are not forgotten
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_EXCHANGE_H
