/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregator.h"

#include "ns3/abort.h"
#include "ns3/inc-clock.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// \brief Whether a frame goes down the tree.
bool
IsAnswer(const IncHeader& header)
{
    return (header.flags & (IncHeader::RESULT | IncHeader::PENDING)) != 0;
}

} // namespace

NS_LOG_COMPONENT_DEFINE("IncAggregator");
NS_OBJECT_ENSURE_REGISTERED(IncAggregator);

const char*
IncRefusalName(IncRefusal refusal)
{
    switch (refusal)
    {
    case IncRefusal::UNKNOWN_QP:
        return "unknown-qp";
    case IncRefusal::STALE_EPOCH:
        return "stale-epoch";
    case IncRefusal::WRONG_SOURCE:
        return "wrong-source";
    case IncRefusal::EMPTY_BITMAP:
        return "empty-bitmap";
    case IncRefusal::FOREIGN_BITS:
        return "foreign-bits";
    case IncRefusal::NOBODYS_BITS:
        return "nobodys-bits";
    case IncRefusal::OVERLAP:
        return "overlap";
    case IncRefusal::MISMATCH:
        return "mismatch";
    case IncRefusal::OLD_MESSAGE:
        return "old-message";
    case IncRefusal::BEYOND_WINDOW:
        return "beyond-window";
    case IncRefusal::NOT_WAITING:
        return "not-waiting";
    case IncRefusal::COUNT:
        break;
    }
    return "unknown";
}

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
                          "its result is missing, at most once in this time; where results pass "
                          "switches by, the root answers no question that comes within this time "
                          "of the result",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&IncAggregator::m_resendInterval),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Aggregated",
                            "A contribution was added to its slot",
                            MakeTraceSourceAccessor(&IncAggregator::m_aggregatedTrace),
                            "ns3::IncAggregator::SlotTracedCallback")
            .AddTraceSource("Completed",
                            "A slot has all its contributions",
                            MakeTraceSourceAccessor(&IncAggregator::m_completedTrace),
                            "ns3::IncAggregator::SlotTracedCallback")
            .AddTraceSource("Refused",
                            "An INC frame was dropped, and why",
                            MakeTraceSourceAccessor(&IncAggregator::m_refusedTrace),
                            "ns3::IncAggregator::RefusalTracedCallback");
    return tid;
}

IncAggregator::IncAggregator()
    : m_sourcePort(CreateObject<UniformRandomVariable>())
{
}

IncAggregator::~IncAggregator() = default;

void
IncAggregator::Attach(Ptr<IncSwitch> device)
{
    m_switch = device;
    device->SetProcessor(this);
}

void
IncAggregator::DoDispose()
{
    m_switch = nullptr;
    m_trees.clear();
    m_endpoints.clear();
    Object::DoDispose();
}

int64_t
IncAggregator::AssignStreams(int64_t stream)
{
    m_sourcePort->SetStream(stream);
    return 1;
}

IncConnection
IncAggregator::CreateConnection()
{
    NS_ABORT_MSG_UNLESS(m_switch, "IncAggregator::CreateConnection: attach it to a switch first");
    IncConnection connection;
    connection.localAddress = m_switch->GetIpv4();
    connection.localQpn = FIRST_QPN + m_endpoints.size();
    connection.sourcePort = static_cast<uint16_t>(m_sourcePort->GetInteger(49152, 65535));
    m_endpoints.push_back({nullptr, 0});
    return connection;
}

void
IncAggregator::InstallTree(const IncTreeConfig& config,
                           std::unique_ptr<IncDissemination> dissemination)
{
    NS_ABORT_MSG_IF(FindTree(config.treeId),
                    "IncAggregator::InstallTree: tree " << config.treeId << " is installed");
    if (m_trees.size() <= config.treeId)
    {
        m_trees.resize(config.treeId + 1);
    }
    auto& tree = m_trees[config.treeId];
    tree = std::make_unique<IncTree>(config);
    for (uint32_t child = 0; child < config.children.size(); ++child)
    {
        const IncConnection& connection = config.children[child].connection;
        tree->children.push_back(std::make_unique<IncUcTreeLink>(*m_switch, connection));
        m_endpoints.at(connection.localQpn - FIRST_QPN) = {tree.get(), child};
    }
    if (config.parent)
    {
        tree->parent = std::make_unique<IncUcTreeLink>(*m_switch, *config.parent);
        m_endpoints.at(config.parent->localQpn - FIRST_QPN) = {tree.get(), Endpoint::PARENT};
    }
    tree->dissemination =
        dissemination ? std::move(dissemination) : std::make_unique<IncTreeDissemination>();
}

