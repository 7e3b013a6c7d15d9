/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_PROGRAM_H
#define INC_HOST_PROGRAM_H

#include "ns3/inc-types.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Parameters of a call from which a host algorithm makes the program of a rank.
 *
 * A rank has one range of memory for operands and results. In AllReduce, Reduce, Broadcast and a
 * collective of one's own it has `count` elements. In AllGather, ReduceScatter, Gather and Scatter
 * it has a block for each rank. In AllToAll it has a block to send for each rank, then a block to
 * receive for each. A Barrier has no elements.
 */
struct IncHostCall
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    uint32_t rank{0};                                   //!< rank whose part this is
    uint32_t ranks{1};                                  //!< number of ranks
    uint32_t root{0};                                   //!< rank, where there is one
    uint64_t count{0};                                  //!< elements, as in the request
    uint32_t elementSize{1};                            //!< element size, bytes

    /**
     * \param chunk 0 to `ranks`, one beyond the last chunk
     * \return its first element: a rank's block, or a part of the whole as equal as can be
     */
    uint64_t FirstOf(uint32_t chunk) const;
};

/**
 * \ingroup inc
 * \brief A run of elements that goes to a peer, or comes from it.
 *
 * What goes to one peer over one channel arrives in the order of the steps, and is taken at once.
 * No element may be sent by a step and changed by another that does not come after it.
 */
struct IncHostStep
{
    /// Treatment of the elements.
    enum class Kind : uint8_t
    {
        SEND,   //!< send elements to the peer
        REDUCE, //!< reduce arriving elements with those in memory
        COPY    //!< put arriving elements in the place of those in memory
    };

    Kind kind;                   //!< kind of the step
    uint32_t peer;               //!< rank of the peer
    uint64_t first;              //!< index of the first element
    uint64_t count;              //!< elements; 0: a message without any
    uint32_t channel;            //!< index among the connections to the peer
    std::vector<uint32_t> after; //!< SEND: steps that must have received an element before it goes
    bool afterWhole;             //!< SEND: these must be over, not only have got the same elements
    std::optional<uint32_t> pace{}; //!< SEND: receiving step that it does not run away from
};

/**
 * \ingroup inc
 * \brief A rank's part in a collective; builds itself.
 */
class IncHostProgram
{
  public:
    /** \param channel of the steps from here on; 0 until it is set */
    void SetChannel(uint32_t channel);

    /// Channel: another connection of the same kind.
    static constexpr uint32_t SECOND = 1;
    /// Channel, alone or with SECOND: slices a quarter as large, and few acknowledgements, for ways
    /// over many ranks.
    static constexpr uint32_t FINE = 2;

    /** \brief From here on nothing goes before the steps that it comes after are over. */
    void WaitForWholeSteps();

    /**
     * \brief Send a run, unless it is empty.
     * \param peer to whom
     * \param first its first element
     * \param count its elements
     * \param after receiving steps; NONE is left out
     * \return number of the step, or NONE
     */
    uint32_t Send(uint32_t peer,
                  uint64_t first,
                  uint64_t count,
                  const std::vector<uint32_t>& after);

    /**
     * \brief Send at the pace at which something comes back, ahead of it by half of the scratch
     * memory: else it takes the links from what goes the other way, and that comes last, alone.
     * \param send number of a step, or NONE
     * \param receive number of a step with as many elements, or NONE
     */
    void KeepPace(uint32_t send, uint32_t receive);

    /**
     * \brief Receive a run, unless it is empty.
     * \param kind REDUCE or COPY
     * \param peer from whom
     * \param first its first element
     * \param count its elements
     * \return number of the step, or NONE
     */
    uint32_t Receive(IncHostStep::Kind kind, uint32_t peer, uint64_t first, uint64_t count);

    /**
     * \brief Send a message without elements.
     * \param peer to whom
     * \param after receiving steps that must be over; NONE is left out
     */
    void Signal(uint32_t peer, const std::vector<uint32_t>& after);

    /**
     * \brief Receive a message without elements.
     * \param peer from whom
     * \return number of the step
     */
    uint32_t Await(uint32_t peer);

    /** \return all steps */
    const std::vector<IncHostStep>& GetSteps() const
    {
        return m_steps;
    }

    static constexpr uint32_t NONE = UINT32_MAX; //!< index that means no step

  private:
    std::vector<IncHostStep> m_steps; //!< steps in order
    uint32_t m_channel{0};            //!< channel of the steps that are added next
    bool m_wholeSteps{false}; //!< whether steps wait for whole steps, see WaitForWholeSteps()
};

} // namespace ns3

#endif // INC_HOST_PROGRAM_H
