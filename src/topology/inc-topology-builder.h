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
 * \brief Makes an IncTopology: one class per shape (IncFatTreeTopology, IncLeafSpineTopology,
 * IncStarTopology), and one for files (IncTopologyFile).
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
     * \return the network, validated and with its tiers
     * \throw IncTopologyError when the parameters make no network
     */
    virtual IncTopology Build() const = 0;
};

/**
 * \ingroup inc
 * \brief A parameter of a shape has a value that makes no network.
 */
class IncTopologyParameterError : public IncTopologyError
{
  public:
    /**
     * \param name of the parameter, as users write it
     * \param value it has
     * \param accepted what it may be
     */
    IncTopologyParameterError(const std::string& name, uint64_t value, const std::string& accepted);

    const std::string parameter; //!< name of the parameter
    const std::string accepted;  //!< accepted values
};

/**
 * \ingroup inc
 * \brief A regular shape, in which all links are alike.
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
     * \param delay propagation of every link in ps
     */
    void SetLink(uint64_t rate, int64_t delay);

    /**
     * \param rails NICs of every host, each on a switch of its own (rail-optimised)
     */
    void SetRails(uint32_t rails);

    /** \return NICs of every host */
    uint32_t GetRails() const
    {
        return m_rails;
    }

    /** \return whether hosts of this shape may have several NICs; a shape that says so attaches
     *  its hosts by AttachHosts() and CheckRails() its switches */
    virtual bool HasRails() const
    {
        return false;
    }

    /**
     * \param attribute name of an attribute
     * \return the parameter's name as users write it: "hostsPerLeaf" for HostsPerLeaf
     */
    static std::string ParameterName(const std::string& attribute);

    /**
     * \brief Find out whether the parameters make a network, before any is made.
     * \throw IncTopologyError if they do not
     */
    virtual void Check() const = 0;

    /** \return hosts of the network */
    virtual uint64_t CountHosts() const = 0;

    /** \return whether there may be several shortest paths between two hosts */
    virtual bool HasEqualCostPaths() const
    {
        return true;
    }

  protected:
    /**
     * \brief Refuse parameters that their attributes do not accept; a constructor may have set
     * them.
     * \param tid of the class
     */
    void CheckParameters(TypeId tid) const;
    /**
     * \brief Refuse shapes with more than IncTopology::MAX_HOSTS hosts or MAX_NODES nodes, before
     * any is made.
     * \param hosts number of hosts
     * \param switches number of switches
     */
    static void CheckSize(uint64_t hosts, uint64_t switches);
    /**
     * \brief Adds hosts or switches called PREFIX0, PREFIX1, …
     * \param topology topology to add to
     * \param kind host or switch
     * \param prefix of their names
     * \param count number of them
     * \return index of the first
     */
    static uint32_t AddNodes(IncTopology& topology,
                             IncTopologyNode::Kind kind,
                             const std::string& prefix,
                             uint32_t count);
    /**
     * \brief Adds one of the links, which are all alike.
     * \param topology topology to add to
     * \param a one end
     * \param b the other end
     */
    void AddLink(IncTopology& topology, uint32_t a, uint32_t b) const;
    /**
     * \brief Refuses numbers of NICs that do not divide the switches which share hosts.
     * \param switches among which all NICs of a host are to be
     */
    void CheckRails(uint32_t switches) const;
    /**
     * \brief Connects each of some switches to as many hosts, from left to right. With several
     * rails as many neighboring switches have the same hosts: NIC i of each is on the i-th.
     * \param topology topology to add to
     * \param firstSwitch index of the first switch
     * \param switches number of switches
     * \param hostsPerSwitch hosts of each
     */
    void AttachHosts(IncTopology& topology,
                     uint32_t firstSwitch,
                     uint32_t switches,
                     uint32_t hostsPerSwitch) const;

  private:
    uint64_t m_rate = 100'000'000'000; //!< rate of each link, bit/s
    int64_t m_delay = 1'000'000;       //!< propagation delay of each link, ps
    uint32_t m_rails = 1;              //!< NICs of a host
};

} // namespace ns3

#endif // INC_TOPOLOGY_BUILDER_H
