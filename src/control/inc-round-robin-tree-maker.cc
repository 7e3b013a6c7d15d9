/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-maker.h"

#include <map>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Makes the tree whose switches have had the fewest trees so far, removed trees included. It
 * chooses among trees that IncTreeBuilder finds equally good.
 */
class IncRoundRobinTreeMaker : public IncTreeMaker
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncRoundRobinTreeMaker")
                                .SetParent<IncTreeMaker>()
                                .SetGroupName("Inc")
                                .AddConstructor<IncRoundRobinTreeMaker>();
        return tid;
    }

    IncAggregationTree Make(const Request& request) override
    {
        // Pass the numbers of earlier trees as load, which only breaks ties.
        std::vector<uint32_t> turns;
        for (const auto& node : request.topology.GetNodes())
        {
            turns.push_back(m_turns[node.name]);
        }
        IncAggregationTree tree = MakeShortest(request, turns);
        for (const auto& vatNode : tree.GetNodes())
        {
            ++m_turns[request.topology.GetName(vatNode.node)];
        }
        return tree;
    }

    void Forget() override
    {
        m_turns.clear();
    }

  private:
    std::map<std::string, uint32_t> m_turns; //!< number of trees so far, by name of the switch
};

NS_OBJECT_ENSURE_REGISTERED(IncRoundRobinTreeMaker);

} // namespace ns3
