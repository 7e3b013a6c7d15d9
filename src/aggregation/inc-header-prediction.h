/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HEADER_PREDICTION_H
#define INC_HEADER_PREDICTION_H

#include "ns3/inc-frame.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Header fields that consecutive messages of a tensor have in common.
 *
 * Such messages differ only in number and memory address. One of them is filled in or checked field
 * by field, and the others are derived from it (Van Jacobson, "4BSD TCP Header Prediction", 1990).
 * A frame that differs from the prediction is checked field by field.
 */
class IncHeaderPrediction
{
  public:
    /** \brief Forget the prediction, so that no message is predicted. */
    void Clear()
    {
        m_count = 0;
    }

    /** \brief Derive predictions for the messages from `first` to before `end` from one of them.
     * This message is complete and has its own RETH; message `first` has the lowest address. */
    void Learn(const IncFrame& frame, uint64_t sequence, uint64_t first, uint64_t end)
    {
        m_first = first;
        m_count = end - first;
        m_source = frame.source;
        m_opcode = frame.bth.opcode;
        m_payloadSize = frame.payloadSize;
        m_inc = frame.inc;
        m_reth = frame.reth;
        m_reth.virtualAddress -= (sequence - first) * frame.payloadSize;
    }

    /** \return whether the message with this number, perhaps a negative one, is predicted */
    bool Covers(uint64_t sequence) const
    {
        return sequence - m_first < m_count;
    }

    /** \brief Set INC header, RETH, immediate (the MessageID) and size of a predicted message. */
    void Fill(uint64_t sequence, uint32_t messageId, IncFrame& frame) const
    {
        frame.hasInc = true;
        frame.inc = m_inc;
        frame.inc.messageId = messageId;
        frame.payloadSize = m_payloadSize;
        frame.reth = {AddressOf(sequence), m_reth.rkey, m_reth.dmaLength};
        frame.immediate = messageId;
    }

    /** \return whether a frame is the predicted result (same sender, fields and memory) of a
     * message for which Covers() is true */
    bool IsResult(const IncFrame& frame, uint64_t sequence) const
    {
        return frame.hasInc && frame.source == m_source && frame.bth.opcode == m_opcode &&
               frame.inc.Has(IncHeader::RESULT) && IsLike(frame.inc) &&
               frame.payloadSize == m_payloadSize &&
               frame.reth.virtualAddress == AddressOf(sequence) && frame.reth.rkey == m_reth.rkey &&
               frame.reth.dmaLength == m_reth.dmaLength;
    }

  private:
    bool IsLike(const IncHeader& inc) const
    {
        return inc.collective == m_inc.collective && inc.operation == m_inc.operation &&
               inc.dataType == m_inc.dataType && inc.treeId == m_inc.treeId &&
               inc.epoch == m_inc.epoch && inc.rank == m_inc.rank && inc.count == m_inc.count;
    }

    uint64_t AddressOf(uint64_t sequence) const
    {
        return m_reth.virtualAddress + (sequence - m_first) * m_payloadSize;
    }

    uint64_t m_first{0}; //!< sequence number of the first predicted message
    uint64_t m_count{0}; //!< number of predicted messages; 0: none
    uint32_t m_source{0};
    uint32_t m_payloadSize{0};
    IncReth m_reth; //!< RETH of the first predicted message
    IncHeader m_inc;
    IncOpcode m_opcode{};
};

} // namespace ns3

#endif // INC_HEADER_PREDICTION_H
