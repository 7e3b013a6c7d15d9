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
 * \brief Order of the elements that a rank of a ring AllReduce sends and receives.
 *
 * The elements are cut into nearly equal chunks, one for each rank; some may be empty. Chunks are
 * cut into slices. In step t of 2(n-1), rank r sends chunk r - t and receives chunk r - 1 - t
 * (modulo n). The first n - 1 steps reduce and scatter, the others gather. A rank sends in one step
 * the chunk that it received in the step before.
 */
class IncRingSchedule
{
  public:
    /// A run of elements.
    struct Slice
    {
        uint64_t first{0}; //!< index of the first element
        uint32_t count{0}; //!< number of elements
    };

    IncRingSchedule() = default;

    /**
     * \param rank own rank
     * \param ranks number of ranks, at least 1
     * \param count number of elements
     * \param sliceElements largest number of elements of a slice, at least 1
     */
    IncRingSchedule(uint32_t rank, uint32_t ranks, uint64_t count, uint32_t sliceElements);

    /** \return number of steps, 2(n-1) */
    uint32_t GetSteps() const;

    /** \return true if a step reduces received elements, false if it copies them */
    bool IsReducing(uint32_t step) const;

    /** \return number of the chunk that is sent in a step */
    uint32_t GetSentChunk(uint32_t step) const;

    /** \return number of the chunk that is received in a step */
    uint32_t GetReceivedChunk(uint32_t step) const;

    /** \return number of slices of a chunk, 0 if it is empty */
    uint64_t GetSlices(uint32_t chunk) const;

    /**
     * \param chunk number of a chunk
     * \param slice number of a slice in the chunk
     * \return the elements of the slice
     */
    Slice GetSlice(uint32_t chunk, uint64_t slice) const;

  private:
    uint64_t FirstOf(uint64_t chunk) const;

    uint32_t m_rank{0};          //!< own rank
    uint32_t m_ranks{1};         //!< number of ranks
    uint64_t m_count{0};         //!< number of elements
    uint32_t m_sliceElements{1}; //!< largest number of elements of a slice
};

/**
 * \ingroup inc
 * \brief A position in the sequence of the slices that a rank of a ring sends, or receives.
 */
class IncRingCursor
{
  public:
    IncRingCursor() = default;

    /**
     * \param schedule schedule of the rank; must outlive the cursor
     * \param sending true for the sent slices, false for the received ones
     */
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
    IncRingSchedule::Slice Get() const;

    /** \brief Go to the next slice. */
    void Advance();

    /**
     * \param step number of a step
     * \param index number of a slice in the chunk of that step
     * \return true if the cursor has passed that slice
     */
    bool HasPassed(uint32_t step, uint64_t index) const;

    /** \return number of slices to come in the chunk, except its last, which may be shorter */
    uint64_t CountEqualRounds() const
    {
        return IsAtEnd() || m_index + 2 > m_slices ? 0 : m_slices - 2 - m_index;
    }

    /** \param visitor visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    uint32_t GetChunk() const;
    void SkipEmptyChunks();

    INC_FIELDS(IncRingCursor,
               INC_VALUE(m_step) + INC_UNVISITED(m_schedule, m_sending, m_index, m_slices))

    const IncRingSchedule* m_schedule{nullptr}; //!< schedule that the cursor walks
    bool m_sending{false};                      //!< true for sent slices, false for received ones
    uint32_t m_step{0};                         //!< step of the cursor
    uint64_t m_index{0};                        //!< number of the present slice in its chunk
    uint64_t m_slices{0};                       //!< number of slices of that chunk
};

/**
 * \ingroup inc
 * \brief One rank of a ring AllReduce. It receives slices from the previous rank, reduces or copies
 * them, and sends them to the next rank at once.
 *
 * RDMA WRITE with immediate puts a slice into the receiver's scratch memory, a circular buffer of W
 * slots. Slice number s, counted over all operations, has slot s mod W. The receiver reports by
 * CREDIT messages how many slices it has taken out. A sender is at most W slices ahead of these
 * reports, so that the buffer cannot overflow. Credits cannot block the ring either: they are sent
 * whenever W/2 slices are taken and not reported. After all slices are taken, a sender may
 * therefore send at least W - W/2 > 0 slices.
 *
 * The data of a send stays in the user's buffer until it is acknowledged. The final value of a
 * slice arrives over the ring. It is copied into the buffer only after this rank's own contribution
 * to the slice was acknowledged; until then it waits in its slot.
 */
class IncRingAgent : public IncRankAgent, private IncHostWork::Listener
{
  public:
    /// Data that the previous rank needs to connect and to send.
    struct Endpoint
    {
        Ipv4Address address; //!< address of the host
        uint32_t qpn{0};     //!< number of the queue pair
        uint32_t rkey{0};    //!< key of the scratch memory
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRingAgent();

