/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FABRIC_HELPER_H
#define INC_FABRIC_HELPER_H

#include "ns3/inc-net-device.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-switch.h"
#include "ns3/inc-topology.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief An installed network: the simulator's objects, reached by the topology's node indices.
 */
class IncFabric
{
  public:
    /** \return the description that was installed */
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

    /**
     * \param node index of a host
     * \return its NIC
     */
    Ptr<IncRdmaNic> GetNic(uint32_t node) const
    {
        return m_nics.at(node);
    }

    /**
     * \param node index of a switch
     * \return the switch
     */
    Ptr<IncSwitch> GetSwitch(uint32_t node) const
    {
        return m_switches.at(node);
    }

    /**
     * \param node node index
     * \param port port number there
     * \return the port
     */
    Ptr<IncNetDevice> GetDevice(uint32_t node, uint32_t port) const;

    /**
     * \param node node index
     * \return its IPv4 address
     */
    static Ipv4Address GetAddress(uint32_t node);

  private:
    IncTopology m_topology;                 //!< what was installed
    NodeContainer m_nodes;                  //!< by node index
    NetDeviceContainer m_devices;           //!< node by node
    std::vector<Ptr<IncRdmaNic>> m_nics;    //!< by node index; null for switches
    std::vector<Ptr<IncSwitch>> m_switches; //!< by node index; null for hosts

    friend class IncFabricHelper;
};

/**
 * \ingroup inc
 * \brief Builds nodes, ports and links from an IncTopology and installs routes and addresses.
 */
class IncFabricHelper : public PcapHelperForDevice
{
  public:
    IncFabricHelper();

    /**
     * \brief Set an attribute of every port.
     * \param name of an IncNetDevice attribute; the rate comes from the topology
     * \param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Set an attribute of every link.
     * \param name of an IncChannel attribute; the delay comes from the topology
     * \param value its value
     */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Build the network.
     * \param topology validated on the way
     * \return its objects; node i of the topology has the address IncFabric::GetAddress(i)
     */
    IncFabric Install(const IncTopology& topology) const;

    /**
     * \brief Pin the random streams of NICs and switches.
     * \param fabric an installed network
     * \param stream first stream to use
     * \return how many streams were used
     */
    static int64_t AssignStreams(const IncFabric& fabric, int64_t stream);

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    Ptr<IncNetDevice> AddPort(Ptr<Node> node, uint32_t index, uint64_t rate) const;

    ObjectFactory m_deviceFactory;  //!< makes ports
    ObjectFactory m_channelFactory; //!< makes links
};

} // namespace ns3

#endif // INC_FABRIC_HELPER_H