void
IncAggregator::RemoveTree(uint16_t treeId)
{
    IncTree* tree = FindInstalled(treeId);
    NS_ABORT_MSG_UNLESS(tree, "IncAggregator::RemoveTree: tree " << treeId << " is not installed");
    for (Endpoint& endpoint : m_endpoints)
    {
        if (endpoint.tree == tree)
        {
            endpoint.tree = nullptr;
        }
    }
    m_trees[treeId].reset();
}

IncTree*
IncAggregator::FindInstalled(uint16_t treeId) const
{
    return treeId < m_trees.size() ? m_trees[treeId].get() : nullptr;
}

IncTreeState*
IncAggregator::FindTree(uint16_t treeId) const
{
    IncTree* tree = FindInstalled(treeId);
    return tree ? &tree->state : nullptr;
}

const IncAggregatorCounters&
IncAggregator::GetCounters() const
{
    return m_counters;
}

bool
IncAggregator::Refuse(const IncFrame& frame, IncRefusal refusal)
{
    ++m_counters.refused[static_cast<std::size_t>(refusal)];
    m_refusedTrace(frame, refusal);
    return true;
}

bool
IncAggregator::Process(IncFramePtr& frame, IncNetDevice& port)
{
    return frame->destination == m_switch->GetIpv4() ? ProcessAddressed(frame, port.GetPort())
                                                     : Intercept(frame, port.GetPort());
}

bool
IncAggregator::ProcessAddressed(IncFramePtr& frame, uint32_t port)
{
    const IncHeader& header = frame->inc;
    const uint32_t index = frame->bth.destQp - FIRST_QPN;
    if (index >= m_endpoints.size() || !m_endpoints[index].tree)
    {
        // A queue pair of a removed tree, or of none.
        return Refuse(*frame,
                      index < m_endpoints.size() ? IncRefusal::STALE_EPOCH
                                                 : IncRefusal::UNKNOWN_QP);
    }
    const Endpoint endpoint = m_endpoints[index];
    IncTree& tree = *endpoint.tree;
    const IncTreeConfig& config = tree.state.GetConfig();
    if (header.treeId != config.treeId || header.epoch != config.epoch)
    {
        return Refuse(*frame, IncRefusal::STALE_EPOCH);
    }
    if (endpoint.child != Endpoint::PARENT)
    {
        return Contribution(tree, endpoint.child, frame, port);
    }
    if (frame->source != config.resultSource || header.rank != config.rank || !IsAnswer(header))
    {
        return Refuse(*frame, IncRefusal::WRONG_SOURCE);
    }
    if (header.Has(IncHeader::RESULT))
    {
        Result(tree, *frame);
    }
    // A "pending" needs nothing: the workers' timers go on, not ours.
    return true;
}

bool
IncAggregator::Intercept(IncFramePtr& frame, uint32_t port)
{
    IncTree* tree = FindInstalled(frame->inc.treeId);
    if (!tree || tree->state.GetConfig().addressing != IncVatAddressing::ROOT ||
        tree->state.GetConfig().epoch != frame->inc.epoch || !frame->pbm || IsAnswer(frame->inc))
    {
        return false;
    }
    const IncBitString& bits = frame->pbm->bits;
    if (!bits.Intersects(tree->state.GetConfig().abm->bits))
    {
        return false; // not to be aggregated here: on towards the root
    }
    return Contribution(*tree, tree->state.GetChildOf(bits.FindFirst()), frame, port);
}

