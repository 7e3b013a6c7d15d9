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

/**
 * \ingroup inc
 * \brief A state in canonical form: what must come again, and what grows.
 */
struct IncState
{
    std::vector<uint64_t> settled;       //!< equal in all states of a period
    std::vector<uint64_t> counts;        //!< grow by the same in every period
    std::vector<uint64_t> moduli;        //!< modulus of each count; 0: 264
    std::vector<uint64_t> rooms;         //!< limits by which each count may grow
    std::set<const void*> ignoredEvents; //!< events that are no part of it
    std::string refusal;                 //!< why it cannot be known to come again; empty: it can

    /**
     * \param words that settle, roughly, for which room is made
     * \param counted words that are counted, roughly
     */
    void Reserve(std::size_t words, std::size_t counted);

    /**
     * \param later a state of the same form
     * \return what every count has grown by
     */
    std::vector<uint64_t> GrowthTo(const IncState& later) const;

    /**
     * \param growth of each count in a period
     * \param periods number of periods
     * \return what each count grows by in these
     */
    std::vector<uint64_t> Multiply(const std::vector<uint64_t>& growth, uint64_t periods) const;

    /**
     * \param growth of each count in a period
     * \return periods for which all counts have room
     */
    uint64_t GetRoom(const std::vector<uint64_t>& growth) const;

    /**
     * \param growth of each count in a period
     * \param periods number of periods
     * \return what the counts are after these
     */
    std::vector<uint64_t> CountsAfter(const std::vector<uint64_t>& growth, uint64_t periods) const;
};

/**
 * \ingroup inc
 * \brief Writes a state down.
 */
class IncStateWriter : public IncStateVisitor
{
  public:
    /**
     * \param nowPs the present
     * \param complete true: with what LeaveOut() says
     * \param isBrief see IncStateVisitor
     */
    explicit IncStateWriter(int64_t nowPs, bool complete = true, bool isBrief = false);

    void Refuse(const std::string& reason) override;
    void IgnoreEvent(const void* event) override;
    void Await(uint64_t connection, uint32_t psn) override;

    /**
     * \param earlier a state
     * \return whether what was written so far differs from its beginning
     */
    bool Differs(const IncState& earlier);

    /** \brief The walk has ended: packets under way find who awaits them. */
    void Finish();

    /** \return what was written */
    IncState& GetState()
    {
        return m_state;
    }

    /** \return words in a state that is not brief, roughly */
    uint64_t GetWords() const
    {
        return m_words;
    }

    /** \return whether complete states are like others: no field is left out */
    static bool IsComplete();

    /**
     * \brief For tests: from now on a field is neither compared, but in complete states, nor
     * advanced, as where its class has forgotten it.
     * \param field its name; empty: none
     */
    static void LeaveOut(const std::string& field);

  protected:
    void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) override;
    void Relate(uint64_t connection, uint32_t psn) override;

  private:
    bool m_complete;  //!< see the constructor
    IncState m_state; //!< state that was written
    uint64_t m_words{0};
    std::size_t m_compared{0};                            //!< words that Differs() has seen
    std::map<uint64_t, uint32_t> m_awaited;               //!< PSN, by half of a connection
    std::vector<std::pair<uint64_t, uint32_t>> m_related; //!< such halves, and PSN that reach them
};

/**
 * \ingroup inc
 * \brief Advances a state by a number of periods.
 */
class IncStateAdvance : public IncStateVisitor
{
  public:
    /**
     * \param nowPs the present
     * \param byPs by how much times advance
     * \param growth what every count advances by, in the order of the walk
     * \param movesEvents whether those that are pending go with it
     */
    IncStateAdvance(int64_t nowPs,
                    int64_t byPs,
                    std::vector<uint64_t> growth,
                    bool movesEvents = true);

  protected:
    void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) override;

  private:
    int64_t m_byPs;                 //!< by how much times advance
    std::vector<uint64_t> m_growth; //!< growth of each count in a period
    bool m_movesEvents;             //!< see the constructor
    std::size_t m_count{0};         //!< counts so far
};

/**
 * \ingroup inc
 * \brief Finds the name of a place of IncState::settled or IncState::counts, by another walk, and
 * the names of all fields.
 */
class IncStateLocator : public IncStateVisitor
{
  public:
    /**
     * \param nowPs the present
     * \param isCount whether the place is one of the counts
     * \param place its index
     * \param isBrief see IncStateVisitor
     */
    IncStateLocator(int64_t nowPs, bool isCount, std::size_t place, bool isBrief = false);

    void Enter(const std::string& part) override;

    /** \return part and field, or what comes after the walk */
    const std::string& GetName() const
    {
        return m_name;
    }

    /** \return all fields that are advanced or compared, by name */
    const std::set<std::string>& GetFields() const
    {
        return m_fields;
    }

  protected:
    void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) override;

  private:
    bool m_isCount;      //!< whether counters are looked for
    std::size_t m_place; //!< fields of that kind still to come
    bool m_found{false}; //!< m_name is said
    std::string m_part;  //!< part that is being visited
    std::string m_name{"packets on their way, or pending events"};
    std::set<std::string> m_fields;
};

} // namespace ns3

#endif // INC_STATE_RECORD_H
