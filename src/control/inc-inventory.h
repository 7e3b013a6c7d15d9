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

/**
 * \ingroup inc
 * \brief A network as somebody has heard of it.
 */
struct IncHeardTopology
{
    IncTopology topology;                     //!< node and port numbers are its own
    std::vector<uint32_t> addresses;          //!< by node index
    std::map<uint32_t, uint32_t> nodes;       //!< node indices by address
    std::vector<std::vector<uint32_t>> ports; //!< by node index and port number: the real number
};

/**
 * \ingroup inc
 * \brief What the manager knows of the network: what has been registered, and nothing else
 * (draft-liu-nfsv4-rocev2, section 3.1, "Topology Information").
 */
class IncInventory
{
  public:
    /// A node's word on one of its links.
    struct Link
    {
        uint32_t port;     //!< port of the node
        uint32_t peer;     //!< address of the neighbor
        uint32_t peerPort; //!< port at the neighbor
        uint64_t rate;     //!< bit/s, away from the node
        bool hasFailed;    //!< the link failed before this REGISTER, and was back in time for it

        /** \brief Whether it is the same link; it may have failed. */
        bool operator==(const Link& other) const
        {
            return std::tie(port, peer, peerPort, rate) ==
                   std::tie(other.port, other.peer, other.peerPort, other.rate);
        }
    };

    /// A node.
    struct Entry
    {
        std::string name;        //!< as it calls itself
        bool isHost{false};      //!< host or switch
        bool aggregates{false};  //!< may be a VAT node
        uint32_t slots{0};       //!< slots of a switch, in all; 0: no limit
        uint32_t used{0};        //!< slots that groups have
        uint32_t trees{0};       //!< groups that it serves
        uint32_t maxTrees{0};    //!< most groups that it can serve
        uint32_t load{0};        //!< groups that it serves; as a root it counts twice
        uint32_t tier{0};        //!< tier of a switch
        uint32_t bfrId{0};       //!< BFR-id of a host
        std::vector<Link> links; //!< by rising port
        Time heard;              //!< when it was last heard
    };

    /**
     * \brief Take a node's word.
     * \param address of the node
     * \param body of its REGISTER
     * \return whether it says anything new
     */
    bool Register(uint32_t address, const IncControlBody& body);

    /**
     * \param address of a node
     * \param body of its REGISTER
     * \return whether it claims the name or BFR-id of another node, or another role than before
     */
    bool IsOfAnother(uint32_t address, const IncControlBody& body) const;

    /**
     * \brief A node is alive.
     * \param address of the node
     * \return whether it is known
     */
    bool Hear(uint32_t address);

    /** \param address of a node that is dead */
    void Remove(uint32_t address);

    /** \brief Forget all. */
    void Clear();

    /**
     * \param address any
     * \return what is known of the node, or nullptr
     */
    Entry* Find(uint32_t address);

    /** \copydoc Find() */
    const Entry* Find(uint32_t address) const;

    /** \return all nodes, by address */
    const std::map<uint32_t, Entry>& GetEntries() const
    {
        return m_entries;
    }

    /**
     * \brief Whether two nodes both say that they are neighbors.
     * \param a address of one
     * \param b address of the other
     */
    bool AreNeighbors(uint32_t a, uint32_t b) const;

    /**
     * \brief Draw the map. Nodes are in the order of their addresses, and a link counts when both
     * its ends have registered it. IncTopologyError where names are not what they must be.
     * \param slots without which a switch is of no use
     * \param without addresses of switches that may not aggregate
     */
    IncHeardTopology MakeTopology(uint32_t slots, const std::set<uint32_t>& without = {}) const;

    /**
     * \param address of a node
     * \param link that it names
     * \return the same link as the other end names it; nullptr where it does not
     */
    const Link* FindBack(uint32_t address, const Link& link) const;

    /** \return an array with an object for each node: capabilities, resources and links */
    nlohmann::ordered_json ToJson() const;

    /** \return a graph for Graphviz: nodes, and links that both ends have registered */
    std::string ToDot() const;

    /** \return the map for people: a line for each node with its capabilities and neighbors */
    std::string ToString() const;

  private:
    std::map<uint32_t, Entry> m_entries; //!< by address
};

} // namespace ns3

#endif // INC_INVENTORY_H
