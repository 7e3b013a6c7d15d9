/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_SERVER_AGENT_H
#define INC_PARAMETER_SERVER_AGENT_H

#include "inc-baseline-connection.h"
#include "inc-flow-spread.h"
#include "inc-host-work.h"
#include "inc-parameter-config.h"
#include "inc-parameter-worker.h"
#include "inc-rank-agent.h"

#include "ns3/data-rate.h"
#include "ns3/inc-state-fields.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Memory and arithmetic of a parameter server. Contributions land in slots and are reduced
 * into a window of accumulators, in the order of arrival or of ranks.
 */
class IncParameterReduction
{
  public:
    /** \brief Allocate memory. `localRank` is the worker on the server's own host, or
     * IncRankAgent::NO_RANK. */
    IncParameterReduction(const IncParameterConfig& config, uint32_t localRank);

    /** \return memory where contributions land */
    uint8_t* GetLanding()
    {
        return m_landing.get();
    }

    /** \return size of the landing memory in bytes */
    uint64_t GetLandingBytes() const
    {
        return m_landingBytes;
    }

    /** \brief Begin an operation, which must outlive the reduction; all slots become free. */
    void Begin(const IncRankTask& task);

    /** \return division of the operation into segments */
    const IncParameterSegments& GetSegments() const
    {
        return m_segments;
    }

    /** \brief Take a free accumulator for a segment, and add the local worker's contribution. The
     * segment W before must be released. */
    void Open(uint64_t segment);

    /** \return true if a landing slot is free */
    bool HasFreeSlot() const
    {
        return !m_freeSlots.empty();
    }

    /** \return a landing slot that was free and is now taken */
    uint32_t TakeSlot();

    /** \brief Accept a rank's contribution to an open segment from a landing slot, which is freed
     * when the contribution is reduced. */
    void Contribute(uint64_t segment, uint32_t rank, uint32_t slot);

    /** \return true if an open segment contains the contributions of all ranks */
    bool IsComplete(uint64_t segment) const
    {
        return m_window[segment % m_window.size()].reduced == m_config.ranks;
    }

    /** \return the result of a complete segment; nullptr if the data is virtual */
    const uint8_t* GetResult(uint64_t segment) const
    {
        return m_task->isVirtual ? nullptr : BytesOf(segment);
    }

    /** \brief Pass the state to a visitor. `before` and `now` are the numbers of opened segments
     * before and after the visit; some visitors advance the number. */
    void VisitState(IncStateVisitor& visitor, uint64_t before, uint64_t now);

  private:
    /// A contribution that waits until those of lower ranks are reduced.
    struct Waiting
    {
        uint32_t rank;
        uint32_t slot;

        INC_FIELDS(IncParameterReduction::Waiting, INC_VALUE(rank) + INC_UNVISITED(slot))
    };

    struct Accumulator
    {
        /// Number of reduced contributions; in rank order: next rank to reduce.
        uint32_t reduced{0};
        std::vector<Waiting> waiting; //!< contributions that wait for lower ranks

        INC_FIELDS(IncParameterReduction::Accumulator, INC_VALUE(reduced) + INC_UNVISITED(waiting))
    };

    Accumulator& AccumulatorOf(uint64_t segment)
    {
        return m_window[segment % m_window.size()];
    }

    uint8_t* BytesOf(uint64_t segment) const
    {
        return &m_sums[segment % m_window.size() * m_config.segmentBytes];
    }

    void ReduceInTurn(uint64_t segment);
    void ReduceSlot(uint64_t segment, uint32_t slot);
    void Reduce(uint64_t segment, const uint8_t* contribution);

    IncParameterConfig m_config;
    uint32_t m_localRank; //!< rank of the worker on the server's host, or NO_RANK
    uint64_t m_landingBytes;
    std::unique_ptr<uint8_t[]> m_landing;
    std::unique_ptr<uint8_t[]> m_sums;
    std::vector<Accumulator> m_window; //!< accumulators by segment modulo the window
    std::vector<uint32_t> m_freeSlots;
    const IncRankTask* m_task{nullptr};
    IncParameterSegments m_segments;
};

