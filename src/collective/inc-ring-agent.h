/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RING_AGENT_H
#define INC_RING_AGENT_H

#include "inc-flow-spread.h"
#include "inc-host-work.h"
#include "inc-rank-agent.h"

#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-state-fields.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Which elements a rank of a ring AllReduce sends and receives, and in which order.
 *
 * The elements are cut into as many chunks as there are ranks, as equal as can be (empty ones
 * included), and chunks into slices. In step t of 2(n-1), rank r sends chunk r - t and receives
 * chunk r - 1 - t (modulo n): the first n - 1 steps reduce and scatter, the others gather. What is
 * received in one step is sent in the next.
 */
class IncRingSchedule
{
  public:
    /// A run of elements.
    struct Slice
    {
        uint64_t first{0}; //!< its first element
        uint32_t count{0}; //!< number of elements
    };

    IncRingSchedule() = default;

    /**
     * \param rank own rank
     * \param ranks number of ranks, at least 1
     * \param count number of elements
     * \param sliceElements most elements of a slice, at least 1
     */
    IncRingSchedule(uint32_t rank, uint32_t ranks, uint64_t count, uint32_t sliceElements);

    /** \return number of steps, 2(n-1) */
    uint32_t GetSteps() const;

    /**
     * \param step a step
     * \return whether what is received in it is reduced, not copied
     */
    bool IsReducing(uint32_t step) const;

    /**
     * \param step a step
     * \return the chunk sent in it
     */
    uint32_t GetSentChunk(uint32_t step) const;

    /**
     * \param step a step
     * \return the chunk received in it
     */
    uint32_t GetReceivedChunk(uint32_t step) const;

    /**
     * \param chunk a chunk
     * \return number of its slices, 0 if it is empty
     */
    uint64_t GetSlices(uint32_t chunk) const;

    /**
     * \param chunk a chunk
     * \param slice one of its slices
     * \return the elements
     */
    Slice GetSlice(uint32_t chunk, uint64_t slice) const;

  private:
    uint64_t FirstOf(uint64_t chunk) const;

    uint32_t m_rank{0};          //!< own rank
    uint32_t m_ranks{1};         //!< number of ranks
    uint64_t m_count{0};         //!< number of elements
    uint32_t m_sliceElements{1}; //!< most elements of a slice
};

/**
 * \ingroup inc
 * \brief A place in the sequence of all slices that a rank sends, or receives, in a ring AllReduce.
 */
class IncRingCursor
{
  public:
    IncRingCursor() = default;

    /**
     * \param schedule outlives the cursor
     * \param sending over what is sent or over what is received
     */
    IncRingCursor(const IncRingSchedule* schedule, bool sending);

    /** \return whether there is no slice any more */
    bool IsAtEnd() const;

    /** \return the step of the present slice */
    uint32_t GetStep() const;

    /** \return the present slice's number in its chunk */
    uint64_t GetIndex() const;

    /** \return the present slice */
    IncRingSchedule::Slice Get() const;

    /** \brief Goes to the next slice. */
    void Advance();

    /**
     * \param step a step
     * \param index a slice of it
     * \return whether that slice lies behind
     */
    bool HasPassed(uint32_t step, uint64_t index) const;

    /** \return slices of the present chunk that follow, but for the last, which may be shorter */
    uint64_t CountEqualRounds() const
    {
        return IsAtEnd() || m_index + 2 > m_slices ? 0 : m_slices - 2 - m_index;
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    uint32_t GetChunk() const;
    void SkipEmptyChunks();

    INC_FIELDS(IncRingCursor,
               INC_VALUE(m_step) + INC_UNVISITED(m_schedule, m_sending, m_index, m_slices))

    const IncRingSchedule* m_schedule{nullptr}; //!< schedule that the cursor walks
    bool m_sending{false};                      //!< the cursor is that of sent slices
    uint32_t m_step{0};                         //!< step of the cursor
    uint64_t m_index{0};                        //!< present slice in its chunk
    uint64_t m_slices{0};                       //!< slices of that chunk
};

/**
 * \ingroup inc
 * \brief One rank of a ring AllReduce: receives slices from the rank before, reduces or copies
 * them, and passes them on at once to the rank after.
 *
 * A slice lands, by RDMA WRITE with immediate, in the receiver's scratch memory, a circular buffer
 * of W slots: slice number s (counted over all operations) in slot s mod W. The buffer is never
 * overrun: the receiver reports by CREDIT messages how many slices it has taken out of it, and a
 * sender has never sent W more than were reported. Nor can credits block the ring: they are sent
 * whenever W/2 slices are taken and not reported, so with everything taken a sender may always
 * send at least W - W/2 > 0 slices.
 *
 * The data of a send stay in the user's buffer until it is acknowledged. The final value of a slice
 * comes round the ring. It is copied into the buffer only after the acknowledgement of this rank's
 * own contribution to the slice; until then it waits in its slot.
 */
class IncRingAgent : public IncRankAgent, private IncHostWork::Listener
{
  public:
    /// What the rank before must know to send.
    struct Endpoint
    {
        Ipv4Address address; //!< address of the host
        uint32_t qpn{0};     //!< queue pair
        uint32_t rkey{0};    //!< key of the scratch memory
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRingAgent();

