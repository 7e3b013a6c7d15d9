/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-planned-network.h"
#include "inc-runnable-plan.h"

#include "ns3/inc-tree-maker.h"
#include "ns3/string.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Makes aggregation trees as a plan of inc-plan describes them. Switches of
 * the plan and of the network match by name.
 *
 * A plan may have trees for several parameter servers. The maker takes the tree whose switches
 * serve the fewest other trees. Results do not go to the server: the root is the switch at which
 * all contributions meet, or the switch next to the server. Workers of the plan match hosts by
 * name; if a name is missing, worker n is rank n. If a switch is missing or has no free slot, its
 * parent in the plan reduces its contributions. If the root of every tree is missing, the tree is
 * that of IncTreeBuilder. */
class IncPlanTreeMaker : public IncTreeMaker
{
  public:
    static TypeId GetTypeId();

    IncAggregationTree Make(const Request& request) override;

  private:
    /// A switch of a planned tree, and the workers below it.
    struct Place
    {
        std::string name;
        uint32_t parent; //!< index of the parent in the list; the root is its own parent
        std::vector<uint32_t> workers; //!< numbers of the workers that send to this switch
    };

    /// Switches of a tree: the root first, parents before children.
    using PlannedTree = std::vector<Place>;

    void Load(const std::string& file);
    std::string GetFile() const;
    void Add(const IncPlannedReduction& reduction, const IncTopology& planned);
    uint64_t GetLoad(const PlannedTree& tree, const Request& request) const;
    std::vector<uint32_t> GetWorkers(const Request& request) const;
    IncAggregationTree Map(const PlannedTree& tree,
                           const Request& request,
                           const std::vector<bool>& mayAggregate) const;

    std::string m_file; //!< attribute File: path of the plan
    std::vector<PlannedTree> m_trees;
    std::map<std::string, uint32_t> m_workers; //!< number of each worker in the plan, by name
};

NS_OBJECT_ENSURE_REGISTERED(IncPlanTreeMaker);

TypeId
IncPlanTreeMaker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncPlanTreeMaker")
            .SetParent<IncTreeMaker>()
            .SetGroupName("Inc")
            .AddConstructor<IncPlanTreeMaker>()
            .AddAttribute("File",
                          "Path of a plan (inc-plan/1)",
                          StringValue(""),
                          MakeStringAccessor(&IncPlanTreeMaker::Load, &IncPlanTreeMaker::GetFile),
                          MakeStringChecker());
    return tid;
}

std::string
IncPlanTreeMaker::GetFile() const
{
    return m_file;
}

void
IncPlanTreeMaker::Load(const std::string& file)
{
    m_file = file;
    m_trees.clear();
    m_workers.clear();
    if (file.empty())
    {
        return;
    }
    const IncPlannedNetwork planned = IncRunnablePlan::Load(file).MakeNetwork(Time(0));
    for (const uint32_t host : planned.topology.GetHosts())
    {
        m_workers.emplace(planned.topology.GetName(host), m_workers.size());
    }
    for (const auto& reduction : planned.reductions)
    {
        Add(reduction, planned.topology);
    }
}

void
IncPlanTreeMaker::Add(const IncPlannedReduction& reduction, const IncTopology& planned)
{
    const IncAggregationTree tree = reduction.MakeTree(planned);
    PlannedTree places;
    for (const auto& vatNode : tree.GetNodes())
    {
        places.push_back({planned.GetName(vatNode.node),
                          vatNode.parent == IncAggregationTreeNode::NO_PARENT ? 0 : vatNode.parent,
                          vatNode.workers});
    }
    // The server does not reduce here. The root is its only child, or else the switch next to it.
    const auto children = std::count_if(places.begin() + 1, places.end(), [](const Place& place) {
        return place.parent == 0;
    });
    if (children == 1 && places.front().workers.empty())
    {
        // the root's only child comes next, because parents precede children
        places.erase(places.begin());
        for (Place& place : places)
        {
            place.parent -= place.parent > 0;
        }
    }
    else
    {
        const auto& path = *std::find_if(
            reduction.paths.begin(),
            reduction.paths.end(),
            [&reduction](const auto& each) { return each.back() == reduction.server; });
        places.front().name = planned.GetName(path[path.size() - 2]);
    }
    m_trees.push_back(places);
}