bool
IncAggregator::Contribution(IncTree& tree, uint32_t child, IncFramePtr& frame, uint32_t port)
{
    if (IsAnswer(frame->inc))
    {
        return Refuse(*frame, IncRefusal::NOT_WAITING);
    }
    const IncTreeConfig& config = tree.state.GetConfig();
    const IncBitString* bits = &config.children[child].bits->bits;
    if (config.bitmaps || frame->inc.Has(IncHeader::ASKING))
    {
        if (!frame->pbm || frame->pbm->bits.None())
        {
            return Refuse(*frame, IncRefusal::EMPTY_BITMAP);
        }
        bits = &frame->pbm->bits;
        if (!bits->Intersects(config.abm->bits))
        {
            return PassBy(tree, frame);
        }
        if (!bits->IsSubsetOf(config.abm->bits))
        {
            return Refuse(*frame, IncRefusal::FOREIGN_BITS);
        }
        if (config.addressing == IncVatAddressing::ROOT)
        {
            child = tree.state.GetChildOf(bits->FindFirst());
        }
    }
    const IncTreeChild& sender = config.children[child];
    if (frame->source != sender.connection.remoteAddress || frame->inc.rank != sender.rank ||
        (sender.port != IncTreeChild::ANY_PORT && sender.port != port))
    {
        return Refuse(*frame, IncRefusal::WRONG_SOURCE);
    }
    if (!bits->IsSubsetOf(sender.bits->bits))
    {
        return Refuse(*frame, IncRefusal::FOREIGN_BITS);
    }
    if (frame->inc.Has(IncHeader::ASKING))
    {
        return Asked(tree, child, *frame);
    }
    IncSlotRound* round = nullptr;
    switch (tree.state.Contribute(*frame, *bits, child, round))
    {
    case IncTreeState::Outcome::COMPLETED:
        ++m_counters.contributions;
        m_aggregatedTrace(config.treeId,
                          frame->inc.messageId,
                          tree.state.GetSlots().GetSlot(*round),
                          *bits);
        Completed(tree, *round);
        break;
    case IncTreeState::Outcome::ADDED:
        ++m_counters.contributions;
        m_aggregatedTrace(config.treeId,
                          frame->inc.messageId,
                          tree.state.GetSlots().GetSlot(*round),
                          *bits);
        break;
    case IncTreeState::Outcome::DUPLICATE:
        ++m_counters.duplicates;
        Duplicate(tree, *round, child, *bits, *frame);
        break;
    case IncTreeState::Outcome::OLD:
        return Refuse(*frame, IncRefusal::OLD_MESSAGE);
    case IncTreeState::Outcome::BEYOND:
        return Refuse(*frame, IncRefusal::BEYOND_WINDOW);
    case IncTreeState::Outcome::OVERLAP:
        return Refuse(*frame, IncRefusal::OVERLAP);
    case IncTreeState::Outcome::MISMATCH:
        return Refuse(*frame, IncRefusal::MISMATCH);
    }
    frame.reset();
    return true;
}

bool
IncAggregator::PassBy(IncTree& tree, IncFramePtr& frame)
{
    const IncTreeConfig& config = tree.state.GetConfig();
    if (!config.parent)
    {
        return Refuse(*frame, IncRefusal::NOBODYS_BITS);
    }
    ++m_counters.passedBy;
    if (config.addressing == IncVatAddressing::NEXT)
    {
        tree.parent->Send(std::move(frame));
    }
    else
    {
        m_switch->Forward(std::move(frame));
    }
    return true;
}

void
IncAggregator::Completed(IncTree& tree, IncSlotRound& round)
{
    ++m_counters.completed;
    const IncTreeConfig& config = tree.state.GetConfig();
    m_completedTrace(config.treeId,
                     tree.state.GetSlots().GetMessageId(round),
                     tree.state.GetSlots().GetSlot(round),
                     config.abm->bits);
    if (config.parent)
    {
        round.state = IncSlotRound::State::COMPLETE;
        SendUp(tree, round, false);
        if (config.resultsPassBy)
        {
            tree.state.GetSlots().Release(round);
        }
    }
    else
    {
        SendResults(tree, round);
    }
}

void
IncAggregator::Duplicate(IncTree& tree,
                         IncSlotRound& round,
                         uint32_t child,
                         const IncBitString& bits,
                         const IncFrame& frame)
{
    // A copy that the network made needs no answer; one that the sender repeated does.
    if (!frame.inc.Has(IncHeader::RETRANSMITTED))
    {
        return;
    }
    const IncTreeConfig& config = tree.state.GetConfig();
    const bool asksForResult = !config.resultsPassBy || config.children[child].isWorker;
    switch (round.state)
    {
    case IncSlotRound::State::DONE:
        // A switch that repeats its aggregate does not know who misses the result, if anybody.
        if (asksForResult)
        {
            ++m_counters.resent;
            tree.dissemination->SendAgain(tree, round, child, bits);
        }
        break;
    case IncSlotRound::State::COMPLETE:
        SendPending(tree, round, child);
        RepeatUp(tree, round);
        if (config.resultsPassBy && asksForResult)
        {
            Ask(tree, round, config.children[child].bits);
        }
        break;
    default:
        SendPending(tree, round, child);
        break;
    }
}

