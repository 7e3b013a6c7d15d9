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
 * \brief The control plane of a network: a manager, and an agent on every node, as IncManagerHelper
 * installs them.
 *
 * Call Start() before anything else. Then hand clients to the agents of hosts, GetClientAgent(),
 * which join groups for them. Kill() lets a node die during a run.
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

    /**
     * \param node index of a switch or host
     * \return its end of the control plane
     */
    Ptr<IncControlEndpoint> GetEndpoint(uint32_t node) const
    {
        return m_endpoints.at(node);
    }

    /**
     * \param node index of a host
     * \return its agent
     */
    Ptr<IncClientAgent> GetClientAgent(uint32_t node) const
    {
        return m_clientAgents.at(node);
    }

    /**
     * \param node index of a switch
     * \return its agent
     */
    Ptr<IncSwitchAgent> GetSwitchAgent(uint32_t node) const
    {
        return m_switchAgents.at(node);
    }

    /**
     * \param node index of any node
     * \return the agent of the switch or host; null where there is none
     */
    Ptr<IncControlAgent> GetAgent(uint32_t node) const;

    /** \brief Start manager and agents, each as an event of its node, now. */
    void Start() const;

    /** \brief Stop manager and agents, now: all forget what they know. */
    void Stop() const;

    /**
     * \brief A node dies, now: its agent, the manager if it runs there, and all its links.
     * \param fabric the network
     * \param node index of the node
     */
    void Kill(const IncFabric& fabric, uint32_t node) const;

  private:
    Ptr<IncAggregationManager> m_manager;             //!< the manager
    uint32_t m_managerNode{0};                        //!< node of the manager
    NodeContainer m_nodes;                            //!< nodes by node index
    std::vector<Ptr<IncControlEndpoint>> m_endpoints; //!< endpoints by node index; null: optical
    std::vector<Ptr<IncClientAgent>> m_clientAgents; //!< client agents by node index; null: no host
    std::vector<Ptr<IncSwitchAgent>>
        m_switchAgents; //!< switch agents by node index; null: no switch

    friend class IncManagerHelper;
};

/**
 * \ingroup inc
 * \brief Installs the aggregation manager and its agents on a network.
 *
 * From then on nothing passes between them but packets. What each node is configured with here
 * (names, BFR-ids, the key that all nodes share) is what provisions a real network. Use
 * IncGroupHelper if groups are to be there from the beginning.
 */
class IncManagerHelper
{
  public:
    IncManagerHelper();

    /**
     * \brief Set an attribute of the manager.
     * \param name of an IncAggregationManager attribute
     * \param value its value
     */
    void SetManagerAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Set an attribute of every agent.
     * \param name of an IncControlAgent attribute
     * \param value its value
     */
    void SetAgentAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Set an attribute of the agents of switches.
     * \param name of an IncSwitchAgent attribute
     * \param value its value
     */
    void SetSwitchAgentAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Set an attribute of the agents of hosts.
     * \param name of an IncClientAgent attribute
     * \param value its value
     */
    void SetClientAgentAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Set an attribute of every node's end of the control plane.
     * \param name of an IncControlEndpoint attribute
     * \param value its value
     */
    void SetEndpointAttribute(const std::string& name, const AttributeValue& value);

    /** \param node index of a host that serves as a root of trees, and has no client */
    void AddServer(uint32_t node)
    {
        m_servers.insert(node);
    }

    /** \param longest BitString of P-BMs and results, bits, as IncGroupOptions has it */
    void SetBitStringLength(uint32_t longest);

    /**
     * \param isHost whether results by BIER reach the NIC as such (IncGroupParameters): then hosts
     *        have the tables of IncLastHop, else the switches before them
     */
    void SetLastHopIsHost(bool isHost)
    {
        m_lastHopIsHost = isHost;
    }

    /**
     * \brief Append a node for the manager to a topology: with one link, to the last switch.
     * \param topology where it is added; nothing aggregates there, and no traffic passes it
     * \param rate of the link, bit/s
     * \param delay of the link, ps
     * \return its node index
     */
    static uint32_t AddManagerNode(IncTopology& topology, uint64_t rate, int64_t delay);

    /**
     * \brief Put an agent on every node, and the manager on one.
     * \param fabric an installed network
     * \param managerNode node index of a host or switch
     * \param groups makes the aggregators that are missing
     * \return the control plane, to be started
     */
    IncControlPlane Install(const IncFabric& fabric,
                            uint32_t managerNode,
                            const IncGroupHelper& groups = IncGroupHelper()) const;

    /**
     * \brief Let the nodes of a network tell each other their routes, in the place of
     * IncRouteOracle: a speaker for each switch and each host with several ports. They begin with
     * IncRouteSpeaker::Converge().
     * \param fabric an installed network; circuits of optical switches stay
     * \return the speakers, by rising node index
     */
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

    ObjectFactory m_managerFactory;  //!< makes the manager
    ObjectFactory m_switchFactory;   //!< makes agents of switches
    ObjectFactory m_clientFactory;   //!< makes agents of hosts
    ObjectFactory m_endpointFactory; //!< makes ends of the control plane
    std::set<uint32_t> m_servers;    //!< see AddServer()
    uint32_t m_bitStringLength{256}; //!< longest BitString, bits
    bool m_lastHopIsHost{false};     //!< see SetLastHopIsHost()
};

} // namespace ns3

#endif // INC_MANAGER_HELPER_H
