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
#include <cmath>
#include <limits>
#include <map>
#include <vector>

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
 * \brief Which share of the messages has elements, on the way from some workers and to them, and
 * how many packets a message has.
 */
class Shares
{
  public:
    Shares(const IncAggregationTree& tree, const IncGroup& group, const IncGroupMessages& messages)
        : m_collective(messages.collective),
          m_payload(messages.payload),
          m_ranks(static_cast<double>(tree.GetWorkers().size())),
          m_root(tree.GetWorkers()[messages.root].bfrId),
          m_slots(group.slots),
          m_run(group.clients.front()->GetRunLimit()),
          m_interval(ConfigOf(group, 0).slotMode == IncSlotMode::SHADOW
                         ? group.clients.front()->GetResultInterval(m_collective)
                         : 1)
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

    /// Contributions of a worker to a message: one without elements stands for a run of messages.
    double SentPackets(const IncBitString& own) const
    {
        return m_collective == IncCollective::ALLGATHER
                   ? (1 + std::ceil((m_ranks - 1) / m_run)) / m_ranks
               : m_collective == IncCollective::BROADCAST && !own.Test(m_root) ? 1.0 / m_run
                                                                               : 1;
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

    /// Results of a message for these workers: one without elements stands for an interval.
    double GotPackets(const IncBitString& bits) const
    {
        return 1 - (1 - Got(bits) / m_payload) * (1 - 1.0 / m_interval);
    }

    /// Messages that one result without elements stands for.
    double GetInterval() const
    {
        return m_interval;
    }

    bool IsOfBlocks() const
    {
        return m_collective == IncCollective::ALLGATHER ||
               m_collective == IncCollective::REDUCESCATTER;
    }

    /// Bytes of elements in a result for these workers, if the slot's next message is one's own.
    double GotBeforeOwn(const IncBitString& bits) const
    {
        const bool isOwn = std::fmod(m_slots, m_ranks) == 0 && bits.Count() == 1;
        return m_collective == IncCollective::ALLGATHER && isOwn ? 0 : m_payload;
    }

    /// Part of a worker's messages whose results come with those of later messages.
    double Waiting(const IncBitString& own) const
    {
        return m_collective == IncCollective::REDUCESCATTER ? 1 - 1 / m_ranks : !own.Test(m_root);
    }

    /// The window of the slots, when some messages wait for others.
    IncTrafficWindow MakeWindow() const
    {
        const bool isGathered = m_collective == IncCollective::ALLGATHER;
        const uint32_t together = m_collective == IncCollective::BROADCAST ? m_run : m_interval;
        // Runs of gathering ranks end anywhere: for each message some rank waits for a whole one.
        const double run = std::clamp<double>(m_ranks - 1, 1, m_run);
        IncTrafficWindow window;
        window.messages =
            m_slots - (isGathered ? static_cast<uint32_t>(run) - 1 : m_slots % together);
        window.held = isGathered ? 0 : together - 1 - m_slots % together;
        window.held *= m_collective == IncCollective::REDUCESCATTER ? 1 - 1 / m_ranks : 1;
        return window;
    }

  private:
    IncCollective m_collective; //!< collective that runs
    double m_payload;           //!< payload of a full message, bytes
    double m_ranks;             //!< number of workers
    uint32_t m_root;            //!< bit of the root
    uint32_t m_slots;           //!< of the group
    uint32_t m_run;             //!< see IncClient::GetRunLimit()
    uint32_t m_interval;        //!< see GetInterval()
};

/// Seconds that a message alone takes to the root of the tree, and its result back.
struct RoundTrip
{
    double mean{0};     //!< of all messages
    double own{0};      //!< of those with the worker's own block
    double shortest{0}; //!< of the workers that it stands for, known when all are

    void Add(const IncTrafficWay& way, double meanBytes, double ownBytes)
    {
        mean += way.seconds + way.perByte * meanBytes;
        own += way.seconds + way.perByte * ownBytes;
    }
};

/// \brief What the messages of a group put on the links, and how long they take.
class GroupTraffic
{
  public:
    GroupTraffic(const IncFabric& fabric,
                 const IncAggregationTree& tree,
                 const IncGroup& group,
                 const IncGroupMessages& messages)
        : m_fabric(fabric),
          m_tree(tree),
          m_group(group),
          m_messages(messages),
          m_shares(tree, group, messages),
          m_frames(fabric),
          m_nodes(tree.GetNodes().size()),
          m_workers(group.hosts.size())
    {
        for (const auto& worker : tree.GetWorkers())
        {
            m_own.emplace_back(ConfigOf(group, 0).abm->bits.GetLength());
            m_own.back().Set(worker.bfrId);
        }
    }

