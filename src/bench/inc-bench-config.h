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

/**
 * \ingroup inc
 * \brief Global values by which ns-3 chooses how to run events.
 */
struct IncBenchEngine
{
    std::string simulator; //!< value of SimulatorImplementationType
    std::string scheduler; //!< value of SchedulerType

    /** \return the present choice */
    static IncBenchEngine Chosen();

    /** \brief Choose this one, before there is a simulator. */
    void Choose() const;

    /**
     * \param ours what is replaced where this is the same
     * \param stock what it is replaced with
     * \return this one, as far as somebody chose it, and the other for the rest
     */
    IncBenchEngine Without(const IncBenchEngine& ours, const IncBenchEngine& stock) const;
};

/**
 * \ingroup inc
 * \brief One run of inc-bench as the user asked for it: its arguments, checked.
 *
 * Every field has the default that `inc-bench --help` shows.
 */
struct IncBenchConfig
{
    /// Ports of the fat-tree on which an AllReduce is compared with plain flows.
    static constexpr uint32_t PERMUTATION_K = 8;

    /// Scenario to measure.
    enum class Scenario
    {
        PERMUTATION, //!< every host one reliable flow to another host
        ALLREDUCE,   //!< an AllReduce in the network, over all hosts
        RECURRENCE,  //!< ALLREDUCE with and without jumping over rounds that repeat
        PLANNER      //!< the planners on the papers' instances and beyond
    };

    /// Baseline to compare with.
    enum class Baseline
    {
        NONE,
        NS3,         //!< stock ns-3, with equal pairs of hosts
        HTSIM,       //!< htsim, with equal pairs of hosts
        PERMUTATION, //!< for an AllReduce: plain reliable flows as the baseline
        OFF, //!< for an AllReduce with fast-forward: the simulation of all rounds as the baseline
        CBC  //!< Debian's MILP solver cbc, on the papers' literal models
    };

    Scenario scenario{Scenario::PERMUTATION}; //!< scenario that is measured
    Baseline baseline{Baseline::NONE};        //!< baseline that it is compared with
    std::string htsim;                        //!< program of HTSIM
    /// Bytes of a rank in RECURRENCE: the gradient of a layer of Llama-2-7B, two bytes a parameter.
    static constexpr uint64_t LAYER_SIZE = 404'766'720;

    std::vector<uint32_t> k{8};       //!< ports of a switch of each fat-tree
    uint64_t size{20'000'000};        //!< bytes of a flow or a rank
    uint32_t layers{1};               //!< layers in RECURRENCE, one after the other
    uint64_t baselineSize{4'000'000}; //!< bytes of a flow of the baseline
    std::string ecmp{"per-flow"};     //!< value of IncSwitch::Ecmp
    bool selectiveRepeat{false};      //!< value of IncRcQueuePair::SelectiveRepeat
    uint32_t repeat{5};               //!< runs of each side; of a solver, one
    uint32_t timeLimit{10};           //!< seconds for a solver on one instance
    IncBenchEngine engine;            //!< engine of our side
    IncBenchEngine baselineEngine;    //!< engine of the baseline: ns-3's own unless one is given
    std::string output;               //!< result file, empty: none
    uint32_t seed{1};                 //!< seed, as ns-3's RngSeed
    uint64_t run{1};                  //!< run, as ns-3's RngRun

    /// Every argument with its value, and the engine: the `config` of the result file.
    nlohmann::ordered_json arguments;

    /**
     * \brief Read the arguments of inc-bench.
     *
     * Sets the defaults of a benchmark first (engine, payload of 4,096 bytes, tolerance of
     * reordering), so that ns-3's own arguments, which take effect at once, can override them.
     * Throws IncError.
     * \param arguments arguments after the program's name
     * \param help where the help is printed if it is asked for
     * \return the configuration, or nothing if help was asked for
     */
    static std::optional<IncBenchConfig> Parse(const std::vector<std::string>& arguments,
                                               std::ostream& help);
};

} // namespace ns3

#endif // INC_BENCH_CONFIG_H
