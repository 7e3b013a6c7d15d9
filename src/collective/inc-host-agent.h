/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_AGENT_H
#define INC_HOST_AGENT_H

#include "inc-baseline-message.h"
#include "inc-flow-spread.h"
#include "inc-host-program.h"
#include "inc-host-work.h"
#include "inc-rank-agent.h"

#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Division of elements into slices between two ranks.
 */
struct IncHostSlices
{
    uint32_t bytes{0};    //!< largest size of a slice
    uint32_t scratch{0};  //!< W: slices that the receiver has room for
    uint32_t posted{0};   //!< slices that the sender's NIC has and that are not acknowledged
    uint32_t gathered{1}; //!< slices for which the receiver's NIC sends one acknowledgement
};

/**
 * \ingroup inc
 * \brief A rank's connection to another one, over which both pass slices of elements.
 *
 * A slice lands, by RDMA WRITE with immediate, in scratch memory of the receiver, a circular buffer
 * of W slots. The receiver reports by CREDIT messages how many slices it has taken out. The sender
 * is never more than W slices ahead. It copies a slice into memory of the same kind, so that the
 * elements may change at once. A CREDIT waits behind the slices of the same direction; therefore
 * fewer of these than W are posted at a time.
 */
class IncHostPeer
{
  public:
    /// Data that the other end of a connection needs.
    struct Endpoint
    {
        Ipv4Address address; //!< address of the host
        uint32_t qpn{0};     //!< number of the queue pair
        uint32_t rkey{0};    //!< key of the scratch memory
    };

    /// The rank.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \brief A slice has come, or there is room for another one. */
        virtual void PeerProgressed() = 0;

        /** \param why nothing comes or goes any more */
        virtual void PeerFailed(const std::string& why) = 0;
    };

    /**
     * \param listener the rank, which outlives this
     * \param nic of its host
     * \param rank of the peer
     * \param slices division of the elements into slices
     */
    IncHostPeer(Listener& listener,
                Ptr<IncRdmaNic> nic,
                uint32_t rank,
                const IncHostSlices& slices);
    ~IncHostPeer();

    IncHostPeer(const IncHostPeer&) = delete;
    IncHostPeer& operator=(const IncHostPeer&) = delete;

    /** \return rank of the peer */
    uint32_t GetRank() const
    {
        return m_rank;
    }

    /** \return this end */
    Endpoint GetEndpoint() const;

    /** \param other end */
    void Connect(const Endpoint& other);

    /** \return most bytes of a slice */
    uint32_t GetSliceBytes() const
    {
        return m_sliceBytes;
    }

    /**
     * \brief Choose the way of what is sent, once.
     * \param spread of all peers
     * \param phase see IncFlowSpread
     * \param rail see IncFlowSpread
     */
    void Place(IncFlowSpread& spread, uint32_t phase, std::optional<uint32_t> rail);

    /** \return whether there is room for a slice */
    bool MaySend() const
    {
        return m_sent - m_credited < m_slots && m_sent - m_acknowledged < m_posted;
    }

    /**
     * \brief Send a slice; MaySend() has said yes.
     * \param data its elements, nullptr for virtual ones
     * \param bytes their size
     */
    void Send(const uint8_t* data, uint32_t bytes);

    /** \return whether a slice has come that was not taken */
    bool HasArrived() const
    {
        return m_taken < m_arrived;
    }

    /** \return the oldest slice that has come, until Take() */
    const uint8_t* Peek() const
    {
        return &m_scratch[m_taken % m_slots * m_sliceBytes];
    }

    /** \brief Free the room of the oldest slice. */
    void Take();

    /** \brief Tell the peer that this rank has failed, if it can be told. */
    void Abort();

  private:
    void Sent(const IncCompletion& completion);
    void Received(const IncCompletion& completion);
    void Post(IncBaselineMessage::Kind kind, uint64_t number, IncWorkRequest request);

    Listener& m_listener;                 //!< rank that uses the peer
    uint32_t m_rank;                      //!< rank of the peer
    uint32_t m_sliceBytes;                //!< most bytes of a slice
    uint32_t m_slots;                     //!< slots of the scratch memory, W
    uint32_t m_posted;                    //!< most slices that are not acknowledged
    std::unique_ptr<uint8_t[]> m_scratch; //!< where slices land
    std::unique_ptr<uint8_t[]>
        m_staging; //!< memory for slices under way, made by the first slice with values
    Ptr<IncRcQueuePair> m_queuePair; //!< queue pair to the peer
    uint32_t m_scratchKey;           //!< key of m_scratch
    uint32_t m_remoteKey{0};         //!< key of the peer's scratch memory
    bool m_isPlaced{false};          //!< Place() was called
    uint64_t m_sent{0};              //!< slices sent so far
    uint64_t m_credited{0};          //!< sent slices that the peer reported as taken
    uint64_t m_acknowledged{0};      //!< sent slices that the peer's NIC acknowledged
    uint64_t m_arrived{0};           //!< slices that arrived so far
    uint64_t m_taken{0};             //!< arrived slices that this rank has taken
    uint64_t m_reported{0}; //!< arrived slices that this rank has reported to the peer as taken
};

