/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_COLLECTIVE_H
#define INC_HOST_COLLECTIVE_H

#include "inc-collective.h"
#include "inc-flow-spread.h"
#include "inc-host-agent.h"
#include "inc-host-algorithm.h"

#include "ns3/node-container.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Collectives over hosts by an algorithm of IncHostAlgorithms(), without help from switches.
 *
 * Each rank has an agent that runs its program. A program receives elements from a peer, reduces or
 * copies them, and sends them on. Ranks that exchange elements have reliable queue pairs. A slice
 * is sent as soon as all of its elements have arrived.
 */
class IncHostCollective : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncHostCollective();

    /** \brief Set the hosts by rank, each with an IncRdmaNic, and their algorithm. */
    void Setup(const NodeContainer& workers, const IncHostAlgorithm& algorithm);

    uint32_t GetRanks() const override
    {
        return m_agents.size();
    }

    bool Knows(IncCollective collective) const override
    {
        return m_algorithm.Knows(collective);
    }

    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;
    void UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread) override;

    /** \brief Fail all operations of a rank, and tell its peers the reason, one line. */
    void AbortRank(uint32_t rank, const std::string& why)
    {
        m_agents[rank]->Abort(why);
    }

    /** \brief Set a callback that is called once, with the reason, if a rank fails. */
    void SetFailureCallback(uint32_t rank, Callback<void, const std::string&> callback)
    {
        m_agents[rank]->SetFailureCallback(callback);
    }

    /** \return agent of a rank */
    IncHostAgent& GetAgent(uint32_t rank) const
    {
        return *m_agents.at(rank);
    }

    std::unique_ptr<IncRepeater> MakeRepeater() const override;

    /** \brief Connect the ranks in a ring, so that all ranks hear of a failure. */
    void ConnectRing();

  protected:
    void DoDispose() override;

    /** \brief Make the program of a rank. */
    virtual IncHostProgram MakeProgram(const IncHostCall& call) const
    {
        return m_algorithm.makeProgram(call);
    }

    /** \brief Connect a rank to the peer of a step; by default with a queue pair. */
    virtual void Connect(uint32_t rank, const IncHostStep& step)
    {
        IncHostAgent::Connect(*m_agents[rank], *m_agents[step.peer], step.channel);
    }

    /** \brief Return the NIC of a step's connection, or nothing for any NIC. */
    virtual std::optional<uint32_t> RailOf(uint32_t rank, const IncHostStep& step) const
    {
        return m_rail;
    }

  private:
    uint32_t m_sliceBytes;
    uint32_t m_scratchSlices;
    uint32_t m_postedSlices;
    bool m_spreadsFlows;
    std::shared_ptr<IncFlowSpread> m_spread;
    std::optional<uint32_t> m_rail; //!< NIC of all connections; nothing: any
    IncHostAlgorithm m_algorithm;
    std::vector<Ptr<IncHostAgent>> m_agents; //!< by rank
};

} // namespace ns3

#endif // INC_HOST_COLLECTIVE_H
