/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COLLECTIVE_CONFIG_H
#define INC_COLLECTIVE_CONFIG_H

#include "inc-scheme.h"

#include "ns3/inc-execution-workload.h"
#include "ns3/inc-types.h"
#include "ns3/inc-workload.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief A collective as the arguments of inc-sim describe it, but for its size.
 */
struct IncCollectiveConfig
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    IncDataType dtype{IncDataType::FLOAT32};            //!< type of the elements
    IncOperation op{IncOperation::SUM};                 //!< operation, for a reduction
    uint32_t rootRank{0};  //!< rank of the root, for a collective that has one
    bool isVirtual{false}; //!< sizes only, no values
    bool isInPlace{true};  //!< operands and results share memory

    /**
     * \param bytes a size as asked for
     * \param ranks number of ranks
     * \return count of the collective: whole elements of dtype in it, or in a rank's block
     */
    uint64_t CountOf(uint64_t bytes, uint32_t ranks) const;
};

/**
 * \ingroup inc
 * \brief The rows of a run: every scheme with every size, or with the workload.
 */
struct IncRowsConfig
{
    std::vector<const IncScheme*> schemes{&IncSchemes().front()}; //!< in the order of the rows
    std::vector<uint64_t> sizes{uint64_t{16} << 20};              //!< bytes as asked for
    uint32_t iterations{1};                                       //!< number of measured runs
    uint32_t warmup{0};                                           //!< runs before them
    std::string workloadFile;                                     //!< path; empty: sizes
    std::string groupsFile;              //!< path; empty: groups of the traces
    std::optional<IncWorkload> workload; //!< read from workloadFile
    /// Execution traces, read from workloadFile.
    std::shared_ptr<const IncExecutionWorkload> execution;

    /** \return whether a scheme aggregates in the network, if switches speed up the collective */
    bool MayRunInNetwork() const;

    /** \return whether flows are run */
    bool RunsFlows() const;

    /** \return whether a scheme other than flows is run */
    bool RunsCollectives() const;
};

/**
 * \ingroup inc
 * \brief Add the arguments about schemes, collectives and workloads.
 * \param table table that gets the arguments
 * \param rows must outlive the table
 * \param call must outlive the table
 */
void IncAddCollective(IncArgumentTable& table, IncRowsConfig& rows, IncCollectiveConfig& call);

} // namespace ns3

#endif // INC_COLLECTIVE_CONFIG_H
