/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RING_AGENT_H
#define INC_RING_AGENT_H

#include "inc-baseline-connection.h"
#include "inc-flow-spread.h"
#include "inc-host-work.h"
#include "inc-rank-agent.h"

#include "ns3/inc-state-fields.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Order of the elements that a rank of a ring AllReduce sends and receives.
 *
 * The elements are cut into nearly equal chunks, one for each rank; some may be empty. Chunks are
 * cut into slices. In step t of 2(n-1), rank r sends chunk r - t and receives chunk r - 1 - t
 * (modulo n). The first n - 1 steps reduce and scatter, the others gather. In each step after the
 * first, a rank sends the chunk that it received in the previous step.
 */
class IncRingSchedule
{
  public:
    /// Consecutive elements of a chunk.
    struct Slice
    {
        uint64_t first{0}; //!< index of the first element
        uint32_t count{0}; //!< number of elements
    };

    IncRingSchedule() = default;

    /** \brief Make the order of `count` elements; `ranks` and `sliceElements` are at least 1. */
    IncRingSchedule(uint32_t rank, uint32_t ranks, uint64_t count, uint32_t sliceElements);

    /** \return number of steps, 2(n-1) */
    uint32_t GetSteps() const
    {
        return 2 * (m_ranks - 1);
    }

    /** \return true if a step reduces received elements, false if it copies them */
    bool IsReducing(uint32_t step) const
    {
        return step < m_ranks - 1;
    }

    /** \return number of the chunk that is sent in a step */
    uint32_t GetSentChunk(uint32_t step) const
    {
        return (m_rank + 2 * m_ranks - step) % m_ranks;
    }

    /** \return number of the chunk that is received in a step */
    uint32_t GetReceivedChunk(uint32_t step) const
    {
        return GetSentChunk(step + 1);
    }

    /** \return number of slices of a chunk, 0 if it is empty */
    uint64_t GetSlices(uint32_t chunk) const;

    /** \return the elements of a slice, given by its number in a chunk */
    Slice GetSlice(uint32_t chunk, uint64_t slice) const;

  private:
    uint64_t FirstOf(uint64_t chunk) const;

    uint32_t m_rank{0};
    uint32_t m_ranks{1};
    uint64_t m_count{0};
    uint32_t m_sliceElements{1};
};

/// \ingroup inc
/// \brief A position in the sequence of slices that a rank of a ring sends or receives.
class IncRingCursor
{
  public:
    IncRingCursor() = default;

    /** \brief Begin at the first of the sent or received slices. The schedule must outlive the
     * cursor. */
    IncRingCursor(const IncRingSchedule* schedule, bool sending);

    /** \return true after the last slice */
    bool IsAtEnd() const;

    /** \return the step of the present slice */
    uint32_t GetStep() const
    {
        return m_step;
    }

    /** \return number of the present slice in its chunk */
    uint64_t GetIndex() const
    {
        return m_index;
    }

    /** \return the present slice */
    IncRingSchedule::Slice Get() const
    {
        return m_schedule->GetSlice(GetChunk(), m_index);
    }

    /** \brief Go to the next slice. */
    void Advance();

    /** \return true if the cursor has passed a slice, given by its number in the chunk of a step */
    bool HasPassed(uint32_t step, uint64_t index) const
    {
        return m_step > step || (m_step == step && m_index > index);
    }

