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

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A rank of a group, as it has joined.
 */
struct IncGroupMember
{
    uint32_t address{0};   //!< address of its host
    uint32_t qpn{0};       //!< for the next VAT node
    uint32_t resultQpn{0}; //!< queue pair for results
    uint32_t rkey{0};      //!< R_Key of its memory for results
    uint32_t rank{0};      //!< as it joined; others may be gone
};

/**
 * \ingroup inc
 * \brief What every node must be told to make a group of a tree: the identities of switches and
 * clients, their queue pairs, and the forwarding tables (draft-liu-nfsv4-rocev2, section 3.1,
 * "Resource Allocation").
 */
class IncGroupLayout
{
  public:
    /**
     * \param heard the network
     * \param tree over it
     * \param profile of the group; its slots are what each switch is to give
     * \param members by place in the tree: by rank, without those that are gone
     * \param treeId of the group
     * \param epoch of this attempt
     * \param setup of queue pairs
     * \param load of links, by which paths of the tree are chosen
     */
    IncGroupLayout(IncHeardTopology heard,
                   IncAggregationTree tree,
                   const IncGroupProfile& profile,
                   std::vector<IncGroupMember> members,
                   uint16_t treeId,
                   uint16_t epoch,
                   IncQueuePairSetup setup = IncQueuePairSetup::MANAGER,
                   IncPathLoad load = {});

    /** \return addresses of the switches that take part: VAT nodes, the root first; last hops;
     * switches that only forward, and are told where to */
    const std::vector<uint32_t>& GetSwitches() const
    {
        return m_switches;
    }

    /** \return how many of the switches are VAT nodes */
    std::size_t GetVatNodes() const
    {
        return m_tree.GetNodes().size();
    }

    /**
     * \param worker place of a client in the tree
     * \return identity of the switch that it sends to: the place of that in GetSwitches() + 1
     */
    uint32_t GetIdentityOf(uint32_t worker) const
    {
        return m_tree.GetLeafOf(worker) + 1;
    }

    /** \return the tree */
    const IncAggregationTree& GetTree() const
    {
        return m_tree;
    }

    /** \return the network as it was when the tree was made */
    const IncHeardTopology& GetHeard() const
    {
        return m_heard;
    }

    /** \return tree id */
    uint16_t GetTreeId() const
    {
        return m_treeId;
    }

    /** \return epoch of this attempt */
    uint16_t GetEpoch() const
    {
        return m_epoch;
    }

    /** \return slots of each VAT node */
    uint32_t GetSlots() const
    {
        return m_profile.slots;
    }

    /** \return name of the root */
    const std::string& GetRootName() const;

    /** \return both ends of all links of the tree, by address and port */
    std::vector<std::pair<uint32_t, uint32_t>> GetLinkEnds() const;

    /**
     * \param index of a switch
     * \return body of its RESERVE
     */
    IncControlBody MakeReserve(std::size_t index) const;

    /**
     * \brief Take what a switch has put aside.
     * \param index of the switch
     * \param body of its RESERVED
     * \return false where it is not what was asked for
     */
    bool SetReserved(std::size_t index, const IncControlBody& body);

    /**
     * \param index of a switch; all have reserved
     * \return body of its COMMIT
     */
    IncControlBody MakeCommit(std::size_t index) const;

    /** \return whether clients are to set up their queue pairs with the switches */
    bool ClientsConnect() const
    {
        return m_setup != IncQueuePairSetup::MANAGER;
    }

    /**
     * \param worker place of a client in the tree; all switches have reserved
     * \return fields of its CONNECT
     */
    IncControlBody MakeConnect(uint32_t worker) const;

    /**
     * \param worker place of a client in the tree; all switches have reserved
     * \return fields of its READY
     */
    IncControlBody MakeReady(uint32_t worker) const;

    /**
     * \param body where tree and epoch are added
     */
    void AddIdentity(IncControlBody& body) const;

  private:
    /// What a VAT node has put aside.
    struct Reserved
    {
        std::vector<IncQueuePairEnd> children; //!< in the order of the inputs
        IncQueuePairEnd parent;                //!< not of the root
        std::vector<IncQueuePairEnd> targets;  //!< root: queue pairs for workers, by rank
        IncQueuePairEnd stream;                //!< root: queue pair of results by BIER
    };

    IncControlBody MakeChild(uint32_t vatNode, std::size_t place) const;
    std::size_t FindInput(uint32_t vatNode) const;
    void AddPins(uint32_t node, IncControlBody& body) const;
    void AddPort(uint32_t node,
                 uint32_t peer,
                 const IncTreePaths::Path& path,
                 IncControlBody& end) const;
    IncControlBody MakeReceiver(uint32_t worker) const;
    uint32_t FindPort(uint32_t node, uint32_t peer) const;
    uint32_t GetParentOf(uint32_t worker) const;
    void AddSetup(IncControlBody& body) const;
    void AddStream(IncControlBody& body) const;
    void AddRoot(IncControlBody& body) const;
    bool HasSwitchesAsLastHops() const;
    bool IsLastHopOf(uint32_t node, uint32_t worker) const;

    IncHeardTopology m_heard;              //!< the network
    IncAggregationTree m_tree;             //!< tree over the heard topology
    IncTreePaths m_paths;                  //!< links of the tree
    IncGroupProfile m_profile;             //!< how the group works
    std::vector<IncGroupMember> m_members; //!< by place in the tree
    uint16_t m_treeId;                     //!< number that names the tree
    uint16_t m_epoch;                      //!< epoch of this attempt
    IncQueuePairSetup m_setup;             //!< how queue pairs are set up
    std::vector<uint32_t> m_nodes;         //!< switches by index in the heard topology
    std::vector<uint32_t> m_switches;      //!< addresses of the switches
    std::vector<Reserved> m_reserved;      //!< by VAT node
};

} // namespace ns3

#endif // INC_GROUP_LAYOUT_H
