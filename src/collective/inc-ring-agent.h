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
#include "inc-ring-schedule.h"

#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"

#include <cstdint>
#include <memory>

namespace ns3
{

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
        return m_taken;
    }

    /** \return the present step of sending */
    uint32_t GetStep() const override
    {
        return m_toSend.GetStep();
    }

    /** \return slices to come in the present step that are like the latest */
    uint64_t GetLikeOnes() const override
    {
        return IsActive() ? m_toSend.GetLikeOnes() : 0;
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

    uint64_t m_sent{0};     //!< slices sent, ever
    uint64_t m_credited{0}; //!< sent slices that the next rank reported as taken
    uint64_t m_arrived{0};  //!< slices received, ever
    uint64_t m_taken{0};    //!< received slices that were taken from the scratch memory
    uint64_t m_reported{0}; //!< received slices that were reported to the rank before as taken

    DataRate m_reductionRate; //!< attribute ReductionRate
    IncHostWork m_work;       //!< on the slice to be taken
};

} // namespace ns3

#endif // INC_RING_AGENT_H
