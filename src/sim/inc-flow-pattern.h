/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_PATTERN_H
#define INC_FLOW_PATTERN_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class IncTopology;

/**
 * \ingroup inc
 * \brief Trigger that starts flows when other flows have ended, as in htsim.
 */
class IncFlowTrigger
{
  public:
    /// Effect of an activation.
    enum class Kind : uint8_t
    {
        ONE_SHOT,   //!< the first one starts all flows
        MULTI_SHOT, //!< each one starts the next flow
        BARRIER     //!< the last of a number starts all flows
    };

    /**
     * \brief Say what it is; a one-shot until then.
     * \param kind what an activation does
     * \param count of activations, for a barrier
     */
    void Define(Kind kind, uint32_t count);

    /** \param start of a flow that waits */
    void Add(const std::function<void()>& start);

    /** \brief A flow that this waits for has ended. */
    void Activate();

  private:
    Kind m_kind{Kind::ONE_SHOT};                  //!< effect of an activation
    uint32_t m_missing{1};                        //!< activations that are missing
    std::size_t m_next{0};                        //!< flow that has not started
    std::vector<std::function<void()>> m_waiting; //!< starts of the flows, in order
};

/**
 * \ingroup inc
 * \brief A distribution of flow sizes, piecewise linear between the points of its cumulative one.
 *
 * `websearch` is the cluster of DCTCP (Alizadeh and others, SIGCOMM 2010), `hadoop` Facebook's (Roy
 * and others, SIGCOMM 2015), both with the points that the experiments of HPCC (SIGCOMM 2019) use.
 */
class IncFlowSizes
{
  public:
    /// A size, bytes, and the share of the flows that are no larger.
    using Point = std::pair<double, double>;

    /**
     * \brief Read websearch, hadoop, uniform:LOW:HIGH or file:PATH, a file of lines "bytes
     * percent".
     * \param text the distribution
     * \return it, or nothing; IncError if a file cannot be read or is no distribution
     */
    static std::optional<IncFlowSizes> Parse(const std::string& text);

    /**
     * \param share of the flows that are no larger, 0 to 1
     * \return the size, whole bytes from 1
     */
    uint64_t At(double share) const;

    /** \return mean size, bytes */
    double GetMean() const;

  private:
    explicit IncFlowSizes(std::vector<Point> points);

    std::vector<Point> m_points; //!< both rise, to a share of 1
};

/**
 * \ingroup inc
 * \brief One flow: a message from a host to another, or several one after the other.
 */
struct IncFlow
{
    uint32_t from{0};     //!< node index of a host
    uint32_t to{0};       //!< node index of another one
    uint64_t bytes{0};    //!< size of a message
    Time start;           //!< from the start of the traffic, or of its round
    uint32_t round{0};    //!< starts when the flows of earlier rounds from the same host have ended
    uint64_t messages{1}; //!< number of messages; with a duration the largest number
    uint32_t inFlight{1}; //!< posted and not acknowledged at a time
    Time duration;        //!< from its start; no message is posted after it; 0: not limited
    uint64_t rate{0};     //!< highest rate on the wire, bit/s; 0: no limit

    std::shared_ptr<IncFlowTrigger> startsOn; //!< instead of a time
    std::shared_ptr<IncFlowTrigger> sent;     //!< activated when all is acknowledged
    std::shared_ptr<IncFlowTrigger> received; //!< activated when all has arrived
};

/**
 * \ingroup inc
 * \brief Traffic to tell ECMP schemes apart: who sends how much to whom, and when.
 */
struct IncFlowPattern
{
    /// A random number from 0 to n - 1.
    using Draw = std::function<uint32_t(uint32_t n)>;

    std::string name{"permutation"}; //!< pattern of the traffic: one of IncTrafficPatterns()
    uint32_t flows{1};      //!< flows of a pair of hosts, or of a host whose peers are random
    uint64_t bytes{0};      //!< size of a flow, or of an elephant
    uint64_t mouseBytes{0}; //!< size of a mouse, if there are some
    double elephants{0};    //!< share of the flows that are elephants
    uint32_t jobs{1};       //!< number of jobs, if hosts belong to jobs
    Time spread;            //!< flows start at random times up to this
    std::optional<IncFlowSizes> sizes; //!< drawn for each flow; else bytes
    double load{0};                    //!< payload, as a share of a host's links
    Time duration;                     //!< with a load: time in which flows start

    /**
     * \brief Make the flows.
     * \param topology the network
     * \param hosts node indices of those that take part, in order, at least 2
     * \param draw random numbers
     * \return the flows, by sender
     */
    std::vector<IncFlow> Make(const IncTopology& topology,
                              const std::vector<uint32_t>& hosts,
                              const Draw& draw) const;

    /**
     * \brief Return the number of hosts per switch, if it is equal under at least two switches.
     * \param topology the network
     * \param hosts node indices in order
     * \return hosts per leaf; 0 if they are not
     */
    static uint32_t HostsPerLeaf(const IncTopology& topology, const std::vector<uint32_t>& hosts);

    /**
     * \param topology the network
     * \param host node index
     * \return flows that a host begins in a second, on average, to offer the load
     */
    double GetArrivals(const IncTopology& topology, uint32_t host) const;

    /**
     * \param draw random numbers
     * \return bytes of a flow
     */
    uint64_t DrawBytes(const Draw& draw) const;
};

} // namespace ns3

#endif // INC_FLOW_PATTERN_H
