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
 * \brief A cluster of switches, workers and parameter servers (ATRO, section III): the instance
 * of the planners atro, aro, paring and spar, file schema inc-cluster/1.
 *
 * Nodes are numbered: switches first, then workers, then parameter servers. Rates and capacities
 * are in Gb/s. A cluster without links is reconfigurable: any two nodes may be linked once, unless
 * both are end nodes.
 */
class IncCluster
{
  public:
    using Node = uint32_t;
    /** Value that stands for no node. */
    static constexpr Node NONE = UINT32_MAX;
    static constexpr int64_t MAX_COUNT = 10000000; //!< largest count that a file may have

    /** A switch. An aggregator is a switch that can reduce. */
    struct Switch
    {
        std::string name;
        uint32_t ports{0};
        bool aggregator{false};
        std::optional<uint32_t> hosts{}; //!< places for hosts; by default every free port
    };

    /** A link of a fixed topology, between two switches. */
    struct Link
    {
        Node a;
        Node b;
        double capacity;
    };

    double capacity{100};         //!< capacity of every pair without its own, Gb/s
    uint32_t maxLayers{5};        //!< switches on the longest path of a worker (L)
    uint32_t workers{90};         //!< number of workers
    uint32_t parameterServers{1}; //!< number of parameter servers
    std::vector<Switch> switches; //!< nodes 0 to switches.size() - 1
    std::vector<Link> links;      //!< links of a fixed topology, from AddLink()
    std::vector<Node>
        attach; //!< switch of each worker, then of each PS; empty if the planner may choose
    std::optional<uint32_t>
        aggregatorsToPlace; //!< number of aggregators to place, for planners that place them

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
     * \return the capacity between two nodes if they are linked, Gb/s: that of the pair, else that
     * of the link, else the default
     */
    double CapacityOf(Node u, Node v) const;
    /** Set the capacity of one unordered pair of nodes. */
    void SetCapacity(Node u, Node v, double gbps);
    /** \return the pairs that have their own capacity, in order of their nodes */
    std::vector<Link> OwnCapacities() const;

    /**
     * \brief Count the places for hosts on each switch.
     *
     * The instance's "hosts" gives the places. Without it they are the ports that the links leave,
     * on the switches that "attach" uses, or on all switches.
     * \return number of places of each switch
     */
    std::vector<uint32_t> HostPlaces() const;

    /** Throw an IncError if there is more than one parameter server, which a planner refuses. */
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

    std::unordered_map<std::string, Node> m_index;
    std::unordered_map<uint64_t, double> m_capacities;     //!< capacities of pairs, by their key
    std::unordered_map<uint64_t, double> m_linkCapacities; //!< capacities of links, by their key
};

} // namespace ns3

#endif // INC_CLUSTER_H
