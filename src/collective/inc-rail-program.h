/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RAIL_PROGRAM_H
#define INC_RAIL_PROGRAM_H

#include "inc-server-program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Makes the steps of one rank for the part of a collective that passes the heads of one
 * rail.
 *
 * The ranks of a server reduce operands to their head, or give it their blocks. The heads run their
 * algorithm, or give the operands to the aggregation tree of the rail. Each head then spreads the
 * results in its server.
 */
class IncRailProgram
{
  public:
    /// Range of elements.
    struct Range
    {
        uint64_t first;                //!< index of the first element
        uint64_t count;                //!< number of elements
        std::vector<uint32_t> after{}; //!< receiving steps after which its values are at the head
    };

    /** \brief Add steps to the program of a call's rank. For the other arguments see
     * IncMakeServerProgram(). The heads run their algorithm over `parts`: one range, or a part of
     * equal size by server. In the second case the part of the own server belongs to the rank
     * `owner`. */
    IncRailProgram(IncHostProgram& program,
                   const IncHostCall& call,
                   const IncServerLayout& layout,
                   IncInServer inServer,
                   const IncHostAlgorithm* between,
                   uint32_t rail,
                   const std::vector<Range>& parts,
                   uint32_t owner);

    /** \brief Add the steps of an AllReduce. */
    void AllReduce();

    /** \brief Add the steps of a ReduceScatter. */
    void ReduceScatter();

    /** \brief Add the steps of an AllGather. */
    void AllGather();

  private:
    /// Return the steps of the server's head in the collective of the heads. All members of the
    /// server must know where they begin and end.
    std::vector<IncHostStep> StepsOfHead() const;

    /// Divide the block where a step of the heads begins or ends, and a stream further. Return the
    /// parts in the order in which the heads use them.
    std::vector<Range> Divide() const;

    /// Send a range from one rank of the server to another; return the step that receives it.
    std::vector<uint32_t> Put(uint32_t from, uint32_t to, const Range& range);

    /// Reduce a range of all ranks in the server to the head.
    void Gather(const Range& range);

    /// Run the collective of the heads. Return the ranges in which the head gets results, in their
    /// order.
    std::vector<Range> Exchange();

    /// Add the piece of an algorithm's step that lies in one part. Step number i of the algorithm
    /// has become the program's steps added[i] up to added[i + 1].
    void AddPiece(const IncHostStep& step,
                  const Range& piece,
                  const std::vector<uint32_t>& added,
                  uint32_t flags);

    /// Return whether a step of an AllReduce in blocks sends results, which no later step changes,
    /// or receives them. Operands of the next block must not wait for them.
    bool SendsOrGetsResults(std::size_t index) const;

    /// Return the steps after which a range of the operands is ready at the head.
    std::vector<uint32_t> AfterOf(const Range& range) const;

    /// Return where elements of the heads' algorithm are in the rank's memory: a range for each
    /// part that they touch.
    std::vector<Range> PiecesOf(uint64_t first, uint64_t count) const;

    /// Divide the elements where a part or a receiving step of the head begins or ends. Each range
    /// is final after all receiving steps that cover it.
    std::vector<Range> FindResults(const std::vector<uint32_t>& added) const;

    /// Return the number of the piece of a step that contains an element of the heads' algorithm.
    uint32_t PieceAt(const IncHostStep& step, uint64_t element) const;

    /// Send a range of results from the head to the other ranks of the server.
    void Spread(const Range& range);

    /// Return whether the heads run their algorithm once, over all elements.
    bool IsStream() const
    {
        return m_between && m_between->share == 0 && m_call.collective == IncCollective::ALLREDUCE;
    }

    bool IsHead() const
    {
        return m_place == 0;
    }

    uint32_t GetHead() const
    {
        return m_members.front();
    }

    /// Return whether the switch of the only server sends sums to all its GPUs.
    bool PushesToAll() const;

    void Use(uint32_t flags);

    IncHostProgram& m_program;
    const IncHostCall& m_call;
    const IncServerLayout& m_layout;
    IncInServer m_inServer;
    const IncHostAlgorithm* m_between; //!< algorithm of the heads; null for an aggregation tree
    uint32_t m_rail;
    uint32_t m_server;
    std::vector<uint32_t> m_members; //!< ranks of the server, the head first
    std::size_t m_place;             //!< place of the rank among m_members
    const std::vector<Range> m_parts;
    std::vector<Range> m_ready; //!< operands at the head, in their order
    uint32_t m_owner;
    const std::vector<IncHostStep> m_steps; //!< steps of the head in the collective of the heads
};

} // namespace ns3

#endif // INC_RAIL_PROGRAM_H
