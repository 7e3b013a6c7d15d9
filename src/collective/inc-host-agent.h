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

/// \ingroup inc
/// \brief Sizes and windows of the slices that two ranks exchange.
struct IncHostSlices
{
    uint32_t bytes{0};    //!< largest size of a slice
    uint32_t scratch{0};  //!< number of slices for which the receiver has memory, W
    uint32_t posted{0};   //!< largest number of posted slices without acknowledgement
    uint32_t gathered{1}; //!< slices that one acknowledgement of the receiver's NIC covers
};

/**
 * \ingroup inc
 * \brief A rank's connection to one peer. Both ranks send slices of elements over it.
 *
 * RDMA WRITE with immediate puts a slice into scratch memory of the receiver, a circular buffer of
 * W slots. The receiver reports in CREDIT messages how many slices it has taken out of the buffer.
 * The sender is never more than W slices ahead of these reports. It copies each slice into staging
 * memory, so that the elements may change at once. A CREDIT waits behind posted slices; to keep
 * this wait short, fewer than W slices are posted.
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

    /// Interface of the rank that uses the connection.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \brief Continue, because a slice has arrived or another slice can be sent. */
        virtual void PeerProgressed() = 0;

        /** \brief Handle a failure of the connection, which is now unusable. */
        virtual void PeerFailed(const std::string& why) = 0;
    };

    /** \brief Make the end of a connection at `listener`, which must outlive this object. */
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

    /** \return the data that the peer needs to connect */
    Endpoint GetEndpoint() const;

    /** \brief Connect to the queue pair of the peer. */
    void Connect(const Endpoint& other);

    /** \return largest size of a slice, bytes */
    uint32_t GetSliceBytes() const
    {
        return m_sliceBytes;
    }

    /** \brief Choose the path of the slices to the peer, as IncFlowSpread::Place() explains; later
     * calls do nothing. */
    void Place(IncFlowSpread& spread, uint32_t phase, std::optional<uint32_t> rail);

    /** \return true if the window and the peer's memory have room for a slice */
    bool MaySend() const
    {
        return m_sent - m_credited < m_slots && m_sent - m_acknowledged < m_posted;
    }

    /** \brief Send a slice of `bytes`, if MaySend() is true. Virtual elements have null `data`. */
    void Send(const uint8_t* data, uint32_t bytes);

    /** \return true if a slice has arrived and Take() has not removed it */
    bool HasArrived() const
    {
        return m_taken < m_arrived;
    }

    /** \return elements of the oldest slice that was not taken; valid until Take() */
    const uint8_t* Peek() const
    {
        return &m_scratch[m_taken % m_slots * m_sliceBytes];
    }

    /** \brief Remove the oldest slice from the scratch memory, and report it if a CREDIT is due. */
    void Take();

    /** \brief Tell the peer that this rank has failed, if the connection works. */
    void Abort();

  private:
    void Sent(const IncCompletion& completion);
    void Received(const IncCompletion& completion);
    void Post(IncBaselineMessage::Kind kind, uint64_t number, IncWorkRequest request);

    Listener& m_listener;
    uint32_t m_rank;
    uint32_t m_sliceBytes;
    uint32_t m_slots;  //!< slots of the scratch memory, W
    uint32_t m_posted; //!< limit of posted slices without acknowledgement
    std::unique_ptr<uint8_t[]> m_scratch;
    std::unique_ptr<uint8_t[]> m_staging; //!< copies of slices in flight; null until first needed
    Ptr<IncRcQueuePair> m_queuePair;
    uint32_t m_scratchKey;
    uint32_t m_remoteKey{0};
    bool m_isPlaced{false};
    uint64_t m_sent{0};
    uint64_t m_credited{0};     //!< number of sent slices that the peer reported as taken
    uint64_t m_acknowledged{0}; //!< number of sent slices that the peer's NIC acknowledged
    uint64_t m_arrived{0};
    uint64_t m_taken{0};
    uint64_t m_reported{0}; //!< number of taken slices that CREDIT messages have reported
};

/// \ingroup inc
/// \brief One rank of a collective over hosts: runs its program (IncHostProgram) slice by slice.
class IncHostAgent : public IncRankAgent,
                     private IncHostPeer::Listener,
                     private IncHostWork::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncHostAgent();

    /** \brief Set the own rank and its host, which has an IncRdmaNic. */
    void Setup(Ptr<Node> host, uint32_t rank, uint32_t ranks, const IncHostSlices& slices);

    /** \return true if there is a connection of this number to a peer */
    bool IsConnectedTo(uint32_t rank, uint32_t channel) const;

    /** \brief Connect two agents by the connection number `channel`. */
    static void Connect(IncHostAgent& a, IncHostAgent& b, uint32_t channel);

    /** \brief Choose the paths of all slices that this rank's program sends. All ranks share
     * `spread`. The flows use the NIC `rail`, or any NIC. */
    void Place(const IncHostProgram& program, IncFlowSpread& spread, std::optional<uint32_t> rail);

    /** \brief Queue this rank's share of an operation. The peers of the program's steps must be
     * connected. */
    void Enqueue(const IncCollectiveRequest& request,
                 IncHostProgram program,
                 const IncCollectiveAlgorithm::CompletionCallback& done);

    /** \brief Fail all operations of this rank, and tell the peers the reason, one line. */
    void Abort(const std::string& why);

  protected:
    void DoDispose() override;
    void Begin() override;
    void TellPeersOfFailure() override;

  private:
    /// A step of the program and its progress.
    struct Progress
    {
        const IncHostStep* step;
        IncHostPeer* peer;
        uint64_t next;
        bool isOver; //!< true after the step's last slice
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

    /// Number of unfinished sending steps that Send() examines, so that several peers get slices.
    static constexpr uint32_t SENDS_AT_A_TIME = 16;

    Ptr<IncRdmaNic> m_nic;
    uint32_t m_ranks{1};
    IncHostSlices m_slices;
    /// By rank and channel.
    std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<IncHostPeer>> m_peers;
    std::deque<IncHostProgram> m_programs; //!< oldest first
    std::vector<uint8_t> m_work;           //!< empty if elements are virtual
    std::vector<Progress> m_steps;
    std::vector<std::pair<IncHostPeer*, std::deque<uint32_t>>>
        m_receives;               //!< remaining receiving steps of each peer
    std::deque<uint32_t> m_sends; //!< sending steps that have not ended, in order
    bool m_running{false};
    DataRate m_reductionRate;
    IncHostWork m_hostWork; //!< models the time to reduce or copy a slice
};

} // namespace ns3

#endif // INC_HOST_AGENT_H
