/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_PROGRAM_H
#define INC_HOST_PROGRAM_H

#include "ns3/inc-types.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Parameters of a call, from which a host algorithm makes the program of a rank.
 *
 * A rank has one range of memory for operands and results. In AllReduce, Reduce, Broadcast and a
 * user-defined collective the range has `count` elements. In AllGather, ReduceScatter, Gather and
 * Scatter it has a block of `count` elements for each rank. In AllToAll it has a block to send to
 * each rank, then a block to receive from each rank. A Barrier has no elements.
 */
struct IncHostCall
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    uint32_t rank{0};                                   //!< rank that runs the program
    uint32_t ranks{1};                                  //!< number of ranks
    uint32_t root{0};                                   //!< rank of the root, if there is one
    uint64_t count{0};                                  //!< number of elements, as in the request
    uint32_t elementSize{1};                            //!< size of an element, bytes

    /** \return index of a chunk's first element, or the end for `chunk` = `ranks`. Chunks are
     * blocks, or `ranks` nearly equal parts */
    uint64_t FirstOf(uint32_t chunk) const;
};

/// \ingroup inc
/// \brief A connection between two ranks, if there are several: what it does, and for which
/// elements.
struct IncHostChannel
{
    /// What a connection does. Values can be combined by OR.
    enum Flag : uint32_t
    {
        PLAIN = 0,   //!< connect two ranks by slices of the usual size
        SECOND = 1,  //!< a second connection of two ranks
        FINE = 2,    //!< slices are a quarter as large and rarely acknowledged, for long chains
        REDUCED = 4, //!< all GPUs of a server send, and the peer gets what their switch has reduced
        MULTICAST = 8, //!< the peer sends, and all GPUs of its server get copies
        TREE = 16      //!< the aggregation tree of a rail; the peer is the rank itself
    };

    uint32_t flags{PLAIN};     //!< values of Flag
    uint32_t rail{0};          //!< number of the rail
    uint32_t from{UINT32_MAX}; //!< rank that sends the elements first, if other ranks pass them on
    uint32_t to{UINT32_MAX};   //!< rank that gets them in the end

    /** \return whether a connection comes before another one, in any order */
    bool operator<(const IncHostChannel& other) const
    {
        return std::tie(flags, rail, from, to) <
               std::tie(other.flags, other.rail, other.from, other.to);
    }
};

/**
 * \ingroup inc
 * \brief A step of a program: sends consecutive elements to a peer, or receives them.
 *
 * Elements of one peer and channel arrive in the order of the steps, and are used at once. If one
 * step sends an element that another step changes, the later step must wait for the earlier one.
 */
struct IncHostStep
{
    /// Action on the elements.
    enum class Kind : uint8_t
    {
        SEND,   //!< send elements to the peer
        REDUCE, //!< reduce arriving elements into those in memory
        COPY    //!< overwrite the elements in memory by arriving ones
    };

    Kind kind;                      //!< kind of the step
    uint32_t peer;                  //!< rank of the peer
    uint64_t first;                 //!< index of the first element
    uint64_t count;                 //!< number of elements; 0 for a message without elements
    IncHostChannel channel;         //!< connection to the peer
    std::vector<uint32_t> after;    //!< receiving steps for which this step waits
    bool afterWhole;                //!< wait for the end of steps `after`, not only for elements
    std::optional<uint32_t> pace{}; //!< SEND: receiving step to keep pace with; see KeepPace()
};

/// \ingroup inc
/// \brief The steps of one rank in a collective, in order, with functions that add steps.
class IncHostProgram
{
  public:
    /** \brief Set the channel of the steps that are added from now on. */
    void SetChannel(const IncHostChannel& channel)
    {
        m_channel = channel;
    }

    /** \brief Let sends that are added from now on wait until their `after` steps have ended. */
    void WaitForWholeSteps()
    {
        m_wholeSteps = true;
    }

    /** \brief Let every step of the program so far wait until its `after` steps have ended. */
    void MakeStepsWhole()
    {
        for (IncHostStep& step : m_steps)
        {
            step.afterWhole = true;
        }
    }

    /** \brief Set how long the rank waits before the first step, and before the first slice of each
     * send. */
    void SetOverheads(Time launch, Time step)
    {
        m_launchOverhead = launch;
        m_stepOverhead = step;
    }

    /** \return time before the first step */
    const Time& GetLaunchOverhead() const
    {
        return m_launchOverhead;
    }

    /** \return time before the first slice of each send */
    const Time& GetStepOverhead() const
    {
        return m_stepOverhead;
    }

    /** \brief Let the send that has sent least go first, among the first sends to each peer.
     * Otherwise sends go in the order of the steps. */
    void BalanceSends()
    {
        m_balancesSends = true;
    }

    /** \return whether the send that has sent least goes first */
    bool BalancesSends() const
    {
        return m_balancesSends;
    }

    /** \brief Send `count` elements from `first` on after the given receiving steps, where NONE is
     * ignored. Return the number of the step; without elements NONE, and no step is added. */
    uint32_t Send(uint32_t peer,
                  uint64_t first,
                  uint64_t count,
                  const std::vector<uint32_t>& after);

    /** \brief Let a send be ahead of a receive of as many elements by at most half of the scratch
     * memory. Otherwise the send fills the links first, and elements of the opposite direction
     * follow later and alone. Nothing happens if a step is NONE. */
    void KeepPace(uint32_t send, uint32_t receive);

    /** \brief Receive `count` elements from `first` on; `kind` is REDUCE or COPY. Return the step's
     * number; without elements NONE, and no step is added. */
    uint32_t Receive(IncHostStep::Kind kind, uint32_t peer, uint64_t first, uint64_t count);

    /** \brief Add a step of another program, whose step numbers count from `offset`. Return the
     * number of the step. */
    uint32_t Add(IncHostStep step, uint32_t offset);

    /** \brief Let a step also wait for receiving steps; NONE is ignored. */
    void WaitFor(uint32_t step, const std::vector<uint32_t>& receives);

    /** \brief Send a message without elements after the given receiving steps; NONE is ignored. */
    void Signal(uint32_t peer, const std::vector<uint32_t>& after);

    /** \brief Receive a message without elements, and return the number of the step. */
    uint32_t Await(uint32_t peer);

    /** \return all steps */
    const std::vector<IncHostStep>& GetSteps() const
    {
        return m_steps;
    }

    static constexpr uint32_t NONE = UINT32_MAX; //!< number that stands for no step

  private:
    std::vector<IncHostStep> m_steps;
    IncHostChannel m_channel; //!< channel of the next step
    bool m_wholeSteps{false};
    bool m_balancesSends{false};
    Time m_launchOverhead{0};
    Time m_stepOverhead{0};
};

} // namespace ns3

#endif // INC_HOST_PROGRAM_H