/**
 * \ingroup inc
 * \brief One rank of a collective over hosts: runs its program (IncHostProgram), slice by slice.
 */
class IncHostAgent : public IncRankAgent,
                     private IncHostPeer::Listener,
                     private IncHostWork::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncHostAgent();

    /**
     * \param host with an IncRdmaNic
     * \param rank own rank
     * \param ranks number of ranks
     * \param slices division of the elements into slices
     */
    void Setup(Ptr<Node> host, uint32_t rank, uint32_t ranks, const IncHostSlices& slices);

    /**
     * \param rank of a peer
     * \param channel of several connections
     * \return whether there is a connection to it
     */
    bool IsConnectedTo(uint32_t rank, uint32_t channel) const;

    /**
     * \brief Connect two agents.
     * \param a one of them
     * \param b the other
     * \param channel of several connections
     */
    static void Connect(IncHostAgent& a, IncHostAgent& b, uint32_t channel);

    /**
     * \brief Choose the ways of what a program sends.
     * \param program with connected peers
     * \param spread of all ranks
     * \param rail that they keep to, where hosts have several NICs
     */
    void Place(const IncHostProgram& program, IncFlowSpread& spread, std::optional<uint32_t> rail);

    /**
     * \brief Queue this rank's share of an operation.
     * \param request the operation
     * \param program what to do, with connected peers
     * \param done told of this rank's completion
     */
    void Enqueue(const IncCollectiveRequest& request,
                 IncHostProgram program,
                 const IncCollectiveAlgorithm::CompletionCallback& done);

    /**
     * \brief Fail what is under way, and tell the peers.
     * \param why one line
     */
    void Abort(const std::string& why);

  protected:
    void DoDispose() override;
    void Begin() override;
    void TellPeersOfFailure() override;

  private:
    /// A step and how far it is.
    struct Progress
    {
        const IncHostStep* step; //!< a step of the present program
        IncHostPeer* peer;       //!< peer of the step
        uint64_t next;           //!< first element that was not sent, or received
        bool isOver;             //!< the last slice was
    };

    void PeerProgressed() override;
    void PeerFailed(const std::string& why) override;
    void WorkDone() override;
    void LoadOperands();
    void StoreResults();
    void Run();
    bool Receive();
    void Take(Progress& receive);
    void Send();
    uint32_t SliceOf(const Progress& progress) const;
    bool IsReady(const Progress& send) const;
    void Advance(Progress& progress, uint32_t elements);

    /// Sends that are looked at: those of several peers go on side by side.
    static constexpr uint32_t SENDS_AT_A_TIME = 16;

    Ptr<IncRdmaNic> m_nic;  //!< NIC of the host
    uint32_t m_ranks{1};    //!< number of ranks
    IncHostSlices m_slices; //!< how elements are cut
    /// By rank and channel.
    std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<IncHostPeer>> m_peers;
    std::deque<IncHostProgram> m_programs; //!< programs of the tasks, in order
    std::vector<uint8_t> m_work;           //!< the elements; empty: virtual
    std::vector<Progress> m_steps;         //!< steps of the present program
    std::vector<std::pair<IncHostPeer*, std::deque<uint32_t>>>
        m_receives;               //!< receives by peer: steps left
    std::deque<uint32_t> m_sends; //!< steps that are not over, in order
    bool m_running{false};        //!< Run() is being executed
    DataRate m_reductionRate;
    IncHostWork m_hostWork; //!< on the slice to be taken
};

} // namespace ns3

#endif // INC_HOST_AGENT_H
