/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COLLECTIVE_CONFIG_H
#define INC_COLLECTIVE_CONFIG_H

#include "inc-scheme.h"

#include "ns3/inc-block-quantizer.h"
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
 * \brief A collective as the arguments of inc-sim describe it, without its size.
 */
struct IncCollectiveConfig
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    IncDataType dtype{IncDataType::FLOAT32};            //!< type of the elements
    IncOperation op{IncOperation::SUM};                 //!< operation, for a reduction
    uint32_t rootRank{0};            //!< rank of the root, for a collective that has one
    bool isVirtual{false};           //!< whether elements have sizes but no values
    bool isInPlace{true};            //!< whether operands and results share memory
    std::optional<IncDataType> wire; //!< type of the integers on the wire; nothing: elements as is
    double wireFactor{0};            //!< scale of the integers; 0: a power of two for each block
    std::optional<IncBlockQuantizer> quantizer; //!< conversion to the integers of `wire`

    /**
     * \param bytes size of the collective, as typed
     * \param ranks number of ranks
     * \return whole elements of dtype in that size, or in one rank's block of it
     */
    uint64_t CountOf(uint64_t bytes, uint32_t ranks) const;

    /** \return bytes of an element per byte on the wire, exponents included */
    double GetWireGain() const;
};

/**
 * \ingroup inc
 * \brief The rows of a run: each scheme with each size, or with the workload.
 */
struct IncRowsConfig
{
    /// Schemes in the order of the rows.
    std::vector<const IncScheme*> schemes{&IncSchemes().front()};
    std::vector<uint64_t> sizes{uint64_t{16} << 20}; //!< sizes as typed, bytes
    uint32_t iterations{1};                          //!< number of measured runs
    uint32_t warmup{0};                              //!< runs before the measured ones
    std::string workloadFile;                        //!< path of a workload; empty: run sizes
    std::string groupsFile;                          //!< path of groups; empty: those of the traces
    std::optional<IncWorkload> workload;             //!< read from workloadFile
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
 * \param rows gets the values; must outlive the table
 * \param call gets the values; must outlive the table
 */
void IncAddCollective(IncArgumentTable& table, IncRowsConfig& rows, IncCollectiveConfig& call);

} // namespace ns3

#endif // INC_COLLECTIVE_CONFIG_H
