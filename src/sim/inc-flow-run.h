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

/**
 * \ingroup inc
 * \brief The hosts that have the most to send or to receive.
 */
struct IncBusiestHosts
{
    uint64_t bytes{0};           //!< bytes of each message
    std::vector<uint32_t> hosts; //!< node indices of the hosts
};

/**
 * \ingroup inc
 * \brief Flows on a network, from their first bytes to their completion, and what was measured.
 *
 * A flow has a pair of reliable queue pairs of its own; they end with this object.
 */
class IncFlowRun
{
  public:
    /**
     * \brief Make the queue pairs.
     * \param fabric to run on; it must outlive this
     * \param flows to run
     */
    IncFlowRun(const IncFabric& fabric, std::vector<IncFlow> flows);
    ~IncFlowRun();

    IncFlowRun(const IncFlowRun&) = delete;
    IncFlowRun& operator=(const IncFlowRun&) = delete;

    /** \brief Start the flows, each at its time from now. */
    void Start();

    /**
     * \brief Make the queue pairs of one more flow, and start it at once.
     * \param flow to run; its start is not looked at
     */
    void Launch(const IncFlow& flow);

    /**
     * \brief Let a loop wait for the flows that are not over.
     * \param loop told of every completion from now on, and of the first failure till now
     */
    void Expect(IncSimulationLoop& loop);

    /** \return when it was started; records count from there */
    Time GetStart() const
    {
        return m_start;
    }

    /** \param fastForward that may jump over rounds of the flows */
    void Watch(IncFastForward& fastForward) const;

    /** \return what a failure of a link is to be told to */
    IncFlowMeter& GetMeter()
    {
        return m_meter;
    }

    /** \return who sends or receives the most, of what has been posted */
    IncBusiestHosts GetBusiestHosts() const;

    /** \return completion times of the flows, from their own starts; nothing if one has not */
    std::optional<IncFlowTimes> GetTimes() const;

    /** \return what the queue pairs counted, those that are of interest here */
    IncQueuePairCounters GetCounters() const;

    /**
     * \param ideal completion time of a flow without other traffic
     * \return what became of each, in the order in which they were given
     */
    std::vector<IncFlowRecord> GetRecords(const std::function<Time(const IncFlow&)>& ideal) const;

    /** \return what was measured, the pattern's name and records not filled in */
    IncFlowResult GetResult() const;

  private:
    /// A flow under way.
    struct Running
    {
        IncFlow flow;                 //!< flow that was asked for
        Ptr<IncRcQueuePair> sender;   //!< sending queue pair
        Ptr<IncRcQueuePair> receiver; //!< queue pair of the receiver
        uint32_t key{0};              //!< key of the peer's memory
        uint64_t posted{0};           //!< number of posted messages
        uint64_t acknowledged{0};     //!< messages that the peer acknowledged
        Time started;                 //!< time when the first was posted
        Time ended;                   //!< the last was acknowledged
        bool isOver{false};           //!< completed or failed
        bool isDone{false};           //!< has ended without error

        /** \return of the messages that have been posted, or of the first where none has */
        uint64_t GetBytes() const
        {
            return flow.bytes * std::max<uint64_t>(1, posted);
        }

        /** \return whether another message is to be posted */
        bool HasMore() const
        {
            return posted < flow.messages &&
                   (flow.duration.IsZero() || Simulator::Now() < started + flow.duration);
        }
    };

    void Add(const IncFlow& flow);
    void StartRound(uint32_t host);
    void Begin(std::size_t index);
    void Post(Running& running);
    void StartNow(std::size_t index);
    void Completed(std::size_t index, const IncCompletion& completion);

    const IncFabric& m_fabric;                             //!< fabric of the run
    std::vector<Running> m_flows;                          //!< all flows
    std::map<uint32_t, std::deque<std::size_t>> m_waiting; //!< by host: flows not started
    std::map<uint32_t, std::size_t> m_underWay;            //!< by host: flows of its round
    IncFlowMeter m_meter;                                  //!< watches the flows
    Time m_start{Simulator::Now()};                        //!< start of the traffic
    uint32_t m_left{0};                                    //!< flows that are not over
    std::string m_failure;                                 //!< what ended a flow first, or empty
    IncSimulationLoop* m_loop{nullptr};                    //!< loop that is told of completions
    IncOwnedEvents m_starts;                               //!< starts of flows
};

} // namespace ns3

#endif // INC_FLOW_RUN_H
