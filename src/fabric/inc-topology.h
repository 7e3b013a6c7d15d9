/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TOPOLOGY_H
#define INC_TOPOLOGY_H

#include "ns3/inc-error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Error of an impossible topology, tree or placement. what() is one line that names the
/// fault, the value, and the accepted values.
class IncTopologyError : public IncError
{
  public:
    using IncError::IncError;
};

/// \ingroup inc
/// \brief A node of an IncTopology.
struct IncTopologyNode
{
    /// Kind of a node.
    enum class Kind : uint8_t
    {
        HOST,   //!< sends and receives, but never forwards for others
        SWITCH, //!< forwards; also aggregates if `inc` is true
        OPTICAL //!< joins links by circuits, but never reads a packet
    };

    std::string name;         //!< unique name; letters, digits, '_', '.', ':' and '-'
    Kind kind = Kind::SWITCH; //!< kind of the node
    bool inc = true;          //!< switches only: whether it may be a VAT node
    uint32_t slots = 0;       //!< switches only: number of aggregator slots, 0 for the default
    uint32_t tier = 0;        //!< hops to the nearest host; see IncTopology::DeriveTiers()
    bool isTaken = false;     //!< switches only: could be a VAT node, but has no room
};

/// \ingroup inc
/// \brief A full-duplex link of an IncTopology.
struct IncTopologyLink
{
    uint32_t a;    //!< node index of one end
    uint32_t b;    //!< node index of the other end
    uint64_t rate; //!< rate from a to b, bit/s
    int64_t delay; //!< propagation delay, ps
    uint64_t back; //!< rate from b to a, bit/s
    /// Rail and plane of the server's NIC at one end, if they are not by the order of links.
    std::optional<std::pair<uint32_t, uint32_t>> nic{};

    /** \brief Return the rate with which one end, a or b, sends, bit/s. */
    uint64_t RateFrom(uint32_t from) const
    {
        return from == a ? rate : back;
    }
};

/// \ingroup inc
/// \brief One end of a link, seen from its node.
struct IncTopologyPort
{
    uint32_t link;     //!< index of the link
    uint32_t peer;     //!< node index of the other end
    uint32_t peerPort; //!< port number at the other end
};

/// \ingroup inc
/// \brief Two ports of an optical switch between which light passes.
using IncCircuit = std::pair<uint32_t, uint32_t>;

/// \ingroup inc
/// \brief A VAT node that the user defines: a switch or the root server, and the hosts of its A-BM.
struct IncTopologyVatNode
{
    uint32_t node;                 //!< index of the node
    std::vector<uint32_t> workers; //!< node indices of the hosts in its A-BM
};

/// \ingroup inc
/// \brief Work that a scale-up switch does for collectives, besides forwarding writes.
enum class IncScaleUpReduction : uint8_t
{
    NONE, //!< forwards writes, and does nothing else
    PULL, //!< reduces when a GPU reads what all GPUs have, and multicasts writes (NVLS)
    PUSH  //!< reduces what all GPUs send, and multicasts writes
};

/// \brief Return what a scale-up switch does as text: "none", "pull" or "push".
std::string IncName(IncScaleUpReduction reduction);

/// \ingroup inc
/// \brief A server: hosts, its GPUs, that a scale-up switch joins besides the network.
struct IncTopologyServer
{
    /// Link of a GPU to the scale-up switch.
    struct Gpu
    {
        uint32_t host; //!< node index of the GPU
        uint64_t rate; //!< rate of each direction, bit/s
        int64_t delay; //!< propagation delay, ps
    };

    std::string name;       //!< unique name, such as v0
    std::string switchName; //!< unique name of the scale-up switch, such as v0.up
    /// Collective functions of the scale-up switch.
    IncScaleUpReduction reduction{IncScaleUpReduction::NONE};
    std::vector<Gpu> gpus; //!< GPUs, at least one
    /// Whether links join the GPUs in pairs, without a switch: a GPU has a link to each other one.
    bool isMesh{false};
    static constexpr uint32_t MOST_IN_MESH =
        64; //!< most GPUs of a mesh, which has a link for a pair
};

/**
 * \ingroup inc
 * \brief A network as plain data: nodes, links, and optionally the workers, the root and the VAT of
 * a job.
 *
 * Nodes are numbered 0…N−1 in the order in which they are added; ports of a node in the order of
 * its links. Several links may join the same two nodes. A method that adds something impossible
 * throws IncTopologyError and changes nothing.
 */
class IncTopology
{
  public:
    /// Largest number of hosts, because ranks have 16 bits.
    static constexpr uint32_t MAX_HOSTS = 65536;
    /// Largest number of nodes.
    static constexpr uint32_t MAX_NODES = 131072;
    /// Largest number of ports of one node.
    static constexpr uint32_t MAX_PORTS = 65535;

    /** \brief Add a node, whose name must be new, and return its index. */
    uint32_t AddNode(IncTopologyNode node);

    /** \brief Add a host with this name, and return its index. */
    uint32_t AddHost(const std::string& name);

    /** \brief Add a switch that aggregates, with the default slots, and return its index. */
    uint32_t AddSwitch(const std::string& name);

    /// \brief Add a link between two different nodes, and return its index. The rates from a and
    /// `back` from b are in bit/s, INC_MIN_LINK_RATE…INC_MAX_LINK_RATE; the delay is in ps,
    /// 0…INC_MAX_LINK_DELAY. Without `back` both rates are equal.
    uint32_t AddLink(uint32_t a,
                     uint32_t b,
                     uint64_t rate,
                     int64_t delay,
                     std::optional<uint64_t> back = std::nullopt);

