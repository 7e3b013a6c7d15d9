/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MANAGER_HELPER_H
#define INC_MANAGER_HELPER_H

#include "inc-fabric-helper.h"
#include "inc-group-helper.h"

#include "ns3/inc-aggregation-manager.h"
#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-client-agent.h"
#include "ns3/inc-control-endpoint.h"
#include "ns3/inc-route-speaker.h"
#include "ns3/inc-switch-agent.h"
#include "ns3/object-factory.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The control plane of a network, from IncManagerHelper: a manager, and an agent per node.
 *
 * Call Start() before anything else. Then give clients to the agents of hosts (GetClientAgent()),
 * which join groups for them. Kill() models the death of a node during a run.
 */
class IncControlPlane
{
  public:
    /** \return the manager */
    Ptr<IncAggregationManager> GetManager() const
    {
        return m_manager;
    }

    /** \return node index of the manager */
    uint32_t GetManagerNode() const
    {
        return m_managerNode;
    }

    /** \return control endpoint of a node; null for an optical switch */
    Ptr<IncControlEndpoint> GetEndpoint(uint32_t node) const
    {
        return m_endpoints.at(node);
    }

    /** \return agent of a host */
    Ptr<IncClientAgent> GetClientAgent(uint32_t node) const
    {
        return m_clientAgents.at(node);
    }

    /** \return agent of a switch */
    Ptr<IncSwitchAgent> GetSwitchAgent(uint32_t node) const
    {
        return m_switchAgents.at(node);
    }

    /** \return agent of a node; null if there is none */
    Ptr<IncControlAgent> GetAgent(uint32_t node) const;

    /** \brief Start manager and agents now, each in an event of its node. */
    void Start() const;

    /** \brief Stop manager and agents now; they lose all of their state. */
    void Stop() const;

    /** \brief Let a node die now: its agent, the manager if it runs there, and all of its links. */
    void Kill(const IncFabric& fabric, uint32_t node) const;

  private:
    Ptr<IncAggregationManager> m_manager;
    uint32_t m_managerNode{0};
    NodeContainer m_nodes;
    std::vector<Ptr<IncControlEndpoint>> m_endpoints; //!< by node index; null at optical switches
    /// By node index; null at switches and servers.
    std::vector<Ptr<IncClientAgent>> m_clientAgents;
    std::vector<Ptr<IncSwitchAgent>> m_switchAgents; //!< by node index; null at hosts with clients

    friend class IncManagerHelper;
};

/**
 * \ingroup inc
 * \brief Installs the aggregation manager and its agents on a network.
 *
 * Afterwards manager and agents communicate by packets only. A real network provisions its nodes
 * with the data that is configured here: names, BFR-ids, and the key that all nodes share. Use
 * IncGroupHelper for groups that exist from the beginning.
 */
class IncManagerHelper
{
  public:
    IncManagerHelper();

    /** \brief Set an attribute of the manager. */
    void SetManagerAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set an attribute of every agent. */
    void SetAgentAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set an attribute of the agents of switches. */
    void SetSwitchAgentAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set an attribute of the agents of hosts. */
    void SetClientAgentAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set an attribute of every node's control endpoint. */
    void SetEndpointAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Let a host without a client be the root of trees. */
    void AddServer(uint32_t node)
    {
        m_servers.insert(node);
    }

    /** \brief Set the longest BitString of P-BMs and results, bits, see IncGroupOptions. */
    void SetBitStringLength(uint32_t longest)
    {
        m_bitStringLength = longest;
    }

    /** \brief Let hosts, instead of the switches next to hosts, have the tables of IncLastHop. NICs
     * then receive results with their BIER header. */
    void SetLastHopIsHost(bool isHost)
    {
        m_lastHopIsHost = isHost;
    }

    /**
     * \brief Append a node for the manager, with one link to the last switch; the node neither
     * aggregates nor forwards. Return its node index.
     * \param topology topology to change
     * \param rate rate of the link, bit/s
     * \param delay propagation delay of the link, ps
     */
    static uint32_t AddManagerNode(IncTopology& topology, uint64_t rate, int64_t delay);

    /** \brief Put an agent on every node, and the manager on a host or switch; call Start() of the
     * result. The group helper makes missing aggregators. */
    IncControlPlane Install(const IncFabric& fabric,
                            uint32_t managerNode,
                            const IncGroupHelper& groups = IncGroupHelper()) const;

    /** \brief Install a routing protocol instead of IncRouteOracle: a speaker on each switch and on
     * each host with several ports. Speakers begin when IncRouteSpeaker::Converge() is called. The
     * fabric's optical circuits must not change. Return the speakers in the order of node
     * indices. */
    std::vector<Ptr<IncRouteSpeaker>> InstallSpeakers(const IncFabric& fabric) const;

  private:
    using SubDomain = std::shared_ptr<const IncBierSubDomain>;

    Ptr<IncControlEndpoint> MakeEndpoint(const IncFabric& fabric,
                                         uint32_t node,
                                         uint16_t port) const;
    Ptr<IncSwitchAgent> MakeSwitchAgent(const IncFabric& fabric,
                                        uint32_t node,
                                        const IncGroupHelper& groups,
                                        const SubDomain& subDomain) const;

    ObjectFactory m_managerFactory;
    ObjectFactory m_switchFactory;
    ObjectFactory m_clientFactory;
    ObjectFactory m_endpointFactory;
    std::set<uint32_t> m_servers;
    uint32_t m_bitStringLength{256};
    bool m_lastHopIsHost{false};
};

} // namespace ns3

#endif // INC_MANAGER_HELPER_H
