/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_INVENTORY_H
#define INC_INVENTORY_H

#include "inc-control-body.h"

#include "ns3/inc-topology.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A network as a node has learnt it from messages.
struct IncHeardTopology
{
    IncTopology topology;                     //!< the network, with its own node and port numbers
    std::vector<uint32_t> addresses;          //!< addresses by node index
    std::map<uint32_t, uint32_t> nodes;       //!< node indices by address
    std::vector<std::vector<uint32_t>> ports; //!< real port numbers, by node index and port
                                              //!< number of the topology
};

/**
 * \ingroup inc
 * \brief The manager's knowledge of the network: all that nodes have registered, and nothing else
 * (draft-liu-nfsv4-rocev2, section 3.1, "Topology Information").
 */
class IncInventory
{
  public:
    /// One of a node's links, as the node reports it.
    struct Link
    {
        uint32_t port;     //!< port of the node
        uint32_t peer;     //!< address of the neighbor
        uint32_t peerPort; //!< port at the neighbor
        uint64_t rate;     //!< rate away from the node, bit/s
        bool hasFailed;    //!< whether the link failed and came back before this REGISTER

        /** \brief Compare links without hasFailed: a link that is back is the same link. */
        bool operator==(const Link& other) const
        {
            return std::tie(port, peer, peerPort, rate) ==
                   std::tie(other.port, other.peer, other.peerPort, other.rate);
        }
    };

    /// Capabilities, resources and links of a node.
    struct Entry
    {
        std::string name;       //!< name of the node
        bool isHost{false};     //!< true: a host; false: a switch
        bool aggregates{false}; //!< whether the switch may be a VAT node
        uint32_t slots{0};      //!< number of slots of a switch; 0: no limit
        uint32_t used{0};       //!< number of slots reserved for groups
        uint32_t trees{0};      //!< number of groups that the node serves
        uint32_t maxTrees{0};   //!< largest number of groups that the node can serve
        uint32_t load{0};  //!< number of groups that the node serves; as their root it counts twice
        uint32_t tier{0};  //!< tier of a switch
        uint32_t bfrId{0}; //!< BFR-id of a host
        std::vector<Link> links; //!< links by rising port
        Time heard;              //!< time when the node was last heard

        /** \return number of slots that no group has reserved, if their number is limited */
        uint32_t GetFree() const
        {
            return slots - used;
        }

        /** \return whether so many slots are left */
        bool HasRoomFor(uint32_t wanted) const
        {
            return slots == 0 || GetFree() >= wanted;
        }
    };

    /** \brief Record a REGISTER; return whether the node is new or its links have changed. */
    bool Register(uint32_t address, const IncControlBody& body);

    /** \return whether a node's REGISTER claims another node's name or BFR-id, or another role than
     * before */
    bool IsOfAnother(uint32_t address, const IncControlBody& body) const;

    /** \brief Note that a node is alive, and return whether it is known. */
    bool Hear(uint32_t address);

    /** \brief Remove a node that is dead. */
    void Remove(uint32_t address);

    /** \brief Remove all nodes. */
    void Clear();

    /** \brief Return the entry of a node; nullptr if it is not known. */
    Entry* Find(uint32_t address);

    /** \copydoc Find() */
    const Entry* Find(uint32_t address) const;

    /** \return all nodes, by address */
    const std::map<uint32_t, Entry>& GetEntries() const
    {
        return m_entries;
    }

    /** \brief Return whether two nodes, given by address, both report that they are neighbors. */
    bool AreNeighbors(uint32_t a, uint32_t b) const;

    /**
     * \brief Return a topology with the nodes in the order of their addresses.
     *
     * A link is part of the topology if both ends have registered it. A switch may aggregate if it
     * has as many free slots as given and its address is not in `without`. Throws IncTopologyError
     * if names are not valid.
     */
    IncHeardTopology MakeTopology(uint32_t slots, const std::set<uint32_t>& without = {}) const;

    /** \return a node's link as its other end reports it; nullptr if that end does not report it */
    const Link* FindBack(uint32_t address, const Link& link) const;

    /** \return an array with an object for each node: capabilities, resources and links */
    nlohmann::ordered_json ToJson() const;

    /** \return a graph for Graphviz: nodes, and links that both ends have registered */
    std::string ToDot() const;

    /** \return readable text: a line for each node with its capabilities and neighbors */
    std::string ToString() const;

  private:
    std::map<uint32_t, Entry> m_entries; //!< known nodes by address
};

} // namespace ns3

#endif // INC_INVENTORY_H
