/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORKLOAD_H
#define INC_WORKLOAD_H

#include "inc-parallelism.h"

#include "ns3/inc-error.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A workload file that cannot be used. what() is one line: file, line, what is wrong and
/// what is accepted.
class IncWorkloadError : public IncError
{
  public:
    using IncError::IncError;
};

/// \ingroup inc
/// \brief A computation and the collective that its result enters.
struct IncWorkloadPhase
{
    double computeUs{0}; //!< computation of the layer, us
    std::optional<IncCollective>
        collective;    //!< collective of the result; nothing if it stays local
    uint64_t bytes{0}; //!< size of the collective per rank, bytes; 0 without a collective
    std::string group; //!< kind of the group, see IncParallelism; "" for all ranks
};

/**
 * \ingroup inc
 * \brief One layer of a model in training, or one bucket of gradients.
 *
 * The next computation waits for the collectives of the forward pass and of the input gradient. It
 * overlaps with the collective of the weight gradient.
 */
struct IncWorkloadLayer
{
    std::string name;                //!< name, not necessarily unique
    IncWorkloadPhase forward;        //!< forward pass, with a collective of activations
    IncWorkloadPhase inputGradient;  //!< gradient for the previous layer, and its collective
    IncWorkloadPhase weightGradient; //!< gradient of the weights, and its collective
    double updateUs{0};              //!< local update of the weights after their collective, us
    bool sharded{false};             //!< true if parameters are gathered before each pass
    bool isCheckpoint{false};        //!< true if the input of the layer is kept for recomputation
    bool recomputes{false}; //!< true if the forward pass from the last checkpoint is repeated
                            //!< before the backward pass
    std::optional<IncDataType>
        dtype;        //!< type of the elements; nothing if the file's format has no such field
    unsigned line{0}; //!< line in the file

    /** \return time of the whole backward computation, us */
    double BackwardUs() const;
};

/**
 * \ingroup inc
 * \brief A training workload: computation times and collectives of a model's layers.
 *
 * Three text formats are read; the first line tells which. Our format has six fields per line:
 * name, forward_us, backward_us, collective, bytes and dtype. The others are ASTRA-sim 1.x and
 * SimAI (as written by AICB). These count compute time in cycles, which are read as nanoseconds
 * (ASTRA-sim's default clock of 1 GHz).
 */
struct IncWorkload
{
    std::string name;                     //!< path of the file
    std::vector<IncWorkloadLayer> layers; //!< layers in forward order, at least one
    IncParallelism parallelism;           //!< division of the model among the ranks

    /** \brief Read a file, or throw IncWorkloadError. */
    static IncWorkload Load(const std::string& path);

    /** \brief Read the text of a file, or throw IncWorkloadError. Errors contain the name. */
    static IncWorkload Read(std::istream& stream, const std::string& name);

    /** \return size of all weight gradients, bytes */
    uint64_t GradientBytes() const;

    /** \return true if every layer has a data type */
    bool HasDataTypes() const;

    /** \return true if the only collectives are AllReduces of weight gradients over all ranks */
    bool IsDataParallel() const;

    /** \brief Throw an error with file and line if layers have several data types. */
    void RequireOneDataType() const;

    /// \brief Throw an error with file and line unless data parallelism with AllReduce suffices.
    void RequireDataParallel() const;
};

} // namespace ns3

#endif // INC_WORKLOAD_H