    /// Add to a load. Where messages wait for each other is known the second time.
    double Add(IncTrafficLoad& load)
    {
        m_frames = IncTrafficLoad(m_fabric);
        for (uint32_t i = 0; i < m_nodes.size(); ++i)
        {
            for (std::size_t child = 0; child < m_tree.GetInputs(i).size(); ++child)
            {
                AddChild(load, i, child);
            }
        }
        if (m_group.dissemination == IncDisseminationMode::BIER)
        {
            AddResultsByBier();
        }
        else if (m_group.dissemination == IncDisseminationMode::UNICAST)
        {
            AddResultsByUnicast();
        }
        load.Add(m_frames, 1);
        FindRoundTrips();
        return m_frames.GetGBps(m_messages.payload, m_window);
    }

  private:
    void FindRoundTrips()
    {
        m_window = m_shares.MakeWindow();
        m_window.frame = m_messages.payload + m_group.overhead + m_group.resultHeader;
        double shortest = std::numeric_limits<double>::infinity();
        double own = 0;
        for (RoundTrip& node : m_nodes)
        {
            node.shortest = shortest;
        }
        for (uint32_t rank = 0; rank < m_workers.size(); ++rank)
        {
            RoundTrip& worker = m_workers[rank];
            worker.shortest = worker.mean;
            shortest = std::min(shortest, worker.mean);
            own += worker.own / static_cast<double>(m_workers.size());
            const double waiting = m_shares.Waiting(m_own[rank]);
            const double each = waiting / m_window.messages + (1 - waiting) / m_group.slots;
            m_window.perMessage = std::max(m_window.perMessage, worker.mean * each);
            for (uint32_t i = m_tree.GetLeafOf(rank); i != IncAggregationTreeNode::NO_PARENT;
                 i = m_tree.GetNodes()[i].parent)
            {
                m_nodes[i].shortest = std::min(m_nodes[i].shortest, worker.mean);
            }
        }
        const double ofBlocks = std::max(own / m_group.slots, shortest / m_window.messages);
        m_window.perMessage = std::max(m_window.perMessage, m_shares.IsOfBlocks() ? ofBlocks : 0);
    }

    /// What a child sends to a VAT node, and gets from it if results come down the tree.
    void AddChild(IncTrafficLoad& load, uint32_t vatNode, std::size_t child)
    {
        const uint32_t node = m_tree.GetNodes()[vatNode].node;
        const auto& input = m_tree.GetInputs(vatNode)[child];
        const IncTreeConfig& config = ConfigOf(m_group, vatNode);
        const IncBitString& bits = config.children[child].bits->bits;
        const IncConnection& down = config.children[child].connection;
        const uint32_t from =
            input.isWorker ? m_group.hosts[input.index] : m_tree.GetNodes()[input.index].node;
        const IncConnection& up = input.isWorker
                                      ? ConnectionOf(from, m_group.clients[input.index]->GetQpn())
                                      : *ConfigOf(m_group, input.index).parent;
        // One packet for each set of workers: the first has the data.
        const double packets =
            input.isWorker ? m_shares.SentPackets(bits)
                           : static_cast<double>(ConfigOf(m_group, input.index).sets.size());
        RoundTrip& whose = input.isWorker ? m_workers[input.index] : m_nodes[input.index];
        whose.mean = m_nodes[vatNode].mean;
        whose.own = m_nodes[vatNode].own;
        const double sent = m_shares.Sent(bits);
        // A root whose messages wait for nothing is not behind the others on links that they share.
        const bool isAhead = input.isWorker && m_shares.Waiting(bits) == 0 && m_window.held > 0;
        whose.Add((isAhead ? load : m_frames)
                      .AddPath(from, node, up, sent + packets * m_group.overhead, whose.shortest),
                  sent + m_group.overhead,
                  m_messages.payload + m_group.overhead);
        if (m_group.dissemination == IncDisseminationMode::TREE && !config.resultsAreEmpty)
        {
            AddResult(node, from, down, bits, whose);
        }
    }

    void AddResult(uint32_t from,
                   uint32_t to,
                   const IncConnection& connection,
                   const IncBitString& bits,
                   RoundTrip& whose)
    {
        const double got = m_shares.Got(bits);
        const double bytes = got + m_shares.GotPackets(bits) * m_group.resultOverhead;
        whose.Add(m_frames.AddPath(from, to, connection, bytes, whose.shortest),
                  got + m_group.resultOverhead,
                  m_shares.GotBeforeOwn(bits) + m_group.resultOverhead);
    }

    void AddResultsByUnicast()
    {
        const auto links = m_group.aggregators.front()->GetLinks(m_group.treeId);
        const std::size_t first = links.size() - m_workers.size();
        for (std::size_t rank = 0; rank < m_workers.size(); ++rank)
        {
            const IncConnection& connection = links[first + rank]->GetConnection();
            AddResult(m_tree.GetRoot(),
                      m_group.hosts[rank],
                      connection,
                      m_own[rank],
                      m_workers[rank]);
        }
    }

