/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATOR_H
#define INC_AGGREGATOR_H

#include "inc-last-hop.h"
#include "inc-refusal.h"
#include "inc-tree-admission.h"
#include "inc-tree.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-switch.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reducer of the contributions of a group's workers inside a switch.
 *
 * Each worker sends its own copy of a message, but the link above the switch has room for only one.
 * Therefore a contribution ends here: its elements are added to a slot, and its bits to the slot's
 * bitmap. When the bitmap has all workers below the switch (A-BM), one frame with the sum goes to
 * the parent. The root sends the result to all workers (drafts VAT and BIER, section 2.1). The
 * price is memory: a group can have at most as many messages in flight as it has slots.
 *
 * An aggregator has no timers: "the switch passively processes" (RoCEv2 offloading draft, section
 * 5.2). A worker that misses a result asks again, and the aggregator answers from the slot. Over
 * RC, its queue pairs repeat lost frames.
 *
 * An aggregator owns its trees, slots and queue pairs. Attach one to the node of an IncSwitch,
 * or of a root server.
 */
class IncAggregator : public Object,
                      public IncFrameProcessor,
                      private IncTreeLink::Listener,
                      private IncLastHop::Listener
{
  public:
    static constexpr uint32_t FIRST_QPN = 16; //!< number of the first queue pair of a switch

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncAggregator();
    ~IncAggregator() override;

    /** \brief Process the INC frames of a switch, which is attached to its node. */
    void Attach(Ptr<IncSwitch> device);

    /** \brief Process the INC frames of a server, whose NIC is attached to its node. */
    void Attach(Ptr<IncRdmaNic> nic);

    /** \brief Process the INC frames of a node that calls Process() and outlives the aggregator. */
    void Attach(IncFrameForwarder* node, uint32_t firstQpn);

    /** \brief Accept frames of a neighbor at any port, because failed links have changed the
     * routes; false: only at the usual port. Frames of a worker with a single link must still come
     * by this link. */
    void AdmitDetours(bool admit = true);

    /** \brief Assign fixed streams to the random variables. Return the number of streams used. */
    int64_t AssignStreams(int64_t stream);

    /** \brief Reserve a queue pair for a neighbor, before InstallTree(). Return a connection whose
     * own address, QPN and UDP source port are set. */
    IncConnection CreateConnection();

    /** \brief Give back a queue pair that no installed tree uses. CreateConnection() reuses the one
     * that has been free for the longest time. */
    void ReleaseConnection(uint32_t qpn);

    /** \return number of queue pairs that were created and not released */
    std::size_t GetConnections() const
    {
        return m_table.GetReserved();
    }

    /** \brief Begin to serve a tree, after IncConnection::Seal() of all its connections. */
    void InstallTree(const IncTreeConfig& config);

    /** \brief Make a queue pair that carries results from the root straight to one worker, after
     * IncConnection::Seal(). An IncDissemination must own the queue pair. */
    std::unique_ptr<IncTreeLink> MakeResultLink(uint16_t treeId,
                                                const IncConnection& connection,
                                                const IncRcParameters& rc);

    /** \brief Send the results of an installed tree by an object, instead of down the tree. */
    void SetDissemination(uint16_t treeId, std::unique_ptr<IncDissemination> dissemination);

    /** \brief Pass the results of an installed tree to a receiver on the root's node. The receiver
     * must outlive the tree; nullptr: none. */
    void SetResultSink(uint16_t treeId, IncResultSink* sink);

    /** \brief Remove a tree. Frames for this tree that arrive later are refused as stale. */
    void RemoveTree(uint16_t treeId);

    /** \return the state of the tree; nullptr if it is not installed */
    IncTreeState* FindTree(uint16_t treeId) const;

    /** \return queue pairs to children, parent (if there is one) and workers */
    std::vector<const IncTreeLink*> GetLinks(uint16_t treeId) const;

    /** \return queue pair that sends results as a multicast; nullptr if there is none */
    const IncResultStream* GetStream(uint16_t treeId) const
    {
        return GetInstalled(treeId, "GetStream").dissemination->GetStream();
    }

    /** \brief Note which results the last hop sends to workers, for the repair of lost results. */
    void Watch(IncLastHop& lastHop);

    /** \return number of slots that are reserved for installed trees */
    uint32_t GetSlotsInUse() const;

    /** \return whether trees can share cells: attribute Pool has a policy. With Ledger "cell", only
     * UC can, because its repetitions have the flag RETRANSMITTED */
    bool SharesCells(IncAggregationTransport transport) const
    {
        return m_policy && m_slots > 0 &&
               (m_policy->GetLedger() == IncCellLedger::ROUND ||
                transport == IncAggregationTransport::UC);
    }

    /** \return slots that trees share (cells); null if trees share none */
    const IncCellPool* GetPool() const
    {
        return m_pool.get();
    }

    /** \return slots left for more trees; no value if attribute Slots sets no limit */
    std::optional<uint32_t> GetSlotsLeft() const;

    /** \return number of messages that collect contributions or wait for their result */
    uint32_t GetBusySlots() const;

    /** \return largest number of messages that one tree had in progress at once */
    uint32_t GetSlotPeak() const;

    /** \return ids of the installed trees */
    std::vector<uint16_t> GetTreeIds() const;

    /** \return address of the node, host order */
    uint32_t GetIpv4() const
    {
        return m_node->GetIpv4();
    }

    /** \return counters of the aggregator */
    const IncAggregatorCounters& GetCounters() const
    {
        return m_counters;
    }

    bool Process(IncFramePtr& frame, IncNetDevice& port) override;

    /** \return whether a trace source of slots has a listener */
    bool IsTraced() const
    {
        return !m_aggregatedTrace.IsEmpty() || !m_completedTrace.IsEmpty() ||
               !m_slotsInUseTrace.IsEmpty();
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** TracedCallback signature for slot events. `bits`: workers of the contribution (P-BM), or all
     * workers below the switch (A-BM) when all have come. */
    typedef void (*SlotTracedCallback)(uint16_t treeId,
                                       uint32_t messageId,
                                       uint32_t slot,
                                       const IncBitString& bits);

    /** TracedCallback signature for the number of messages that collect contributions or wait for
     * their result. */
    typedef void (*SlotsInUseTracedCallback)(uint16_t treeId, uint32_t before, uint32_t now);

    /** TracedCallback signature for refused frames, which are valid during the call. */
    typedef void (*RefusalTracedCallback)(const IncFrame& frame, IncRefusal refusal);

  protected:
    void DoDispose() override;

  private:
    bool Intercepts(const IncFrame& frame) const;
    void EnterPipeline(IncFramePtr frame);
    void LeavePipeline();
    void ProcessAddressed(IncFramePtr&& frame);
    void Intercept(IncFrame& frame);
    IncMessageVerdict MessageArrived(uint32_t qpn, IncFrame& frame) override;
    void MessageBroken(uint32_t qpn, const IncFrame& frame) override;
    void MessageAcknowledged(uint32_t qpn, uint32_t messageId) override;
    void LinkFailed(uint32_t qpn, IncCompletionStatus status) override;
    void CongestionReported(uint32_t qpn) override;
    void ResultPasses(const IncFrame& result, uint16_t bfrId) override;
    IncMessageVerdict FromParent(IncTree& tree, const IncFrame& frame);
    IncMessageVerdict Contribution(IncTree& tree, uint32_t child, IncFrame& frame);
    IncMessageVerdict ContributeRun(IncTree& tree,
                                    uint32_t child,
                                    const IncBitString& bits,
                                    IncFrame& frame);
    IncMessageVerdict Contribute(IncTree& tree,
                                 uint32_t child,
                                 const IncBitString& bits,
                                 IncFrame& frame);
    void TellAggregated(const IncTree& tree,
                        const IncSlotRound& round,
                        const IncFrame& frame,
                        const IncBitString& bits) const;
    IncMessageVerdict NotAdded(IncTree& tree,
                               uint32_t child,
                               const IncBitString& bits,
                               const IncFrame& frame,
                               IncTreeState::Outcome outcome,
                               IncSlotRound* round);
    IncMessageVerdict PassBy(IncTree& tree, const IncFrame& frame);
    void Completed(IncTree& tree, IncSlotRound& round);
    void Keep(IncTree& tree, IncSlotRound& round);
    void Result(IncTree& tree, const IncFrame& frame);
    void SendResults(IncTree& tree, IncSlotRound& round);
    std::unique_ptr<IncTreeLink> MakeLink(IncTree& tree,
                                          uint32_t child,
                                          const IncConnection& connection,
                                          const IncRcParameters& rc);
    void ShareCells(IncTree& tree);
    IncTree& GetInstalled(uint16_t treeId, const char* method) const;
    IncMessageVerdict Refuse(const IncFrame& frame,
                             IncRefusal refusal,
                             IncMessageVerdict verdict = IncMessageVerdict::REFUSED);

    using LeaveEvent = IncReusableEvent<IncAggregator, &IncAggregator::LeavePipeline>;

    IncFrameForwarder* m_node{nullptr};
    Time m_pipelineLatency;
    IncFrameList m_pipeline; //!< frames that wait to be processed, oldest first
    Ptr<LeaveEvent> m_leave;
    IncTreeAdmission m_admission;
    IncAggregatorCounters m_counters;
    uint32_t m_slots{0};
    Ptr<IncPoolPolicy> m_policy;
    std::unique_ptr<IncCellPool> m_pool; //!< slots that trees share (cells); null: none
    IncTreeTable m_table;
    Time m_resendInterval;
    Time m_crossingInterval;
    Time m_parentTimeout;
    Time m_cnpInterval;
    uint8_t m_cnpPriority{0};
    Ptr<UniformRandomVariable> m_sourcePort;

    TracedCallback<uint16_t, uint32_t, uint32_t, const IncBitString&> m_aggregatedTrace;
    TracedCallback<uint16_t, uint32_t, uint32_t, const IncBitString&> m_completedTrace;
    TracedCallback<uint16_t, uint32_t, uint32_t> m_slotsInUseTrace;
    TracedCallback<const IncFrame&, IncRefusal> m_refusedTrace;
};

} // namespace ns3

#endif // INC_AGGREGATOR_H