/**
 * \ingroup inc
 * \brief The host of a parameter server: grants pushes, reduces them, and sends the results back.
 *
 * At most W = windowSegments segments are open, that is, in progress. Segment s is opened when
 * every worker has acknowledged the result of s - W. The server grants pushes of open segments in
 * the order of (segment, rank), one for each free landing slot. Therefore at most limitBytes are in
 * flight to the server, and the oldest missing push always has a slot. Results leave in the same
 * order, at most limitBytes at a time, so that grants never wait behind a long queue of results.
 *
 * A worker on the server's own host contributes from its memory, without packets. With a
 * ReductionRate, pushes are reduced one after the other and keep their landing slots until then.
 */
class IncParameterServerAgent : public IncRankAgent
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Allocate the server's memory. `localRank` is the worker on this host, or NO_RANK. */
    void Setup(Ptr<Node> host, uint32_t localRank, const IncParameterConfig& config);

    /** \brief Make the queue pair of the next remote worker, in the order of ranks. Return the data
     * that the worker needs to connect. */
    IncBaselineConnection::Endpoint AddWorker(uint32_t rank);

    /** \brief Connect to the worker that was added last. */
    void Connect(const IncBaselineConnection::Endpoint& worker);

    /** \brief If hosts have several NICs, use only the NIC `rail` for the connections. */
    void UseRail(uint32_t rail, IncFlowSpread& spread);

    void Announce(IncStateVisitor& visitor) const override;
    void VisitState(IncStateVisitor& visitor) override;

  protected:
    void DoDispose() override;
    void Begin() override;
    void TellPeersOfFailure() override;

  private:
    struct Worker
    {
        uint32_t rank{0};
        std::unique_ptr<IncBaselineConnection> connection;
        uint32_t rkey{0};        //!< key of the worker's memory where results land
        uint64_t contributed{0}; //!< number of segments that the worker has pushed

        INC_FIELDS(IncParameterServerAgent::Worker,
                   INC_COUNT(contributed) + INC_UNVISITED(rank, connection, rkey))
    };

    /// A position in the order of (segment, worker).
    struct Cursor
    {
        uint64_t segment{0};
        uint32_t worker{0}; //!< index of a remote worker

        INC_FIELDS(IncParameterServerAgent::Cursor, INC_COUNT(segment) + INC_VALUE(worker))

        void VisitState(IncStateVisitor& visitor, uint64_t opened);
    };

    struct Push
    {
        uint32_t worker;
        uint32_t slot;

        INC_FIELDS(IncParameterServerAgent::Push, INC_VALUE(worker) + INC_UNVISITED(slot))
    };

    void ResultAcknowledged(uint64_t segment);
    void Pushed(uint32_t worker, uint32_t slot);
    void ReducePushes();
    void Progress();
    void OpenSegments();
    void CompleteSegments();
    void GrantPushes();
    void SendResults();
    bool MaySendResult() const;
    void Advance(Cursor& cursor) const;

    /// Numbers of segments and bytes so far.
    struct Counts
    {
        uint64_t opened{0};
        uint64_t completed{0};   //!< number of opened segments with the contributions of all ranks
        uint64_t released{0};    //!< number of segments with results that all workers acknowledged
        uint64_t resultBytes{0}; //!< bytes of results sent and not acknowledged

        INC_FIELDS(IncParameterServerAgent::Counts,
                   INC_COUNT(completed) + INC_COUNT(released) + INC_VALUE(resultBytes) +
                       INC_UNVISITED(opened))
    };

    IncParameterConfig m_config;
    std::unique_ptr<IncParameterReduction> m_reduction;
    uint32_t m_landingKey{0};               //!< key of the memory where pushes land
    std::vector<Worker> m_workers;          //!< workers on other hosts, by rank
    std::vector<uint32_t> m_unacknowledged; //!< missing ACKs of results, by segment modulo W
    std::vector<bool> m_isOpen; //!< whether a segment is open, by segment modulo the window
    DataRate m_reductionRate;
    std::deque<Push> m_pushes; //!< pushes that wait, oldest first
    IncHostWork m_work{[this]() {
        if (!HasFailed())
        {
            ReducePushes();
        }
    }};
    Cursor m_granted;  //!< next push to grant
    Cursor m_answered; //!< next result to send
    Counts m_counts;
};

} // namespace ns3

#endif // INC_PARAMETER_SERVER_AGENT_H
