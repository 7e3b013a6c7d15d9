/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_H
#define INC_TREE_H

#include "inc-dissemination.h"
#include "inc-refusal.h"
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

/// Counters of an aggregator: a line here is a column of statistics and a metric of series.
#define INC_AGGREGATOR_COUNTERS(COUNTER)                                                           \
    COUNTER(contributions, COUNT) /* contributions that were aggregated */                         \
    COUNTER(duplicates, COUNT)    /* contributions that had been aggregated before */              \
    COUNTER(completed, COUNT)     /* rounds with all contributions */                              \
    COUNTER(resultsSent, COUNT)   /* copies of results sent to children */                         \
    COUNTER(resent, COUNT)        /* aggregates sent up, and results sent down, once more */       \
    COUNTER(pendingSent, COUNT)   /* "pending" answers sent */                                     \
    COUNTER(passedBy, COUNT)      /* contributions of others, forwarded towards the root */        \
    COUNTER(failedLinks, COUNT)   /* connections with neighbors that broke */

/**
 * \ingroup inc
 * \brief Counters of an INC switch.
 */
struct IncAggregatorCounters
{
    INC_AGGREGATOR_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncAggregatorCounters,
               INC_AGGREGATOR_COUNTERS(INC_COUNTER_ENTRY) + INC_PART(refused))

    IncRefusalCounts refused; //!< frames by reason
};

/**
 * \ingroup inc
 * \brief Takes the results at the root of a tree: the memory of a parameter server, which runs on
 * the root's node.
 */
class IncResultSink
{
  public:
    virtual ~IncResultSink() = default;

    /** \param round all contributions are in; called once for each */
    virtual void TakeResult(const IncSlotRound& round) = 0;
};

/**
 * \ingroup inc
 * \brief How often lost frames are looked after: attributes of the IncAggregator, which may be set
 * at any time.
 */
struct IncRecoveryTimes
{
    const Time& resend;        //!< value of IncAggregator::ResendInterval
    const Time& crossing;      //!< value of IncAggregator::CrossingInterval
    const Time& parentTimeout; //!< value of IncAggregator::ParentTimeout
};

/**
 * \ingroup inc
 * \brief Loss recovery of one aggregation tree on one switch: what is sent again, requested or
 * answered "pending" when a neighbor repeats itself.
 *
 * Where results pass the VAT nodes by (BIER, unicast), it knows which of them have left the switch
 * for workers on its links, and requests repair of the others alone.
 */
class IncTreeRecovery
{
  public:
    /**
     * \param tree whose frames may be lost; owns this
     * \param times of the aggregator
     * \param counters of the aggregator: `resent` and `pendingSent`
     */
    IncTreeRecovery(IncTree& tree, const IncRecoveryTimes& times, IncAggregatorCounters& counters)
        : m_tree(tree),
          m_times(times),
          m_counters(counters)
    {
    }

    /**
     * \brief A contribution came that had been aggregated before.
     * \param round that it belongs to
     * \param child that sent it
     * \param bits the workers that it stands for
     * \param frame the contribution
     */
    void DuplicateArrived(IncSlotRound& round,
                          uint32_t child,
                          const IncBitString& bits,
                          const IncFrame& frame);

    /**
     * \brief The parent answers that others are missing.
     * \param pending its answer
     */
    void PendingArrived(const IncFrame& pending);

    /**
     * \brief A switch below requests the result of a round for some of its workers.
     * \param child that sent the request
     * \param request P-BM: these workers; immediate: PSN of the latest result that came there
     * \return why it is refused, if it is
     */
    std::optional<IncRefusal> RequestArrived(uint32_t child, const IncFrame& request);

    /**
     * \brief A result that passed the VAT nodes by leaves this switch for a worker.
     * \param result of this tree and epoch
     * \param bfrId of the worker
     */
    void ResultLeaves(const IncFrame& result, uint16_t bfrId);

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// A result that stands for those of earlier rounds that have no elements for the worker.
    struct Passed
    {
        uint64_t end{0}; //!< sequence number after the last message
        int64_t ps{0};   //!< time when it left
    };

    /// A result that stands for earlier ones leaves for a worker.
    void NotePassed(const IncSlotRound& round, uint16_t bfrId);
    /// Room for the workers of a round whose first result leaves.
    void MakePassed(IncSlotRound& round) const;
    void ResultMissing(IncSlotRound& round, uint32_t child);
    /// Return the time at which the result of a round, or one that covers it, left for a worker, if
    /// it did.
    std::optional<int64_t> PassedPs(const IncSlotRound& round, uint32_t bit) const;
    Time GetResendInterval() const;
    bool HasCrossed(const IncSlotRound& round, const IncFrame& request) const;
    bool SendUpAgain(IncSlotRound& round);
    void SendPending(const IncSlotRound& round, uint32_t child);
    /// Unless the parent has been silent for too long.
    void SendPendingOfParent(const IncSlotRound& round, uint32_t child);
    void Request(const IncSlotRound& round,
                 Ptr<const IncSharedBitString> missing,
                 uint32_t passedPsn);
    void RequestAll(const IncSlotRound& round);

    INC_FIELDS(IncTreeRecovery, INC_UNVISITED(m_tree, m_times, m_counters, m_passed, m_passedPsn))

    IncTree& m_tree;                         //!< the tree; its frames may be lost
    const IncRecoveryTimes m_times;          //!< times of the aggregator
    IncAggregatorCounters& m_counters;       //!< counters of the aggregator
    std::vector<Passed> m_passed;            //!< by bit: the latest that stands for those before
    uint32_t m_passedPsn{IncHeader::NO_PSN}; //!< PSN of the latest result that left for a worker
};

/**
 * \ingroup inc
 * \brief An aggregation tree on one switch: state, queue pairs, and how results travel.
 */
struct IncTree
{
    /**
     * \param config checked
     * \param times of the aggregator
     * \param counters of the aggregator
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
     * \param flags of the INC header besides its own: RETRANSMITTED or 0
     */
    void SendUp(IncSlotRound& round, uint8_t flags);

    /** \brief Tell all neighbors to give up, once. */
    void Fail();

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

    bool failed{false};                                 //!< see Fail(); looked at for every frame
    IncTreeState state;                                 //!< configuration and slots
    IncTreeRecovery recovery;                           //!< repair of lost frames
    std::vector<std::unique_ptr<IncTreeLink>> children; //!< by child number
    std::unique_ptr<IncTreeLink> parent;                //!< parent; null at the root
    std::unique_ptr<IncDissemination> dissemination;    //!< how results travel from here
    IncResultSink* sink{nullptr};                       //!< root: who takes the results, or null

    INC_FIELDS(IncTree,
               INC_PART(state) + INC_PART(children) + INC_PART(parent) + INC_PART(dissemination) +
                   INC_PART(recovery) + INC_VALUE(failed) + INC_UNVISITED(sink))
};

} // namespace ns3

#endif // INC_TREE_H
