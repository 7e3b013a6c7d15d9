/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TOPOLOGY_CONFIG_H
#define INC_TOPOLOGY_CONFIG_H

#include "inc-servers-config.h"

#include "ns3/data-rate.h"
#include "ns3/inc-topology-builder.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief Arguments of inc-sim about the topology: a shape with its parameters, or a file.
 *
 * Each registered class derived from IncRegularTopology is a shape, whose attributes become
 * arguments.
 */
class IncTopologyConfig
{
  public:
    enum class Source
    {
        SHAPE,
        FILE, //!< a file of schema inc-topology/1, or of SimAI
        PLAN  //!< a file of schema inc-plan/1
    };

    IncTopologyConfig();

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Set the number of rails of servers if the user gave none, and read whether a topology
     * file has servers. */
    void Prepare(const IncArgumentTable& table);

    /** \brief Throw IncError for arguments without effect or parameters that make no network. */
    void Check(const IncArgumentTable& table) const;

    /** \brief Enter all parameters of the chosen shape into the table. */
    void Decide(IncArgumentTable& table) const;

    /** \return number of hosts of the shape; nothing if a file describes the network */
    std::optional<uint32_t> CountHosts() const;

    /** \return the network of the shape or of the topology file */
    IncTopology Build() const;

    Source source{Source::SHAPE};
    std::string file;                          //!< path of the file; empty: a shape
    DataRate linkRate{uint64_t{100000000000}}; //!< rate of every link of a shape
    std::vector<DataRate> tierRates;           //!< rates of links by tier; empty: all have linkRate
    double oversubscription{0};      //!< edge switch's rate to hosts / rate up; 0: given rates
    Time linkDelay{MicroSeconds(1)}; //!< propagation delay of every link
    uint32_t nics{1};                //!< NICs of a host, or of a server
    uint32_t planes{1};              //!< ports of a NIC, each in a network of its own
    uint32_t rails{1};               //!< ports over which a host stripes collectives: nics x planes
    IncServersConfig servers;        //!< servers of several GPUs in the places of hosts

    static constexpr uint32_t MAX_RAILS = 16; //!< largest number of NICs of a host

  private:
    using Shape = Ptr<IncRegularTopology>;

    void AddShape(IncArgumentTable& table);
    void AddParameters(IncArgumentTable& table);
    void CheckRails(const IncArgumentTable& table) const;
    uint32_t CountPlaces() const;
    IncTopology ReadFile() const;
    void ReadServers(const IncArgumentTable& table);
    void ChoosePlaces(const IncArgumentTable& table) const;
    void SetRates(IncTopology& topology) const;
    void Oversubscribe(IncTopology& topology) const;
    bool Store(const std::string& text);
    static std::vector<std::string> ParametersOf(const Shape& shape);

    std::map<std::string, Shape> m_shapes; //!< all shapes by name
    Shape m_shape;                         //!< the chosen shape
    std::optional<IncTopology> m_read;     //!< network of the file, if it has no errors
};

} // namespace ns3

#endif // INC_TOPOLOGY_CONFIG_H