uint64_t
IncPlanTreeMaker::GetLoad(const PlannedTree& tree, const Request& request) const
{
    uint64_t load = 0;
    for (const Place& place : tree)
    {
        const auto node = request.topology.Find(place.name);
        load += node ? request.load[*node] : 0;
    }
    return load;
}

std::vector<uint32_t>
IncPlanTreeMaker::GetWorkers(const Request& request) const
{
    std::vector<uint32_t> numbers;
    for (const IncTreeWorker& worker : request.workers)
    {
        const auto found = m_workers.find(request.topology.GetName(worker.host));
        if (found == m_workers.end())
        {
            numbers = request.ranks;
            break;
        }
        numbers.push_back(found->second);
    }
    const uint32_t last = *std::max_element(numbers.begin(), numbers.end());
    if (last >= m_workers.size())
    {
        throw IncTopologyError("plan: it has " + std::to_string(m_workers.size()) +
                               " workers, and the group has rank " + std::to_string(last));
    }
    return numbers;
}

IncAggregationTree
IncPlanTreeMaker::Map(const PlannedTree& tree,
                      const Request& request,
                      const std::vector<bool>& mayAggregate) const
{
    constexpr uint32_t NOBODY = std::numeric_limits<uint32_t>::max();
    // For each worker of the plan, its index in the group; NOBODY if it is not in the group.
    std::vector<uint32_t> places(m_workers.size(), NOBODY);
    const std::vector<uint32_t> numbers = GetWorkers(request);
    for (uint32_t i = 0; i < numbers.size(); ++i)
    {
        places[numbers[i]] = i;
    }
    std::vector<IncAggregationTreeNode> nodes;
    std::vector<uint32_t> nodeOf; // index in `nodes` of the switch that reduces for each place
    for (uint32_t i = 0; i < tree.size(); ++i)
    {
        const auto found = request.topology.Find(tree[i].name);
        const uint32_t parent = i == 0 ? IncAggregationTreeNode::NO_PARENT : nodeOf[tree[i].parent];
        const bool isThere = found && mayAggregate[*found];
        nodeOf.push_back(isThere ? static_cast<uint32_t>(nodes.size()) : parent);
        if (isThere)
        {
            nodes.push_back({*found, parent, {}, IncBitString(IncMaxBfrId(request.workers))});
        }
        for (const uint32_t number : tree[i].workers)
        {
            if (places[number] != NOBODY)
            {
                nodes[nodeOf[i]].workers.push_back(places[number]);
                places[number] = NOBODY;
            }
        }
    }
    for (auto i = static_cast<uint32_t>(nodes.size()); i-- > 0;)
    {
        for (const uint32_t worker : nodes[i].workers)
        {
            nodes[i].aBm.Set(request.workers[worker].bfrId);
        }
        if (i > 0)
        {
            nodes[nodes[i].parent].aBm |= nodes[i].aBm;
        }
        if (nodes[i].aBm.None()) // no worker below this node of the plan is in the group
        {
            nodes.erase(nodes.begin() + i);
            for (IncAggregationTreeNode& node : nodes)
            {
                const bool isBehind = node.parent != IncAggregationTreeNode::NO_PARENT;
                node.parent -= isBehind && node.parent > i;
            }
        }
    }
    return {request.topology, request.workers, nodes};
}

IncAggregationTree
IncPlanTreeMaker::Make(const Request& request)
{
    std::vector<bool> mayAggregate = request.aggregators.Pick(request.topology);
    for (uint32_t node = 0; node < mayAggregate.size(); ++node)
    {
        if (request.topology.GetPorts(node).empty())
        {
            mayAggregate[node] = false; // the switch has lost all of its links
        }
    }
    const PlannedTree* best = nullptr;
    for (const PlannedTree& tree : m_trees)
    {
        const auto root = request.topology.Find(tree.front().name);
        const bool isFit = root && mayAggregate[*root] && request.root.value_or(*root) == *root;
        if (isFit && (!best || GetLoad(tree, request) < GetLoad(*best, request)))
        {
            best = &tree;
        }
    }
    if (best)
    {
        return Map(*best, request, mayAggregate);
    }
    GetWorkers(request); // throws if the plan has too few workers for the group
    return MakeShortest(request, request.load);
}

} // namespace ns3
