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
 * \brief An algorithm over hosts: a file of its own with an IncHostAlgorithmRegistration.
 */
struct IncHostAlgorithm
{
    std::string name;                       //!< name of the algorithm, as users write it
    std::string help;                       //!< a part of a sentence
    std::vector<IncCollective> collectives; //!< collectives that it knows
    std::function<IncHostProgram(const IncHostCall& call)> makeProgram; //!< a rank's part

    /**
     * \param collective any collective
     * \return whether it is known
     */
    bool Knows(IncCollective collective) const;

    /**
     * \brief Return the elements that each rank of the algorithm must carry.
     * \param call of any rank
     * \return elements that each rank sends, or receives, whichever is more
     */
    std::vector<uint64_t> GetVolumes(IncHostCall call) const;
};

/** \ingroup inc \brief Makes an algorithm over hosts known: a constant in its file. */
using IncHostAlgorithmRegistration = IncRegistration<IncHostAlgorithm>;

/** \ingroup inc \return all algorithms over hosts by name */
const std::map<std::string, IncHostAlgorithm>& IncHostAlgorithms();

/**
 * \ingroup inc
 * \param name of an algorithm over hosts
 * \return that algorithm; aborts where there is none
 */
const IncHostAlgorithm& IncHostAlgorithmOf(const std::string& name);

} // namespace ns3

#endif // INC_HOST_ALGORITHM_H
