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

/** \ingroup inc \brief The hosts that send or receive the most. */
struct IncBusiestHosts
{
    uint64_t bytes{0};           //!< bytes of each message
    std::vector<uint32_t> hosts; //!< node indices of the hosts
};

/**
 * \ingroup inc
 * \brief Flows on a network, from their first bytes to their completion, and their measurements.
 *
 * Each flow has its own pair of reliable queue pairs; they end with this object.
 */
class IncFlowRun
{
  public:
    /**
     * \brief Make the queue pairs of all flows.
     * \param fabric the network; must outlive this
     * \param flows flows to run
     */
    IncFlowRun(const IncFabric& fabric, std::vector<IncFlow> flows);
    ~IncFlowRun();

    IncFlowRun(const IncFlowRun&) = delete;
    IncFlowRun& operator=(const IncFlowRun&) = delete;

    /** \brief Start the flows, each at its time from now. */
    void Start();

    /**
     * \brief Make the queue pairs of one more flow, and start it at once.
     * \param flow flow to run; its start is ignored
     */
    void Launch(const IncFlow& flow);

    /**
     * \brief Let a loop wait for the flows that are not over.
     * \param loop gets each completion from now on, and the first failure so far
     */
    void Expect(IncSimulationLoop& loop);

    /** \return time of Start(); the times of records begin there */
    Time GetStart() const
    {
        return m_start;
    }

    /** \param fastForward fast-forward that may skip rounds of the flows */
    void Watch(IncFastForward& fastForward) const;

    /** \return the meter; the caller must report failures of links to it */
    IncFlowMeter& GetMeter()
    {
        return m_meter;
    }

    /** \return the hosts that send or receive the most of the posted messages */
    IncBusiestHosts GetBusiestHosts() const;

    /** \return completion times, each from the flow's start; nothing if a flow is not complete */
    std::optional<IncFlowTimes> GetTimes() const;

    /** \return sums of the queue pairs' counters, as far as a result has them */
    IncQueuePairCounters GetCounters() const;

    /**
     * \param ideal returns the completion time of a flow without other traffic
     * \return records of the flows, in their order
     */
    std::vector<IncFlowRecord> GetRecords(const std::function<Time(const IncFlow&)>& ideal) const;

    /** \return measurements, without the pattern's name and records */
    IncFlowResult GetResult() const;

  private:
    /// A flow and its progress.
    struct Running
    {
        IncFlow flow;                 //!< flow to run
        Ptr<IncRcQueuePair> sender;   //!< sending queue pair
        Ptr<IncRcQueuePair> receiver; //!< queue pair of the receiver
        uint32_t key{0};              //!< key of the peer's memory
        uint64_t posted{0};           //!< number of posted messages
        uint64_t acknowledged{0};     //!< messages that the peer acknowledged
        Time started;                 //!< time when the first message was posted
        Time ended;                   //!< time when the last message was acknowledged
        bool isOver{false};           //!< whether the flow completed or failed
        bool isDone{false};           //!< whether the flow ended without error

        /** \return queue pair that posts the work requests */
        const Ptr<IncRcQueuePair>& GetPoster() const
        {
            return flow.verb == IncVerb::READ ? receiver : sender;
        }

        /** \return bytes of the posted messages, or of one if none is posted */
        uint64_t GetBytes() const
        {
            return flow.bytes * std::max<uint64_t>(1, posted);
        }

        /** \return whether the flow will post another message */
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

    const IncFabric& m_fabric;                             //!< fabric of the run
    std::vector<Running> m_flows;                          //!< all flows
    std::map<uint32_t, std::deque<std::size_t>> m_waiting; //!< flows not started, by host
    std::map<uint32_t, std::size_t> m_underWay; //!< flows of the present round under way, by host
    IncFlowMeter m_meter;                       //!< watches the flows
    Time m_start{Simulator::Now()};             //!< start of the traffic
    uint32_t m_left{0};                         //!< flows that are not over
    std::string m_failure;                      //!< reason of the first failure, or empty
    IncSimulationLoop* m_loop{nullptr};         //!< loop that waits for completions, or null
    IncOwnedEvents m_starts;                    //!< starts of flows
};

} // namespace ns3

#endif // INC_FLOW_RUN_H
