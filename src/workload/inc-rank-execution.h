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
 * \brief Accounts of one rank's time: what it computes, what it communicates, and the part of the
 * latter that no computation hides.
 *
 * Where several communications are exposed at the same time, the one that began first is charged,
 * so that their parts add up to the whole.
 */
class IncExposure
{
  public:
    /** \param nowNs a kernel begins on the accelerator */
    void BeginComputing(int64_t nowNs);

    /** \param nowNs a kernel has ended */
    void EndComputing(int64_t nowNs);

    /**
     * \brief A communication begins.
     * \param nowNs the time
     * \param node index of the node
     */
    void BeginCommunicating(int64_t nowNs, uint32_t node);

    /**
     * \brief A communication has ended.
     * \param nowNs the time
     * \param node index of the node
     * \return how long it was charged as exposed, ns
     */
    int64_t EndCommunicating(int64_t nowNs, uint32_t node);

    /** \return time with a kernel at work, ns */
    int64_t GetComputingNs() const
    {
        return m_computingNs;
    }

    /** \return time with a communication under way, ns */
    int64_t GetCommunicatingNs() const
    {
        return m_communicatingNs;
    }

    /** \return time with a communication under way and no kernel at work, ns */
    int64_t GetExposedNs() const
    {
        return m_exposedNs;
    }

    /// From when to when, ns.
    using Spell = std::pair<int64_t, int64_t>;

    /** \return spells in which communication is exposed, in order; their sum is GetExposedNs() */
    const std::vector<Spell>& GetExposedSpells() const
    {
        return m_exposed;
    }

  private:
    void Advance(int64_t nowNs);

    std::map<uint64_t, int64_t> m_open;   //!< charges in the order in which they began, ns
    std::map<uint32_t, uint64_t> m_order; //!< by node: its place there
    uint64_t m_begun{0};                  //!< number of communications that have begun
    uint32_t m_kernels{0};                //!< number of kernels at work
    int64_t m_lastNs{0};                  //!< until when all is accounted for
    int64_t m_computingNs{0};
    int64_t m_communicatingNs{0};
    int64_t m_exposedNs{0};
    std::vector<Spell> m_exposed; //!< exposed times that GetExposedSpells() returns
};

/**
 * \ingroup inc
 * \brief Time at which a node of a trace ran, and the cause of its start.
 */
struct IncNodeRun
{
    static constexpr uint32_t NO_CAUSE =
        UINT32_MAX; //!< cause of a node that ran from the beginning

    int64_t startNs{-1};      //!< from the start of the iteration; -1: never
    int64_t endNs{-1};        //!< end of the node, ns; -1 before
    uint32_t cause{NO_CAUSE}; //!< the node at whose end it started
};

/**
 * \ingroup inc
 * \brief Runs the execution trace of one rank on its host.
 *
 * A node is ready when all nodes that it depends on have ended. Among the ready nodes the one with
 * the lowest id starts as soon as its resource is free. As in ASTRA-sim, there is one resource each
 * for operations of the processor, kernels, memory accesses and communications; receives are not
 * limited. Nodes that do not communicate take the time that the trace says. The owner of the rank
 * carries out the others.
 */
class IncRankExecution : public Object
{
  public:
    /// Told of a node that communicates; Completed() is to be called later.
    using Communicate = std::function<void(uint32_t node)>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRankExecution();

    /**
     * \brief Before Start().
     * \param host where the rank runs
     * \param trace what it runs; must outlive this
     * \param communicate starts a communication
     * \param done called when all nodes have ended
     */
    void Setup(Ptr<Node> host,
               const IncExecutionTrace& trace,
               Communicate communicate,
               std::function<void()> done);

    /**
     * \brief This rank begins.
     * \param late how long ago the iteration has begun
     */
    void Start(Time late);

    /**
     * \brief A communication has ended.
     * \param node which; never from within Communicate
     */
    void Completed(uint32_t node);

    /** \return one element per node */
    const std::vector<IncNodeRun>& GetRuns() const
    {
        return m_runs;
    }

    /** \return times of the rank */
    const IncExposure& GetExposure() const
    {
        return m_exposure;
    }

    /** \return by communication of the trace: how long it was exposed, ns */
    const std::vector<int64_t>& GetExposedNs() const
    {
        return m_exposedNs;
    }

    /** \return a node under way that waits for others, or NO_CAUSE */
    uint32_t GetWaiting() const;

    /** \return the node that ended last; NO_CAUSE where there is none */
    uint32_t GetLast() const
    {
        return m_last;
    }

  protected:
    void DoDispose() override;

  private:
    static constexpr std::size_t RESOURCES = 7; // IncExecutionResource has so many

    /// Queue of nodes that wait for a resource.
    struct Queue
    {
        /// Lowest id first, then index.
        using Entry = std::pair<uint64_t, uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>>
            ready;                           //!< nodes that are ready to start
        uint32_t underWay{0};                //!< number of nodes under way
        uint32_t last{IncNodeRun::NO_CAUSE}; //!< node that ended last
    };

    int64_t Now() const;
    bool IsCommunication(const IncTraceNode& node) const;
    Queue& QueueOf(uint32_t node);
    void BecomeReady(uint32_t node, uint32_t cause);
    void Dispatch();
    void Begin(uint32_t node);
    void Conclude(uint32_t node);
    void Report();

    bool m_oneAtATime{true};                   //!< value of the attribute OneAtATime
    Ptr<Node> m_host;                          //!< where the rank runs
    const IncExecutionTrace* m_trace{nullptr}; //!< trace that the rank runs
    Communicate m_communicate;                 //!< starts a communication
    std::function<void()> m_done;              //!< function to call at the end
    Time m_begin;                              //!< begin of the iteration
    std::array<Queue, RESOURCES> m_queues;     //!< queues by resource
    std::vector<uint32_t> m_missing;           //!< by node: dependencies that have not ended
    std::vector<int64_t> m_readyNs;            //!< by node: since when it waits for its turn
    std::vector<IncNodeRun> m_runs;            //!< runs by node
    std::vector<int64_t> m_exposedNs;          //!< exposed time of each communication, ns
    IncExposure m_exposure;                    //!< times of the rank
    uint64_t m_left{0};                        //!< nodes that have not ended
    uint32_t m_last{IncNodeRun::NO_CAUSE};
};

} // namespace ns3

#endif // INC_RANK_EXECUTION_H
