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
 * \brief Aggregators at the edge of a non-blocking core (EINA, section III-A): the instance of
 * the planners eina, atp, grid and rr, file schema inc-edge/1. Rates and capacities in Gb/s.
 */
class IncEdge
{
  public:
    static constexpr int64_t MAX_COUNT = 10000000; //!< largest count that a file may have
    static constexpr double SLACK = 1e-9; //!< share by which rounding may take loads above limits

    /** An aggregator with the workers at home on it. */
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
        uint32_t aggregator{0}; //!< home of the parameter server, pi[p]
        double rateMin{0};      //!< least rate rL_p, Gb/s
        double rateMax{0};      //!< highest rate rU_p, Gb/s
        bool ownRates{
            false}; //!< true if the rates are the server's own, false if they are the instance's
    };

    uint32_t maxDepth{4};    //!< largest number of aggregators on a path, the root included: d*
    double rateMin{0};       //!< least rate of parameter servers without their own
    double rateMax{1000};    //!< highest rate of parameter servers without their own
    bool integerRates{true}; //!< true for integer rates (IQCP), false for real rates (MIQCP)
    std::vector<Aggregator> aggregators;
    std::vector<ParameterServer> ps;

    /** \return hops from the deepest aggregator to the root: min(d*, |A|) - 1 */
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
