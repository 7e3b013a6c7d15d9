/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregator.h"

#include "inc-rc-tree-link.h"

#include "ns3/abort.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-frame-text.h"
#include "ns3/inc-log-component.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncAggregator");
NS_OBJECT_ENSURE_REGISTERED(IncAggregator);

TypeId
IncAggregator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncAggregator")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncAggregator>()
            .AddAttribute("ResendInterval",
                          "An aggregate is sent to the parent again, when duplicates show that "
                          "its result is missing, at most once in this time; the same for repair "
                          "requests for results by BIER; 0: half of the group's longest round trip "
                          "without loss",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncAggregator::m_resendInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ParentTimeout",
                          "Time without result or \"pending\" from the parent, after which "
                          "children that repeat themselves are no longer told \"pending\": from "
                          "then on they count their timeouts; at least eight of the group's "
                          "longest round trips",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&IncAggregator::m_parentTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CrossingInterval",
                          "Where results pass switches by: a repair request that may have "
                          "crossed the result, for it knows only of older ones, is answered only "
                          "when so much time is over since the result was sent; 0: the group's "
                          "longest round trip without loss",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncAggregator::m_crossingInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PipelineLatency",
                          "Time that a frame spends here before it is aggregated or answered, "
                          "beside what the switch takes to forward one. 30 ns in PANAMA (Gebara "
                          "et al., MLSys 2021)",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncAggregator::m_pipelineLatency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CnpInterval",
                          "Contributions of a child that arrive with CE are answered by at most "
                          "one CNP in this time (N of the DCQCN paper)",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&IncAggregator::m_cnpInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CnpPriority",
                          "Traffic class of CNPs, 0 to 7",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncAggregator::m_cnpPriority),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("Slots",
                          "Quota of aggregator slots for all trees together, 0: not limited; where "
                          "the topology limits a switch, that",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncAggregator::m_slots),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Pool",
                          "Decides which messages get the cells that Slots counts, if groups share "
                          "them; null: every group has its own",
                          PointerValue(),
                          MakePointerAccessor(&IncAggregator::m_policy),
                          MakePointerChecker<IncPoolPolicy>())
            .AddTraceSource("Aggregated",
                            "A contribution was added to its slot",
                            MakeTraceSourceAccessor(&IncAggregator::m_aggregatedTrace),
                            "ns3::IncAggregator::SlotTracedCallback")
            .AddTraceSource("Completed",
                            "A slot has all its contributions",
                            MakeTraceSourceAccessor(&IncAggregator::m_completedTrace),
                            "ns3::IncAggregator::SlotTracedCallback")
            .AddTraceSource("SlotsInUse",
                            "Rounds of a tree that collect contributions or wait for their "
                            "result, before and now",
                            MakeTraceSourceAccessor(&IncAggregator::m_slotsInUseTrace),
                            "ns3::IncAggregator::SlotsInUseTracedCallback")
            .AddTraceSource("Refused",
                            "An INC frame was dropped, and why",
                            MakeTraceSourceAccessor(&IncAggregator::m_refusedTrace),
                            "ns3::IncAggregator::RefusalTracedCallback");
    return tid;
}

IncAggregator::IncAggregator()
    : m_leave(Create<LeaveEvent>(this)),
      m_sourcePort(CreateObject<UniformRandomVariable>())
{
}

IncAggregator::~IncAggregator()
{
    m_leave->Detach();
}

void
IncAggregator::AdmitDetours(bool admit)
{
    m_admission.AdmitDetours(admit);
    m_table.ForgetAdmitted();
}

void
IncAggregator::Attach(Ptr<IncSwitch> device)
{
    Attach(PeekPointer(device), FIRST_QPN);
    device->SetProcessor(this);
}

void
IncAggregator::Attach(Ptr<IncRdmaNic> nic)
{
    Attach(PeekPointer(nic), IncRdmaNic::FIRST_PROCESSOR_QPN);
    nic->SetProcessor(this);
}

