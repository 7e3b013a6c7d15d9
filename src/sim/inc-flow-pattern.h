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

/** \ingroup inc \brief Starts flows when other flows have ended, as a trigger of htsim. */
class IncFlowTrigger
{
  public:
    /// Which flows an activation starts.
    enum class Kind : uint8_t
    {
        ONE_SHOT,   //!< the first activation starts all flows
        MULTI_SHOT, //!< each activation starts the next flow
        BARRIER     //!< all flows start at the last of `count` activations
    };

    /** \brief Set the kind, by default ONE_SHOT; a BARRIER waits for `count` activations. */
    void Define(Kind kind, uint32_t count);

    /** \param start function that starts a flow, which waits for this trigger */
    void Add(const std::function<void()>& start)
    {
        m_waiting.push_back(start);
    }

    /** \brief Tell the trigger that a flow has ended for which it waits. */
    void Activate();

  private:
    Kind m_kind{Kind::ONE_SHOT};
    uint32_t m_missing{1};                        //!< activations still missing for a start
    std::size_t m_next{0};                        //!< index of the next flow to start
    std::vector<std::function<void()>> m_waiting; //!< functions that start the flows
};

/**
 * \ingroup inc
 * \brief A distribution of flow sizes. Its cumulative distribution is linear between given points.
 *
 * `websearch` has the sizes in the cluster of DCTCP (Alizadeh and others, SIGCOMM 2010), `hadoop`
 * those at Facebook (Roy and others, SIGCOMM 2015). The points are those in the experiments of HPCC
 * (SIGCOMM 2019).
 */
class IncFlowSizes
{
  public:
    /// A size in bytes and the share of flows up to this size.
    using Point = std::pair<double, double>;

    /** \brief Read websearch, hadoop, uniform:LOW:HIGH or file:PATH with lines "bytes percent".
     * Return nothing for an unknown name; throw IncError for a bad file. */
    static std::optional<IncFlowSizes> Parse(const std::string& text);

    /** \return size that a share (0 to 1) of the flows does not exceed, whole bytes, at least 1 */
    uint64_t At(double share) const;

    /** \return mean size, bytes */
    double GetMean() const;

  private:
    explicit IncFlowSizes(std::vector<Point> points);

    std::vector<Point> m_points; //!< points with rising size and share; the last share is 1
};

/** \ingroup inc \brief A flow: one or several messages from one host to another host. */
struct IncFlow
{
    uint32_t from{0};  //!< node index of the sending host
    uint32_t to{0};    //!< node index of the receiving host
    uint64_t bytes{0}; //!< size of a message
    Time start;        //!< start time, from the beginning of the traffic or of the flow's round
    /// Round of the flow. A round begins when all flows of the host's earlier rounds have ended.
    uint32_t round{0};
    uint64_t messages{1}; //!< number of messages; if there is a duration, the most
    uint32_t inFlight{1}; //!< most messages that are posted but not acknowledged
    Time duration;        //!< time after the start during which messages are posted; 0: no limit
    uint64_t rate{0};     //!< highest rate on the wire, bit/s; 0: no limit
    IncVerb verb{IncVerb::WRITE}; //!< operation that carries the data

    /** \return node index of the host that posts the work requests: for a READ the receiver */
    uint32_t GetPoster() const
    {
        return verb == IncVerb::READ ? to : from;
    }

    std::shared_ptr<IncFlowTrigger> startsOn; //!< starts the flow; null: a time does
    std::shared_ptr<IncFlowTrigger> sent; //!< activated when all messages are acknowledged; or null
    std::shared_ptr<IncFlowTrigger> received; //!< activated when all messages have arrived; or null
};

/** \ingroup inc \brief The flows of `--pattern`: senders, receivers, sizes and start times. */
struct IncFlowPattern
{
    /// A random number from 0 to n - 1.
    using Draw = std::function<uint32_t(uint32_t n)>;

    std::string name{"permutation"}; //!< name of a pattern in IncTrafficPatterns()
    uint32_t flows{1};      //!< flows of each pair of hosts; of each host if peers are random
    uint64_t bytes{0};      //!< size of a flow, or of a large flow (elephant), bytes
    uint64_t mouseBytes{0}; //!< size of a small flow (mouse), bytes
    double elephants{0};    //!< share of the flows that are elephants
    uint32_t jobs{1};       //!< number of jobs, if hosts belong to jobs
    Time spread;            //!< latest possible random start time
    std::optional<IncFlowSizes> sizes; //!< distribution of sizes; nothing: all are `bytes`
    double load{0}; //!< payload rate as a share of a host's link rate; 0: none given
    Time duration;  //!< time during which flows start, if `load` is given

    /** \brief Make the flows, by sender, between at least 2 hosts given by their node indices. */
    std::vector<IncFlow> Make(const IncTopology& topology,
                              const std::vector<uint32_t>& hosts,
                              const Draw& draw) const;

    /** \return the number of hosts at each leaf switch, if there are at least two leaves and all
     * have equally many; otherwise 0 */
    static uint32_t HostsPerLeaf(const IncTopology& topology, const std::vector<uint32_t>& hosts);

    /** \return mean number of flows per second that a host must start for the load */
    double GetArrivals(const IncTopology& topology, uint32_t host) const;

    /** \return size of a flow, bytes */
    uint64_t DrawBytes(const Draw& draw) const;
};

} // namespace ns3

#endif // INC_FLOW_PATTERN_H
