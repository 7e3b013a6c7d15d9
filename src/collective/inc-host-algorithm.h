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
 * \brief A collective that hosts carry out alone, described by the program that each rank runs.
 *
 * An algorithm is a record in IncHostAlgorithms(), such as "ring" or "tree". It makes the program
 * of each rank from a call: which elements the rank sends, receives, reduces and copies, and in
 * which order. IncHostCollective runs the programs with its agents. An algorithm holds no state and
 * never sees packets, queue pairs or memory. Therefore GetVolumes() and IncHostCriticalPath() can
 * derive its bounds from the programs. To add one, define an IncHostAlgorithmRegistration.
 */
struct IncHostAlgorithm
{
    std::string name;                       //!< name of the algorithm, as users write it
    std::string help;                       //!< help text, a part of a sentence
    std::vector<IncCollective> collectives; //!< collectives that it supports
    std::function<IncHostProgram(const IncHostCall& call)>
        makeProgram; //!< makes the steps of one rank

    /** \return true if the algorithm supports a collective */
    bool Knows(IncCollective collective) const;

    /**
     * \brief Return the number of elements that each rank must carry.
     * \param call call of any rank
     * \return by rank, the larger of the elements that it sends and receives
     */
    std::vector<uint64_t> GetVolumes(IncHostCall call) const;
};

/** \ingroup inc \brief Registers an algorithm over hosts: define a constant of it in its file. */
using IncHostAlgorithmRegistration = IncRegistration<IncHostAlgorithm>;

/** \ingroup inc \return all algorithms over hosts by name */
const std::map<std::string, IncHostAlgorithm>& IncHostAlgorithms();

/**
 * \ingroup inc
 * \param name name of an algorithm over hosts
 * \return the algorithm; aborts if there is none of that name
 */
const IncHostAlgorithm& IncHostAlgorithmOf(const std::string& name);

} // namespace ns3

#endif // INC_HOST_ALGORITHM_H
