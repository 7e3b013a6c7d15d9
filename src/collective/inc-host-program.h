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
 * user-defined collective it has `count` elements. In AllGather, ReduceScatter, Gather and Scatter
 * it has a block for each rank. In AllToAll it has a block to send for each rank, then a block to
 * receive for each. A Barrier has no elements.
 */
struct IncHostCall
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    uint32_t rank{0};                                   //!< rank that runs the program
    uint32_t ranks{1};                                  //!< number of ranks
    uint32_t root{0};                                   //!< rank of the root, if there is one
    uint64_t count{0};                                  //!< number of elements, as in the request
    uint32_t elementSize{1};                            //!< size of an element, bytes

    /**
     * \param chunk number of a chunk, or `ranks` for the end of the last chunk
     * \return first element of the chunk: a rank's block, or one of `ranks` nearly equal parts
     */
    uint64_t FirstOf(uint32_t chunk) const;
};

/**
 * \ingroup inc
 * \brief A step of a program: sends a run of elements to a peer, or receives one.
 *
 * Runs for one peer and channel arrive in the order of the steps, and are taken out at once. If one
 * step sends an element and another changes it, the second step must wait for the first.
 */
struct IncHostStep
{
    /// Action on the elements.
    enum class Kind : uint8_t
    {
        SEND,   //!< send elements to the peer
        REDUCE, //!< reduce arriving elements with those in memory
        COPY    //!< overwrite the elements in memory by arriving ones
    };

    Kind kind;        //!< kind of the step
    uint32_t peer;    //!< rank of the peer
    uint64_t first;   //!< index of the first element
    uint64_t count;   //!< number of elements; 0 for a message without elements
    uint32_t channel; //!< index among the connections to the peer
    std::vector<uint32_t>
        after;       //!< SEND: steps that must have received an element before it is sent
    bool afterWhole; //!< SEND: whether these steps must have ended completely
    std::optional<uint32_t> pace{}; //!< SEND: receiving step whose pace the send follows
};

/**
 * \ingroup inc
 * \brief The steps of one rank in a collective, in order, with functions that add steps.
 */
class IncHostProgram
{
  public:
    /** \brief Set the channel of later steps; it is 0 at first. */
    void SetChannel(uint32_t channel)
    {
        m_channel = channel;
    }

    /// Channel number: a second connection of the same kind.
    static constexpr uint32_t SECOND = 1;
    /// Channel number, alone or with SECOND. Its slices are a quarter as large and rarely
    /// acknowledged, for paths over many ranks.
    static constexpr uint32_t FINE = 2;

    /** \brief Let later sends wait until the steps before them have ended. */
    void WaitForWholeSteps()
    {
        m_wholeSteps = true;
    }

    /**
     * \brief Send a run of elements, unless it is empty.
     * \param peer rank that receives the elements
     * \param first index of the first element
     * \param count number of elements
     * \param after receiving steps that the send waits for; NONE is ignored
     * \return number of the step, or NONE
     */
    uint32_t Send(uint32_t peer,
                  uint64_t first,
                  uint64_t count,
                  const std::vector<uint32_t>& after);

    /**
     * \brief Bind the pace of a send to that of a receive, with a lead of half of the scratch
     * memory. Otherwise the send takes the links from the opposite direction, which then comes last
     * and alone.
     * \param send number of a sending step, or NONE
     * \param receive number of a receiving step with equally many elements, or NONE
     */
    void KeepPace(uint32_t send, uint32_t receive);

    /**
     * \brief Receive a run of elements, unless it is empty.
     * \param kind REDUCE or COPY
     * \param peer rank that sends the elements
     * \param first index of the first element
     * \param count number of elements
     * \return number of the step, or NONE
     */
    uint32_t Receive(IncHostStep::Kind kind, uint32_t peer, uint64_t first, uint64_t count);

    /**
     * \brief Send a message without elements.
     * \param peer rank that receives the message
     * \param after receiving steps that must have ended; NONE is ignored
     */
    void Signal(uint32_t peer, const std::vector<uint32_t>& after);

    /**
     * \brief Receive a message without elements.
     * \param peer rank that sends the message
     * \return number of the step
     */
    uint32_t Await(uint32_t peer);

    /** \return all steps */
    const std::vector<IncHostStep>& GetSteps() const
    {
        return m_steps;
    }

    static constexpr uint32_t NONE = UINT32_MAX; //!< index that stands for no step

  private:
    std::vector<IncHostStep> m_steps; //!< steps in order
    uint32_t m_channel{0};            //!< channel of the steps that are added next
    bool m_wholeSteps{false};         //!< true after WaitForWholeSteps()
};

} // namespace ns3

#endif // INC_HOST_PROGRAM_H