    /** \brief Add a time, in ps, to the delay of a link. */
    void AddDelay(uint32_t link, int64_t ps);

    /** \brief Set the rate of both directions of a link, bit/s. */
    void SetRate(uint32_t link, uint64_t rate);

    /** \brief Set the rail and the plane of a server's NIC at a link. */
    void SetNic(uint32_t link, uint32_t rail, uint32_t plane)
    {
        m_links.at(link).nic = {rail, plane};
    }

    /** \brief Set the job's workers in rank order: at least one host, all different. */
    void SetWorkers(std::vector<uint32_t> workers);

    /** \brief Set the root of the job's VAT: a switch or a host. */
    void SetRoot(uint32_t root);

    /** \brief Add a VAT node: a switch or a host, and the hosts of its A-BM. */
    void AddVatNode(IncTopologyVatNode vatNode);

    /** \brief Add a server of hosts that belong to no other server. Its NIC number r, the one of
     * rail r, is the r-th link of its GPUs to the network, in their order. */
    void AddServer(IncTopologyServer server);

    /// \return the servers
    const std::vector<IncTopologyServer>& GetServers() const
    {
        return m_servers;
    }

    /** \brief Return the index of the server of a host, or nothing. */
    std::optional<uint32_t> FindServer(uint32_t host) const;

    /** \return whether two hosts are GPUs of one server */
    bool AreInOneServer(uint32_t a, uint32_t b) const
    {
        return FindServer(a) && FindServer(a) == FindServer(b);
    }

    /**
     * \brief Replace all circuits of an optical switch, which has all its links. Each port is in
     * one circuit at most.
     *
     * A circuit joins two links, so that the nodes at their far ends become each other's peers.
     * Without a circuit, the peer is the optical switch, which leads nowhere.
     */
    void SetCircuits(uint32_t optical, const std::vector<IncCircuit>& circuits);

    /// \brief Set every node's tier to its distance in hops from the nearest host: leaf switches
    /// get 1, the cores of a fat-tree 3. Nodes that reach no host get 0.
    void DeriveTiers();

    /// \brief Check that there is a host, and that every host has a link and reaches every other
    /// one through switches and servers. With an optical switch without circuits, reachability is
    /// not checked. A GPU needs no link if another GPU of its server has one, or if there is a
    /// single server.
    void Validate() const;

    /// \return the nodes
    const std::vector<IncTopologyNode>& GetNodes() const
    {
        return m_nodes;
    }

    /// \return the links
    const std::vector<IncTopologyLink>& GetLinks() const
    {
        return m_links;
    }

    /** \brief Return the ports of a node. */
    const std::vector<IncTopologyPort>& GetPorts(uint32_t node) const;

    /// \return the indices of the hosts, in order
    const std::vector<uint32_t>& GetHosts() const
    {
        return m_hosts;
    }

    /** \brief Return the index of a host among the hosts; its BFR-id is one more by default. */
    uint32_t GetHostOrdinal(uint32_t host) const;

    /// \return the workers in rank order; empty if none were set
    const std::vector<uint32_t>& GetWorkers() const
    {
        return m_workers;
    }

    /// \return the root, if one was set
    std::optional<uint32_t> GetRoot() const
    {
        return m_root;
    }

    /** \brief Return the circuits of an optical switch. */
    const std::vector<IncCircuit>& GetCircuits(uint32_t optical) const;

    /// \return the VAT that the user has defined; empty if there is none
    const std::vector<IncTopologyVatNode>& GetVat() const
    {
        return m_vat;
    }

    /** \brief Return the index of the node with this name, or nothing. */
    std::optional<uint32_t> Find(const std::string& name) const;
    /** \brief Return the name of a node. */
    const std::string& GetName(uint32_t node) const;
    /** \brief Return whether a node is a host. */
    bool IsHost(uint32_t node) const;
    /** \brief Return whether a node forwards packets: a switch that is not optical. */
    bool Forwards(uint32_t node) const;
    /** \brief Return whether a node is a switch that may be a VAT node. */
    bool CanAggregate(uint32_t node) const;
    /** \brief Return "a->b", the name of a link's direction from its first to its second end. */
    std::string GetLinkName(uint32_t link) const;

  private:
    void CheckNodeIndex(uint32_t node) const;
    void CheckHosts(const std::vector<uint32_t>& hosts, const std::string& what) const;

    std::vector<IncTopologyNode> m_nodes;
    std::vector<IncTopologyLink> m_links;
    std::vector<std::vector<IncTopologyPort>> m_ports;
    std::vector<uint32_t> m_hosts;
    std::vector<uint32_t> m_hostOrdinals; //!< index among the hosts, by node; valid for hosts only
    std::unordered_map<std::string, uint32_t> m_byName;
    std::vector<uint32_t> m_workers;
    std::optional<uint32_t> m_root;
    std::vector<IncTopologyVatNode> m_vat;
    std::vector<IncTopologyServer> m_servers;
    std::unordered_map<uint32_t, uint32_t> m_serverOf; //!< index of the server, by host
    std::unordered_map<uint32_t, std::vector<IncCircuit>>
        m_circuits; //!< circuits by optical switch
};

/** \brief Return the name of a node's kind in topology files: "host", "switch" or "optical". */
std::string IncName(IncTopologyNode::Kind kind);

} // namespace ns3

#endif // INC_TOPOLOGY_H
