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
 * \brief Header fields that consecutive messages have in common.
 *
 * These messages differ in number and memory address alone. One of them is made or examined field
 * by field, and all others follow from it (Van Jacobson, "4BSD TCP Header Prediction", 1990). If a
 * frame is not as predicted, the caller examines it field by field.
 */
class IncHeaderPrediction
{
  public:
    /** \brief Predict no message. */
    void Clear()
    {
        m_count = 0;
    }

    /**
     * \brief Predict messages from one of them.
     * \param frame the message, complete, with a RETH of its own
     * \param sequence number of the message
     * \param first sequence number of the first such message, with which the memory begins
     * \param end sequence number after the last such message
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
     * \param sequence number of any message, or a negative one
     * \return whether this message is predicted
     */
    bool Covers(uint64_t sequence) const
    {
        return sequence - m_first < m_count;
    }

    /**
     * \brief Make a predicted message.
     * \param sequence number of the message
     * \param messageId MessageID of the message, also its immediate
     * \param frame new frame; INC header, RETH, immediate and size are set
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
     * \param frame any frame
     * \param sequence number of its message, which is predicted
     * \return whether it is the predicted result, from the same sender for the same memory
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
    /// Compare all fields but flags and MessageID.
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
    uint64_t m_count{0};       //!< number of predicted messages; 0: none
    uint32_t m_source{0};      //!< address of the sender
    uint32_t m_payloadSize{0}; //!< bytes of data in each message
    IncReth m_reth;            //!< RETH of the first message
    IncHeader m_inc;           //!< INC header of one of the messages
    IncOpcode m_opcode{};
};

} // namespace ns3

#endif // INC_HEADER_PREDICTION_H
