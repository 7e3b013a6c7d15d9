/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STATE_RECORD_H
#define INC_STATE_RECORD_H

#include "inc-state-visitor.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief State of a simulation in canonical form: words that must recur, and counts that grow.
struct IncState
{
    std::vector<uint64_t> settled;       //!< words that must be equal one period later
    std::vector<uint64_t> counts;        //!< counts that grow by equal amounts in all periods
    std::vector<uint64_t> moduli;        //!< modulus of each count; 0: 2^64
    std::vector<uint64_t> rooms;         //!< how much each count may grow without effect on the run
    std::set<const void*> ignoredEvents; //!< pending events that the state does not include
    std::string refusal;                 //!< reason why the state may not recur; empty if it can

    /** \brief Reserve memory for the expected number of words and of counts. */
    void Reserve(std::size_t words, std::size_t counted);

    /** \return growth of each count from this state to the later one */
    std::vector<uint64_t> GrowthTo(const IncState& later) const;

    /** \return growth of each count in these periods */
    std::vector<uint64_t> Multiply(const std::vector<uint64_t>& growth, uint64_t periods) const;

    /** \return number of periods in which no count exceeds its room */
    uint64_t GetRoom(const std::vector<uint64_t>& growth) const;

    /** \return counts after these periods */
    std::vector<uint64_t> CountsAfter(const std::vector<uint64_t>& growth, uint64_t periods) const;
};

/// \ingroup inc
/// \brief Visitor that records the state as an IncState.
class IncStateWriter : public IncStateVisitor
{
  public:
    /** \brief Begin a record at `nowPs` ps. A complete record includes the field that LeaveOut()
     * has named. A brief record visits only the first of many equal objects, such as slots. */
    explicit IncStateWriter(int64_t nowPs, bool complete = true, bool isBrief = false);

    void Refuse(const std::string& reason) override;
    void IgnoreEvent(const void* event) override;
    void Await(uint64_t connection, uint32_t psn) override;

    /** \return true if the record so far differs from the beginning of the earlier state */
    bool Differs(const IncState& earlier);

    /** \brief Complete the record with the PSNs of packets under way, relative to awaited PSNs. */
    void Finish();

    /** \return state so far */
    IncState& GetState()
    {
        return m_state;
    }

    /** \return approximate number of words in a whole state */
    uint64_t GetWords() const
    {
        return m_words;
    }

    /** \return true if the record contains all fields, see LeaveOut() */
    static bool IsComplete();

    /** \brief Leave a field out from now on, for tests; empty: none. The field is not advanced, and
     * only complete states contain it. */
    static void LeaveOut(const std::string& field);

  protected:
    void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) override;
    void Relate(uint64_t connection, uint32_t psn) override;

  private:
    bool m_complete;
    IncState m_state;
    uint64_t m_words{0};
    std::size_t m_compared{0};              //!< words that Differs() has compared
    std::map<uint64_t, uint32_t> m_awaited; //!< awaited PSNs, by end of a connection
    /// PSNs of packets under way, with the receiving end.
    std::vector<std::pair<uint64_t, uint32_t>> m_related;
};

/// \ingroup inc
/// \brief Visitor that advances the state by some periods.
class IncStateAdvance : public IncStateVisitor
{
  public:
    /** \brief Advance times by `byPs` ps, and counts by `growth` in the order of the walk. SHIFTED
     * fields only advance if `movesEvents`, that is if pending events move, too. */
    IncStateAdvance(int64_t nowPs,
                    int64_t byPs,
                    std::vector<uint64_t> growth,
                    bool movesEvents = true);

  protected:
    void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) override;

  private:
    int64_t m_byPs;
    std::vector<uint64_t> m_growth;
    bool m_movesEvents;
    std::size_t m_count{0};
};

/// \ingroup inc
/// \brief Visitor that names the field at a place of IncState::settled or IncState::counts.
class IncStateLocator : public IncStateVisitor
{
  public:
    /** \brief Look for the field at index `place`, in the counts if `isCount`. `isBrief`: visit
     * only the first of many equal objects, like a brief IncStateWriter. */
    IncStateLocator(int64_t nowPs, bool isCount, std::size_t place, bool isBrief = false);

    void Enter(const std::string& part) override;

    /** \return part and field at the place; another text if the place is behind all fields */
    const std::string& GetName() const
    {
        return m_name;
    }

    /** \return names of all fields that are advanced or compared */
    const std::set<std::string>& GetFields() const
    {
        return m_fields;
    }

  protected:
    void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) override;

  private:
    bool m_isCount;
    std::size_t m_place; //!< number of fields of this kind that come first
    bool m_found{false};
    std::string m_part;
    std::string m_name{"packets on their way, or pending events"};
    std::set<std::string> m_fields;
};

} // namespace ns3

#endif // INC_STATE_RECORD_H
