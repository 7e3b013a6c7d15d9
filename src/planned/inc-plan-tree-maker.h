/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_TREE_MAKER_H
#define INC_PLAN_TREE_MAKER_H

#include "inc-planned-network.h"

#include "ns3/inc-tree-maker.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Trees of a plan of inc-plan, whose switches are those of the network by their names.
 *
 * If the plan has trees of several parameter servers, the tree whose switches serve fewest others
 * is taken. Results do not go to the server: the root is the switch where all contributions meet,
 * or to which the server is attached. Worker n of the plan is the host with its name, or else rank
 * n. A switch that is missing or has no slot is left out, and the next switch of the plan adds up
 * its contributions. If the root of every tree is missing, IncShortestPathTreeMaker makes the tree.
 */
class IncPlanTreeMaker : public IncTreeMaker
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    IncAggregationTree Make(const Request& request) override;

  private:
    /// A switch of a planned tree.
    struct Place
    {
        std::string name;              //!< name of the switch
        uint32_t parent;               //!< its place in the list; of the root its own
        std::vector<uint32_t> workers; //!< workers that send to it
    };

    using PlannedTree = std::vector<Place>; //!< the root first, parents before children

    void Load(const std::string& file);
    std::string GetFile() const;
    void Add(const IncPlannedReduction& reduction, const IncTopology& planned);
    uint64_t GetLoad(const PlannedTree& tree, const Request& request) const;
    std::vector<uint32_t> GetWorkers(const Request& request) const;
    IncAggregationTree Map(const PlannedTree& tree,
                           const Request& request,
                           const std::vector<bool>& mayAggregate) const;

    std::string m_file;                        //!< attribute File: path of the plan
    std::vector<PlannedTree> m_trees;          //!< one for each parameter server
    std::map<std::string, uint32_t> m_workers; //!< number of each worker in the plan, by its name
};

} // namespace ns3

#endif // INC_PLAN_TREE_MAKER_H
