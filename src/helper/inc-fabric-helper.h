/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FABRIC_HELPER_H
#define INC_FABRIC_HELPER_H

#include "ns3/inc-fabric.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Builds a network: nodes, ports, links, addresses and routes, as an IncTopology describes
 * them.
 *
 * This is the first helper of every script. Set attributes and switch features on, such as
 * EnablePfc() or EnableEcn(), then call Install(). It returns an IncFabric, which has all objects
 * by the node indices of the topology. Hosts get an IncRdmaNic, switches an IncSwitch, and each end
 * of a link an IncNetDevice. Routes are shortest paths over the whole topology; no routing protocol
 * runs. Groups are installed afterwards, by IncGroupHelper or IncManagerHelper.
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
     * \brief Set an attribute of every switch, as the scheme of ECMP.
     * \param name of an IncSwitch attribute
     * \param value its value
     */
    void SetSwitchAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Set the size of computed groups of interfaces (IncEcmpGroups::Compute()).
     * \param interfaces of an ingress group, and of a subgroup of ECMP interfaces; 4 at first
     * \param egressInterfaces of a group of interfaces towards hosts; 4 at first
     */
    void SetEcmpGroupSizes(uint32_t interfaces, uint32_t egressInterfaces);

    /**
     * \brief Set the groups of a switch by hand.
     * \param name of the switch in the topology
     * \param groups of its interfaces
     */
    void SetEcmpGroups(const std::string& name, const IncEcmpGroups& groups);

    /**
     * \brief Let the ports of each switch share a buffer.
     *
     * Without it each port has its own, of the size of its attribute QueueSize.
     */
    void EnableSharedBuffer();

    /**
     * \brief Set an attribute of every shared buffer; there will be some.
     * \param name of an IncSharedBuffer attribute
     * \param value its value
     */
    void SetBufferAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Make priorities lossless: PFC on all links, a shared buffer in every switch, a
     * watchdog for the whole network.
     * \param priorities separated by commas, as "3" or "3,5"
     */
    void EnablePfc(const std::string& priorities);

    /**
     * \brief Set an attribute of the watchdog that PFC brings along.
     * \param name of an IncPfcWatchdog attribute
     * \param value its value
     */
    void SetWatchdogAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Mark frames at the output queues of all switches (ECN).
     * \param priorities separated by commas, as "3" or "3,5"
     */
    void EnableEcn(const std::string& priorities);

    /**
     * \brief Set an attribute of every switch's ECN marker; there will be some.
     * \param name of an IncEcnMarker attribute
     * \param value its value
     */
    void SetEcnAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Choose what RoCEv2 travels over, everywhere in the network; IPv4 unless called.
     * \param ip version of the Internet protocol
     */
    void SetIpVersion(IncIpVersion ip);

    /**
     * \param nanoseconds whether captures have times in nanoseconds, as they do unless called;
     *        else what PcapFileWrapper::NanosecMode says
     */
    void SetNanosecondCaptures(bool nanoseconds);

    /**
     * \brief Find out whether the attributes of buffers and ECN markers fit a network; Install()
     * ends the program where they do not.
     * \param topology of the network
     * \throw IncAttributeError naming switch, attribute, value and what is accepted
     */
    void Check(const IncTopology& topology) const;

    /**
     * \brief Build the network. Attributes that contradict each other end the program here, with a
     * message that names them.
     * \param topology validated on the way
     * \return its objects; node i of the topology has the address IncFabric::GetAddress(i).
     *         IncError where the groups of a switch cannot be
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
    Ptr<IncSwitch> MakeSwitch(const IncTopology& topology, uint32_t index, Ptr<Node> node) const;
    void CheckEcmpGroups(const IncTopology& topology, const IncRouteComputation& routes) const;
    IncEcmpGroups GroupsOf(const IncTopology& topology, uint32_t index) const;
    Ptr<IncNetDevice> AddPort(Ptr<Node> node, uint32_t index, uint64_t rate) const;
    /// Names known to Names: paths of Config and files of captures carry them.
    static void Name(const IncFabric& fabric);
    static void InstallPathTimes(const IncFabric& fabric);
    /// With the time that frames spend in NICs and switches, half a switch's on each of its links.
    IncTopology WithPipelines(const IncTopology& topology) const;
    void InstallBuffers(IncFabric& fabric) const;
    void InstallMarkers(IncFabric& fabric) const;

    IncIpVersion m_ip{IncIpVersion::V4};           //!< IP version of RoCEv2 packets
    ObjectFactory m_deviceFactory;                 //!< factory of ports
    ObjectFactory m_channelFactory;                //!< factory of links
    ObjectFactory m_bufferFactory;                 //!< makes shared buffers
    ObjectFactory m_watchdogFactory;               //!< makes the watchdog
    ObjectFactory m_markerFactory;                 //!< makes ECN markers
    bool m_sharedBuffer{false};                    //!< ports of a switch share a buffer
    bool m_pfc{false};                             //!< whether some priorities are lossless
    bool m_ecn{false};                             //!< whether switches mark frames
    bool m_nanoseconds{true};                      //!< captures have nanoseconds
    ObjectFactory m_switchFactory;                 //!< factory of switches
    uint32_t m_groupSize{4};                       //!< interfaces in a computed ECMP group
    uint32_t m_egressGroupSize{4};                 //!< interfaces towards hosts
    std::map<std::string, IncEcmpGroups> m_groups; //!< by hand, by name of the switch
};

} // namespace ns3

#endif // INC_FABRIC_HELPER_H
