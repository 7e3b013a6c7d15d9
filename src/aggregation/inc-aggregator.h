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
 * \brief Reduces the contributions of a group's workers inside a switch.
 *
 * Each worker sends its own copy of a message, but the link above the switch has room for only one.
 * Therefore a contribution ends here: its elements are added to a slot, and its bits to the slot's
 * bitmap. When the bitmap has all workers below the switch (A-BM), one frame with the sum goes to
 * the parent. The root sends the result to all workers (drafts VAT and BIER, section 2.1). The
 * price is memory: a group can have at most as many messages in flight as it has slots.
 *
 * An aggregator has no timers: "the switch passively processes" (RoCEv2 offloading draft, section
 * 5.2). It never repeats a frame on its own. A worker that misses a result asks again, and the
 * aggregator answers from the slot. Over RC, its queue pairs repeat lost frames, as queue pairs of
 * hosts do.
 *
 * An aggregator owns its trees, slots and queue pairs. Attach one to the node of an IncSwitch, or
 * of a root server.
 */
class IncAggregator : public Object,
                      public IncFrameProcessor,
                      private IncTreeLink::Listener,
                      private IncLastHop::Listener
{
  public:
    static constexpr uint32_t FIRST_QPN = 16; //!< number of the first queue pair

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncAggregator();
    ~IncAggregator() override;

    /**
     * \brief Process the INC frames of a switch.
     * \param device the switch, attached to its node
     */
    void Attach(Ptr<IncSwitch> device);

    /**
     * \brief Process the INC frames of a server.
     * \param nic NIC of the server, attached to its node
     */
    void Attach(Ptr<IncRdmaNic> nic);

    /**
     * \brief Process the INC frames of any node that can send and calls Process().
     * \param node node, which must outlive the aggregator
     * \param firstQpn number of the first queue pair
     */
    void Attach(IncFrameForwarder* node, uint32_t firstQpn);

    /**
     * \brief Accept the frames of a neighbor at any port, because failed links have changed the
     * routes.
     *
     * Frames of a worker with a single link must still come by this link.
     * \param admit false: accept frames only at the port that usually leads to their sender
     */
    void AdmitDetours(bool admit = true);

    /** \brief Assign fixed stream numbers to the random variables of the aggregator. Return
     * the number of streams used. */
    int64_t AssignStreams(int64_t stream);

    /**
     * \brief Reserve a queue pair for a neighbor in a tree, before InstallTree() installs the tree.
     * \return a connection whose own address, QPN and UDP source port are set
     */
    IncConnection CreateConnection();

    /**
     * \brief Give a queue pair back. CreateConnection() reuses the one that has been free for the
     * longest time.
     * \param qpn number from CreateConnection(); no installed tree may use it
     */
    void ReleaseConnection(uint32_t qpn);

    /** \return number of queue pairs that were created and not released */
    std::size_t GetConnections() const
    {
        return m_table.GetReserved();
    }

    /**
     * \brief Begin to serve a tree.
     * \param config configuration; IncConnection::Seal() was called for all its connections
     */
    void InstallTree(const IncTreeConfig& config);

    /**
     * \brief Make a queue pair that carries results from the root straight to one worker.
     * \param treeId id of an installed tree
     * \param connection connection to the worker, after IncConnection::Seal()
     * \param rc parameters of the connection; used over RC only
     * \return the queue pair, which an IncDissemination must own
     */
    std::unique_ptr<IncTreeLink> MakeResultLink(uint16_t treeId,
                                                const IncConnection& connection,
                                                const IncRcParameters& rc);

    /**
     * \brief Set how the results of a tree travel to the workers, instead of down the tree.
     * \param treeId id of an installed tree
     * \param dissemination sends the results from now on
     */
    void SetDissemination(uint16_t treeId, std::unique_ptr<IncDissemination> dissemination);

    /**
     * \brief Pass the results of a tree to a receiver on the node of the root.
     * \param treeId id of an installed tree
     * \param sink receiver, which must outlive the tree; nullptr: none
     */
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

    /**
     * \return whether trees over this transport can share cells: attribute Pool has a policy, and
     * if its Ledger is "cell", lost frames are repeated with the flag RETRANSMITTED
     */
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

    /** \brief Pass all state that changes to a visitor. */
    void VisitState(IncStateVisitor& visitor);

    /**
     * TracedCallback signature for slot events.
     * \param treeId aggregation tree
     * \param messageId MessageID of the message that uses the slot
     * \param slot number of the slot
     * \param bits workers of the contribution (P-BM); all workers below the switch (A-BM) when all
     * have come
     */
    typedef void (*SlotTracedCallback)(uint16_t treeId,
                                       uint32_t messageId,
                                       uint32_t slot,
                                       const IncBitString& bits);

    /**
     * TracedCallback signature for slots in use.
     * \param treeId aggregation tree
     * \param before previous number of messages that collect contributions or wait for their result
     * \param now new number of these messages
     */
    typedef void (*SlotsInUseTracedCallback)(uint16_t treeId, uint32_t before, uint32_t now);

    /**
     * TracedCallback signature for refused frames.
     * \param frame the frame, valid during the call
     * \param refusal the reason
     */
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

    IncFrameForwarder* m_node{nullptr}; //!< switch or server that sends the frames
    Time m_pipelineLatency;             //!< attribute PipelineLatency
    IncFrameList m_pipeline;            //!< frames in the pipeline, oldest first
    Ptr<LeaveEvent> m_leave;            //!< event at which the oldest frame leaves the pipeline
    IncTreeAdmission m_admission;       //!< checks frames before they are processed
    IncAggregatorCounters m_counters;
    uint32_t m_slots{0};
    Ptr<IncPoolPolicy> m_policy;
    std::unique_ptr<IncCellPool> m_pool;     //!< slots that trees share (cells); null: none
    IncTreeTable m_table;                    //!< trees, and queue pairs by number
    Time m_resendInterval;                   //!< attribute ResendInterval
    Time m_crossingInterval;                 //!< attribute CrossingInterval
    Time m_parentTimeout;                    //!< attribute ParentTimeout
    Time m_cnpInterval;                      //!< attribute CnpInterval
    uint8_t m_cnpPriority{0};                //!< attribute CnpPriority
    Ptr<UniformRandomVariable> m_sourcePort; //!< draws UDP source ports

    TracedCallback<uint16_t, uint32_t, uint32_t, const IncBitString&> m_aggregatedTrace;
    TracedCallback<uint16_t, uint32_t, uint32_t, const IncBitString&> m_completedTrace;
    TracedCallback<uint16_t, uint32_t, uint32_t> m_slotsInUseTrace;
    TracedCallback<const IncFrame&, IncRefusal> m_refusedTrace;
};

} // namespace ns3

#endif // INC_AGGREGATOR_H