    /**
     * \brief Makes queue pairs and scratch memory.
     * \param host with an IncRdmaNic
     * \param rank own rank
     * \param ranks number of ranks
     * \param sliceBytes most bytes of a slice
     * \param scratchSlices slots of the scratch memory
     * \param windowBytes of the queue pairs; 0: their default
     */
    void Setup(Ptr<Node> host,
               uint32_t rank,
               uint32_t ranks,
               uint32_t sliceBytes,
               uint32_t scratchSlices,
               uint32_t windowBytes);

    /** \return where the rank before sends to */
    Endpoint GetReceiver() const;

    /** \return where the rank after is connected to; without a key */
    Endpoint GetSender() const;

    /**
     * \brief Connects to both neighbors.
     * \param before the sender of the rank before
     * \param after the receiver of the rank after
     */
    void Connect(const Endpoint& before, const Endpoint& after);

    /**
     * \brief Keep to one NIC of hosts that have several.
     * \param rail the NIC
     * \param spread places the connections
     */
    void UseRail(uint32_t rail, IncFlowSpread& spread);

    /** \return slices that have been taken, ever */
    uint64_t GetTaken() const override
    {
        return m_counts.taken;
    }

    /** \return the present step of sending */
    uint32_t GetStep() const override
    {
        return m_toSend.GetStep();
    }

    /** \return slices to come in the present step that are like the latest */
    uint64_t CountEqualRounds() const override
    {
        return IsActive() ? m_toSend.CountEqualRounds() : 0;
    }

    /** \return slices that the scratch memory has room for */
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
    void SendCompleted(const IncCompletion& completion);
    void CreditOrAbortSent(const IncCompletion& completion);
    void ReceivedFromBefore(const IncCompletion& completion);
    void ReceivedFromAfter(const IncCompletion& completion);

    void Progress();
    bool MayTake() const;
    uint64_t TakeBytes() const;
    void Take();
    void WorkDone() override;
    bool MaySend() const;
    void Send();
    void ReturnCredit();

    /// Slices so far, over all tasks.
    struct Counts
    {
        uint64_t sent{0};     //!< slices sent, ever
        uint64_t credited{0}; //!< sent slices that the next rank reported as taken
        uint64_t arrived{0};  //!< slices received, ever
        uint64_t taken{0};    //!< received slices that were taken from the scratch memory
        uint64_t reported{0}; //!< received slices that were reported to the rank before as taken

        INC_FIELDS(IncRingAgent::Counts,
                   INC_COUNT(sent) + INC_COUNT(credited) + INC_COUNT(arrived) + INC_COUNT(taken) +
                       INC_COUNT(reported))
    };

    uint32_t m_ranks{1};                  //!< number of ranks
    uint32_t m_sliceBytes{0};             //!< most bytes of a slice
    uint32_t m_slots{0};                  //!< slots of the scratch memory
    std::unique_ptr<uint8_t[]> m_scratch; //!< where slices land
    uint32_t m_scratchKey{0};             //!< key of the scratch memory
    uint32_t m_remoteKey{0};              //!< key of the next rank's scratch memory
    Ptr<IncRcQueuePair> m_before;         //!< from the rank before
    Ptr<IncRcQueuePair> m_after;          //!< to the rank after

    IncRingSchedule m_schedule; //!< steps of the present task
    IncRingCursor m_toSend;     //!< next slice to send
    IncRingCursor m_toTake;     //!< next slice to take from the scratch memory
    IncRingCursor m_toBeAcked;  //!< oldest slice sent and not acknowledged

    Counts m_counts; //!< slices so far

    DataRate m_reductionRate; //!< attribute ReductionRate
    IncHostWork m_work;       //!< on the slice to be taken
};

} // namespace ns3

#endif // INC_RING_AGENT_H
