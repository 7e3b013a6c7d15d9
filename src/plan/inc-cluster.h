/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLUSTER_H
#define INC_CLUSTER_H

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A cluster of switches, workers and parameter servers (ATRO, section III). The planners
 * atro, aro, paring and spar solve such an instance. Its file has the schema inc-cluster/1.
 *
 * A node is a number: switches come first, then workers, then parameter servers. Rates and
 * capacities are in Gb/s. A cluster without links is reconfigurable: a planner may link any two
 * nodes once, unless both are end nodes, that is workers or parameter servers.
 */
class IncCluster
{
  public:
    using Node = uint32_t;
    /** No node. */
    static constexpr Node NONE = UINT32_MAX;
    static constexpr int64_t MAX_COUNT = 10000000; //!< largest count that a file may have

    /** A switch. An aggregator is a switch that can reduce. */
    struct Switch
    {
        std::string name;
        uint32_t ports{0};
        bool aggregator{false};
        std::optional<uint32_t> hosts{}; //!< number of places for hosts; see HostPlaces()
    };

    /** A link of a fixed topology, between two switches. */
    struct Link
    {
        Node a;
        Node b;
        double capacity;
    };

    double capacity{100};         //!< capacity of each link without its own, Gb/s
    uint32_t maxLayers{5};        //!< most switches on a path from a worker to the PS: ATRO's L
    uint32_t workers{90};         //!< number of workers
    uint32_t parameterServers{1}; //!< number of parameter servers
    std::vector<Switch> switches; //!< nodes 0 to switches.size() - 1
    std::vector<Link> links;      //!< links of a fixed topology, from AddLink()
    /// Switch of each worker, then of each parameter server (PS); empty if the planner may choose.
    std::vector<Node> attach;
    /// Most switches that the planner spar makes aggregators; if empty, the number of aggregators.
    std::optional<uint32_t> aggregatorsToPlace;

    /** \return the number of switches */
    Node Switches() const;
    /** \return the number of nodes */
    Node Nodes() const;
    /** \return the node of a worker */
    Node Worker(uint32_t index) const;
    /** \return the node of a parameter server */
    Node ParameterServer(uint32_t index = 0) const;
    /** \return true for a switch that can reduce */
    bool IsAggregator(Node node) const;
    /** \return the number of aggregators */
    uint32_t Aggregators() const;
    /** \return the name of a node in files: "w0", "ps" or the switch's own name */
    std::string NameOf(Node node) const;
    /** \return the node with that name, or NONE */
    Node Find(const std::string& name) const;

    /** Add a link of a fixed topology, with its capacity. */
    void AddLink(Node a, Node b, double gbps);

    /**
     * \return the capacity of a link between two nodes, Gb/s: that of SetCapacity(), else that of
     * the fixed link, else the default
     */
    double CapacityOf(Node u, Node v) const;
    /** Set the capacity of one unordered pair of nodes. */
    void SetCapacity(Node u, Node v, double gbps);
    /** \return the pairs that have their own capacity, in order of their nodes */
    std::vector<Link> OwnCapacities() const;

    /**
     * \brief Count the places for hosts on each switch.
     *
     * If any switch has "hosts", these are the places. Otherwise they are the ports without links,
     * on the switches in "attach", or on all switches if "attach" is empty.
     * \return number of places of each switch
     */
    std::vector<uint32_t> HostPlaces() const;

    /** Throw IncError if there are several parameter servers, because a planner needs one. */
    void RequireOneParameterServer(const std::string& planner) const;

    /** \return the instance in a JSON value; throws IncError with the wrong field */
    static IncCluster FromJson(const nlohmann::json& value);
    /** \return the instance as a JSON value */
    nlohmann::ordered_json ToJson() const;

    /** Index the names of the switches; call it after the names have changed. */
    void Index();

  private:
    void ReadSwitches(const nlohmann::json& list);
    void ReadLinks(const nlohmann::json& list);
    void ReadAttach(const nlohmann::json& object);
    void ReadCapacities(const nlohmann::json& list);
    void CheckPorts() const;
    Node FindOrRefuse(const nlohmann::json& value, const std::string& path) const;

    std::unordered_map<std::string, Node> m_index;         //!< switches by name
    std::unordered_map<uint64_t, double> m_capacities;     //!< own capacities, Gb/s, by pair
    std::unordered_map<uint64_t, double> m_linkCapacities; //!< capacities of links, Gb/s, by pair
};

} // namespace ns3

#endif // INC_CLUSTER_H
