/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_ALGORITHM_H
#define INC_HOST_ALGORITHM_H

#include "inc-host-program.h"

#include "ns3/inc-registry.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A way for hosts to run collectives without switches, described by a program for each rank.
 *
 * An algorithm is a record in IncHostAlgorithms(), such as "ring" or "tree". From a call it makes
 * each rank's program: which elements the rank sends, receives, reduces and copies, and in
 * which order. IncHostCollective runs the programs with its agents. An algorithm holds no state and
 * never sees packets, queue pairs or memory. Therefore GetVolumes() and IncHostCriticalPath() can
 * derive bounds from the programs. To add one, define an IncHostAlgorithmRegistration.
 */
struct IncHostAlgorithm
{
    std::string name;                       //!< name of the algorithm, as users write it
    std::string help;                       //!< help text: a noun phrase
    std::vector<IncCollective> collectives; //!< supported collectives
    std::function<IncHostProgram(const IncHostCall& call)>
        makeProgram; //!< makes the program of one rank
    /// An AllReduce over servers of several GPUs runs block by block, so that links inside and
    /// between servers work at the same time. A block has this many bytes for each server: they
    /// last longer than the latency of a step. 0: its results come as a stream, so it runs in one
    /// block.
    uint32_t share{128 * 1024};
    /// Returns the algorithm that runs a call; empty if it is this one.
    std::function<const IncHostAlgorithm&(const IncHostCall& call)> choose{};

    /** \return true if the algorithm supports a collective */
    bool Knows(IncCollective collective) const;

    /** \return for each rank, the larger of the numbers of elements that it sends and receives */
    std::vector<uint64_t> GetVolumes(IncHostCall call) const;
};

/// \ingroup inc
/// \brief Registers an algorithm; define a constant of this type in its file.
using IncHostAlgorithmRegistration = IncRegistration<IncHostAlgorithm>;

/** \return all algorithms over hosts by name */
const std::map<std::string, IncHostAlgorithm>& IncHostAlgorithms();

/** \return the algorithm over hosts with this name; aborts if there is none */
const IncHostAlgorithm& IncHostAlgorithmOf(const std::string& name);

} // namespace ns3

#endif // INC_HOST_ALGORITHM_H