void
IncAggregator::RepeatUp(IncTree& tree, IncSlotRound& round)
{
    if (IncClock::NowPs() - round.sentPs >= IncClock::ToPs(m_resendInterval))
    {
        ++m_counters.resent;
        SendUp(tree, round, true);
    }
}

bool
IncAggregator::Asked(IncTree& tree, uint32_t child, const IncFrame& frame)
{
    const IncTreeConfig& config = tree.state.GetConfig();
    if (!config.resultsPassBy || config.children[child].isWorker)
    {
        return Refuse(frame, IncRefusal::NOT_WAITING);
    }
    IncSlotPool::Match match;
    IncSlotRound* round = tree.state.GetSlots().Find(frame.inc.messageId, match);
    if (match != IncSlotPool::Match::CURRENT)
    {
        return Refuse(frame,
                      match == IncSlotPool::Match::OLD ? IncRefusal::OLD_MESSAGE
                                                       : IncRefusal::BEYOND_WINDOW);
    }
    ++m_counters.duplicates;
    if (round->state == IncSlotRound::State::DONE)
    {
        if (IncClock::NowPs() - round->sentPs < IncClock::ToPs(m_resendInterval))
        {
            return true; // the result is on its way: the question was asked before it came
        }
        ++m_counters.resent;
        tree.dissemination->SendAgain(tree, *round, child, frame.pbm->bits);
    }
    else if (round->state == IncSlotRound::State::COMPLETE)
    {
        RepeatUp(tree, *round);
        Ask(tree, *round, frame.pbm);
    }
    return true;
}

void
IncAggregator::Ask(IncTree& tree, const IncSlotRound& round, Ptr<const IncSharedBitString> missing)
{
    const IncTreeConfig& config = tree.state.GetConfig();
    IncFramePtr frame = IncMakeEmptyFrame(round, IncHeader::ASKING | IncHeader::RETRANSMITTED);
    frame->inc.rank = config.rank;
    frame->inc.bslCode = config.bslCode;
    frame->inc.si = static_cast<uint8_t>((missing->bits.FindFirst() - 1) /
                                         IncBitString::LengthOfCode(config.bslCode));
    frame->pbm = missing;
    tree.parent->Send(std::move(frame));
}

void
IncAggregator::Result(IncTree& tree, const IncFrame& frame)
{
    IncSlotRound* round = tree.state.SetResult(frame);
    if (!round)
    {
        Refuse(frame, IncRefusal::NOT_WAITING);
        return;
    }
    SendResults(tree, *round);
}

void
IncAggregator::SendUp(IncTree& tree, IncSlotRound& round, bool again)
{
    const IncTreeConfig& config = tree.state.GetConfig();
    round.sentPs = IncClock::NowPs();
    const uint8_t flags = again ? IncHeader::RETRANSMITTED : 0;
    // One packet for each set of workers: the first has the data, the others only their bits.
    for (const IncTreeSet& set : config.sets)
    {
        const bool first = &set == &config.sets.front();
        IncFramePtr frame = first ? IncMakeRoundFrame(round)
                                  : IncMakeEmptyFrame(round, round.congested ? IncHeader::CE : 0);
        frame->inc.rank = config.rank;
        frame->inc.flags |= flags;
        if (config.bitmaps)
        {
            frame->pbm = set.bits;
            frame->inc.si = set.si;
            frame->inc.bslCode = config.bslCode;
        }
        tree.parent->Send(std::move(frame));
    }
}

void
IncAggregator::SendResults(IncTree& tree, IncSlotRound& round)
{
    round.sentPs = IncClock::NowPs();
    m_counters.resultsSent += tree.dissemination->Send(tree, round);
    tree.state.GetSlots().Finish(round);
}

void
IncAggregator::SendPending(IncTree& tree, const IncSlotRound& round, uint32_t child)
{
    ++m_counters.pendingSent;
    IncFramePtr frame = IncMakeEmptyFrame(round, IncHeader::PENDING);
    frame->inc.rank = tree.state.GetConfig().children[child].rank;
    tree.children[child]->Send(std::move(frame));
}

} // namespace ns3