    /**
     * \brief Make queue pairs and scratch memory.
     * \param host host of the rank, with an IncRdmaNic
     * \param rank own rank
     * \param ranks number of ranks
     * \param sliceBytes largest size of a slice, bytes
     * \param scratchSlices number of slots of the scratch memory
     * \param windowBytes window of the queue pairs, bytes; 0 for their default
     */
    void Setup(Ptr<Node> host,
               uint32_t rank,
               uint32_t ranks,
               uint32_t sliceBytes,
               uint32_t scratchSlices,
               uint32_t windowBytes);

    /** \return the data that the previous rank needs to send to this one */
    Endpoint GetReceiver() const;

    /** \return the data of this rank's sending queue pair; its key is unused */
    Endpoint GetSender() const;

    /**
     * \brief Connect to both neighbors.
     * \param before sending end of the previous rank
     * \param after receiving end of the next rank
     */
    void Connect(const Endpoint& before, const Endpoint& after);

    /**
     * \brief Keep the connections to one NIC of hosts that have several.
     * \param rail the NIC, counted from 0
     * \param spread chooser of source ports
     */
    void UseRail(uint32_t rail, IncFlowSpread& spread);

    /** \return number of slices that have been taken, of all tasks */
    uint64_t GetTaken() const override
    {
        return m_counts.taken;
    }

    /** \return number of the present sending step */
    uint32_t GetStep() const override
    {
        return m_toSend.GetStep();
    }

    /** \return number of slices still to come in the present step that equal the latest */
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

    /// Numbers of slices over all tasks.
    struct Counts
    {
        uint64_t sent{0};     //!< number of slices sent
        uint64_t credited{0}; //!< number of sent slices that the next rank reported as taken
        uint64_t arrived{0};  //!< number of slices received
        uint64_t taken{0};    //!< number of received slices taken from the scratch memory
        uint64_t reported{0}; //!< number of taken slices that were reported to the previous rank

        INC_FIELDS(IncRingAgent::Counts,
                   INC_COUNT(sent) + INC_COUNT(credited) + INC_COUNT(arrived) + INC_COUNT(taken) +
                       INC_COUNT(reported))
    };

    uint32_t m_ranks{1};                  //!< number of ranks
    uint32_t m_sliceBytes{0};             //!< largest size of a slice, bytes
    uint32_t m_slots{0};                  //!< number of slots of the scratch memory
    std::unique_ptr<uint8_t[]> m_scratch; //!< memory where slices land
    uint32_t m_scratchKey{0};             //!< key of the scratch memory
    uint32_t m_remoteKey{0};              //!< key of the next rank's scratch memory
    Ptr<IncRcQueuePair> m_before;         //!< queue pair to the previous rank
    Ptr<IncRcQueuePair> m_after;          //!< queue pair to the next rank

    IncRingSchedule m_schedule; //!< order of the slices in the present task
    IncRingCursor m_toSend;     //!< next slice to send
    IncRingCursor m_toTake;     //!< next slice to take from the scratch memory
    IncRingCursor m_toBeAcked;  //!< oldest slice that was sent and not acknowledged

    Counts m_counts;

    DataRate m_reductionRate; //!< attribute ReductionRate
    IncHostWork m_work;       //!< time that the host takes for the next slice
};

} // namespace ns3

#endif // INC_RING_AGENT_H
