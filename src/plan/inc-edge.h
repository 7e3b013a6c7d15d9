/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EDGE_H
#define INC_EDGE_H

#include "ns3/inc-json-fields.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Aggregators at the edge of a non-blocking core network (EINA, section
 * III-A), as input of the planners eina, eina-away, atp, grid and rr. Its file has the schema
 * inc-edge/1. */
class IncEdge
{
  public:
    static constexpr int64_t MAX_COUNT = 10000000; //!< largest count that a file may have
    /// Relative tolerance of load limits, for rounding errors.
    static constexpr double SLACK = 1e-9;

    /** An aggregator, which is the home of the workers attached to it. */
    struct Aggregator
    {
        std::string name;
        uint32_t workers{0}; //!< number of workers, a_i
        double capacity{0};  //!< aggregation capacity c_i, Gb/s
        double ingress{0};   //!< capacity from the aggregator into the core, b^I_i, Gb/s
        double egress{0};    //!< capacity from the core to the aggregator, b^E_i, Gb/s
    };

    /** A parameter server and the rates it accepts. */
    struct ParameterServer
    {
        std::string name;
        uint32_t aggregator{0}; //!< index of the server's aggregator, the root of its tree: pi[p]
        double rateMin{0};      //!< lower bound of the rate, r^L_p, Gb/s
        double rateMax{0};      //!< upper bound of the rate, r^U_p, Gb/s
        /// True if this server has its own bounds in the file, false if it has those of the edge.
        bool ownRates{false};
    };

    uint32_t maxDepth{4}; //!< most aggregators on a path, the root included: d*
    double rateMin{0};    //!< lower bound of rates, for each PS without its own, Gb/s
    double rateMax{1000}; //!< upper bound of rates, for each PS without its own, Gb/s
    /// True if rates must be integers (EINA's IQCP), false if real (MIQCP).
    bool integerRates{true};
    std::vector<Aggregator> aggregators;
    std::vector<ParameterServer> ps;

    /** \return the most hops from an aggregator to the root: min(d*, |A|) - 1, constraint (4) */
    uint32_t DepthLimit() const;
    uint64_t Workers() const;
    /** \return the aggregators with workers, except the root: each of them sends in any tree */
    std::vector<uint32_t> Senders(uint32_t root) const;
    /** \return the tree in which every sender sends straight to the root, as child and parent */
    std::vector<std::pair<uint32_t, uint32_t>> Star(uint32_t root) const;

    /** \return the edge in a JSON value; throws IncError that names a wrong field */
    static IncEdge FromJson(const nlohmann::json& value);
    nlohmann::ordered_json ToJson() const;

  private:
    void ReadAggregators(IncJsonFields& file);
    void ReadParameterServers(IncJsonFields& file);
};

} // namespace ns3

#endif // INC_EDGE_H