    /** \return number of later slices in the chunk, except the last, which may be shorter */
    uint64_t CountEqualRounds() const
    {
        return IsAtEnd() || m_index + 2 > m_slices ? 0 : m_slices - 2 - m_index;
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

  private:
    uint32_t GetChunk() const
    {
        return m_sending ? m_schedule->GetSentChunk(m_step) : m_schedule->GetReceivedChunk(m_step);
    }

    void SkipEmptyChunks();

    INC_FIELDS(IncRingCursor,
               INC_VALUE(m_step) + INC_UNVISITED(m_schedule, m_sending, m_index, m_slices))

    const IncRingSchedule* m_schedule{nullptr};
    bool m_sending{false};
    uint32_t m_step{0};
    uint64_t m_index{0};  //!< number of the present slice in its chunk
    uint64_t m_slices{0}; //!< number of slices in the present chunk
};

/**
 * \ingroup inc
 * \brief One rank of a ring AllReduce. It receives slices from the previous rank, reduces or copies
 * them, and sends them to the next rank at once.
 *
 * RDMA WRITE with immediate puts a slice into the receiver's scratch memory, a circular buffer of W
 * slots. Slices are counted over all operations; slice s has slot s mod W. The receiver reports in
 * CREDIT messages how many slices it has taken out of the buffer. A sender is at most W slices
 * ahead of these reports, so that the buffer cannot overflow. The ring cannot block: a rank sends a
 * CREDIT whenever it has taken W/2 slices since the last one. After it has taken all slices, the
 * sender may therefore send at least W - W/2 > 0 more.
 *
 * A rank sends from the user's buffer, so sent data must stay there until it is acknowledged. The
 * final value of a slice overwrites this rank's contribution to it. The value therefore waits in
 * its slot until the contribution was acknowledged.
 */
class IncRingAgent : public IncRankAgent
{
  public:
    using Endpoint = IncBaselineConnection::Endpoint; //!< what a neighbor needs to connect

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Make queue pairs with a window of `windowBytes` (0: default of queue pairs), and
     * scratch memory of `scratchSlices` slots. */
    void Setup(Ptr<Node> host,
               uint32_t rank,
               uint32_t ranks,
               uint32_t sliceBytes,
               uint32_t scratchSlices,
               uint32_t windowBytes);

    /** \return the data that the previous rank needs to send to this rank */
    Endpoint GetReceiver() const
    {
        return m_before->GetEndpoint(m_scratchKey);
    }

    /** \return the data of this rank's sending queue pair; `rkey` is unused */
    Endpoint GetSender() const
    {
        return m_after->GetEndpoint(0);
    }

    /** \brief Connect to the previous rank's sending and the next rank's receiving queue pair. */
    void Connect(const Endpoint& before, const Endpoint& after);

    /** \brief If hosts have several NICs, use only the NIC `rail` for the connections. */
    void UseRail(uint32_t rail, IncFlowSpread& spread);

    /** \return number of slices taken from the scratch memory in all tasks */
    uint64_t GetTaken() const override
    {
        return m_counts.taken;
    }

    /** \return number of the present sending step */
    uint32_t GetStep() const override
    {
        return m_toSend.GetStep();
    }

    /** \return number of later slices in the present step that have the size of the latest one */
    uint64_t CountEqualRounds() const override
    {
        return IsActive() ? m_toSend.CountEqualRounds() : 0;
    }

    /** \return number of slots of the scratch memory */
    uint32_t GetSlots() const
    {
        return m_slots;
    }

    void Announce(IncStateVisitor& visitor) const override;
    void VisitState(IncStateVisitor& visitor) override;

  protected:
    void DoDispose() override;
    void Begin() override;
    void TellPeersOfFailure() override;

  private:
    void SliceAcknowledged();
    void SliceArrived();
    void Credited(const IncBaselineMessage& message);
    void Progress();
    bool MayTake() const;

    uint64_t TakeBytes() const
    {
        return uint64_t{m_toTake.Get().count} * IncSizeOf(GetTask().type);
    }

    void Take();
    bool MaySend() const;
    void Send();
    void ReturnCredit();

    /// Numbers of slices over all tasks.
    struct Counts
    {
        uint64_t sent{0};
        uint64_t credited{0}; //!< number of sent slices that the next rank reported as taken
        uint64_t arrived{0};
        uint64_t taken{0};    //!< number of received slices taken from the scratch memory
        uint64_t reported{0}; //!< number of taken slices that were reported to the previous rank

        INC_FIELDS(IncRingAgent::Counts,
                   INC_COUNT(sent) + INC_COUNT(credited) + INC_COUNT(arrived) + INC_COUNT(taken) +
                       INC_COUNT(reported))
    };

    uint32_t m_ranks{1};
    uint32_t m_sliceBytes{0};
    uint32_t m_slots{0};
    std::unique_ptr<uint8_t[]> m_scratch;
    uint32_t m_scratchKey{0};
    uint32_t m_remoteKey{0};
    std::unique_ptr<IncBaselineConnection>
        m_before;                                   //!< to the previous rank; null if there is none
    std::unique_ptr<IncBaselineConnection> m_after; //!< to the next rank; null if there is none

    IncRingSchedule m_schedule;
    IncRingCursor m_toSend;
    IncRingCursor m_toTake;
    IncRingCursor m_toBeAcked; //!< oldest sent slice without acknowledgement

    Counts m_counts;

    DataRate m_reductionRate;
    IncHostWork m_work{[this]() {
        NoteProgress();
        Progress();
    }};
};

} // namespace ns3

#endif // INC_RING_AGENT_H
