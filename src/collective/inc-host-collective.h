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
 * \brief Collectives over hosts, without help from switches, by an algorithm of
 * IncHostAlgorithms().
 *
 * Each rank has an agent that runs the program of the algorithm: receive elements from a peer,
 * reduce or copy them, send them on. Ranks that talk to each other have reliable queue pairs.
 * Elements are passed on slice by slice, as soon as everything that goes into a slice is there.
 */
class IncHostCollective : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncHostCollective();

    /**
     * \param workers the hosts, by rank, each with an IncRdmaNic
     * \param algorithm what they do
     */
    void Setup(const NodeContainer& workers, const IncHostAlgorithm& algorithm);

    uint32_t GetRanks() const override;
    bool Knows(IncCollective collective) const override;
    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;
    void UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread) override;

    /**
     * \brief Fail what a rank has under way, and tell its peers.
     * \param rank whose
     * \param why one line
     */
    void AbortRank(uint32_t rank, const std::string& why);

    /**
     * \param rank whose
     * \param callback told, once, why that rank fails
     */
    void SetFailureCallback(uint32_t rank, Callback<void, const std::string&> callback);

    /** \brief Connect every rank to the next, in a ring, for failures to be heard of by all. */
    void ConnectRing();

  protected:
    void DoDispose() override;

  private:
    uint32_t m_sliceBytes;
    uint32_t m_scratchSlices;
    uint32_t m_postedSlices;
    bool m_spreadsFlows;                     //!< value of the attribute SpreadFlows
    std::shared_ptr<IncFlowSpread> m_spread; //!< source ports of all connections
    std::optional<uint32_t> m_rail;          //!< rail that the connections keep to
    IncHostAlgorithm m_algorithm;            //!< algorithm of the ranks
    std::vector<Ptr<IncHostAgent>> m_agents; //!< agents by rank
};

} // namespace ns3

#endif // INC_HOST_COLLECTIVE_H
