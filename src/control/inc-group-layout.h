/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_LAYOUT_H
#define INC_GROUP_LAYOUT_H

#include "inc-aggregation-tree.h"
#include "inc-control-body.h"
#include "inc-group-profile.h"
#include "inc-inventory.h"
#include "inc-queue-pair-exchange.h"
#include "inc-tree-paths.h"
#include "inc-vat-node-setup.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A client that has joined a group as a rank.
struct IncGroupMember
{
    uint32_t address{0};   //!< address of the rank's host
    uint32_t qpn{0};       //!< queue pair to the next VAT node
    uint32_t resultQpn{0}; //!< queue pair for results
    uint32_t rkey{0};      //!< R_Key of the memory for results
    uint32_t rank{0};      //!< rank with which it joined; ranks have gaps if members are gone
};

/**
 * \ingroup inc
 * \brief Data that turn a tree into a group: identities of switches and clients, their queue pairs,
 * and forwarding tables (draft-liu-nfsv4-rocev2, section 3.1, "Resource Allocation").
 *
 * MakeVatNode() and MakeClient() compute the data of each node. IncGroupHelper passes them on by
 * calls. A manager sends them in messages; the other functions write their bodies.
 */
class IncGroupLayout
{
  public:
    /**
     * \brief Lay a group out over a tree of the heard network, whose switches have the profile's
     * slots.
     *
     * `members` are the ranks that are not gone, in order. The load of links decides the paths;
     * without `load`, switches choose the paths.
     */
    IncGroupLayout(IncHeardTopology heard,
                   IncAggregationTree tree,
                   const IncGroupProfile& profile,
                   std::vector<IncGroupMember> members,
                   uint16_t treeId,
                   uint16_t epoch,
                   IncQueuePairSetup setup = IncQueuePairSetup::MANAGER,
                   std::optional<IncPathLoad> load = IncPathLoad());

    /** \return addresses of the switches: first VAT nodes, beginning with the root, then last hops,
     * then switches that only forward pinned flows */
    const std::vector<uint32_t>& GetSwitches() const
    {
        return m_switches;
    }

    /** \return number of switches that are VAT nodes */
    std::size_t GetVatNodes() const
    {
        return m_tree.GetNodes().size();
    }

    /** \return identity of the switch to which a worker sends: its index in GetSwitches() + 1 */
    uint32_t GetIdentityOf(uint32_t worker) const
    {
        return m_tree.GetLeafOf(worker) + 1;
    }

    /** \return the aggregation tree */
    const IncAggregationTree& GetTree() const
    {
        return m_tree;
    }

    /** \return the network as it was when the tree was made */
    const IncHeardTopology& GetHeard() const
    {
        return m_heard;
    }

    /** \return tree id of the group */
    uint16_t GetTreeId() const
    {
        return m_treeId;
    }

    /** \return epoch of the tree */
    uint16_t GetEpoch() const
    {
        return m_epoch;
    }

    /** \return window of the group: number of slots of its root */
    uint32_t GetSlots() const
    {
        return m_profile.slots;
    }

    /** \return slots that a VAT node, given by its index in the tree, keeps for the group alone */
    uint32_t GetOwnSlots(std::size_t vatNode) const
    {
        return m_profile.GetOwnSlots(vatNode == 0);
    }

    /** \return BFR-ids by rank; 0: the rank is gone */
    const std::vector<uint32_t>& GetRankBits() const
    {
        return m_rankBits;
    }

    /** \return name of the root */
    const std::string& GetRootName() const;

    /** \return part of a VAT node in the group, still without parameters of the group and
     * connections */
    IncVatNodeSetup MakeVatNode(uint32_t vatNode) const;

    /** \brief Return a worker, given by its index in the tree, as a receiver of results. */
    IncResultReceiver MakeReceiver(uint32_t worker) const;

    /** \brief Set the ends of the queue pairs that a VAT node has made. Return false if the
     * numbers of ends differ from those that MakeVatNode() needs. */
    bool SetReserved(uint32_t vatNode, const IncVatNodeEnds& ends);

    /** \return other ends of a VAT node's queue pairs with parent and children; call SetReserved()
     * for all VAT nodes before */
    IncVatNodeEnds GetOtherEnds(uint32_t vatNode) const;

    /** \return configuration of a client, without parameters of the profile and bits of the ranks,
     * after SetReserved() for all VAT nodes */
    IncClientConfig MakeClient(uint32_t worker) const;

    /** \return both ends of all links of the tree, as address and port */
    std::vector<std::pair<uint32_t, uint32_t>> GetLinkEnds() const;

    /** \brief Return the body of the message RESERVE to a switch, given by its index. */
    IncControlBody MakeReserve(std::size_t index) const;

    /** \brief Return the body of the message COMMIT to a switch, after SetReserved() for all VAT
     * nodes. */
    IncControlBody MakeCommit(std::size_t index) const;

    /** \return whether clients set up their queue pairs with the switches */
    bool ClientsConnect() const
    {
        return m_setup != IncQueuePairSetup::MANAGER;
    }

    /** \brief Return the fields of the message CONNECT to a client, given by its index in the
     * tree. */
    IncControlBody MakeConnect(uint32_t worker) const;

    /** \brief Return the fields of the message READY to a client, after SetReserved() for all VAT
     * nodes. */
    IncControlBody MakeReady(uint32_t worker) const;

    /** \return tree id and epoch, with which messages about the tree begin */
    IncControlBody GetIdentity() const
    {
        return {{IncControlField::TREE, m_treeId}, {IncControlField::EPOCH, m_epoch}};
    }

  private:
    IncTreeChild MakeChild(uint32_t vatNode, std::size_t place) const;
    std::size_t FindInput(uint32_t vatNode, uint32_t lowestRank) const;
    const IncQueuePairEnd& GetEndFor(uint32_t worker) const;
    void AddPins(uint32_t node, IncControlBody& body) const;
    uint32_t ChoosePort(uint32_t node, uint32_t peer, uint32_t vatNode, std::size_t place) const;
    uint32_t FindPort(uint32_t node, uint32_t peer) const;
    uint32_t GetParentOf(uint32_t worker) const;
    void AddSetup(IncControlBody& body) const;
    void AddStream(IncControlBody& body) const;
    void AddRoot(IncControlBody& body) const;
    bool HasSwitchesAsLastHops() const;
    bool IsLastHopOf(uint32_t node, uint32_t worker) const;

    IncHeardTopology m_heard;
    IncAggregationTree m_tree;
    std::optional<IncTreePaths> m_paths; //!< nothing: each switch chooses its paths
    IncGroupProfile m_profile;
    std::vector<IncGroupMember> m_members;
    uint16_t m_treeId;
    uint16_t m_epoch;
    IncQueuePairSetup m_setup;
    std::vector<uint32_t> m_nodes;
    std::vector<uint32_t> m_switches;       //!< addresses of all switches of the group
    std::vector<IncVatNodeEnds> m_reserved; //!< ends of queue pairs by VAT node
    std::vector<uint32_t> m_rankBits;       //!< BFR-ids by rank; 0: the rank is gone
};

} // namespace ns3

#endif // INC_GROUP_LAYOUT_H
