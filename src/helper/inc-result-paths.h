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
     * \param tree over it
     * \param options of the group; IncGroupError where BFR-ids, lengths and tree contradict
     */
    IncResultPaths(const IncFabric& fabric,
                   const IncAggregationTree& tree,
                   const IncGroupOptions& options);

    /** \return BitString length of the group's P-BMs and results, in bits */
    uint32_t GetBitStringLength() const
    {
        return m_subDomain->GetLength();
    }

    /** \return bits of the string that has all sets, one after the other */
    uint32_t GetTotalLength() const
    {
        return m_subDomain->GetSets() * m_subDomain->GetLength();
    }

    /** \return whose BFR-ids are the bits of the group's P-BMs and results */
    const std::shared_ptr<const IncBierSubDomain>& GetSubDomain() const
    {
        return m_subDomain;
    }

    /** \return BIER: the connection that numbers what the root sends to all workers */
    const IncConnection& GetStream() const
    {
        return m_stream;
    }

    /**
     * \brief The parts of an A-BM, as P-BMs of packets.
     * \param bits the A-BM
     */
    std::vector<IncTreeSet> GetSets(const IncBitString& bits) const;

    /**
     * \brief Give the root its dissemination, and the last hops what they need for it.
     * \param root of the tree, which is installed
     * \param receivers the workers by rank
     * \param clients their configurations; what they must know of the root's queue pairs is added
     * \param rc of the connections from the root
     */
    void Install(IncAggregator& root,
                 const std::vector<IncResultReceiver>& receivers,
                 std::vector<IncClientConfig>& clients,
                 const IncRcParameters& rc);

    /** \return the tables that Install() has added to */
    const std::vector<Ptr<IncLastHop>>& GetLastHops() const
    {
        return m_lastHops;
    }

    /**
     * \param node a switch before workers, or a worker, with its BFR
     * \return its table of results on their last hop, made when it is first asked for
     */
    static Ptr<IncLastHop> GetLastHop(Ptr<Node> node);

    /** \return bytes that BIER adds to a result on its way through the network, 0 without BIER */
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

    const IncFabric& m_fabric;                           //!< network that it works on
    const IncAggregationTree& m_tree;                    //!< tree over that network
    const IncGroupOptions& m_options;                    //!< options of the group
    std::shared_ptr<const IncBierSubDomain> m_subDomain; //!< BFR-ids of the hosts
    IncConnection m_stream;                              //!< BIER: from the root to all
    std::vector<Ptr<IncLastHop>> m_lastHops;             //!< tables of the last hops
};

} // namespace ns3

#endif // INC_RESULT_PATHS_H
