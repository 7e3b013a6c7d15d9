/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_AGENT_H
#define INC_HOST_AGENT_H

#include "inc-flow-spread.h"
#include "inc-host-peer.h"
#include "inc-host-program.h"
#include "inc-host-work.h"
#include "inc-rank-agent.h"

#include "ns3/inc-rdma-nic.h"
#include "ns3/traced-callback.h"

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
/// \brief One rank of a collective over hosts: runs its program (IncHostProgram) slice by slice.
class IncHostAgent : public IncRankAgent, private IncHostPeer::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    /** \brief Set the own rank and its host, which has an IncRdmaNic. */
    void Setup(Ptr<Node> host, uint32_t rank, uint32_t ranks, const IncHostSlices& slices);

    /** \return true if there is a connection of this number to a peer */
    bool IsConnectedTo(uint32_t rank, const IncHostChannel& channel) const
    {
        return m_peers.count({rank, channel}) > 0;
    }

    /** \brief Connect two agents by a queue pair. */
    static void Connect(IncHostAgent& a, IncHostAgent& b, const IncHostChannel& channel);

    /** \brief Add a connection of any kind, made with GetListener(), to a peer. */
    void AddPeer(uint32_t rank, const IncHostChannel& channel, std::unique_ptr<IncHostPeer> peer);

    /** \return the listener for connections of this rank */
    IncHostPeer::Listener& GetListener()
    {
        return *this;
    }

    /// Function that returns the NIC of a step's connection, or nothing for any NIC.
    using RailOf = std::function<std::optional<uint32_t>(const IncHostStep&)>;

    /** \brief Choose the paths of all slices that this rank's program sends. All ranks share
     * `spread`. */
    void Place(const IncHostProgram& program, IncFlowSpread& spread, const RailOf& railOf);

    /** \brief Queue this rank's share of an operation. The peers of the program's steps must be
     * connected. */
    void Enqueue(const IncCollectiveRequest& request,
                 IncHostProgram program,
                 const IncCollectiveAlgorithm::CompletionCallback& done);

    /// TracedCallback signature of StepReceived: the step, and the time of its first slice.
    typedef void (*StepReceivedCallback)(const IncHostStep& step, Time begin);

    /** \brief Fail all operations of this rank, and tell the peers the reason, one line. */
    void Abort(const std::string& why)
    {
        Fail(why);
    }

    /** \return number of slices sent and taken in all tasks */
    uint64_t GetTaken() const override
    {
        return m_slicesMoved;
    }

    /** \return number of steps of all tasks that have ended */
    uint32_t GetStep() const override
    {
        return m_stepsOver;
    }

    /** \return number of slices of each step in progress that are equal to those before */
    uint64_t CountEqualRounds() const override;

    void Announce(IncStateVisitor& visitor) const override;
    void VisitState(IncStateVisitor& visitor) override;

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
        uint32_t slice; //!< number of elements in a slice
        uint64_t next;
        bool isOver; //!< true after the step's last slice
        bool feeds;  //!< whether other steps wait for this step
        /// Time of a receiving step's first slice, or time before which a send must not begin; ps.
        int64_t begunPs{0};
    };

    /// Remaining steps with a peer, in order.
    struct Queue
    {
        IncHostPeer* peer;
        bool sharesLink;
        std::deque<uint32_t> steps;
        Progress* front{nullptr}; //!< progress of the first step
        uint64_t sent{0};         //!< number of elements that earlier steps have sent
    };

    void PeerProgressed() override;
    void PeerArrived(IncHostPeer& peer) override;
    void PeerMaySend() override;
    void PeerFailed(const std::string& why) override;
    bool MayRun() const;
    void Run();
    void EndIfDone();
    void Receive();
    bool TakeFrom(Queue& queue);
    void Pop(Queue& queue);
    void Link();
    void Take(Progress& receive);
    void Send();
    void SendBalanced();
    void SendSlice(Progress& send);
    uint32_t SliceOf(const Progress& progress) const;
    bool IsReady(const Progress& progress) const;
    bool MaySend(Progress& send);
    void Advance(Progress& progress, uint32_t elements);
    std::vector<uint32_t> FindStepsInProgress() const;
    uint64_t CountEqualElements(const Progress& progress) const;
    void VisitStep(Progress& progress, IncStateVisitor& visitor);

    Ptr<IncRdmaNic> m_nic;
    uint32_t m_ranks{1};
    IncHostSlices m_slices;
    /// Number of unfinished sending steps that Send() examines, so that several peers get slices.
    static constexpr uint32_t SENDS_AT_A_TIME = 16;

    /// By rank and channel.
    std::map<std::pair<uint32_t, IncHostChannel>, std::unique_ptr<IncHostPeer>> m_peers;
    std::deque<IncHostProgram> m_programs; //!< oldest first
    std::vector<uint8_t> m_work;           //!< empty if elements are virtual
    std::vector<Progress> m_steps;

    using Queues = std::vector<Queue>;

    Queues m_receives;            //!< receiving steps
    std::deque<uint32_t> m_sends; //!< sending steps that have not ended, in order
    Queues m_balanced;            //!< sending steps, if the program balances them
    uint32_t m_toReceive{0};      //!< number of receiving steps that have not ended
    bool m_waits{false};          //!< whether an arrived slice waits for elements of other steps
    bool m_running{false};
    uint64_t m_slicesMoved{0}; //!< number of slices sent and taken in all tasks
    uint32_t m_stepsOver{0};   //!< number of steps of all tasks that have ended
    int64_t m_beginPs{0};      //!< time of the program's first step, ps
    bool m_awaitsRoom{false};  //!< whether the link that peers share has to tell that it has room
    DataRate m_reductionRate;
    TracedCallback<const IncHostStep&, Time> m_stepReceived; //!< step, and time of its first slice
    /// Models the time to reduce or copy a slice.
    IncHostWork m_hostWork{[this]() { PeerProgressed(); }};
};

} // namespace ns3

#endif // INC_HOST_AGENT_H
