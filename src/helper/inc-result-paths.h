/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RESULT_PATHS_H
#define INC_RESULT_PATHS_H

#include "inc-fabric-helper.h"
#include "inc-group-options.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-bier-dissemination.h"
#include "ns3/inc-client.h"
#include "ns3/inc-last-hop.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Prepares a network for the results of a group: BFR-ids, BFRs, last hops, and the root's
 * dissemination.
 */
class IncResultPaths
{
  public:
    /**
     * \param fabric an installed network
     * \param tree aggregation tree over that network
     * \param options options of the group; IncGroupError if BFR-ids, lengths and tree contradict
     */
    IncResultPaths(const IncFabric& fabric,
                   const IncAggregationTree& tree,
                   const IncGroupOptions& options);

    /** \return length of the BitStrings in the group's P-BMs and results, bits */
    uint32_t GetBitStringLength() const
    {
        return m_subDomain->GetLength();
    }

    /** \return length of a string with all sets, one after the other, bits */
    uint32_t GetTotalLength() const
    {
        return m_subDomain->GetSets() * m_subDomain->GetLength();
    }

    /** \return sub-domain whose BFR-ids are the bits of the group's P-BMs and results */
    const std::shared_ptr<const IncBierSubDomain>& GetSubDomain() const
    {
        return m_subDomain;
    }

    /** \return BIER: connection whose PSNs number the root's packets to all workers */
    const IncConnection& GetStream() const
    {
        return m_stream;
    }

    /**
     * \brief Divide an A-BM into parts that fit into P-BMs of packets.
     * \param bits A-BM to divide
     */
    std::vector<IncTreeSet> GetSets(const IncBitString& bits) const;

    /**
     * \brief Give the root its dissemination, and the last hops the data that they need for it.
     * \param root aggregator of the installed tree's root
     * \param receivers workers as receivers, by rank
     * \param clients configurations of the clients; data about the root's queue pairs is added
     * \param rc RC parameters of the connections from the root
     */
    void Install(IncAggregator& root,
                 const std::vector<IncResultReceiver>& receivers,
                 std::vector<IncClientConfig>& clients,
                 const IncRcParameters& rc);

    /** \return last-hop tables to which Install() has added workers */
    const std::vector<Ptr<IncLastHop>>& GetLastHops() const
    {
        return m_lastHops;
    }

    /**
     * \param node a switch next to workers, or a worker, with its BFR
     * \return last-hop table of the node, which is made on the first call
     */
    static Ptr<IncLastHop> GetLastHop(Ptr<Node> node);

    /** \return bytes that BIER adds to a result in the network; 0 without BIER */
    uint32_t GetResultHeader() const;

  private:
    void CheckSubDomain() const;
    void InstallLastHops(const std::vector<IncResultReceiver>& receivers);
    IncRcParameters ResultParameters(IncRcParameters rc, uint32_t slots) const;
    void MakeStream(IncAggregator& root);
    std::unique_ptr<IncBierDissemination> MakeBier() const;
    std::unique_ptr<IncTreeLink> MakeLink(IncAggregator& root,
                                          const IncResultReceiver& receiver,
                                          IncClientConfig& client,
                                          const IncRcParameters& rc) const;

    const IncFabric& m_fabric;        //!< network that it works on
    const IncAggregationTree& m_tree; //!< aggregation tree over that network
    const IncGroupOptions& m_options; //!< options of the group
    std::shared_ptr<const IncBierSubDomain>
        m_subDomain;                         //!< sub-domain with the BFR-ids of the hosts
    IncConnection m_stream;                  //!< BIER: connection from the root to all workers
    std::vector<Ptr<IncLastHop>> m_lastHops; //!< tables of the last hops
};

} // namespace ns3

#endif // INC_RESULT_PATHS_H
