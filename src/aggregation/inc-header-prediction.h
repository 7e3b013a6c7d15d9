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
 * \brief Messages in a row that differ only in their number and place. After one of them was made,
 * or examined, field by field, the fields of all others are known (Van Jacobson, "4BSD TCP Header
 * Prediction", 1990).
 *
 * What is not as predicted goes the long way: no rule is here.
 */
class IncHeaderPrediction
{
  public:
    /** \brief Predict nothing. */
    void Clear()
    {
        m_count = 0;
    }

    /**
     * \brief Predict from a message.
     * \param frame of it, complete, with a RETH of its own
     * \param sequence of it
     * \param first sequence number of the first one like it; there the memory begins
     * \param end one beyond the last one like it
     */
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

    /**
     * \param sequence of any message, those of negative numbers included
     * \return whether it is one of them
     */
    bool Covers(uint64_t sequence) const
    {
        return sequence - m_first < m_count;
    }

    /**
     * \brief Make a message.
     * \param sequence of one that is covered
     * \param messageId of it, also its immediate
     * \param frame new: INC header, RETH, immediate and size are set
     */
    void Fill(uint64_t sequence, uint32_t messageId, IncFrame& frame) const
    {
        frame.hasInc = true;
        frame.inc = m_inc;
        frame.inc.messageId = messageId;
        frame.payloadSize = m_payloadSize;
        frame.reth = {AddressOf(sequence), m_reth.rkey, m_reth.dmaLength};
        frame.immediate = messageId;
    }

    /**
     * \param frame received
     * \param sequence of its message, which is covered
     * \return whether it is as predicted: from the same, and for the same place
     */
    bool IsResult(const IncFrame& frame, uint64_t sequence) const
    {
        return frame.hasInc && frame.source == m_source && frame.bth.opcode == m_opcode &&
               frame.inc.Has(IncHeader::RESULT) && IsLike(frame.inc) &&
               frame.payloadSize == m_payloadSize &&
               frame.reth.virtualAddress == AddressOf(sequence) && frame.reth.rkey == m_reth.rkey &&
               frame.reth.dmaLength == m_reth.dmaLength;
    }

  private:
    /// But for the flags and the number.
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

    uint64_t m_first{0};       //!< sequence number of the first message
    uint64_t m_count{0};       //!< number of learnt headers; 0: nothing is predicted
    uint32_t m_source{0};      //!< address of the sender
    uint32_t m_payloadSize{0}; //!< bytes of each
    IncReth m_reth;            //!< RETH of the first message
    IncHeader m_inc;           //!< INC header of one message
    IncOpcode m_opcode{};      //!< opcode of all messages
};

} // namespace ns3

#endif // INC_HEADER_PREDICTION_H