void
IncAggregator::Attach(IncFrameForwarder* node, uint32_t firstQpn)
{
    NS_ABORT_MSG_IF(m_node, "IncAggregator::Attach: attached already");
    m_node = node;
    m_table.SetFirstQpn(firstQpn);
}

void
IncAggregator::DoDispose()
{
    m_node = nullptr;
    m_table = IncTreeTable();
    Object::DoDispose();
}

int64_t
IncAggregator::AssignStreams(int64_t stream)
{
    m_sourcePort->SetStream(stream);
    return 1;
}

IncMessageVerdict
IncAggregator::Refuse(const IncFrame& frame, IncRefusal refusal, IncMessageVerdict verdict)
{
    NS_LOG_INFO("refuses " << frame << ": " << IncRefusalName(refusal));
    m_counters.refused.Add(refusal);
    if (frame.destination == m_node->GetIpv4() && m_table.Knows(frame.bth.destQp))
    {
        const IncTreeEndpoint& endpoint = m_table.GetEndpoint(frame.bth.destQp);
        if (endpoint.tree)
        {
            endpoint.link->CountRefused();
        }
    }
    m_refusedTrace(frame, refusal);
    return verdict;
}

bool
IncAggregator::Process(IncFramePtr& frame, IncNetDevice& port)
{
    const bool isAddressed = frame->destination == m_node->GetIpv4();
    if (!isAddressed && !Intercepts(*frame))
    {
        return false;
    }
    if (!m_pipelineLatency.IsZero())
    {
        EnterPipeline(std::move(frame));
    }
    else if (isAddressed)
    {
        ProcessAddressed(std::move(frame));
    }
    else
    {
        Intercept(*frame);
    }
    return true;
}

void
IncAggregator::EnterPipeline(IncFramePtr frame)
{
    m_pipeline.PushBack(std::move(frame));
    m_leave->Schedule(Simulator::GetContext(), m_pipelineLatency);
}

void
IncAggregator::LeavePipeline()
{
    if (m_node) // the switch may have been disposed of since the frame came in
    {
        IncFramePtr frame = m_pipeline.PopFront();
        if (frame->destination == m_node->GetIpv4())
        {
            ProcessAddressed(std::move(frame));
        }
        else if (Intercepts(*frame))
        {
            Intercept(*frame);
        }
        else
        {
            Refuse(*frame, IncRefusal::STALE_EPOCH); // the tree was removed while the frame waited
        }
    }
}

void
IncAggregator::ProcessAddressed(IncFramePtr&& frame)
{
    const uint32_t qpn = frame->bth.destQp;
    if (!m_table.Knows(qpn))
    {
        Refuse(*frame, IncRefusal::UNKNOWN_QP);
        return;
    }
    IncTreeEndpoint& endpoint = m_table.GetEndpoint(qpn);
    if (!endpoint.admitted.IsLike(*frame))
    {
        if (!endpoint.tree)
        {
            Refuse(*frame, IncRefusal::STALE_EPOCH); // the queue pair has lost its tree
            return;
        }
        if (const auto refusal = m_admission.Examine(endpoint, *frame))
        {
            Refuse(*frame, *refusal);
            return;
        }
        endpoint.admitted.Note(*frame);
    }
    if (!endpoint.link->GetConnection().Accepts(*frame))
    {
        Refuse(*frame, IncRefusal::FORGED);
        return;
    }
    endpoint.link->Receive(std::move(frame));
}

bool
IncAggregator::Intercepts(const IncFrame& frame) const
{
    const IncTree* tree = frame.hasInc ? m_table.Find(frame.inc.treeId) : nullptr;
    return tree && IncTreeAdmission::Intercepts(tree->state.GetConfig(), frame);
}

