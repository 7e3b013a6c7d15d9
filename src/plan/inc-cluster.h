/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLUSTER_H
#define INC_CLUSTER_H

#include "ns3/inc-json-fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief A cluster of switches, workers and parameter servers (ATRO, section III), as
 * input of the planners atro, aro, paring and spar. Its file has the schema inc-cluster/1.
 *
 * Nodes are numbered from 0: switches first, then workers, then parameter servers. Rates and
 * capacities are in Gb/s. A cluster without links is reconfigurable: a planner may link any two
 * nodes once, unless both are workers or parameter servers. */
class IncCluster
{
  public:
    using Node = uint32_t;
    static constexpr Node NONE = UINT32_MAX;
    static constexpr int64_t MAX_COUNT = 10000000; //!< largest count that a file may have

    /** A switch. An aggregator is a switch that can reduce. */
    struct Switch
    {
        std::string name;
        uint32_t ports{0};
        bool aggregator{false};
        /// Hosts for which the switch has room; see HostPlaces().
        std::optional<uint32_t> hosts{};
    };

    struct Link
    {
        Node a;
        Node b;
        double capacity;
    };

    double capacity{100}; //!< default capacity of a link, Gb/s
    /// Most switches on a path from a worker to a parameter server: ATRO's L.
    uint32_t maxLayers{5};
    uint32_t workers{90};
    uint32_t parameterServers{1};
    std::vector<Switch> switches; //!< the switches are nodes 0 to switches.size() - 1
    std::vector<Link> links;      //!< links of a fixed topology; set by AddLink()
    /// Switch of each worker, then of each parameter server (PS); empty if the planner may choose.
    std::vector<Node> attach;
    /// Most switches that the planner spar makes aggregators; if empty, Aggregators().
    std::optional<uint32_t> aggregatorsToPlace;

    Node Switches() const;
    Node Nodes() const;
    Node Worker(uint32_t index) const;
    Node ParameterServer(uint32_t index = 0) const;
    bool IsAggregator(Node node) const;
    uint32_t Aggregators() const;
    /** \return the name of a node in files: "w0", "ps" or the switch's own name */
    std::string NameOf(Node node) const;
    /** \return the node with that name, or NONE */
    Node Find(const std::string& name) const;

    void AddLink(Node a, Node b, double gbps);

    /** \return the capacity of a link between two nodes, Gb/s, set by SetCapacity() or else
     * AddLink(); otherwise the default capacity */
    double CapacityOf(Node u, Node v) const;
    /** Set the capacity of a link between two nodes, in both directions together. */
    void SetCapacity(Node u, Node v, double gbps);
    /** \return the pairs of nodes for which SetCapacity() was called, in order of the nodes */
    std::vector<Link> OwnCapacities() const;

    /** Count the hosts that each switch has room for. If any switch has a value of "hosts", these
     * values count. Otherwise each port without a link has room for a host. If "attach" is not
     * empty, only the switches in it count. */
    std::vector<uint32_t> HostPlaces() const;

    /** Throw IncError if there are several parameter servers and a planner accepts only one. */
    void RequireOneParameterServer(const std::string& planner) const;

    /** \return the cluster in a JSON value; throws IncError that names a wrong field */
    static IncCluster FromJson(const nlohmann::json& value);
    nlohmann::ordered_json ToJson() const;

    /** Prepare Find() for the present names of the switches; call this after a change of names. */
    void Index();

  private:
    void ReadSwitches(IncJsonFields& file);
    void ReadLinks(IncJsonFields& file);
    void ReadAttach(IncJsonFields& file);
    void ReadCapacities(IncJsonFields& file);
    void CheckPorts() const;
    /// Return the node whose name is `value`; otherwise refuse the field `name`.
    Node FindOrRefuse(const IncJsonFields& fields,
                      const std::string& name,
                      const nlohmann::json& value) const;

    std::unordered_map<std::string, Node> m_index;
    /// Capacities from SetCapacity() and from AddLink(), Gb/s, by pair of nodes.
    std::unordered_map<uint64_t, double> m_capacities;
    std::unordered_map<uint64_t, double> m_linkCapacities;
};

} // namespace ns3

#endif // INC_CLUSTER_H
