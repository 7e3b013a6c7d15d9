/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_H
#define INC_TREE_H

#include "inc-dissemination.h"
#include "inc-refusal.h"
#include "inc-tree-cells.h"
#include "inc-tree-link.h"
#include "inc-tree-state.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-state-fields.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

struct IncSlotRound;
struct IncTree;

/// \ingroup inc
/// \brief Receiver of the results at the root of a tree, for a parameter server on the root's node.
class IncResultSink
{
  public:
    virtual ~IncResultSink() = default;

    /** \brief Receive the result of a complete message. Called once for each message. */
    virtual void TakeResult(const IncSlotRound& round) = 0;
};

/// \ingroup inc
/// \brief Intervals of loss recovery. They are references, because attributes of IncAggregator may
/// change at any time.
struct IncRecoveryTimes
{
    const Time& resend;   //!< least time between repetitions, see IncAggregator::ResendInterval
    const Time& crossing; //!< age at which a result is sent again: IncAggregator::CrossingInterval
    const Time& parentTimeout; //!< longest silence of the parent, see IncAggregator::ParentTimeout
};

/**
 * \ingroup inc
 * \brief Loss recovery of one aggregation tree on one switch.
 *
 * When a neighbor repeats a frame, the switch repeats the aggregate or result, requests the result
 * from its parent, or answers "pending". With BIER or unicast, results do not pass the tree. The
 * last hop then notes which results have left for its workers, and the switch requests repair of
 * the others alone.
 */
class IncTreeRecovery
{
  public:
    /** \brief Recover the losses of a tree. Its repetitions are counted in `resent` and
     * `pendingSent`. */
    IncTreeRecovery(IncTree& tree, const IncRecoveryTimes& times, IncAggregatorCounters& counters)
        : m_tree(tree),
          m_times(times),
          m_counters(counters)
    {
    }

    /** \brief React to a contribution that had been aggregated before. */
    void DuplicateArrived(IncSlotRound& round,
                          uint32_t child,
                          const IncBitString& bits,
                          const IncFrame& frame);

    /** \brief Note the parent's answer "pending": other contributions are missing. */
    void PendingArrived(const IncFrame& pending);

    /** \brief React to a request from a switch below: the workers in its P-BM lack a result. Its
     * immediate is the PSN of the latest result that passed the sender. Return the reason to refuse
     * the request, if there is one. */
    std::optional<IncRefusal> RequestArrived(uint32_t child, const IncFrame& request);

    /** \brief Note that a BIER result leaves this switch for a worker on its links. */
    void ResultLeaves(const IncFrame& result, uint16_t bfrId);

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// Latest result for a worker. It also stands for earlier messages, in which the worker gets no
    /// elements.
    struct Passed
    {
        uint64_t end{0}; //!< number after the last message for which the result stands
        int64_t ps{0};   //!< time when the result left, ps

        INC_FIELDS(IncTreeRecovery::Passed, INC_FIELD(end, SEQUENCE) + INC_TIME(ps))
    };

    void NotePassed(const IncSlotRound& round, uint16_t bfrId);
    /// Allocate the set of workers whose result has left, because the first result leaves.
    void MakePassed(IncSlotRound& round) const;
    bool AsksForResult(uint32_t child, const IncBitString& bits) const;
    void ResultMissing(IncSlotRound& round, uint32_t child, const IncFrame& frame);
    void RelayPending(IncSlotRound& round);
    /// Return the time when a worker's result left this switch; no value if it did not.
    std::optional<int64_t> PassedPs(const IncSlotRound& round, uint32_t bit) const;
    Time GetResendInterval() const;
    bool HasCrossed(const IncSlotRound& round, const IncFrame& request) const;
    bool SendUpAgain(IncSlotRound& round);
    void SendPending(const IncSlotRound& round, uint32_t child);
    /// Send "pending", unless the parent has not answered for too long.
    void SendPendingOfParent(const IncSlotRound& round, uint32_t child);
    void Request(const IncSlotRound& round,
                 Ptr<const IncSharedBitString> missing,
                 uint32_t passedPsn);
    void RequestAll(const IncSlotRound& round);

    INC_FIELDS(IncTreeRecovery, INC_UNVISITED(m_tree, m_times, m_counters, m_passed, m_passedPsn))

    IncTree& m_tree;
    const IncRecoveryTimes m_times;
    IncAggregatorCounters& m_counters;
    std::vector<Passed> m_passed; //!< by bit: latest result that stands for earlier messages
    uint32_t m_passedPsn{IncHeader::NO_PSN}; //!< PSN of the latest such result, or NO_PSN
};

/// \ingroup inc
/// \brief An aggregation tree on one switch: state, queue pairs, loss recovery and dissemination of
/// results.
struct IncTree
{
    /** \brief Make a tree from a configuration that is complete and checked. */
    IncTree(const IncTreeConfig& config,
            const IncRecoveryTimes& times,
            IncAggregatorCounters& counters)
        : state(config),
          recovery(*this, times, counters)
    {
    }

    /** \brief Send the aggregate of a round to the parent, with this flag: RETRANSMITTED or 0. */
    void SendUp(IncSlotRound& round, uint8_t flags);

    /** \brief Send the partial sum of an incomplete message to the parent, flags as in SendUp(). */
    void SendPart(const IncSlotRound& round, uint8_t flags);

    /** \brief Tell all neighbors, once, that the tree has failed. */
    void Fail();

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    bool failed{false};       //!< whether Fail() was called; read for every frame
    IncTreeState state;       //!< configuration and slots
    IncTreeRecovery recovery; //!< repair of lost frames
    std::vector<std::unique_ptr<IncTreeLink>> children; //!< queue pairs to children by number
    std::unique_ptr<IncTreeLink> parent;             //!< queue pair to the parent; null at the root
    std::unique_ptr<IncDissemination> dissemination; //!< sends results from this switch
    IncResultSink* sink{nullptr};                    //!< root: receives results; or null
    std::unique_ptr<IncTreeCells> cells; //!< shared cells; null: slots have their own memory

    INC_FIELDS(IncTree,
               INC_PART(state) + INC_PART(children) + INC_PART(parent) + INC_PART(dissemination) +
                   INC_PART(recovery) + INC_VALUE(failed) + INC_UNVISITED(sink, cells))
};

} // namespace ns3

#endif // INC_TREE_H
