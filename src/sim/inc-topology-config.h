/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TOPOLOGY_CONFIG_H
#define INC_TOPOLOGY_CONFIG_H

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
 * \brief Shape of the network: a registered one with its parameters, or a file.
 *
 * Every class that derives from IncRegularTopology is a shape, and its attributes are arguments.
 */
class IncTopologyConfig
{
  public:
    /// Source of the network.
    enum class Source
    {
        SHAPE,
        FILE, //!< a file of schema inc-topology/1
        PLAN  //!< a file of schema inc-plan/1
    };

    IncTopologyConfig();

    /** \param table gets the arguments, which refer to this object */
    void AddArguments(IncArgumentTable& table);

    /**
     * \brief Refuse what has no effect or makes no network.
     * \param table parsed
     */
    void Check(const IncArgumentTable& table) const;

    /**
     * \brief Say what parameters are in effect.
     * \param table parsed
     */
    void Decide(IncArgumentTable& table) const;

    /** \return hosts of the shape; nothing where a file decides */
    std::optional<uint32_t> CountHosts() const;

    /** \return the network of the shape or of the topology file */
    IncTopology Build() const;

    Source source{Source::SHAPE};              //!< where the network comes from
    std::string file;                          //!< path, unless it is a shape
    DataRate linkRate{uint64_t{100000000000}}; //!< rate of every link of a shape
    std::vector<DataRate> tierRates;           //!< rates by tier; empty: linkRate everywhere
    double oversubscription{0};      //!< rate to hosts by rate up, of edge switches; 0: open
    Time linkDelay{MicroSeconds(1)}; //!< propagation, of every link
    uint32_t rails{1};               //!< NICs over which collectives are striped

    static constexpr uint32_t MAX_RAILS = 16; //!< NICs of a host

  private:
    using Shape = Ptr<IncRegularTopology>;

    void AddShape(IncArgumentTable& table);
    void AddParameters(IncArgumentTable& table);
    void CheckRails(const IncArgumentTable& table) const;
    void SetRates(IncTopology& topology) const;
    void Oversubscribe(IncTopology& topology) const;
    bool Store(const std::string& text);
    static std::vector<std::string> ParametersOf(const Shape& shape);

    std::map<std::string, Shape> m_shapes; //!< all of them, by name
    Shape m_shape;                         //!< the chosen one
};

} // namespace ns3

#endif // INC_TOPOLOGY_CONFIG_H
