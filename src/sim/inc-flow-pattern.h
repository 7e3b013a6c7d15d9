/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_PATTERN_H
#define INC_FLOW_PATTERN_H

#include "ns3/inc-work-request.h"
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

/** \ingroup inc \brief Trigger that starts flows when other flows have ended, as in htsim. */
class IncFlowTrigger
{
  public:
    /// Effect of an activation.
    enum class Kind : uint8_t
    {
        ONE_SHOT,   //!< the first activation starts all flows
        MULTI_SHOT, //!< each activation starts the next flow
        BARRIER     //!< the last of `count` activations starts all flows
    };

    /**
     * \brief Set the kind; before this call it is ONE_SHOT.
     * \param kind effect of an activation
     * \param count number of activations, for a barrier
     */
    void Define(Kind kind, uint32_t count);

    /** \param start function that starts a waiting flow */
    void Add(const std::function<void()>& start);

    /** \brief Count the end of a flow that the trigger waits for. */
    void Activate();

  private:
    Kind m_kind{Kind::ONE_SHOT};                  //!< effect of an activation
    uint32_t m_missing{1};                        //!< activations that are missing
    std::size_t m_next{0};                        //!< first flow that has not started
    std::vector<std::function<void()>> m_waiting; //!< starts of the flows, in order
};

/**
 * \ingroup inc
 * \brief A distribution of flow sizes, linear between the points of its cumulative distribution.
 *
 * `websearch` is the cluster of DCTCP (Alizadeh and others, SIGCOMM 2010). `hadoop` is Facebook's
 * (Roy and others, SIGCOMM 2015). The points are those in the experiments of HPCC (SIGCOMM 2019).
 */
class IncFlowSizes
{
  public:
    /// A size in bytes and the share of flows up to this size.
    using Point = std::pair<double, double>;

    /**
     * \brief Read websearch, hadoop, uniform:LOW:HIGH or file:PATH, a file of lines "bytes
     * percent".
     * \param text the distribution
     * \return the distribution, or nothing; IncError if a file cannot be read or is no distribution
     */
    static std::optional<IncFlowSizes> Parse(const std::string& text);

    /**
     * \param share share of flows up to the size, 0 to 1
     * \return the size, whole bytes from 1
     */
    uint64_t At(double share) const;

    /** \return mean size, bytes */
    double GetMean() const;

  private:
    explicit IncFlowSizes(std::vector<Point> points);

    std::vector<Point> m_points; //!< points with rising size and share; the last share is 1
};

/** \ingroup inc \brief One flow: one or several messages from a host to another. */
struct IncFlow
{
    uint32_t from{0};  //!< node index of the sending host
    uint32_t to{0};    //!< node index of the receiving host
    uint64_t bytes{0}; //!< size of a message
    Time start;        //!< start, from the beginning of the traffic or of its round
    /// Number of the flow's round, which begins when the host's earlier rounds have ended.
    uint32_t round{0};
    uint64_t messages{1}; //!< number of messages; with a duration the largest number
    uint32_t inFlight{1}; //!< most messages posted and not acknowledged
    Time duration;        //!< time after the start during which messages are posted; 0: no limit
    uint64_t rate{0};     //!< highest rate on the wire, bit/s; 0: no limit
    IncVerb verb{IncVerb::WRITE}; //!< operation that carries the data; the receiver posts a READ

    /** \return node index of the host that posts the work requests */
    uint32_t GetPoster() const
    {
        return verb == IncVerb::READ ? to : from;
    }

    std::shared_ptr<IncFlowTrigger> startsOn; //!< trigger of the start, in place of a time; or null
    std::shared_ptr<IncFlowTrigger> sent; //!< activated when all messages are acknowledged; or null
    std::shared_ptr<IncFlowTrigger> received; //!< activated when all messages have arrived; or null
};

/**
 * \ingroup inc
 * \brief Traffic that shows differences of ECMP schemes: senders, receivers, sizes and starts.
 */
struct IncFlowPattern
{
    /// A random number from 0 to n - 1.
    using Draw = std::function<uint32_t(uint32_t n)>;

    std::string name{"permutation"};   //!< pattern of the traffic: one of IncTrafficPatterns()
    uint32_t flows{1};                 //!< flows per pair of hosts, or per host if peers are random
    uint64_t bytes{0};                 //!< size of a flow, or of an elephant, bytes
    uint64_t mouseBytes{0};            //!< size of a mouse, bytes
    double elephants{0};               //!< share of the flows that are elephants
    uint32_t jobs{1};                  //!< number of jobs, if hosts belong to jobs
    Time spread;                       //!< latest of the random start times
    std::optional<IncFlowSizes> sizes; //!< sizes to draw from; nothing: `bytes`
    double load{0};                    //!< payload as a share of a host's links; 0: no load given
    Time duration;                     //!< time in which flows start, if there is a load

    /**
     * \brief Make the flows.
     * \param topology the network
     * \param hosts node indices of the participants in order, at least 2
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
     * \return hosts per leaf; 0 if the numbers differ
     */
    static uint32_t HostsPerLeaf(const IncTopology& topology, const std::vector<uint32_t>& hosts);

    /**
     * \param topology the network
     * \param host node index
     * \return mean number of flows per second that a host starts to offer the load
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
