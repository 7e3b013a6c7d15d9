/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BENCH_CONFIG_H
#define INC_BENCH_CONFIG_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief ns-3's global values that choose the simulator implementation and the scheduler.
struct IncBenchEngine
{
    std::string simulator; //!< value of SimulatorImplementationType
    std::string scheduler; //!< value of SchedulerType

    /** \return the values that are set now */
    static IncBenchEngine Chosen();

    /** \brief Set these values; call it before ns-3 creates its simulator. */
    void Choose() const;

    /** \return these values, with those of `stock` for values equal to `ours` */
    IncBenchEngine Without(const IncBenchEngine& ours, const IncBenchEngine& stock) const;
};

/// \ingroup inc
/// \brief Configuration of one run of inc-bench: the arguments after they were checked.
struct IncBenchConfig
{
    /// Ports of a switch in the fat-tree where an AllReduce is compared with plain flows.
    static constexpr uint32_t PERMUTATION_K = 8;

    enum class Scenario
    {
        PERMUTATION, //!< every host sends one reliable flow to another host
        ALLREDUCE,   //!< AllReduce in the network, over all hosts
        RECURRENCE,  //!< ALLREDUCE with fast-forward over repeating rounds
        PLANNER      //!< planners on instances of the papers and on larger ones
    };

    enum class Baseline
    {
        NONE,
        NS3,         //!< stock ns-3, with flows between the same pairs of hosts
        HTSIM,       //!< htsim, with flows between the same pairs of hosts
        PERMUTATION, //!< plain reliable flows, for an AllReduce
        OFF,         //!< simulation of all rounds, for an AllReduce with fast-forward
        CBC          //!< solver cbc of Debian, on the MILP models as the papers give them
    };

    Scenario scenario{Scenario::PERMUTATION};
    Baseline baseline{Baseline::NONE};
    std::string htsim; //!< path of htsim's program
    /// Bytes per rank in RECURRENCE: the gradient of a Llama-2-7B layer, 2 bytes per parameter.
    static constexpr uint64_t LAYER_SIZE = 404'766'720;

    std::vector<uint32_t> k{8};       //!< number of ports of a switch, for each fat-tree
    uint64_t size{20'000'000};        //!< size of a flow, or of a rank's data, bytes
    uint32_t layers{1};               //!< layers in RECURRENCE, which run one after the other
    uint64_t baselineSize{4'000'000}; //!< size of a flow of the baseline, bytes
    std::string ecmp{"per-flow"};     //!< ECMP scheme of switches, see IncSwitch::Ecmp
    bool selectiveRepeat{false};      //!< whether connections use selective repeat
    uint32_t repeat{5};     //!< number of runs of this module and of a baseline; a solver runs once
    uint32_t timeLimit{10}; //!< time limit of a solver for one instance, s
    IncBenchEngine engine;  //!< simulator and scheduler of runs of this module
    IncBenchEngine baselineEngine; //!< engine of the baseline; by default ns-3's own
    std::string output;            //!< path of the result file; empty if there is none
    uint32_t seed{1};              //!< seed, ns-3's RngSeed
    uint64_t run{1};               //!< run number, ns-3's RngRun

    /// Values of all arguments, and the engine, for field `config` of the result file.
    nlohmann::ordered_json arguments;

    /**
     * \brief Read the arguments after the program's name; throws IncError.
     *
     * The function first sets defaults for benchmarks: engine, payload of 4,096 bytes, and
     * tolerance of reordering. ns-3's own arguments take effect at once and can override these.
     * \return the configuration; nothing if the help was written
     */
    static std::optional<IncBenchConfig> Parse(const std::vector<std::string>& arguments,
                                               std::ostream& help);
};

} // namespace ns3

#endif // INC_BENCH_CONFIG_H
