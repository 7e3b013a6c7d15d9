/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TOPOLOGY_BUILDER_H
#define INC_TOPOLOGY_BUILDER_H

#include "ns3/inc-topology.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Interface of classes that make an IncTopology: one for each shape (IncFatTreeTopology,
 * IncLeafSpineTopology, IncStarTopology), and one for files (IncTopologyFile).
 *
 * A topology is plain data: nodes, links and tiers, without simulator objects. Build() makes it,
 * and IncFabricHelper::Install() makes a network from it. Routes, trees and placements follow from
 * its graph; no other class knows shapes.
 */
class IncTopologyBuilder
{
  public:
    virtual ~IncTopologyBuilder() = default;

    /**
     * \return the topology, validated and with its tiers
     * \throw IncTopologyError if the parameters do not describe a network
     */
    virtual IncTopology Build() const = 0;
};

/// \ingroup inc
/// \brief Error about a shape's parameter, with the refused value and the accepted values.
class IncTopologyParameterError : public IncTopologyError
{
  public:
    /**
     * \param name name of the parameter, as users write it
     * \param value value of the parameter
     * \param accepted values that are accepted
     */
    IncTopologyParameterError(const std::string& name, uint64_t value, const std::string& accepted);

    const std::string parameter; //!< name of the parameter
    const std::string accepted;  //!< accepted values
};

/**
 * \ingroup inc
 * \brief Base class of regular shapes, in which all links are alike.
 *
 * Hosts come first, so that host i has node index i. Switches follow tier by tier, and each tier is
 * numbered from left to right. Every registered class that derives from this one is a shape of
 * `inc-sim --topology`; its attributes, whole numbers, are arguments. To add a shape, derive from
 * it and write Check(), CountHosts() and Build(): `examples/inc-own-topology.cc` is a torus.
 */
class IncRegularTopology : public Object, public IncTopologyBuilder
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \param rate rate of every link in bit/s
     * \param delay propagation delay of every link, ps
     */
    void SetLink(uint64_t rate, int64_t delay);

    /** \param rails number of NICs of every host, each on a different switch (rail-optimised) */
    void SetRails(uint32_t rails)
    {
        m_rails = rails;
    }

    /** \return number of NICs of every host */
    uint32_t GetRails() const
    {
        return m_rails;
    }

    /** \return true if hosts may have several NICs. Check() of such a shape calls CheckRails(), and
     * Build() calls AttachHosts() */
    virtual bool HasRails() const
    {
        return false;
    }

    /** \return name of an attribute as users write it: "hostsPerLeaf" for HostsPerLeaf */
    static std::string ParameterName(const std::string& attribute);

    /**
     * \brief Check whether the parameters describe a network, without making it.
     * \throw IncTopologyError if they do not
     */
    virtual void Check() const = 0;

    /** \return number of hosts */
    virtual uint64_t CountHosts() const = 0;

    /** \return true if two hosts may have several shortest paths */
    virtual bool HasEqualCostPaths() const
    {
        return true;
    }

  protected:
    /** \brief Refuse values that attributes do not accept, because constructors do not check
     * them. */
    void CheckParameters(TypeId tid) const;
    /** \brief Refuse shapes with more than IncTopology::MAX_HOSTS hosts or MAX_NODES nodes,
     * before any node is made. */
    static void CheckSize(uint64_t hosts, uint64_t switches);
    /**
     * \brief Add hosts or switches with the names PREFIX0, PREFIX1, …
     * \param topology topology to add to
     * \param kind host or switch
     * \param prefix prefix of their names
     * \param count number of nodes
     * \return index of the first new node
     */
    static uint32_t AddNodes(IncTopology& topology,
                             IncTopologyNode::Kind kind,
                             const std::string& prefix,
                             uint32_t count);
    /**
     * \brief Add a link with the rate and delay of all links.
     * \param topology topology to add to
     * \param a node index of one end
     * \param b node index of the other end
     */
    void AddLink(IncTopology& topology, uint32_t a, uint32_t b) const;
    /**
     * \brief Refuse a number of NICs per host that does not divide a number of switches.
     * \param switches number of switches that one host may be attached to
     */
    void CheckRails(uint32_t switches) const;
    /**
     * \brief Connect a row of switches to hosts, from left to right. With n rails, n neighboring
     * switches share their hosts: NIC i of such a host is on the i-th of these switches.
     * \param topology topology to add to
     * \param firstSwitch index of the first switch
     * \param switches number of switches
     * \param hostsPerSwitch number of hosts on each switch
     */
    void AttachHosts(IncTopology& topology,
                     uint32_t firstSwitch,
                     uint32_t switches,
                     uint32_t hostsPerSwitch) const;

  private:
    uint64_t m_rate = 100'000'000'000; //!< rate of each link, bit/s
    int64_t m_delay = 1'000'000;       //!< propagation delay of each link, ps
    uint32_t m_rails = 1;              //!< number of NICs of every host
};

} // namespace ns3

#endif // INC_TOPOLOGY_BUILDER_H
