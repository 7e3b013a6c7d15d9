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

/**
 * \ingroup inc
 * \brief A workload file that cannot be used. what() is one line: file, line, what is wrong and
 * what is accepted.
 */
class IncWorkloadError : public IncError
{
  public:
    using IncError::IncError;
};

/**
 * \ingroup inc
 * \brief A computation and the collective that its result goes into.
 */
struct IncWorkloadPhase
{
    double computeUs{0};                     //!< computation of the layer, us
    std::optional<IncCollective> collective; //!< nothing if the result stays local
    uint64_t bytes{0};                       //!< per rank; 0 without a collective
    std::string group;                       //!< "": all ranks; else a kind of IncParallelism
};

/**
 * \ingroup inc
 * \brief One training layer or bucket of gradients.
 *
 * Forward and input-gradient collectives hold up the computation that follows; the collective of
 * the weight gradient overlaps it.
 */
struct IncWorkloadLayer
{
    std::string name;                 //!< need not be unique
    IncWorkloadPhase forward;         //!< collective on activations
    IncWorkloadPhase inputGradient;   //!< collective on the gradient that the layer before needs
    IncWorkloadPhase weightGradient;  //!< collective on the gradient of the weights
    double updateUs{0};               //!< local update of the weights after their collective, us
    bool sharded{false};              //!< the parameters are gathered before either pass
    bool isCheckpoint{false};         //!< whether the input of the layer is kept
    bool recomputes{false};           //!< before backward: forward again, from the last checkpoint
    std::optional<IncDataType> dtype; //!< nothing where the file's format does not say
    unsigned line{0};                 //!< line in the file

    /** \return time of the whole backward computation, us */
    double BackwardUs() const;
};

/**
 * \ingroup inc
 * \brief A training workload: layers in forward order; backward runs from the last to the first.
 *
 * Three text formats are read, told apart by their first line: ours (six fields a line: name,
 * forward_us, backward_us, collective, bytes, dtype), ASTRA-sim 1.x, and SimAI (as written by
 * AICB). The latter two count compute time in cycles, which are read as nanoseconds (ASTRA-sim's
 * default clock of 1 GHz).
 */
struct IncWorkload
{
    std::string name;                     //!< path of the file
    std::vector<IncWorkloadLayer> layers; //!< layers in forward order, at least one
    IncParallelism parallelism;           //!< how the ranks share the model

    /**
     * \brief Read a file; throws IncWorkloadError.
     * \param path of the file
     * \return the workload
     */
    static IncWorkload Load(const std::string& path);

    /**
     * \brief Read a stream; throws IncWorkloadError.
     * \param stream the text
     * \param name of the file, for messages
     * \return the workload
     */
    static IncWorkload Read(std::istream& stream, const std::string& name);

    /** \return bytes of all weight gradients */
    uint64_t GradientBytes() const;

    /** \return true if every layer says what type its elements have */
    bool HasDataTypes() const;

    /** \return whether there is nothing but AllReduces of weight gradients over all ranks */
    bool IsDataParallel() const;

    /** \brief Refuse, by file and line, layers of more than one data type. */
    void RequireOneDataType() const;

    /**
     * \brief Refuse, by file and line, what plain data parallelism with AllReduce cannot run:
     * collectives of another kind, of a part of the ranks, or of activations.
     */
    void RequireDataParallel() const;
};

} // namespace ns3

#endif // INC_WORKLOAD_H
