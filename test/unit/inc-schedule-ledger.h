/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCHEDULE_LEDGER_H
#define INC_SCHEDULE_LEDGER_H

#include "ns3/inc-tree-state.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// The expected state of one switch: sets of workers by message. Messages have numbers from 0
/// on.
class IncScheduleLedger
{
  public:
    /// A worker's contribution to a message.
    using Value = std::function<int64_t(uint32_t message, uint32_t worker)>;

    /**
     * \param all workers below the switch
     * \param window number of messages after which a version is used again
     * \param isRoot true if a round ends when all have contributed
     * \param keeps true if a version keeps its message until the next one; false if the end of the
     * round clears it
     */
    IncScheduleLedger(std::set<uint32_t> all, uint32_t window, bool isRoot, bool keeps)
        : m_all(std::move(all)),
          m_isRoot(isRoot),
          m_keeps(keeps)
    {
        for (uint32_t message = 0; message < window; ++message)
        {
            m_present.push_back(message);
        }
    }

    /**
     * \brief Add the contribution of some workers to a message.
     * \param message number of the message
     * \param workers workers behind the child that sent it
     */
    void Contribute(uint32_t message, const std::set<uint32_t>& workers)
    {
        uint32_t& present = PresentOf(message);
        if (message == present + m_present.size() && m_messages[present].over)
        {
            present = message;
        }
        if (message != present)
        {
            return; // too old or too early: ignored
        }
        Entry& entry = m_messages[message];
        const auto isHeld = [&entry](uint32_t worker) { return entry.held.count(worker) > 0; };
        if (std::any_of(workers.begin(), workers.end(), isHeld))
        {
            return; // a duplicate changes nothing
        }
        entry.held.insert(workers.begin(), workers.end());
        if (m_isRoot && entry.held == m_all)
        {
            End(message);
        }
    }

    /** \param message message with a result from the parent */
    void Result(uint32_t message)
    {
        if (message == PresentOf(message) && m_messages[message].held == m_all &&
            !m_messages[message].over)
        {
            End(message);
        }
    }

    /**
     * \brief Compare the rounds of a switch with the expected state.
     * \param tree tree state of the switch
     * \param value value of the contributions
     * \return first difference, or an empty text
     */
    std::string Compare(IncTreeState& tree, const Value& value) const
    {
        for (uint32_t version = 0; version < m_present.size(); ++version)
        {
            const uint32_t message = m_present[version];
            const auto found = m_messages.find(message);
            const Entry entry = found == m_messages.end() ? Entry() : found->second;
            const IncSlotRound& round = tree.GetSlots().RoundOf(version);
            const IncBitString seen = tree.SeenOf(round);
            if (round.sequence != message || StateOf(entry) != round.state)
            {
                return "message or state of a round: " + std::to_string(message);
            }
            int64_t sum = 0;
            for (uint32_t worker : m_all)
            {
                const bool isHeld = entry.held.count(worker) > 0;
                if (isHeld != seen.Test(worker + 1))
                {
                    return "bitmap of message " + std::to_string(message);
                }
                sum += isHeld ? value(message, worker) : 0;
            }
            // Once a round is over, a leaf holds the sum of the root.
            if (!entry.held.empty() && (m_isRoot || !entry.over) && SumOf(round) != sum)
            {
                return "sum of message " + std::to_string(message);
            }
        }
        return "";
    }

    /**
     * \param round a round with data
     * \return first element of its data
     */
    static int64_t SumOf(const IncSlotRound& round)
    {
        int64_t sum = 0;
        if (round.data)
        {
            std::memcpy(&sum, round.data->GetData(), sizeof(sum));
        }
        return sum;
    }

  private:
    /// One message.
    struct Entry
    {
        std::set<uint32_t> held; //!< workers that have contributed
        bool over{false};        //!< true if the result was sent
    };

    uint32_t& PresentOf(uint32_t message)
    {
        return m_present[message % m_present.size()];
    }

    void End(uint32_t message)
    {
        m_messages[message].over = true;
        if (!m_keeps)
        {
            PresentOf(message) += m_present.size();
        }
    }

    IncSlotRound::State StateOf(const Entry& entry) const
    {
        if (entry.over)
        {
            return IncSlotRound::State::DONE;
        }
        if (entry.held.empty())
        {
            return IncSlotRound::State::IDLE;
        }
        return entry.held == m_all ? IncSlotRound::State::COMPLETE
                                   : IncSlotRound::State::COLLECTING;
    }

    std::set<uint32_t> m_all;             //!< workers that must contribute
    bool m_isRoot;                        //!< whether the switch is the root
    bool m_keeps;                         //!< whether a version is kept until its next message
    std::vector<uint32_t> m_present;      //!< current message of each version
    std::map<uint32_t, Entry> m_messages; //!< messages that have begun
};

} // namespace ns3

#endif // INC_SCHEDULE_LEDGER_H
