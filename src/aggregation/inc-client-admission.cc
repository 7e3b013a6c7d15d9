/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncClient that examines a frame before the frame can change any state.

#include "inc-client.h"

namespace ns3
{

bool
IncClient::Admits(const IncFrame& frame)
{
    if (m_config.seal && frame.hasInc && !m_config.seal->Fits(frame))
    {
        m_counters.refused.Add(IncRefusal::FORGED);
        return false;
    }
    const int64_t sequence = m_hot.sequence.FromMessageId(frame.inc.messageId);
    if (m_receivedLike.Covers(sequence) && m_receivedLike.IsResult(frame, sequence))
    {
        return true; // the header equals the header of a result that was examined
    }
    const auto refusal = Examine(frame);
    if (refusal)
    {
        m_counters.refused.Add(*refusal);
    }
    return !refusal;
}

std::optional<IncRefusal>
IncClient::Examine(const IncFrame& frame) const
{
    const bool isResult = frame.hasInc && frame.inc.Has(IncHeader::RESULT);
    const bool separate = m_hot.transport == IncAggregationTransport::RC &&
                          m_hot.link->GetResultQpn() != m_hot.link->GetQpn();
    const bool toResults = separate && frame.bth.destQp == m_hot.link->GetResultQpn();
    if (frame.hasInc && separate && isResult != toResults)
    {
        return IncRefusal::UNKNOWN_QP;
    }
    const bool fromRoot = isResult || toResults;
    const Ipv4Address& sender = fromRoot ? m_config.resultSource : m_config.pendingSource;
    if (frame.source != sender.Get())
    {
        return IncRefusal::WRONG_SOURCE;
    }
    if (frame.hasInc)
    {
        return ExamineMessage(frame);
    }
    return frame.bth.opcode == IncOpcode::CNP || frame.bth.opcode == IncOpcode::RC_ACK
               ? std::nullopt
               : std::optional(IncRefusal::WRONG_SERVICE);
}

std::optional<IncRefusal>
IncClient::ExamineMessage(const IncFrame& frame) const
{
    constexpr uint8_t ANSWERS = IncHeader::RESULT | IncHeader::PENDING | IncHeader::ABORT;
    const bool isPart = m_packets > 1 && IncIsUc(frame.bth.opcode) && IncIsWrite(frame.bth.opcode);
    if ((frame.bth.opcode != m_hot.opcode && !isPart) || (frame.inc.flags & ANSWERS) == 0)
    {
        return IncRefusal::WRONG_SERVICE;
    }
    if (frame.inc.treeId != m_config.treeId)
    {
        return IncRefusal::WRONG_TREE;
    }
    if (frame.inc.epoch != m_config.epoch)
    {
        return IncRefusal::STALE_EPOCH;
    }
    if (frame.inc.rank != m_config.rank)
    {
        return IncRefusal::WRONG_RANK;
    }
    if (!IncHasReth(frame.bth.opcode))
    {
        return std::nullopt; // the message's first packet had the R_Key, and was examined
    }
    if (frame.reth.rkey != m_hot.key)
    {
        return IncRefusal::WRONG_KEY;
    }
    const int64_t sequence = m_hot.sequence.FromMessageId(frame.inc.messageId);
    if (!frame.inc.Has(IncHeader::RESULT) || sequence < 0)
    {
        return std::nullopt;
    }
    const IncClientSlot& slot = m_hot.slots[m_hot.slots.NumberOf(sequence)];
    const bool isAwaited = slot.inFlight && slot.sequence == static_cast<uint64_t>(sequence);
    return !isAwaited || FitsAwaited(frame, slot.sequence) ? std::nullopt
                                                           : std::optional(IncRefusal::MISMATCH);
}

bool
IncClient::FitsAwaited(const IncFrame& frame, uint64_t sequence) const
{
    return IsReplayed(sequence) ? FitsReplayed(frame, sequence)
                                : Fits(frame, RequestOf(sequence), sequence);
}

bool
IncClient::Fits(const IncFrame& frame, const Request& request, uint64_t sequence) const
{
    const auto part = request.PartOf(sequence);
    const uint32_t elements = GetsData(request, part) ? frame.inc.count : 0;
    const uint32_t size = IncSizeOf(frame.inc.dataType);
    // If the root keeps the results, workers get only notifications without memory address.
    const uint64_t address = m_config.resultsAreEmpty ? 0 : AddressOf(request, part);
    return frame.inc.collective == request.what.collective &&
           frame.inc.operation == request.what.operation &&
           frame.inc.dataType == request.what.dataType && frame.inc.count == part.count &&
           frame.payloadSize == elements * size && frame.reth.virtualAddress == address &&
           (IncIsFirst(frame.bth.opcode) ? frame.reth.dmaLength > frame.payloadSize
                                         : frame.reth.dmaLength == frame.payloadSize);
}

} // namespace ns3
