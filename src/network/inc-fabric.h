/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FABRIC_H
#define INC_FABRIC_H

#include "ns3/inc-channel.h"
#include "ns3/inc-ecn-marker.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-pfc-watchdog.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-route-computation.h"
#include "ns3/inc-scale-up-switch.h"
#include "ns3/inc-switch.h"
#include "ns3/inc-topology.h"
#include "ns3/ipv6-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Handle of a network that IncFabricHelper has installed.
 *
 * A script finds the simulator's objects here, by the node indices of the topology. Copies of a
 * handle refer to one network. Groups, collectives and meters take a handle as first argument.
 */
class IncFabric
{
  public:
    /** \return topology that was installed */
    const IncTopology& GetTopology() const
    {
        return m_topology;
    }

    /** \return all nodes, by node index */
    const NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    /** \return all devices, node by node, port by port */
    const NetDeviceContainer& GetDevices() const
    {
        return m_devices;
    }

    /** \return NIC of a host, by node index */
    Ptr<IncRdmaNic> GetNic(uint32_t node) const
    {
        return m_nics.at(node);
    }

    /** \return switch with a node index */
    Ptr<IncSwitch> GetSwitch(uint32_t node) const
    {
        return m_switches.at(node);
    }

    /** \return scale-up switch of a server, by index of the server in the topology; or the link of
     * each pair of GPUs in a mesh, as a switch with two ports */
    const std::vector<Ptr<IncScaleUpSwitch>>& GetScaleUpSwitches(uint32_t server) const
    {
        return m_scaleUps.at(server);
    }

    /** \brief Let all scale-up links of a GPU fail, by node index, or repair them. */
    void SetScaleUpLink(uint32_t gpu, bool isUp) const;

    /// A direction of a scale-up link.
    struct ScaleUpDirection
    {
        std::string name;                          //!< both ends, such as h0->v0.up
        Ptr<IncScaleUpLink> link;                  //!< link
        const IncScaleUpLink::Direction* counters; //!< counters of the direction
    };

    /** \return both directions of all scale-up links, server by server */
    std::vector<ScaleUpDirection> GetScaleUpDirections() const;

    /** \return the object that detects deadlocks of PFC; nullptr without PFC */
    Ptr<IncPfcWatchdog> GetWatchdog() const
    {
        return m_watchdog;
    }

    /** \return device at a node's port, by node index and port number */
    Ptr<IncNetDevice> GetDevice(uint32_t node, uint32_t port) const;

    /** \return channel of a link, by index of the link in the topology */
    Ptr<IncChannel> GetChannel(uint32_t link) const
    {
        return m_channels.at(link);
    }

    /** \return for each node, true if working links and switches lead there from `from` */
    std::vector<bool> FindReachable(uint32_t from) const;

    /** \brief Give every node its routes. Routes to a host carry egress groups of its switches. */
    void DistributeRoutes(const IncRouteComputation& routes) const;

    /** \brief Change an optical switch's circuits only in GetTopology() of this handle. The switch
     * itself needs IncOpticalSwitch::Reconfigure(), and routes need DistributeRoutes(). */
    void SetCircuits(uint32_t optical, const std::vector<IncCircuit>& circuits)
    {
        m_topology.SetCircuits(optical, circuits);
    }

    /** \return IPv4 address of a node; it identifies the node even if packets have IPv6 */
    static Ipv4Address GetAddress(uint32_t node);

    /** \return IPv6 address of a node; packets have it if GetIpVersion() is V6 */
    static Ipv6Address GetIpv6Address(uint32_t node);

    /** \return version of the Internet protocol of all RoCEv2 packets */
    IncIpVersion GetIpVersion() const
    {
        return m_ip;
    }

  private:
    IncTopology m_topology;
    NodeContainer m_nodes;
    NetDeviceContainer m_devices;           //!< devices, node by node
    std::vector<Ptr<IncRdmaNic>> m_nics;    //!< NICs by node index; null for switches
    std::vector<Ptr<IncSwitch>> m_switches; //!< switches by node index; null for hosts
    std::vector<std::vector<Ptr<IncScaleUpSwitch>>> m_scaleUps; //!< scale-up switches by server
    std::vector<Ptr<IncEcnMarker>> m_markers; //!< ECN markers by node index; null if there is none
    Ptr<IncPfcWatchdog> m_watchdog;           //!< finds deadlocks of PFC; null without PFC
    std::vector<Ptr<IncChannel>> m_channels;
    IncIpVersion m_ip{IncIpVersion::V4};

    friend class IncFabricHelper;
};

} // namespace ns3

#endif // INC_FABRIC_H
