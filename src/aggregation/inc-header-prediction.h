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

    /**
     * \brief Derive predictions for consecutive messages from one of them.
     * \param frame the complete message, with its own RETH
     * \param sequence sequence number of the message
     * \param first sequence number of the first of these messages, at the lowest address
     * \param end sequence number after the last of these messages
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
     * \param sequence sequence number of any message, also a negative one
     * \return whether this message is predicted
     */
    bool Covers(uint64_t sequence) const
    {
        return sequence - m_first < m_count;
    }

    /**
     * \brief Fill in the header of a predicted message.
     * \param sequence sequence number of the message
     * \param messageId MessageID of the message, also its immediate
     * \param frame new frame; its INC header, RETH, immediate and size are set
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
     * \param sequence sequence number of the frame's message, for which Covers() is true
     * \return whether the frame is the predicted result: same sender, fields and memory
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
    /// Return whether all fields except flags and MessageID are as predicted.
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

    uint64_t m_first{0};       //!< sequence number of the first predicted message
    uint64_t m_count{0};       //!< number of predicted messages; 0: none
    uint32_t m_source{0};      //!< address of the sender
    uint32_t m_payloadSize{0}; //!< bytes of data in each message
    IncReth m_reth;            //!< RETH of the first predicted message
    IncHeader m_inc;           //!< INC header of any predicted message
    IncOpcode m_opcode{};
};

} // namespace ns3

#endif // INC_HEADER_PREDICTION_H
