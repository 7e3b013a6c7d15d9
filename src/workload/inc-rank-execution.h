/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RANK_EXECUTION_H
#define INC_RANK_EXECUTION_H

#include "inc-execution-trace.h"

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Account of one rank's time: its computation, its communication, and the exposed part of
 * the communication, which no computation hides.
 *
 * If several communications are exposed at one time, the one that began first is charged.
 */
class IncExposure
{
  public:
    /** \brief Note the beginning of a kernel on the accelerator. */
    void BeginComputing(int64_t nowNs);

    void EndComputing(int64_t nowNs);

    void BeginCommunicating(int64_t nowNs, uint32_t node);

    /** \return exposed time that was charged to this communication, ns */
    int64_t EndCommunicating(int64_t nowNs, uint32_t node);

    /** \return time in which a kernel ran, ns */
    int64_t GetComputingNs() const
    {
        return m_computingNs;
    }

    /** \return time in which a communication was in progress, ns */
    int64_t GetCommunicatingNs() const
    {
        return m_communicatingNs;
    }

    /** \return time in which a communication was in progress and no kernel ran, ns */
    int64_t GetExposedNs() const
    {
        return m_exposedNs;
    }

    using Spell = std::pair<int64_t, int64_t>;

    /** \return intervals in which communication is exposed, which sum up to GetExposedNs() */
    const std::vector<Spell>& GetExposedSpells() const
    {
        return m_exposed;
    }

  private:
    void Advance(int64_t nowNs);

    std::map<uint64_t, int64_t> m_open; //!< charged time of each communication in progress, ns, by
                                        //!< its number in the order of beginnings
    std::map<uint32_t, uint64_t> m_order; //!< number of the communication, by node
    uint64_t m_begun{0};
    uint32_t m_kernels{0};
    int64_t m_lastNs{0};
    int64_t m_computingNs{0};
    int64_t m_communicatingNs{0};
    int64_t m_exposedNs{0};
    std::vector<Spell> m_exposed;
};

/// \ingroup inc
/// \brief Times at which a node of a trace ran, and the cause of its start.
struct IncNodeRun
{
    static constexpr uint32_t NO_CAUSE = UINT32_MAX; //!< cause of a node that could start at once

    int64_t startNs{-1}; //!< time from the start of the iteration, ns; -1 if it has not started
    int64_t endNs{-1};   //!< time from the start of the iteration, ns; -1 if it has not ended
    uint32_t cause{NO_CAUSE}; //!< node that had to end before this node could start
};

/**
 * \ingroup inc
 * \brief Runs the execution trace of one rank on its host.
 *
 * A node is ready when all nodes on which it depends have ended. Among the ready nodes the one with
 * the lowest id starts as soon as its resource is free. As in ASTRA-sim, operations of the
 * processor, kernels, memory accesses and communications have one resource each. Receives are not
 * limited. The owner of the rank carries out communications and calls Completed() at their end.
 */
class IncRankExecution : public Object
{
  public:
    /// Callback that starts a node's communication; the owner calls Completed() at its end.
    using Communicate = std::function<void(uint32_t node)>;

    static TypeId GetTypeId();
    IncRankExecution();

    /** \brief Set up the rank before Start(). The trace must outlive this object. */
    void Setup(Ptr<Node> host,
               const IncExecutionTrace& trace,
               Communicate communicate,
               std::function<void()> done);

    /** \brief Start the trace of an iteration that began this time ago. */
    void Start(Time late);

    /** \brief Note the end of a communication; never call it from within Communicate. */
    void Completed(uint32_t node);

    uint64_t GetLeft() const
    {
        return m_left;
    }

    const std::vector<IncNodeRun>& GetRuns() const
    {
        return m_runs;
    }

    const IncExposure& GetExposure() const
    {
        return m_exposure;
    }

    /** \return exposed time of each communication of the trace, ns */
    const std::vector<int64_t>& GetExposedNs() const
    {
        return m_exposedNs;
    }

    /** \return a node in progress that waits for other ranks, or NO_CAUSE */
    uint32_t GetWaiting() const;

    /** \return the node that ended last; NO_CAUSE if there is none */
    uint32_t GetLast() const
    {
        return m_last;
    }

  protected:
    void DoDispose() override;

  private:
    static constexpr std::size_t RESOURCES = 7; // number of values of IncExecutionResource

    struct Queue
    {
        /// Pair of id and index; the lowest id comes first.
        using Entry = std::pair<uint64_t, uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
        uint32_t underWay{0};
        uint32_t last{IncNodeRun::NO_CAUSE};
    };

    int64_t Now() const;
    bool IsCommunication(const IncTraceNode& node) const;
    Queue& QueueOf(uint32_t node);
    void BecomeReady(uint32_t node, uint32_t cause);
    void Dispatch();
    void Begin(uint32_t node);
    void Conclude(uint32_t node);
    void Report();

    bool m_oneAtATime{true}; //!< attribute OneAtATime
    Ptr<Node> m_host;
    const IncExecutionTrace* m_trace{nullptr};
    Communicate m_communicate;
    std::function<void()> m_done;
    Time m_begin;
    std::array<Queue, RESOURCES> m_queues;
    std::vector<uint32_t> m_missing; //!< number of dependencies that have not ended, by node
    std::vector<int64_t> m_readyNs;
    std::vector<IncNodeRun> m_runs;
    std::vector<int64_t> m_exposedNs;
    IncExposure m_exposure;
    uint64_t m_left{0};
    uint32_t m_last{IncNodeRun::NO_CAUSE};
};

} // namespace ns3

#endif // INC_RANK_EXECUTION_H