void
IncAggregator::Intercept(IncFrame& frame)
{
    IncTree& tree = *m_table.Find(frame.inc.treeId);
    if (const auto refusal = m_admission.ExamineIntercepted(tree, frame))
    {
        Refuse(frame, *refusal);
    }
    else if (!tree.children.front()->GetConnection().Accepts(frame))
    {
        Refuse(frame, IncRefusal::FORGED);
    }
    else
    {
        Contribution(tree, 0, frame);
    }
}

IncMessageVerdict
IncAggregator::MessageArrived(uint32_t qpn, IncFrame& frame)
{
    const IncTreeEndpoint& endpoint = m_table.GetEndpoint(qpn);
    if (endpoint.tree->failed)
    {
        return IncMessageVerdict::TAKEN; // the neighbor does not yet know that the tree has failed
    }
    if (frame.inc.Has(IncHeader::ABORT))
    {
        if (endpoint.tree->state.GetConfig().transport == IncAggregationTransport::UC)
        {
            return Refuse(frame, IncRefusal::NOT_WAITING); // over UC there are no aborts
        }
        endpoint.tree->Fail();
        return IncMessageVerdict::TAKEN;
    }
    return endpoint.child == IncTreeEndpoint::PARENT
               ? FromParent(*endpoint.tree, frame)
               : Contribution(*endpoint.tree, endpoint.child, frame);
}

void
IncAggregator::MessageBroken(uint32_t qpn, const IncFrame& frame)
{
    Refuse(frame, IncRefusal::OUT_OF_ORDER);
}

void
IncAggregator::MessageAcknowledged(uint32_t qpn, uint32_t messageId)
{
    const IncTreeEndpoint& endpoint = m_table.GetEndpoint(qpn);
    if (endpoint.child == IncTreeEndpoint::PARENT)
    {
        return; // the parent has the aggregate, but the slot still waits for the result
    }
    IncSlotPool& slots = endpoint.tree->state.GetSlots();
    IncSlotPool::Match match;
    IncSlotRound* round = slots.Find(messageId, match);
    if (match == IncSlotPool::Match::CURRENT && round->state == IncSlotRound::State::DELIVERING)
    {
        slots.Acknowledge(*round);
    }
}

void
IncAggregator::LinkFailed(uint32_t qpn, IncCompletionStatus status)
{
    NS_LOG_WARN("queue pair " << qpn << ": " << IncCompletionStatusName(status));
    ++m_counters.failedLinks;
    m_table.GetEndpoint(qpn).tree->Fail();
}

void
IncAggregator::CongestionReported(uint32_t qpn)
{
    const IncTreeEndpoint& endpoint = m_table.GetEndpoint(qpn);
    if (endpoint.child != IncTreeEndpoint::PARENT)
    {
        return; // no CNP: results come at the rate of contributions
    }
    // Children must send slower, because aggregates to the parent met congestion.
    for (const auto& child : endpoint.tree->children)
    {
        child->Notify();
    }
}

IncMessageVerdict
IncAggregator::FromParent(IncTree& tree, const IncFrame& frame)
{
    if (frame.inc.Has(IncHeader::RESULT))
    {
        Result(tree, frame);
    }
    else
    {
        tree.recovery.PendingArrived(frame);
    }
    return IncMessageVerdict::TAKEN;
}

inline IncMessageVerdict
IncAggregator::Contribute(IncTree& tree, uint32_t child, const IncBitString& bits, IncFrame& frame)
{
    IncSlotRound* round = nullptr;
    const auto outcome = tree.state.Contribute(frame, bits, child, round);
    if (outcome != IncTreeState::Outcome::ADDED && outcome != IncTreeState::Outcome::COMPLETED)
    {
        return NotAdded(tree, child, bits, frame, outcome, round);
    }
    ++m_counters.contributions;
    if (!m_aggregatedTrace.IsEmpty())
    {
        TellAggregated(tree, *round, frame, bits);
    }
    if (outcome == IncTreeState::Outcome::COMPLETED)
    {
        Completed(tree, *round);
    }
    return IncMessageVerdict::TAKEN;
}

