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
 * \brief Builds a network from an IncTopology: nodes, ports, links, addresses and routes.
 *
 * This is the first helper of every script. Set attributes and switch features on, such as
 * EnablePfc() or EnableEcn(), then call Install(). It returns an IncFabric, which has all objects
 * by the node indices of the topology. Hosts get an IncRdmaNic, switches an IncSwitch, and each
 * end of a link an IncNetDevice. Routes are shortest paths over the whole topology; no routing
 * protocol runs. Groups are installed afterwards, by IncGroupHelper or IncManagerHelper. The helper
 * owns settings only, and can install several networks.
 */
class IncFabricHelper : public PcapHelperForDevice
{
  public:
    IncFabricHelper();

    /** \brief Set an IncNetDevice attribute of every port; the rate comes from the topology. */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set an IncChannel attribute of every link; the delay comes from the topology. */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set an attribute of every switch, such as the scheme of ECMP. */
    void SetSwitchAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set the size of computed groups of interfaces (IncEcmpGroups::Compute()), and of
     * groups towards hosts; both are 4 by default. */
    void SetEcmpGroupSizes(uint32_t interfaces, uint32_t egressInterfaces);

    /** \brief Set the groups of a switch instead of computing them. */
    void SetEcmpGroups(const std::string& name, const IncEcmpGroups& groups);

    /** \brief Let all ports of a switch share a buffer, instead of QueueSize for each port. */
    void EnableSharedBuffer()
    {
        m_sharedBuffer = true;
    }

    /** \brief Set an attribute of every shared buffer; this enables shared buffers. */
    void SetBufferAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Make priorities, such as "3" or "3,5", lossless: use PFC on all links, a shared
     * buffer in every switch, and one watchdog for the network. */
    void EnablePfc(const std::string& priorities);

    /** \brief Set an attribute of the watchdog that detects deadlocks of PFC. */
    void SetWatchdogAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Mark frames of priorities, such as "3" or "3,5", at the output queues of switches
     * (ECN). */
    void EnableEcn(const std::string& priorities);

    /** \brief Set an attribute of every switch's ECN marker; this enables markers. */
    void SetEcnAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set the version of the Internet protocol of all RoCEv2 packets; IPv4 by default. */
    void SetIpVersion(IncIpVersion ip)
    {
        m_ip = ip;
    }

    /** \brief Write times of captures in nanoseconds, the default; otherwise
     * PcapFileWrapper::NanosecMode decides. */
    void SetNanosecondCaptures(bool nanoseconds)
    {
        m_nanoseconds = nanoseconds;
    }

    /** \brief Check whether the attributes of buffers and ECN markers fit a network. Throw
     * IncAttributeError, with which Install() ends the program, if they do not. */
    void Check(const IncTopology& topology) const;

    /** \brief Build the network; node i of the topology has the address IncFabric::GetAddress(i).
     * Validate the topology first. Throw IncError if the ECMP groups of a switch are impossible.
     * Attributes that contradict each other end the program. */
    IncFabric Install(const IncTopology& topology) const;

    /** \brief Assign fixed random streams to NICs and switches, and return their number. */
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
    /// Register node names with ns3::Names, for paths of Config and names of captures.
    static void Name(const IncFabric& fabric);
    static void InstallPathTimes(const IncFabric& fabric);
    /// Return the topology with longer delays: they include the time that frames spend in NICs and
    /// switches, half a switch's time on each of its links.
    IncTopology WithPipelines(const IncTopology& topology) const;
    static void InstallServers(IncFabric& fabric);
    void InstallBuffers(IncFabric& fabric) const;
    void InstallMarkers(IncFabric& fabric) const;

    IncIpVersion m_ip{IncIpVersion::V4};
    ObjectFactory m_deviceFactory;
    ObjectFactory m_channelFactory;
    ObjectFactory m_bufferFactory;
    ObjectFactory m_watchdogFactory;
    ObjectFactory m_markerFactory;
    bool m_sharedBuffer{false};
    bool m_pfc{false};
    bool m_ecn{false};
    bool m_nanoseconds{true};
    ObjectFactory m_switchFactory;
    uint32_t m_groupSize{4};       //!< interfaces in a computed ECMP group
    uint32_t m_egressGroupSize{4}; //!< interfaces in a computed group towards hosts
    /// Groups that were set instead of computed, by name of the switch.
    std::map<std::string, IncEcmpGroups> m_groups;
};

} // namespace ns3

#endif // INC_FABRIC_HELPER_H
