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

/**
 * \ingroup inc
 * \brief Takes the results at the root of a tree, for a parameter server on the root's node.
 */
class IncResultSink
{
  public:
    virtual ~IncResultSink() = default;

    /** \brief Take the result of a complete round. Called once for each round. */
    virtual void TakeResult(const IncSlotRound& round) = 0;
};

/**
 * \ingroup inc
 * \brief Intervals of loss recovery. They refer to attributes of the IncAggregator, which may be
 * set at any time.
 */
struct IncRecoveryTimes
{
    const Time& resend;        //!< value of IncAggregator::ResendInterval
    const Time& crossing;      //!< value of IncAggregator::CrossingInterval
    const Time& parentTimeout; //!< value of IncAggregator::ParentTimeout
};

/**
 * \ingroup inc
 * \brief Loss recovery of one aggregation tree on one switch.
 *
 * When a neighbor repeats itself, it sends the aggregate or result again, requests it, or answers
 * "pending". If results pass the VAT nodes by (BIER, unicast), it knows which of them have left the
 * switch for workers on its links. It requests repair of the others alone.
 */
class IncTreeRecovery
{
  public:
    /**
     * \param tree owner; its frames may be lost
     * \param times times of the aggregator
     * \param counters counters of the aggregator; `resent` and `pendingSent` are counted here
     */
    IncTreeRecovery(IncTree& tree, const IncRecoveryTimes& times, IncAggregatorCounters& counters)
        : m_tree(tree),
          m_times(times),
          m_counters(counters)
    {
    }

    /**
     * \brief React to a contribution that had been aggregated before.
     * \param round round of the contribution
     * \param child number of the child that sent it
     * \param bits workers for which it stands
     * \param frame the contribution
     */
    void DuplicateArrived(IncSlotRound& round,
                          uint32_t child,
                          const IncBitString& bits,
                          const IncFrame& frame);

    /** \brief Note the parent's answer "pending": other contributions are missing. */
    void PendingArrived(const IncFrame& pending);

    /**
     * \brief React to a switch below that requests the result of a round for some of its workers.
     * \param child number of the child that sent the request
     * \param request its P-BM has these workers; its immediate the PSN of the latest result seen
     * there
     * \return the reason to refuse it, if there is one
     */
    std::optional<IncRefusal> RequestArrived(uint32_t child, const IncFrame& request);

    /**
     * \brief Note that a result that passed the VAT nodes by leaves this switch for a worker.
     * \param result result of this tree and epoch
     * \param bfrId BFR-id of the worker
     */
    void ResultLeaves(const IncFrame& result, uint16_t bfrId);

    /** \brief Pass the state to a visitor. */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// Latest result for a worker that also stands for earlier rounds without elements for it.
    struct Passed
    {
        uint64_t end{0}; //!< sequence number after the last message
        int64_t ps{0};   //!< time when it left
    };

    /// Note that a result leaves for a worker and stands for earlier ones too.
    void NotePassed(const IncSlotRound& round, uint16_t bfrId);
    /// Make room for the workers of a round, because its first result leaves.
    void MakePassed(IncSlotRound& round) const;
    /// Return whether a repetition that a child sent tells which workers miss the result.
    bool AsksForResult(uint32_t child, const IncBitString& bits) const;
    void ResultMissing(IncSlotRound& round, uint32_t child, const IncFrame& frame);
    void RelayPending(IncSlotRound& round);
    /// Return the time when the result of a round, or one that covers it, left for a worker, if
    /// any.
    std::optional<int64_t> PassedPs(const IncSlotRound& round, uint32_t bit) const;
    Time GetResendInterval() const;
    bool HasCrossed(const IncSlotRound& round, const IncFrame& request) const;
    bool SendUpAgain(IncSlotRound& round);
    void SendPending(const IncSlotRound& round, uint32_t child);
    /// Send "pending", unless the parent has been silent for too long.
    void SendPendingOfParent(const IncSlotRound& round, uint32_t child);
    void Request(const IncSlotRound& round,
                 Ptr<const IncSharedBitString> missing,
                 uint32_t passedPsn);
    void RequestAll(const IncSlotRound& round);

    INC_FIELDS(IncTreeRecovery, INC_UNVISITED(m_tree, m_times, m_counters, m_passed, m_passedPsn))

    IncTree& m_tree;                //!< tree that owns this
    const IncRecoveryTimes m_times; //!< attributes of the aggregator
    IncAggregatorCounters& m_counters;
    std::vector<Passed> m_passed; //!< by bit: latest result that also stands for earlier ones
    uint32_t m_passedPsn{IncHeader::NO_PSN}; //!< PSN of the latest result that left for a worker;
                                             //!< NO_PSN: none
};

/**
 * \ingroup inc
 * \brief An aggregation tree on one switch: state, queue pairs, loss recovery and way of results.
 */
struct IncTree
{
    /**
     * \param config complete and checked
     * \param times times of the aggregator
     * \param counters counters of the aggregator
     */
    IncTree(const IncTreeConfig& config,
            const IncRecoveryTimes& times,
            IncAggregatorCounters& counters)
        : state(config),
          recovery(*this, times, counters)
    {
    }

    /**
     * \brief Send the aggregate of a round to the parent.
     * \param round with all contributions
     * \param flags flags of the INC header that are added: RETRANSMITTED or 0
     */
    void SendUp(IncSlotRound& round, uint8_t flags);

    /** \brief Send the contributions of a round that is not complete to the parent. */
    void SendPart(const IncSlotRound& round);

    /** \brief Tell all neighbors, once, that the tree has failed. */
    void Fail();

    /** \brief Pass the state to a visitor. */
    void VisitState(IncStateVisitor& visitor);

    bool failed{false};       //!< whether Fail() was called; read for every frame
    IncTreeState state;       //!< configuration and slots
    IncTreeRecovery recovery; //!< repair of lost frames
    std::vector<std::unique_ptr<IncTreeLink>> children; //!< queue pairs to the children, by child
                                                        //!< number
    std::unique_ptr<IncTreeLink> parent;             //!< queue pair to the parent; null at the root
    std::unique_ptr<IncDissemination> dissemination; //!< way of results from here
    IncResultSink* sink{nullptr};                    //!< root: takes the results; or null
    std::unique_ptr<IncTreeCells> cells;             //!< shared cells; null: each slot has its own

    INC_FIELDS(IncTree,
               INC_PART(state) + INC_PART(children) + INC_PART(parent) + INC_PART(dissemination) +
                   INC_PART(recovery) + INC_VALUE(failed) + INC_UNVISITED(sink, cells))
};

} // namespace ns3

#endif // INC_TREE_H