    void AddResultsByBier()
    {
        m_taken.clear();
        std::vector<uint32_t> all;
        for (const auto& worker : m_tree.GetWorkers())
        {
            all.push_back(worker.bfrId);
        }
        const uint32_t root = all[m_messages.root];
        std::sort(all.begin(), all.end());
        const IncCollective collective = m_messages.collective;
        const bool isRooted = IncGoesToRoot(collective) || IncComesFromRoot(collective);
        for (const uint32_t block : m_shares.IsOfBlocks() ? all : std::vector<uint32_t>{root})
        {
            const double share = 1.0 / (m_shares.IsOfBlocks() ? all.size() : 1);
            if (isRooted)
            {
                AddRooted(all, block, share);
            }
            else
            {
                Add({*m_group.subDomain, all},
                    collective == IncCollective::BARRIER ? 0 : m_messages.payload,
                    1);
            }
        }
        const auto ways = Add({*m_group.subDomain, all}, 0, 0);
        for (std::size_t rank = 0; rank < m_workers.size(); ++rank)
        {
            const uint32_t bfrId = m_tree.GetWorkers()[rank].bfrId;
            const auto way = ways.find(bfrId);
            const double got = m_shares.Got(m_own[rank]) + m_group.resultOverhead;
            const double before = m_group.resultOverhead + m_group.resultHeader;
            if (way != ways.end())
            {
                m_workers[rank].Add({way->second.seconds, way->second.perByte},
                                    before + (isRooted ? m_taken[bfrId] : m_messages.payload),
                                    before + m_messages.payload);
                m_workers[rank].Add({0, way->second.perLastByte},
                                    got,
                                    m_group.resultOverhead + m_shares.GotBeforeOwn(m_own[rank]));
            }
        }
    }

    /// Results of one root, a share of all: to all, or to the root alone when others may wait.
    void AddRooted(const std::vector<uint32_t>& bfrIds, uint32_t root, double share)
    {
        const double interval = m_shares.GetInterval();
        auto bfr = m_fabric.GetNodes().Get(m_tree.GetRoot())->GetObject<IncBfr>();
        const IncCollective collective = m_messages.collective;
        const IncBierReceivers all(*bfr, *m_group.subDomain, bfrIds, collective, root);
        const double elements = m_messages.payload;
        const auto ways = Add(all.withData, elements, share / interval, [&](uint32_t bfrId) {
            return IncGoesToRoot(collective) == (bfrId == root) ? 0 : elements * share / interval;
        });
        for (const auto& way : ways)
        {
            m_taken[way.first] += elements * share;
        }
        Add(all.without, 0, share / interval);
        Add({*m_group.subDomain, {root}}, interval > 1 ? elements : 0, share * (1 - 1 / interval));
    }

    std::map<uint32_t, IncTrafficWay> Add(
        const IncBierImposition& to,
        double elements,
        double share,
        const std::function<double(uint32_t bfrId)>& takenOff = nullptr)
    {
        return m_frames.AddMulticast(m_tree.GetRoot(),
                                     m_group.resultStream,
                                     to,
                                     share * (elements + m_group.resultOverhead),
                                     share * m_group.resultHeader,
                                     takenOff);
    }

    const IncConnection& ConnectionOf(uint32_t host, uint32_t qpn) const
    {
        const uint32_t number = qpn - IncRdmaNic::FIRST_QPN;
        return m_fabric.GetNic(host)->GetQueuePairs()[number]->GetConnection();
    }

    const IncFabric& m_fabric;                        //!< the network
    const IncAggregationTree& m_tree;                 //!< of the group
    const IncGroup& m_group;                          //!< installed
    const IncGroupMessages& m_messages;               //!< what is sent
    const Shares m_shares;                            //!< of elements
    IncTrafficLoad m_frames;                          //!< of messages that may wait for each other
    IncTrafficWindow m_window{m_shares.MakeWindow()}; //!< of the group
    std::map<uint32_t, double> m_taken;               //!< bytes of elements on the way to a BFR-id
    std::vector<RoundTrip> m_nodes;                   //!< by VAT node
    std::vector<RoundTrip> m_workers;                 //!< by rank
    std::vector<IncBitString> m_own;                  //!< bit of each rank
};

} // namespace

double
IncAddGroupTraffic(IncTrafficLoad& load,
                   const IncFabric& fabric,
                   const IncAggregationTree& tree,
                   const IncGroup& group,
                   const IncGroupMessages& messages)
{
    IncTrafficLoad idle(fabric);
    GroupTraffic traffic(fabric, tree, group, messages);
    traffic.Add(idle);
    return traffic.Add(load);
}

} // namespace ns3
