/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_PATTERN_H
#define INC_FLOW_PATTERN_H

#include "inc-flow-sizes.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncFlowTrigger;
class IncTopology;

/**
 * \ingroup inc
 * \brief One flow: a message from a host to another, or several one after the other.
 */
struct IncFlow
{
    uint32_t from{0};     //!< node index of a host
    uint32_t to{0};       //!< node index of another one
    uint64_t bytes{0};    //!< of a message
    Time start;           //!< from the start of the traffic, or of its round
    uint32_t round{0};    //!< starts when the flows of earlier rounds from the same host have ended
    uint64_t messages{1}; //!< how many; with a duration at most
    uint32_t inFlight{1}; //!< posted and not acknowledged at a time
    Time duration;        //!< from its start; no message is posted after it; 0: not limited
    uint64_t rate{0};     //!< most on the wire, bit/s; 0: not limited

    std::shared_ptr<IncFlowTrigger> startsOn; //!< instead of a time
    std::shared_ptr<IncFlowTrigger> sent;     //!< activated when all is acknowledged
    std::shared_ptr<IncFlowTrigger> received; //!< activated when all has arrived
};

/**
 * \ingroup inc
 * \brief Traffic to tell ECMP schemes apart: who sends how much to whom, and when.
 */
class IncFlowPattern
{
  public:
    /// Who sends to whom.
    enum class Kind
    {
        PERMUTATION, //!< every host to another, at random, every host from one
        RING,        //!< host j to host j + hosts per leaf, cyclically
        ALLTOALL,    //!< every host to every other one, in rounds
        INCAST,      //!< all hosts to the first
        MIX,         //!< elephants and mice to random hosts
        POISSON,     //!< at random times to random hosts
        RAILS        //!< rail-aligned rings of several jobs
    };

    /// A random number from 0 to n - 1.
    using Draw = std::function<uint32_t(uint32_t n)>;

    Kind kind{Kind::PERMUTATION}; //!< who sends to whom
    uint32_t flows{1};            //!< of a pair of hosts; of a host where destinations are random
    uint64_t bytes{0};            //!< of a flow; of an elephant
    uint64_t mouseBytes{0};       //!< MIX: of a mouse
    double elephants{0};          //!< MIX: share of the flows that are elephants
    uint32_t jobs{1};             //!< RAILS: how many
    Time spread;                  //!< flows start at random times up to this
    std::optional<IncFlowSizes> sizes; //!< drawn for each flow; else bytes
    double load{0};                    //!< POISSON: payload, as a share of a host's links
    Time duration;                     //!< POISSON: flows start before this

    /**
     * \brief Make the flows.
     *
     * RAILS: hosts at the same place under their leaves are a rail, and job i of n has the i-th
     * n-th of the places; each rail of a job is a ring over the leaves, in an order that is drawn
     * for each job.
     * \param topology the network
     * \param hosts node indices of those that take part, in order, at least 2
     * \param draw random numbers
     * \return the flows, by sender
     */
    std::vector<IncFlow> Make(const IncTopology& topology,
                              const std::vector<uint32_t>& hosts,
                              const Draw& draw) const;

    /**
     * \brief Whether the hosts are the same number under each of at least two switches, as RING
     * and RAILS need them.
     * \param topology the network
     * \param hosts node indices in order
     * \return hosts per leaf; 0 if they are not
     */
    static uint32_t HostsPerLeaf(const IncTopology& topology, const std::vector<uint32_t>& hosts);

    /**
     * \param topology the network
     * \param host node index
     * \return POISSON: flows that a host begins in a second, on average
     */
    double GetArrivals(const IncTopology& topology, uint32_t host) const;

  private:
    uint64_t DrawBytes(const Draw& draw) const;
    std::vector<IncFlow> MakePoisson(const IncTopology& topology,
                                     const std::vector<uint32_t>& hosts,
                                     const Draw& draw) const;

    using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

    Pairs MakePairs(const IncTopology& topology,
                    uint32_t hosts,
                    uint32_t perLeaf,
                    const Draw& draw) const;
};

} // namespace ns3

#endif // INC_FLOW_PATTERN_H