void
IncAggregator::TellAggregated(const IncTree& tree,
                              const IncSlotRound& round,
                              const IncFrame& frame,
                              const IncBitString& bits) const
{
    m_aggregatedTrace(tree.state.GetConfig().treeId,
                      frame.inc.messageId,
                      tree.state.GetSlots().GetSlot(round),
                      bits);
}

IncMessageVerdict
IncAggregator::NotAdded(IncTree& tree,
                        uint32_t child,
                        const IncBitString& bits,
                        const IncFrame& frame,
                        IncTreeState::Outcome outcome,
                        IncSlotRound* round)
{
    switch (outcome)
    {
    case IncTreeState::Outcome::PASSING:
        tree.cells->PassOn(*round, bits, frame);
        return IncMessageVerdict::TAKEN;
    case IncTreeState::Outcome::DUPLICATE:
        ++m_counters.duplicates;
        tree.children[child]->CountDuplicate();
        if (tree.cells && tree.cells->GiveUp(*round, bits, frame))
        {
            return IncMessageVerdict::TAKEN;
        }
        tree.recovery.DuplicateArrived(*round, child, bits, frame);
        return IncMessageVerdict::TAKEN;
    case IncTreeState::Outcome::OLD:
        return Refuse(frame, IncRefusal::OLD_MESSAGE, IncMessageVerdict::TAKEN);
    case IncTreeState::Outcome::BEYOND:
        return Refuse(frame, IncRefusal::BEYOND_WINDOW, IncMessageVerdict::NOT_READY);
    case IncTreeState::Outcome::OVERLAP:
        tree.state.CountAtRoot(m_counters, [](auto& counters) { ++counters.overlapRoot; });
        // With shared cells an aggregate may follow contributions that are part of it: no error.
        return Refuse(frame, IncRefusal::OVERLAP, tree.state.GetVerdictOnOverlap());
    default:
        return Refuse(frame, IncRefusal::MISMATCH);
    }
}

IncMessageVerdict
IncAggregator::Contribution(IncTree& tree, uint32_t child, IncFrame& frame)
{
    const IncTreeConfig& config = tree.state.GetConfig();
    const bool carriesBits = tree.state.CarriesBits(frame);
    const IncBitString* bits = carriesBits ? &frame.pbm->bits : &config.children[child].bits->bits;
    if (carriesBits && !tree.state.IsKnownAsAllOf(child, frame.pbm))
    {
        if (!bits->Intersects(config.abm->bits))
        {
            return PassBy(tree, frame);
        }
        child = tree.state.SenderOf(child, *bits);
    }
    if (frame.ecn == IncFrame::CE && !tree.children[child]->IsReliable())
    {
        tree.children[child]->Marked(); // reliable links count ECN marks themselves
    }
    if (frame.inc.Has(IncHeader::ASKING))
    {
        const auto refusal = tree.recovery.RequestArrived(child, frame);
        return refusal ? Refuse(frame, *refusal) : IncMessageVerdict::TAKEN;
    }
    NS_LOG_INFO("child " << child << ", bits " << *bits << ": " << frame);
    const bool isRun = frame.inc.Has(IncHeader::UP_TO) && IncComesFromRoot(frame.inc.collective);
    return isRun ? ContributeRun(tree, child, *bits, frame) : Contribute(tree, child, *bits, frame);
}

IncMessageVerdict
IncAggregator::ContributeRun(IncTree& tree,
                             uint32_t child,
                             const IncBitString& bits,
                             IncFrame& frame)
{
    const uint32_t last = frame.inc.messageId;
    const uint32_t messages = frame.immediate;
    if (messages == 0 || messages > tree.state.GetSlots().GetSize())
    {
        return Refuse(frame, IncRefusal::MISMATCH);
    }
    auto verdict = IncMessageVerdict::TAKEN;
    for (uint32_t before = messages; before-- > 0 && verdict == IncMessageVerdict::TAKEN;)
    {
        frame.inc.messageId = last - before;
        verdict = Contribute(tree, child, bits, frame);
    }
    frame.inc.messageId = last;
    return verdict;
}

