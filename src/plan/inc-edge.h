/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EDGE_H
#define INC_EDGE_H

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Aggregators at the edge of a non-blocking core (EINA, section III-A). The planners eina,
 * eina-away, atp, grid and rr solve such an instance. Its file has the schema inc-edge/1.
 */
class IncEdge
{
  public:
    static constexpr int64_t MAX_COUNT = 10000000; //!< largest count that a file may have
    /// Relative tolerance of load limits, for rounding errors.
    static constexpr double SLACK = 1e-9;

    /** An aggregator, home of some workers. */
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
        uint32_t aggregator{0}; //!< aggregator of the parameter server, the root: pi[p]
        double rateMin{0};      //!< lower bound of the rate, r^L_p, Gb/s
        double rateMax{0};      //!< upper bound of the rate, r^U_p, Gb/s
        /// True if the file gives bounds for this server, false if they are the instance's.
        bool ownRates{false};
    };

    uint32_t maxDepth{4};    //!< largest number of aggregators on a path, the root included: d*
    double rateMin{0};       //!< lower bound of the rate of each PS without its own bound, Gb/s
    double rateMax{1000};    //!< upper bound of the rate of each PS without its own bound, Gb/s
    bool integerRates{true}; //!< true for integer rates (IQCP), false for real rates (MIQCP)
    std::vector<Aggregator> aggregators;
    std::vector<ParameterServer> ps;

    /** \return most hops from an aggregator to the root: min(d*, |A|) - 1, constraint (4) */
    uint32_t DepthLimit() const;
    /** \return the number of workers */
    uint64_t Workers() const;

    /** \return the instance in a JSON value; throws IncError with the wrong field */
    static IncEdge FromJson(const nlohmann::json& value);
    /** \return the instance as a JSON value */
    nlohmann::ordered_json ToJson() const;

  private:
    void ReadAggregators(const nlohmann::json& list);
    void ReadParameterServers(const nlohmann::json& list);
};

} // namespace ns3

#endif // INC_EDGE_H
