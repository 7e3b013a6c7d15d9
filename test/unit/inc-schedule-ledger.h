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

/**
 * \ingroup inc-tests
 * \brief What one switch must have: sets of workers by message, and a rule that knows of nothing
 * else. Messages are numbers from 0 on.
 */
class IncScheduleLedger
{
  public:
    /// A worker's contribution to a message.
    using Value = std::function<int64_t(uint32_t message, uint32_t worker)>;

    /**
     * \param all workers below the switch
     * \param window messages after which a version is used again
     * \param isRoot the round is over when all have contributed
     * \param keeps the version until its next message; false: cleared when the round is over
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
     * \brief Some workers contribute to a message.
     * \param message any
     * \param workers behind the child that sent it
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
            return; // too old, or too early
        }
        Entry& entry = m_messages[message];
        const auto isHeld = [&entry](uint32_t worker) { return entry.held.count(worker) > 0; };
        if (std::any_of(workers.begin(), workers.end(), isHeld))
        {
            return; // once is enough
        }
        entry.held.insert(workers.begin(), workers.end());
        if (m_isRoot && entry.held == m_all)
        {
            End(message);
        }
    }

    /** \param message whose result the parent has sent */
    void Result(uint32_t message)
    {
        if (message == PresentOf(message) && m_messages[message].held == m_all &&
            !m_messages[message].over)
        {
            End(message);
        }
    }

    /**
     * \brief Compare the rounds of a switch with this.
     * \param tree of the switch
     * \param value of the contributions
     * \return what differs; empty: nothing
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
            // Once it is over, a leaf holds what the root had summed up.
            if (!entry.held.empty() && (m_isRoot || !entry.over) && SumOf(round) != sum)
            {
                return "sum of message " + std::to_string(message);
            }
        }
        return "";
    }

    /**
     * \param round with data
     * \return its first element
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
        std::set<uint32_t> held; //!< who has contributed
        bool over{false};        //!< the result is out
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
    std::vector<uint32_t> m_present;      //!< present message of each version
    std::map<uint32_t, Entry> m_messages; //!< messages that have begun
};

} // namespace ns3

#endif // INC_SCHEDULE_LEDGER_H