IncMessageVerdict
IncAggregator::PassBy(IncTree& tree, const IncFrame& frame)
{
    ++m_counters.passedBy;
    IncFramePtr copy = frame.Copy();
    copy->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM; // packets of other senders come in between
    copy->reth.dmaLength = copy->payloadSize;
    tree.parent->Send(std::move(copy));
    return IncMessageVerdict::TAKEN;
}

void
IncAggregator::Completed(IncTree& tree, IncSlotRound& round)
{
    ++m_counters.completed;
    tree.state.CountCompletion(round, m_counters);
    const IncTreeConfig& config = tree.state.GetConfig();
    NS_LOG_INFO("tree " << config.treeId << " message " << tree.state.GetSlots().GetMessageId(round)
                        << ": complete in slot " << tree.state.GetSlots().GetSlot(round) << ", "
                        << (config.parent ? "up to the parent" : "down to the workers"));
    if (!m_completedTrace.IsEmpty())
    {
        m_completedTrace(config.treeId,
                         tree.state.GetSlots().GetMessageId(round),
                         tree.state.GetSlots().GetSlot(round),
                         config.abm->bits);
    }
    if (config.parent)
    {
        round.state = IncSlotRound::State::COMPLETE;
        tree.SendUp(round, 0);
        round.parentPs = round.sentPs;
        if (config.resultsPassBy)
        {
            tree.state.GetSlots().HandOver(round);
        }
        if (tree.cells)
        {
            tree.cells->AggregateSent(round);
        }
    }
    else if (config.resultsAreEmpty)
    {
        Keep(tree, round);
    }
    else
    {
        SendResults(tree, round);
    }
}

void
IncAggregator::Keep(IncTree& tree, IncSlotRound& round)
{
    if (tree.sink)
    {
        tree.sink->TakeResult(round);
    }
    if (IncSlotRound* last = tree.state.Keep(round))
    {
        last->sentPs = IncClock::NowPs();
        m_counters.resultsSent +=
            tree.dissemination->Send(tree, *last, IncResultScope::UP_TO).copies;
    }
}

void
IncAggregator::Result(IncTree& tree, const IncFrame& frame)
{
    IncSlotRound* round = tree.state.GetConfig().resultsAreEmpty ? tree.state.SetResultsUpTo(frame)
                                                                 : tree.state.SetResult(frame);
    if (!round)
    {
        Refuse(frame, IncRefusal::NOT_WAITING);
        return;
    }
    NS_LOG_INFO("from the parent: " << frame);
    SendResults(tree, *round);
}

void
IncAggregator::SendResults(IncTree& tree, IncSlotRound& round)
{
    if (round.IsPassing())
    {
        m_counters.resultsSent += tree.cells->Relay(round);
        return;
    }
    round.sentPs = IncClock::NowPs();
    round.resultPsn = tree.dissemination->GetNextPsn();
    const auto sent = tree.dissemination->Send(tree, round, tree.state.GetScope(round));
    m_counters.resultsSent += sent.copies;
    tree.state.GetSlots().Deliver(round, sent.acknowledgements);
    if (tree.cells)
    {
        tree.cells->ResultSent(round);
    }
}

void
IncAggregator::ResultPasses(const IncFrame& result, uint16_t bfrId)
{
    IncTree* tree = m_table.Find(result.inc.treeId);
    if (tree && tree->state.GetConfig().epoch == result.inc.epoch)
    {
        tree->recovery.ResultLeaves(result, bfrId);
    } // otherwise this switch only delivers the group's results, and has no part of the tree
}

} // namespace ns3
