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
 * \brief Interface of classes that make an IncTopology from a shape or a file.
 *
 * A topology is plain data: nodes, links and tiers, without simulator objects.
 * IncFabricHelper::Install() makes a network from it. Routes, trees and placements follow from the
 * graph; no other class knows shapes.
 */
class IncTopologyBuilder
{
  public:
    virtual ~IncTopologyBuilder() = default;

    /** \return the topology, validated and with its tiers
     * \throw IncTopologyError if the parameters do not describe a network */
    virtual IncTopology Build() const = 0;
};

/// \ingroup inc
/// \brief Error about a shape's parameter, with the refused value and the accepted values.
class IncTopologyParameterError : public IncTopologyError
{
  public:
    /** \brief Refuse a value of a parameter, whose name is as users write it. */
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
 * `inc-sim --topology`; its attributes, whole numbers, are arguments. To add a shape, write
 * Check(), CountHosts() and Build() of a derived class: `examples/inc-own-topology.cc` is a torus.
 */
class IncRegularTopology : public Object, public IncTopologyBuilder
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the rate of every link, bit/s, and its propagation delay, ps. */
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

    /** \brief Throw IncTopologyError if the parameters do not describe a network. */
    virtual void Check() const = 0;

    /** \return number of hosts */
    virtual uint64_t CountHosts() const = 0;

    /** \return true if two hosts may have several shortest paths */
    virtual bool HasEqualCostPaths() const
    {
        return true;
    }

  protected:
    /** \brief Refuse values that attributes do not accept; constructors do not check them. */
    void CheckParameters(TypeId tid) const;
    /** \brief Refuse more than IncTopology::MAX_HOSTS hosts or MAX_NODES nodes. */
    static void CheckSize(uint64_t hosts, uint64_t switches);
    /** \return index of the first of `count` new nodes with the names PREFIX0, PREFIX1, … */
    static uint32_t AddNodes(IncTopology& topology,
                             IncTopologyNode::Kind kind,
                             const std::string& prefix,
                             uint32_t count);
    /** \brief Add a link between two nodes with the rate and delay of all links. */
    void AddLink(IncTopology& topology, uint32_t a, uint32_t b) const;
    /** \brief Refuse a number of NICs that does not divide the number of a host's switches. */
    void CheckRails(uint32_t switches) const;
    /** \brief Connect a row of switches to hosts, from left to right. With n rails, n neighboring
     * switches share their hosts: NIC i of such a host is on the i-th of these switches. */
    void AttachHosts(IncTopology& topology,
                     uint32_t firstSwitch,
                     uint32_t switches,
                     uint32_t hostsPerSwitch) const;

  private:
    uint64_t m_rate = 100'000'000'000; //!< rate of links, bit/s
    int64_t m_delay = 1'000'000;       //!< propagation delay of links, ps
    uint32_t m_rails = 1;
};

} // namespace ns3

#endif // INC_TOPOLOGY_BUILDER_H
