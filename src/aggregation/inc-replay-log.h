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

/**
 * \ingroup inc
 * \brief Messages in a row whose result one rank has.
 */
struct IncReplayRun
{
    uint64_t first; //!< sequence number of the first
    uint64_t count; //!< number of messages
    uint32_t rank;  //!< rank that has the results

    /** \return one beyond the last */
    uint64_t End() const
    {
        return first + count;
    }
};

/**
 * \ingroup inc
 * \brief What a client keeps of its messages as long as another rank may lack their results, so
 * that they can be sent once more over another tree.
 *
 * A client that has the result of message n + S, of S slots, knows that all ranks have that of
 * message n: they have contributed to the next of its slot. So the last S messages before the
 * first without a result over the present tree are kept, and all later ones.
 */
class IncReplayLog
{
  public:
    /// A message.
    struct Entry
    {
        bool isSent{false};   //!< whether the message was sent; if not, all other fields are empty
        bool isOver{false};   //!< the result has come
        bool isDone{false};   //!< the result has come over the present tree
        bool isResult{false}; //!< the payload is the result's, not the contribution's
        bool isLast{false};   //!< the last message of its request
        IncCollective collective{}; //!< collective of the message
        IncOperation operation{};   //!< operation of the message
        IncDataType dataType{};     //!< type of its elements
        uint16_t count{0};          //!< number of elements
        uint32_t immediate{0};      //!< immediate of the contribution
        uint64_t address{0};        //!< virtual address of the contribution
        uint32_t payloadSize{0};    //!< bytes, whether there are values or not
        Ptr<IncPayload> payload;    //!< values, if there are any
    };

    /**
     * \brief Messages go over another tree.
     * \param first of them
     * \param slots that they have
     */
    void Start(uint64_t first, uint32_t slots);

    /**
     * \brief A message leaves for the first time.
     * \param sequence of the message
     * \param frame that it is in
     * \param keepsData whether its data are kept: no result will take their place
     * \param isLast whether it is the last one of its request
     */
    void Sent(uint64_t sequence, const IncFrame& frame, bool keepsData, bool isLast);

    /**
     * \brief A result with data has come.
     * \param sequence of the message
     * \param frame that it is in
     */
    void SetResult(uint64_t sequence, const IncFrame& frame);

    /** \param sequence of a message that has its result, maybe once more */
    void SetOver(uint64_t sequence);

    /**
     * \param sequence of any message
     * \return whether it has its result
     */
    bool IsOver(uint64_t sequence) const;

    /**
     * \param sequence of any message
     * \return the entry; nullptr if nothing is kept
     */
    const Entry* Find(uint64_t sequence) const;

    /** \return sequence number of the first message without a result */
    uint64_t GetFront() const
    {
        return m_front;
    }

    /** \return one beyond the last message that was sent */
    uint64_t GetEnd() const
    {
        return m_first + m_entries.size();
    }

    /**
     * \param rank that keeps this
     * \return the messages whose results are kept
     */
    std::vector<IncReplayRun> GetResults(uint32_t rank) const;

    /** \return whether any message that is kept is one of a collective that wants all ranks */
    bool NeedsAllRanks() const;

  private:
    Entry& At(uint64_t sequence);

    std::deque<Entry> m_entries; //!< from m_first on
    uint64_t m_first{0};         //!< sequence number of the first that is kept
    uint64_t m_front{0};
    uint64_t m_done{0};  //!< oldest message without a result over the present tree
    uint32_t m_slots{0}; //!< largest number of slots so far
};

/**
 * \ingroup inc
 * \param collective any collective
 * \return whether it has no meaning without one of its ranks
 */
bool IncNeedsAllRanks(IncCollective collective);

} // namespace ns3

#endif // INC_REPLAY_LOG_H
