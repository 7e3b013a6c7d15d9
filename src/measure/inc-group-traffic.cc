/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-traffic.h"

#include "ns3/inc-bfr.h"
#include "ns3/inc-bier-dissemination.h"
#include "ns3/inc-bier-imposition.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// \brief What a node's tree looks like.
const IncTreeConfig&
ConfigOf(const IncGroup& group, uint32_t vatNode)
{
    return group.aggregators[vatNode]->FindTree(group.treeId)->GetConfig();
}

/**
 * \brief Which share of the messages has elements, on the way from some workers and to them.
 */
class Shares
{
  public:
    Shares(const IncAggregationTree& tree, const IncGroupMessages& messages)
        : m_collective(messages.collective),
          m_payload(messages.payload),
          m_ranks(static_cast<double>(tree.GetWorkers().size())),
          m_root(tree.GetWorkers()[messages.root].bfrId)
    {
    }

    /// Bytes of elements in a contribution that stands for some workers.
    double Sent(const IncBitString& bits) const
    {
        switch (m_collective)
        {
        case IncCollective::BROADCAST:
            return bits.Test(m_root) ? m_payload : 0;
        case IncCollective::ALLGATHER:
            return m_payload * bits.Count() / m_ranks;
        case IncCollective::BARRIER:
            return 0;
        default:
            return m_payload;
        }
    }

    /// Bytes of elements in a result for these workers alone.
    double Got(const IncBitString& bits) const
    {
        const uint32_t count = bits.Count();
        switch (m_collective)
        {
        case IncCollective::BROADCAST:
            return count > 1 || !bits.Test(m_root) ? m_payload : 0;
        case IncCollective::ALLGATHER:
            return count > 1 ? m_payload : m_payload * (m_ranks - 1) / m_ranks;
        case IncCollective::REDUCE:
            return bits.Test(m_root) ? m_payload : 0;
        case IncCollective::REDUCESCATTER:
            return m_payload * count / m_ranks;
        case IncCollective::BARRIER:
            return 0;
        default:
            return m_payload;
        }
    }

  private:
    IncCollective m_collective; //!< collective that runs
    double m_payload;           //!< payload of a full message, bytes
    double m_ranks;             //!< number of workers
    uint32_t m_root;            //!< bit of the root
};

/// \brief The results by BIER from the root of the tree.
class BierResults
{
  public:
    BierResults(IncTrafficLoad& load,
                const IncFabric& fabric,
                const IncAggregationTree& tree,
                const IncGroup& group)
        : m_load(load),
          m_group(group),
          m_root(tree.GetRoot()),
          m_bfr(fabric.GetNodes().Get(m_root)->GetObject<IncBfr>())
    {
        for (const auto& worker : tree.GetWorkers())
        {
            m_bfrIds.push_back(worker.bfrId);
        }
        std::sort(m_bfrIds.begin(), m_bfrIds.end());
    }

    const std::vector<uint32_t>& GetBfrIds() const
    {
        return m_bfrIds;
    }

    void AddToAll(double elements)
    {
        Add(IncBierImposition(*m_group.subDomain, m_bfrIds), elements, 1, nullptr);
    }

    /// Messages of one root, a share of all.
    void AddRooted(IncCollective collective, uint32_t root, double elements, double share)
    {
        const IncBierReceivers receivers(*m_bfr, *m_group.subDomain, m_bfrIds, collective, root);
        Add(receivers.withData, elements, share, [&](uint32_t bfrId) {
            return IncGoesToRoot(collective) == (bfrId == root) ? 0 : elements * share;
        });
        Add(receivers.without, 0, share, nullptr);
    }

  private:
    void Add(const IncBierImposition& to,
             double elements,
             double share,
             const std::function<double(uint32_t bfrId)>& takenOff)
    {
        m_load.AddMulticast(m_root,
                            m_group.resultStream,
                            to,
                            share * (elements + m_group.resultOverhead),
                            share * m_group.resultHeader,
                            takenOff);
    }

