/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_RUN_H
#define INC_FLOW_RUN_H

#include "inc-flow-pattern.h"

#include "ns3/inc-fast-forward.h"
#include "ns3/inc-flow-meter.h"
#include "ns3/inc-flow-result.h"
#include "ns3/inc-owned-events.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-simulation-loop.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief The hosts that send most bytes or receive most bytes. */
struct IncBusiestHosts
{
    uint64_t bytes{0};           //!< bytes that each of these hosts sends or receives
    std::vector<uint32_t> hosts; //!< node indices of the hosts
};

/**
 * \ingroup inc
 * \brief Runs flows on a network, from their first bytes to their completion, and measures them.
 *
 * Each flow has its own pair of reliable queue pairs, which end with this object.
 */
class IncFlowRun
{
  public:
    IncFlowRun(const IncFabric& fabric, std::vector<IncFlow> flows);
    ~IncFlowRun();

    IncFlowRun(const IncFlowRun&) = delete;
    IncFlowRun& operator=(const IncFlowRun&) = delete;

    /** \brief Start the flows; each flow's start time counts from now. */
    void Start();

    /** \brief Make the queue pairs of one more flow; start the flow now, not at its start time. */
    void Launch(const IncFlow& flow);

    /** \brief Let the loop wait for all unfinished flows, and report the first failure so far. */
    void Expect(IncSimulationLoop& loop);

    /** \return time of Start(), from which the times in records count */
    Time GetStart() const
    {
        return m_start;
    }

    /** \param fastForward object that may skip equal rounds of the flows from now on */
    void Watch(IncFastForward& fastForward) const;

    /** \return the meter of the flows; the caller must tell it of failures of links */
    IncFlowMeter& GetMeter()
    {
        return m_meter;
    }

    /** \return the hosts whose posted messages to send or to receive have most bytes */
    IncBusiestHosts GetBusiestHosts() const;

    /** \return completion times, each from its flow's start; nothing before all have completed */
    std::optional<IncFlowTimes> GetTimes() const;

    /** \return sums over all queue pairs of the counters that results contain */
    IncQueuePairCounters GetCounters() const;

    /** \return records by flow; `ideal` returns the time of a flow without other traffic */
    std::vector<IncFlowRecord> GetRecords(const std::function<Time(const IncFlow&)>& ideal) const;

    /** \return all measurements except the name of the pattern and the records */
    IncFlowResult GetResult() const;

  private:
    struct Running
    {
        IncFlow flow;
        Ptr<IncRcQueuePair> sender;
        Ptr<IncRcQueuePair> receiver;
        uint32_t key{0};          //!< remote key of the peer's memory
        uint64_t posted{0};       //!< number of messages that were posted
        uint64_t acknowledged{0}; //!< number of messages that were acknowledged
        Time started;             //!< time when the first message was posted
        Time ended;               //!< time when the last message was acknowledged
        bool isOver{false};       //!< whether the flow has completed or failed
        bool isDone{false};       //!< whether the flow has completed

        const Ptr<IncRcQueuePair>& GetPoster() const
        {
            return flow.verb == IncVerb::READ ? receiver : sender;
        }

        /** \return bytes of all posted messages; before the first post bytes of one message */
        uint64_t GetBytes() const
        {
            return flow.bytes * std::max<uint64_t>(1, posted);
        }

        bool HasMore() const
        {
            return posted < flow.messages &&
                   (flow.duration.IsZero() || Simulator::Now() < started + flow.duration);
        }
    };

    void Add(const IncFlow& flow);
    static void AwaitMessages(const Running& running);
    void StartRound(uint32_t host);
    void Begin(std::size_t index);
    void Post(Running& running);
    void StartNow(std::size_t index);
    void Completed(std::size_t index, const IncCompletion& completion);

    const IncFabric& m_fabric;
    std::vector<Running> m_flows;
    /// Indices of flows that wait for a round, by host.
    std::map<uint32_t, std::deque<std::size_t>> m_waiting;
    /// Flows of the present round that have not ended, by host.
    std::map<uint32_t, std::size_t> m_underWay;
    IncFlowMeter m_meter;               //!< measures the flows
    Time m_start{Simulator::Now()};     //!< start of the traffic
    uint32_t m_left{0};                 //!< number of flows that have not ended
    std::string m_failure;              //!< why the first failed flow failed, or empty
    IncSimulationLoop* m_loop{nullptr}; //!< loop that waits for completions, or null
    IncOwnedEvents m_starts;            //!< events that start flows
};

} // namespace ns3

#endif // INC_FLOW_RUN_H
