/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-traffic.h"

#include "inc-window-pace.h"

#include "ns3/inc-bfr.h"
#include "ns3/inc-bier-dissemination.h"
#include "ns3/inc-bier-imposition.h"
#include "ns3/inc-immdt.h"
#include "ns3/inc-tree-link.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace ns3
{

namespace
{

const IncTreeConfig&
ConfigOf(const IncGroup& group, uint32_t vatNode)
{
    return group.aggregators[vatNode]->FindTree(group.treeId)->GetConfig();
}

/// Mean bytes of elements and mean packets per message, to and from a set of workers.
class Shares
{
  public:
    Shares(const IncAggregationTree& tree, const IncGroup& group, const IncGroupMessages& messages)
        : m_collective(messages.collective),
          m_payload(messages.payload),
          m_ranks(static_cast<double>(tree.GetWorkers().size())),
          m_root(tree.GetWorkers()[messages.root].bfrId),
          m_run(group.clients.front()->GetRunLimit()),
          m_interval(ConfigOf(group, 0).slotMode == IncSlotMode::SHADOW
                         ? group.clients.front()->GetResultInterval(m_collective)
                         : 1)
    {
    }

    /// Return the mean bytes of elements in a contribution of these workers.
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

    /// Return a worker's packets per message. A packet without elements covers `m_run` messages.
    double SentPackets(const IncBitString& own) const
    {
        return m_collective == IncCollective::ALLGATHER
                   ? (1 + std::ceil((m_ranks - 1) / m_run)) / m_ranks
               : m_collective == IncCollective::BROADCAST && !own.Test(m_root) ? 1.0 / m_run
                                                                               : 1;
    }

    /// Return the bytes of elements in a result for these workers alone, a mean over all results.
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

    /// Return the results per message. A result without elements covers `m_interval` messages.
    double GotPackets(const IncBitString& bits) const
    {
        return 1 - (1 - Got(bits) / m_payload) * (1 - 1.0 / m_interval);
    }

    /// Return the number of messages that one contribution without elements covers.
    uint32_t GetRun() const
    {
        return IncComesFromRoot(m_collective) ? m_run : 1;
    }

    /// Return the number of messages that one result without elements covers.
    uint32_t GetInterval() const
    {
        return m_interval;
    }

    /// Return a lower bound of the bytes in a result for some workers: 0 if most results are for
    /// others.
    double GotAtLeast(const IncBitString& bits) const
    {
        return m_collective == IncCollective::REDUCESCATTER ? 0 : Got(bits);
    }

    /// Return the bytes of elements that every result has at least.
    double GotAlways(const IncBitString& bits) const
    {
        return m_collective == IncCollective::REDUCESCATTER ||
                       (m_collective == IncCollective::ALLGATHER && bits.Count() == 1)
                   ? 0
                   : Got(bits);
    }

  private:
    IncCollective m_collective;
    double m_payload; //!< payload of a full message, bytes
    double m_ranks;
    uint32_t m_root;     //!< BFR-id of the root rank
    uint32_t m_run;      //!< number of messages that one contribution without elements covers
    uint32_t m_interval; //!< number of messages that one result without elements covers
};

/// \brief Adds the load of a group's messages to links, and finds the round trip of a message.
class GroupTraffic
{
  public:
    GroupTraffic(IncTrafficLoad& load,
                 const IncFabric& fabric,
                 const IncAggregationTree& tree,
                 const IncGroup& group,
                 const IncGroupMessages& messages)
        : m_load(load),
          m_fabric(fabric),
          m_tree(tree),
          m_group(group),
          m_messages(messages),
          m_shares(tree, group, messages),
          m_isReliable(group.aggregators.front()->GetLinks(group.treeId).front()->IsReliable()),
          m_acknowledged(GetAcknowledged()),
          m_isInOrder(messages.inOrder),
          m_pace{tree,
                 messages.collective,
                 messages.root,
                 group.slots,
                 m_shares.GetRun(),
                 m_shares.GetInterval(),
                 CountMessages(),
                 std::vector<IncPaceHop>(tree.GetNodes().size()),
                 std::vector<IncPaceHop>(tree.GetNodes().size()),
                 std::vector<IncPaceHop>(group.hosts.size()),
                 {std::vector<IncPaceHop>(group.hosts.size())}},
          m_nodes(tree.GetNodes().size()),
          m_workers(group.hosts.size()),
          m_nearest(tree.GetNodes().size(), 0),
          m_known(group.hosts.size(), 0)
    {
    }

    /// Add all load. Walk all paths twice, because the first walk finds the round trips.
    void Add(IncTrafficWindow* window)
    {
        IncTrafficLoad trial(m_fabric);
        AddPaths(trial);
        if (m_group.dissemination == IncDisseminationMode::BIER)
        {
            AddResultsByBier();
        }
        LearnRoundTrips();
        AddPaths(m_load);
        if (m_isReliable && m_group.dissemination != IncDisseminationMode::TREE)
        {
            AddAcknowledgementsOfResults();
        }
        if (window)
        {
            *window = GetWindow();
        }
    }

  private:
    void AddPaths(IncTrafficLoad& load)
    {
        for (uint32_t i = 0; i < m_nodes.size(); ++i)
        {
            m_ahead.clear();
            for (std::size_t child = 0; child < m_tree.GetInputs(i).size(); ++child)
            {
                AddChild(load, i, child);
            }
        }
        if (m_group.dissemination == IncDisseminationMode::UNICAST)
        {
            AddResultsByUnicast(load);
        }
    }

    /// Find the shortest round trip below each VAT node, from the last node to the first, the root.
    void LearnRoundTrips()
    {
        m_known = m_workers;
        for (std::size_t i = m_nearest.size(); i-- > 0;)
        {
            m_nearest[i] = std::numeric_limits<double>::infinity();
            for (const IncAggregationInput& input : m_tree.GetInputs(i))
            {
                m_nearest[i] =
                    std::min(m_nearest[i],
                             input.isWorker ? m_known[input.index] : m_nearest[input.index]);
            }
        }
    }

    IncTrafficWindow GetWindow() const
    {
        IncTrafficWindow window;
        window.messages = m_group.slots;
        window.frame = m_messages.payload + m_group.overhead + m_group.resultHeader;
        window.perMessage =
            std::max(*std::max_element(m_known.begin(), m_known.end()) / m_group.slots,
                     m_isInOrder ? IncFindWindowPace(m_pace) : 0);
        return window;
    }

    /// Add the contributions of a VAT node's child, and the child's results if they use the tree.
    void AddChild(IncTrafficLoad& load, uint32_t vatNode, std::size_t child)
    {
        const uint32_t node = m_tree.GetNodes()[vatNode].node;
        const auto& [isWorker, index, lowestRank] = m_tree.GetInputs(vatNode)[child];
        const IncTreeConfig& config = ConfigOf(m_group, vatNode);
        const IncBitString& bits = config.children[child].bits->bits;
        const uint32_t from = isWorker ? m_group.hosts[index] : m_tree.GetNodes()[index].node;
        // A VAT node sends up one packet for each set of its A-BM; only the first has elements.
        const double packets = isWorker ? m_shares.SentPackets(bits)
                                        : static_cast<double>(ConfigOf(m_group, index).sets.size());
        double& roundTrip = isWorker ? m_workers[index] : m_nodes[index];
        const double sent = m_shares.Sent(bits);
        load.SetRoundTrip(isWorker ? m_known[index] : m_nearest[index]);
        const IncConnection& up = isWorker ? ConnectionOf(index) : *ConfigOf(m_group, index).parent;
        const double frames =
            isWorker || m_messages.framesUp.empty() ? 1 : m_messages.framesUp[index];
        const auto way = load.AddPath(from, node, up, frames * (sent + packets * m_group.overhead));
        roundTrip = m_nodes[vatNode] + way.seconds + way.perByte * (sent + m_group.overhead);
        (isWorker ? m_pace.workersUp : m_pace.nodesUp)[index] = HopOf(way, m_group.overhead);
        const IncConnection& down = config.children[child].connection;
        AddAcknowledgements(load, node, from, down, frames * packets / m_group.rc.ackInterval);
        if (m_group.dissemination == IncDisseminationMode::TREE && !config.resultsAreEmpty)
        {
            IncPaceHop& hop = (isWorker ? m_pace.workersDown.front() : m_pace.nodesDown)[index];
            roundTrip += AddResult(load, node, from, down, bits, hop);
            AddAcknowledgements(load,
                                from,
                                node,
                                up,
                                m_shares.GotPackets(bits) / m_group.rc.ackInterval);
        }
    }

    void AddAcknowledgements(IncTrafficLoad& load,
                             uint32_t from,
                             uint32_t to,
                             const IncConnection& connection,
                             double count)
    {
        if (m_isReliable)
        {
            // An acknowledgement has an AETH instead of the RETH, ImmDt and INC header of a result.
            constexpr double LESS =
                IncReth::SIZE + IncImmdt::SIZE + IncHeader::SIZE - IncAeth::SIZE;
            const double bytes = count * (m_group.resultOverhead - LESS);
            load.AddAcknowledgements(from, to, connection, m_acknowledged * bytes);
        }
    }

    /// Return the number of messages. No message has elements of two blocks.
    uint64_t CountMessages() const
    {
        const double blocks =
            IncHasBlocks(m_messages.collective) ? static_cast<double>(m_group.hosts.size()) : 1;
        const double bytes = static_cast<double>(m_messages.bytes) / blocks;
        return static_cast<uint64_t>(blocks * std::ceil(bytes / m_messages.payload));
    }

    /// Return the share of messages that are surely acknowledged before the end: all but two
    /// windows.
    double GetAcknowledged() const
    {
        const double messages = static_cast<double>(CountMessages());
        return std::max(0.0, 1 - 2.0 * m_group.slots / messages);
    }

    /// Add acknowledgements of results. The root's connections to workers are at the end of its
    /// links.
    void AddAcknowledgementsOfResults()
    {
        const auto links = m_group.aggregators.front()->GetLinks(m_group.treeId);
        const uint32_t interval =
            m_group.dissemination == IncDisseminationMode::BIER
                ? IncBierDissemination::ResultParameters(m_group.rc, m_group.slots).ackInterval
                : m_group.rc.ackInterval;
        for (std::size_t rank = 0; rank < m_workers.size(); ++rank)
        {
            const IncConnection& root =
                links[links.size() - m_workers.size() + rank]->GetConnection();
            const auto& pairs = m_fabric.GetNic(m_group.hosts[rank])->GetQueuePairs();
            const IncConnection& worker =
                pairs[root.remoteQpn - IncRdmaNic::FIRST_QPN]->GetConnection();
            AddAcknowledgements(m_load,
                                m_group.hosts[rank],
                                m_tree.GetRoot(),
                                worker,
                                m_shares.GotPackets(BitOf(rank)) / interval);
        }
    }

    /// Return the times of a hop, and note if frames are sprayed and so may overtake each other.
    IncPaceHop HopOf(const IncTrafficWay& way, double overhead)
    {
        m_isInOrder = m_isInOrder && way.port;
        const bool isBarrier = m_messages.collective == IncCollective::BARRIER;
        const double payload = isBarrier ? 0 : m_messages.payload;
        return {way.seconds + way.perByte * overhead,
                way.perByte * payload,
                0,
                way.slowest * (payload + overhead)};
    }

    /// Add a result for one child or worker. Copies leave in order, and wait for earlier copies at
    /// the port.
    /// \return seconds that a result takes if it is sent alone
    double AddResult(IncTrafficLoad& load,
                     uint32_t from,
                     uint32_t to,
                     const IncConnection& connection,
                     const IncBitString& bits,
                     IncPaceHop& hop)
    {
        const double got = m_shares.Got(bits);
        const double bytes = got + m_shares.GotPackets(bits) * m_group.resultOverhead;
        const IncTrafficWay way = load.AddPath(from, to, connection, bytes);
        hop = HopOf(way, m_group.resultOverhead);
        if (way.port)
        {
            double& ahead = m_ahead[*way.port];
            hop.empty += ahead * way.perFirstByte;
            const double always = m_shares.GotAlways(bits);
            const bool isAlwaysSent = always > 0 || m_shares.GetInterval() == 1;
            ahead += always + (isAlwaysSent ? m_group.resultOverhead : 0);
        }
        return way.seconds + way.perByte * (m_shares.GotAtLeast(bits) + m_group.resultOverhead);
    }

    void AddResultsByUnicast(IncTrafficLoad& load)
    {
        m_ahead.clear();
        const auto links = m_group.aggregators.front()->GetLinks(m_group.treeId);
        const std::size_t first = links.size() - m_workers.size();
        for (std::size_t rank = 0; rank < m_workers.size(); ++rank)
        {
            const IncConnection& connection = links[first + rank]->GetConnection();
            const uint32_t host = m_group.hosts[rank];
            load.SetRoundTrip(m_known[rank]);
            m_workers[rank] += AddResult(load,
                                         m_tree.GetRoot(),
                                         host,
                                         connection,
                                         BitOf(rank),
                                         m_pace.workersDown.front()[rank]);
        }
    }

    void AddResultsByBier()
    {
        std::vector<uint32_t> all;
        for (const auto& worker : m_tree.GetWorkers())
        {
            all.push_back(worker.bfrId);
        }
        const uint32_t root = all[m_messages.root];
        std::sort(all.begin(), all.end());
        const IncCollective collective = m_messages.collective;
        if (IncHasBlocks(m_messages.collective))
        {
            const std::vector<IncPaceHop> none(all.size());
            m_pace.workersDown.resize(all.size(), none);
            for (const uint32_t block : all)
            {
                AddRooted(all, block, 1 / static_cast<double>(all.size()));
                NoteHops(m_pace.workersDown[RankOf(block)]);
            }
        }
        else if (IncGoesToRoot(collective) || IncComesFromRoot(collective))
        {
            AddRooted(all, root, 1);
            NoteHops(m_pace.workersDown.front());
        }
        else
        {
            const IncBierImposition toAll(*m_group.subDomain, all);
            Add(toAll, collective == IncCollective::BARRIER ? 0 : m_messages.payload, 1);
            NoteHops(m_pace.workersDown.front());
        }
        const double overhead = m_group.resultOverhead;
        for (std::size_t rank = 0; rank < m_workers.size(); ++rank)
        {
            const uint32_t bfrId = m_tree.GetWorkers()[rank].bfrId;
            const IncTrafficWay& way = m_ways[bfrId];
            const double got = m_shares.GotAtLeast(BitOf(rank));
            m_workers[rank] += way.seconds +
                               way.perByte * (std::max(m_taken[bfrId], got) + overhead) +
                               way.perLastByte * (got + overhead);
        }
    }

    void NoteHops(std::vector<IncPaceHop>& hops)
    {
        const double payload = m_messages.payload;
        const double overhead = m_group.resultOverhead;
        for (std::size_t rank = 0; rank < hops.size(); ++rank)
        {
            const uint32_t bfrId = m_tree.GetWorkers()[rank].bfrId;
            const IncTrafficWay& way = m_latest[bfrId];
            hops[rank] = {
                way.seconds + (way.perByte + way.perLastByte) * overhead,
                (way.perByte + way.perLastByte) * payload,
                m_carried.count(bfrId) > 0 ? way.perByte * payload : 0,
                way.slowest * (payload + overhead),
            };
        }
        m_latest.clear();
        m_carried.clear();
    }

    /// Add the results of all messages with one root rank, which are a share of all messages. A
    /// result goes to all workers; it goes to the root alone if a later result tells the others.
    void AddRooted(const std::vector<uint32_t>& bfrIds, uint32_t root, double share)
    {
        auto bfr = m_fabric.GetNodes().Get(m_tree.GetRoot())->GetObject<IncBfr>();
        const IncCollective collective = m_messages.collective;
        const IncBierReceivers all(*bfr, *m_group.subDomain, bfrIds, collective, root);
        const double elements = m_messages.payload;
        const double told = share / m_shares.GetInterval();
        Add(all.withData, elements, told, [&](uint32_t bfrId) {
            m_taken[bfrId] += elements * share;
            m_carried.insert(bfrId);
            return IncGoesToRoot(collective) == (bfrId == root) ? 0 : elements * told;
        });
        Add(all.without, 0, told);
        Add({*m_group.subDomain, {root}}, elements, share - told);
    }

    /// Add the load of results that travel by BIER. The paths of a worker's packets may differ; the
    /// fastest path counts.
    void Add(const IncBierImposition& to,
             double elements,
             double share,
             const std::function<double(uint32_t bfrId)>& takenOff = nullptr)
    {
        auto ways = m_load.AddMulticast(m_tree.GetRoot(),
                                        m_group.resultStream,
                                        to,
                                        share * (elements + m_group.resultOverhead),
                                        share * m_group.resultHeader,
                                        takenOff);
        for (auto& [bfrId, way] : ways)
        {
            way.seconds += (1 - share) * m_group.resultHeader * way.perByte; // rest of header
            for (auto* known : {&m_ways, &m_latest})
            {
                IncTrafficWay& fastest = known->emplace(bfrId, way).first->second;
                fastest.seconds = std::min(fastest.seconds, way.seconds);
                fastest.perByte = std::min(fastest.perByte, way.perByte);
                fastest.perLastByte = std::min(fastest.perLastByte, way.perLastByte);
                fastest.slowest = std::min(fastest.slowest, way.slowest);
            }
        }
    }

    const IncConnection& ConnectionOf(uint32_t rank) const
    {
        const uint32_t qp = m_group.clients[rank]->GetQpn() - IncRdmaNic::FIRST_QPN;
        return m_fabric.GetNic(m_group.hosts[rank])->GetQueuePairs()[qp]->GetConnection();
    }

    std::size_t RankOf(uint32_t bfrId) const
    {
        const auto& workers = m_tree.GetWorkers();
        const auto isIt = [bfrId](const auto& worker) { return worker.bfrId == bfrId; };
        return std::find_if(workers.begin(), workers.end(), isIt) - workers.begin();
    }

    IncBitString BitOf(std::size_t rank) const
    {
        IncBitString own(ConfigOf(m_group, 0).abm->bits.GetLength());
        own.Set(m_tree.GetWorkers()[rank].bfrId);
        return own;
    }

    IncTrafficLoad& m_load;
    const IncFabric& m_fabric;
    const IncAggregationTree& m_tree;
    const IncGroup& m_group;
    const IncGroupMessages& m_messages;
    const Shares m_shares;              //!< elements and packets of messages
    const bool m_isReliable;            //!< whether packets are acknowledged
    const double m_acknowledged;        //!< share of messages that count as acknowledged
    std::map<uint16_t, double> m_ahead; //!< by port: bytes of copies sent before the next copy
    std::map<uint32_t, double> m_taken; //!< by BFR-id: mean bytes of elements before the last hop
    /// By BFR-id: times on the fastest path of all results so far.
    std::map<uint32_t, IncTrafficWay> m_ways;
    /// By BFR-id: times on the fastest path of results since the last NoteHops().
    std::map<uint32_t, IncTrafficWay> m_latest;
    std::set<uint32_t> m_carried;  //!< BFR-ids that got elements since the last NoteHops()
    bool m_isInOrder;              //!< whether messages keep one order
    IncPaceGroup m_pace;           //!< times of frames between workers and VAT nodes
    std::vector<double> m_nodes;   //!< mean round trips of VAT nodes, s
    std::vector<double> m_workers; //!< mean round trips by rank, s
    std::vector<double> m_nearest; //!< shortest round trip below a VAT node, s; 0: unknown
    std::vector<double> m_known;   //!< round trips by rank, s; 0: unknown
};

} // namespace

void
IncAddGroupTraffic(IncTrafficLoad& load,
                   const IncFabric& fabric,
                   const IncAggregationTree& tree,
                   const IncGroup& group,
                   const IncGroupMessages& messages,
                   IncTrafficWindow* window)
{
    GroupTraffic(load, fabric, tree, group, messages).Add(window);
}

} // namespace ns3
