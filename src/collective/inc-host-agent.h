/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_AGENT_H
#define INC_HOST_AGENT_H

#include "inc-host-peer.h"
#include "inc-host-program.h"
#include "inc-host-work.h"
#include "inc-rank-agent.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

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
     * \param slices how elements are cut
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
    std::vector<std::pair<IncHostPeer*, std::deque<uint32_t>>> m_receives; //!< by peer: steps left
    std::deque<uint32_t> m_sends; //!< steps that are not over, in order
    bool m_running{false};        //!< Run() is being executed
    DataRate m_reductionRate;     //!< attribute ReductionRate
    IncHostWork m_hostWork;       //!< on the slice to be taken
};

} // namespace ns3

#endif // INC_HOST_AGENT_H