    IncTrafficLoad& m_load;         //!< to add to
    const IncGroup& m_group;        //!< group as installed
    uint32_t m_root;                //!< node index of the BFIR
    Ptr<IncBfr> m_bfr;              //!< its BIER layer
    std::vector<uint32_t> m_bfrIds; //!< BFR-ids of the workers, rising
};

/// \brief The results straight from the root to the workers.
void
AddResults(IncTrafficLoad& load,
           const IncFabric& fabric,
           const IncAggregationTree& tree,
           const IncGroup& group,
           const IncGroupMessages& messages)
{
    const Shares shares(tree, messages);
    if (group.dissemination == IncDisseminationMode::BIER)
    {
        BierResults results(load, fabric, tree, group);
        const bool isOfBlocks = messages.collective == IncCollective::ALLGATHER ||
                                messages.collective == IncCollective::REDUCESCATTER;
        if (isOfBlocks)
        {
            const double share = 1.0 / static_cast<double>(group.hosts.size());
            for (const uint32_t root : results.GetBfrIds())
            {
                results.AddRooted(messages.collective, root, messages.payload, share);
            }
        }
        else if (IncGoesToRoot(messages.collective) || IncComesFromRoot(messages.collective))
        {
            const uint32_t root = tree.GetWorkers()[messages.root].bfrId;
            results.AddRooted(messages.collective, root, messages.payload, 1);
        }
        else
        {
            results.AddToAll(messages.collective == IncCollective::BARRIER ? 0 : messages.payload);
        }
    }
    else if (group.dissemination == IncDisseminationMode::UNICAST)
    {
        const auto links = group.aggregators.front()->GetLinks(group.treeId);
        const std::size_t first = links.size() - group.hosts.size();
        const uint32_t bits = ConfigOf(group, 0).abm->bits.GetLength();
        for (std::size_t rank = 0; rank < group.hosts.size(); ++rank)
        {
            IncBitString own(bits);
            own.Set(tree.GetWorkers()[rank].bfrId);
            load.AddPath(tree.GetRoot(),
                         group.hosts[rank],
                         links[first + rank]->GetConnection(),
                         shares.Got(own) + group.resultOverhead);
        }
    }
}

} // namespace

void
IncAddGroupTraffic(IncTrafficLoad& load,
                   const IncFabric& fabric,
                   const IncAggregationTree& tree,
                   const IncGroup& group,
                   const IncGroupMessages& messages)
{
    const Shares shares(tree, messages);
    const bool downTheTree = group.dissemination == IncDisseminationMode::TREE;
    for (uint32_t i = 0; i < tree.GetNodes().size(); ++i)
    {
        const uint32_t node = tree.GetNodes()[i].node;
        const auto& inputs = tree.GetInputs(i);
        const IncTreeConfig& config = ConfigOf(group, i);
        for (std::size_t child = 0; child < inputs.size(); ++child)
        {
            const uint32_t index = inputs[child].index;
            const IncBitString& bits = config.children[child].bits->bits;
            uint32_t from = 0;
            if (inputs[child].isWorker)
            {
                from = group.hosts[index];
                const uint32_t qp = group.clients[index]->GetQpn() - IncRdmaNic::FIRST_QPN;
                load.AddPath(from,
                             node,
                             fabric.GetNic(from)->GetQueuePairs()[qp]->GetConnection(),
                             shares.Sent(bits) + group.overhead);
            }
            else
            {
                from = tree.GetNodes()[index].node;
                const IncTreeConfig& below = ConfigOf(group, index);
                // One packet for each set of workers: the first has the data.
                const auto packets = static_cast<double>(below.sets.size());
                load.AddPath(from,
                             node,
                             *below.parent,
                             shares.Sent(bits) + packets * group.overhead);
            }
            if (downTheTree && !config.resultsAreEmpty)
            {
                load.AddPath(node,
                             from,
                             config.children[child].connection,
                             shares.Got(bits) + group.resultOverhead);
            }
        }
    }
    AddResults(load, fabric, tree, group, messages);
}

} // namespace ns3
