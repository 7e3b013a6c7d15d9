/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REPLAY_LOG_H
#define INC_REPLAY_LOG_H

#include "ns3/inc-frame.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Consecutive messages whose results one rank has.
struct IncReplayRun
{
    uint64_t first; //!< sequence number of the first message
    uint64_t count; //!< number of messages
    uint32_t rank;  //!< rank that has the results

    /** \return sequence number after the last message */
    uint64_t End() const
    {
        return first + count;
    }
};

/**
 * \ingroup inc
 * \brief Record of messages whose results another rank may lack, so that a client can repeat them
 * over another tree.
 *
 * A client with S slots sends message n + S only after the result of message n. The result of n + S
 * thus proves that all ranks have that of n. The log keeps all messages from S before the first one
 * without a result over the present tree.
 */
class IncReplayLog
{
  public:
    /// Record of one message.
    struct Entry
    {
        bool isSent{false};   //!< whether the message was sent; if not, the other fields are empty
        bool isOver{false};   //!< whether this rank has the result
        bool isDone{false};   //!< whether the result came over the present tree
        bool isResult{false}; //!< whether the payload is the result, not the contribution
        bool isLast{false};   //!< whether it is the last message of its request
        IncCollective collective{}; //!< collective of the message
        IncOperation operation{};   //!< operation of the message
        IncDataType dataType{};     //!< type of its elements
        uint16_t count{0};          //!< number of elements
        uint32_t immediate{0};      //!< immediate of the contribution
        uint64_t address{0};        //!< virtual address of the contribution
        uint32_t payloadSize{0};    //!< bytes of data, real or virtual
        Ptr<IncPayload> payload;    //!< real data; null if they are virtual
    };

    /** \brief Begin with another tree, whose first message has this sequence number. */
    void Start(uint64_t first, uint32_t slots);

    /** \brief Record a message that leaves for the first time. `keepsData`: the log keeps the
     * contribution's data, because no result will replace them. */
    void Sent(uint64_t sequence, const IncFrame& frame, bool keepsData, bool isLast);

    /** \brief Record a result with data. */
    void SetResult(uint64_t sequence, const IncFrame& frame);

    /** \brief Record that the result of a message has come, perhaps again. */
    void SetOver(uint64_t sequence);

    /** \brief Return whether a message has its result. */
    bool IsOver(uint64_t sequence) const;

    /** \brief Return the record of a message; nullptr if there is none. */
    const Entry* Find(uint64_t sequence) const;

    /** \return sequence number of the first message without a result */
    uint64_t GetFront() const
    {
        return m_front;
    }

    /** \return sequence number after the last message that was sent */
    uint64_t GetEnd() const
    {
        return m_first + m_entries.size();
    }

    /** \brief Return the messages with recorded results, as runs of a rank. */
    std::vector<IncReplayRun> GetResults(uint32_t rank) const;

    /** \return whether a recorded message belongs to a collective that needs all ranks */
    bool NeedsAllRanks() const;

  private:
    Entry& At(uint64_t sequence);

    std::deque<Entry> m_entries; //!< messages from m_first on
    uint64_t m_first{0};
    uint64_t m_front{0};
    uint64_t m_done{0};  //!< oldest message whose result did not come over the present tree
    uint32_t m_slots{0}; //!< largest number of slots so far
};

/// Return whether a collective is impossible without one of its ranks.
bool IncNeedsAllRanks(IncCollective collective);

} // namespace ns3

#endif // INC_REPLAY_LOG_H
