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

/** \ingroup inc \brief Arguments of inc-sim that describe a collective, except its size. */
struct IncCollectiveConfig
{
    IncCollective collective{IncCollective::ALLREDUCE};
    IncDataType dtype{IncDataType::FLOAT32};
    IncOperation op{IncOperation::SUM}; //!< operation, if the collective reduces
    uint32_t rootRank{0};               //!< rank of the root, if the collective has a root
    bool isVirtual{false};              //!< whether elements have sizes but no values
    bool isInPlace{true};               //!< whether operands and results share memory
    std::optional<IncDataType> wire; //!< type of the integers on the wire; nothing: elements as is
    double wireFactor{0};            //!< scale of the integers; 0: a power of two for each block
    std::optional<IncBlockQuantizer> quantizer; //!< conversion to the integers of `wire`

    /** \return number of whole elements in this size; if each rank has a block, in one block */
    uint64_t CountOf(uint64_t bytes, uint32_t ranks) const;

    /** \return bytes of an element per byte on the wire, exponents included */
    double GetWireGain() const;
};

/** \ingroup inc \brief The rows of a run: each scheme with each size, or with the workload. */
struct IncRowsConfig
{
    /// Schemes in the order of the rows.
    std::vector<const IncScheme*> schemes{&IncSchemes().front()};
    /// Schemes that arguments make out of others.
    std::vector<std::shared_ptr<const IncScheme>> madeSchemes;
    std::vector<uint64_t> sizes{uint64_t{16} << 20}; //!< sizes as the user typed them, bytes
    uint32_t iterations{1};                          //!< measured runs of a collective per row
    uint32_t warmup{0};                              //!< runs before the measured runs of a row
    std::string workloadFile;                        //!< path of a workload; empty: run `sizes`
    std::string groupsFile;              //!< path of a file of groups; empty: groups of the traces
    std::optional<IncWorkload> workload; //!< read from workloadFile
    std::shared_ptr<const IncExecutionWorkload> execution; //!< traces in workloadFile

    /** \return whether some scheme aggregates in the network, if this speeds up the collective */
    bool MayRunInNetwork() const;

    bool RunsFlows() const;

    bool RunsCollectives() const
    {
        return schemes.size() > 1 || !RunsFlows();
    }
};

void IncAddCollective(IncArgumentTable& table, IncRowsConfig& rows, IncCollectiveConfig& call);

} // namespace ns3

#endif // INC_COLLECTIVE_CONFIG_H
