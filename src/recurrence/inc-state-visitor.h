/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STATE_VISITOR_H
#define INC_STATE_VISITOR_H

#include "inc-state-fields.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Base class of visitors that walk over the state of a simulation, to record or advance it.
 *
 * A walk calls VisitState() of each object. The table of fields of a class tells what each field
 * means; VisitState() visits fields that depend on each other. When rounds repeat, a state recurs
 * with three differences. All times are later by the period. All message numbers are higher by the
 * number of rounds in a period. All counters are higher by their growth in a period. Configuration
 * does not change during a run, and is not visited.
 */
class IncStateVisitor
{
  public:
    /// Meaning of a field.
    enum class Kind : uint8_t
    {
        VALUE,    //!< value that recurs unchanged
        TIME,     //!< time in ps that recurs relative to the present
        SHIFTED,  //!< time in ps that no longer has an effect, and moves with the present
        SEQUENCE, //!< message number that recurs relative to the progress of its tree
        COUNT //!< counter without effect on the run, which grows by equal amounts in all periods
    };

    /// Progress of an aggregation tree.
    struct Rounds
    {
        uint64_t finished{0}; //!< rounds that have ended at the tree's first worker
        uint64_t growth{0};   //!< number of rounds by which a visitor advances the tree
        bool isIdle{false};   //!< whether no client of the tree has a request
    };

    /// Numbering of the messages that reach one end of a connection.
    struct Numbers
    {
        uint64_t immediates{1}; //!< modulus of immediates: remainder is a number, quotient a kind
        uint64_t slots{1};      //!< number of slots that messages use in turn
        uint64_t slotBytes{1};  //!< bytes of each slot
        /// Whether numbers and addresses only name slots, and have no other effect.
        bool areNames{false};
    };

    /// Bit in the key of a connection's end: the end receives requests instead of acknowledgements.
    static constexpr uint64_t RESPONDER = uint64_t{1} << 63;

    /** \brief Start a visit at `nowPs` ps; a brief one visits only the first of equal objects. */
    explicit IncStateVisitor(int64_t nowPs, bool isBrief = false)
        : m_nowPs(nowPs),
          m_isBrief(isBrief)
    {
    }

    virtual ~IncStateVisitor() = default;

    /** \param part name, for messages to the user, of the part whose fields follow */
    virtual void Enter(const std::string& part)
    {
    }

    /** \param reason reason why this state cannot be known to recur, one line */
    virtual void Refuse(const std::string& reason)
    {
    }

    /** \brief Leave out the event of a timer that only checks deadlines, because the time of a
     * check has no effect before a deadline has passed. */
    virtual void IgnoreEvent(const void* event)
    {
    }

    /** \brief Set the PSN that a requester awaits in acknowledgements, or a responder in requests.
     * The key of a responder's end of the connection contains RESPONDER. */
    virtual void Await(uint64_t connection, uint32_t psn)
    {
    }

    /** \return present time, ps */
    int64_t GetNowPs() const
    {
        return m_nowPs;
    }

    /** \brief Set the progress of a tree. */
    void SetRounds(uint16_t tree, const Rounds& rounds)
    {
        m_rounds[tree] = rounds;
    }

    /** \brief Set the numbering of the messages that go to the end with the key `connection`. */
    void SetNumbers(uint64_t connection, const Numbers& numbers)
    {
        m_numbers[connection] = numbers;
    }

    /** \return numbering of messages to the end with this key; nullptr if it was not set */
    const Numbers* FindNumbers(uint64_t connection) const
    {
        const auto found = m_numbers.find(connection);
        return found == m_numbers.end() ? nullptr : &found->second;
    }

    /** \param tree id of the tree to which the next message numbers and slots belong */
    void UseTree(uint16_t tree)
    {
        m_tree = m_rounds[tree];
    }

    /** \brief Leave out times of slots from now on if the present tree is idle: nobody repeats
     * their messages any more. */
    void BeginSlots()
    {
        m_skipsTimes = m_tree.isIdle;
    }

    /** \brief Visit all times again, because no further slots follow. */
    void EndSlots()
    {
        m_skipsTimes = false;
    }

    /** \return progress of the present tree */
    const Rounds& GetRounds() const
    {
        return m_tree;
    }

    /** \brief Visit the fields of an object, in the order of their table. */
    template <typename CLASS>
    void Fields(CLASS& object)
    {
        IncFieldAccess::ForEach(object, [this](const auto& entry, auto&& field) {
            VisitField(entry, field);
        });
    }

    /** \brief Visit an object, pointer to an object or null, or container of these: by
     * VisitState(), or by a table of fields. */
    template <typename T>
    void Part(T& part)
    {
        if constexpr (HasVisitState<T>::value)
        {
            part.VisitState(*this);
        }
        else if constexpr (IncFieldAccess::HasTable<T>::value)
        {
            Fields(part);
        }
        else if constexpr (IsContainer<T>::value)
        {
            for (auto& each : part)
            {
                Part(each);
            }
        }
        else if (part)
        {
            Part(*part);
        }
    }

    /** \brief Visit a number, an enumeration, or a pointer to an object that the walk does not
     * replace. The value recurs unchanged. */
    template <typename T>
    void Value(IncFieldName field, T value)
    {
        uint64_t word;
        if constexpr (std::is_pointer_v<T>)
        {
            word = reinterpret_cast<uintptr_t>(value);
        }
        else
        {
            word = static_cast<uint64_t>(value);
        }
        Visit(Kind::VALUE, field, word, {});
    }

    /** \brief Visit a time that recurs relative to the present. 0 and INT64_MAX mean never. */
    void Time(IncFieldName field, int64_t& ps)
    {
        VisitMoment(Kind::TIME, field, ps);
    }

    /** \brief Visit a time that has no effect any more, e.g. because it has passed. 0 and INT64_MAX
     * mean never. */
    void Shifted(IncFieldName field, int64_t& ps)
    {
        VisitMoment(Kind::SHIFTED, field, ps);
    }

    /** \brief Visit the number, modulo 2^bits, of a message of the present tree. */
    template <typename T>
    void Sequence(IncFieldName field, T& number, uint32_t bits = 64)
    {
        VisitNumber(Kind::SEQUENCE, field, number, std::min<uint32_t>(bits, 8 * sizeof(T)));
    }

    /** \brief Visit the PSN of a packet to an end with this key, as in Await(). The PSN recurs
     * relative to the PSN of Await(). */
    void Awaited(IncFieldName field, uint64_t connection, uint32_t& psn)
    {
        Relate(connection, psn);
        Count(field, psn, 24);
    }

    /** \brief Visit a counter without effect, or a serial number that is never compared. */
    template <typename T>
    void Count(IncFieldName field, T& count, uint32_t bits = 64)
    {
        if constexpr (std::is_integral_v<T>)
        {
            VisitNumber(Kind::COUNT, field, count, std::min<uint32_t>(bits, 8 * sizeof(T)));
        }
        else
        {
            uint64_t word = count; // `count` is an object such as ns-3's TracedValue
            VisitNumber(Kind::COUNT, field, word, bits);
            if (word != count)
            {
                count = word;
            }
        }
    }

    /** \brief Visit a counter whose values up to `last` have the effect of the present value. */
    template <typename T>
    void Bounded(IncFieldName field, T& count, uint64_t last)
    {
        auto word = static_cast<uint64_t>(count);
        Visit(Kind::COUNT, field, word, {0, last - word});
        count = static_cast<T>(word);
    }

    /** \brief Visit a number that grows by equal amounts in all periods, and wraps around. */
    template <typename T>
    void Cyclic(IncFieldName field, T& number, uint64_t modulus)
    {
        auto word = static_cast<uint64_t>(number);
        Visit(Kind::COUNT, field, word, {modulus});
        number = static_cast<T>(word);
    }

    /** \brief Visit a slot's number, which recurs relative to the rounds of the present tree. */
    void Slot(IncFieldName field, uint32_t& slot, std::size_t slots)
    {
        Value(field, (slot + slots - m_tree.finished % slots) % slots);
        slot = static_cast<uint32_t>((slot + m_tree.growth) % slots);
    }

    /** \brief Call `visit` with the slots of the present tree, the oldest message's slot first.
     * Message n uses slot n modulo their number. */
    template <typename T, typename VISIT>
    void Ring(std::vector<T>& slots, VISIT visit)
    {
        if (m_isBrief && !slots.empty())
        {
            m_multiplicity = slots.size();
            visit(slots[m_tree.finished % slots.size()]);
            m_multiplicity = 1;
            return;
        }
        for (std::size_t i = 0; i < slots.size(); ++i)
        {
            visit(slots[(m_tree.finished + i) % slots.size()]);
        }
        if (const uint64_t turn = slots.empty() ? 0 : m_tree.growth % slots.size())
        {
            std::rotate(slots.begin(),
                        slots.end() - static_cast<std::ptrdiff_t>(turn),
                        slots.end());
        }
    }

  protected:
    /// Range of a counter.
    struct Range
    {
        uint64_t modulus{0};       //!< modulus of the counter, up to 2^32; 0: 2^64
        uint64_t room{UINT64_MAX}; //!< how much the counter may grow without effect on the run
    };

    /** \brief Visit a word of the state, which a visitor may advance; `range` is for counters. */
    virtual void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) = 0;

    /** \brief Record the PSN of a packet to an end with this key, as in Await(). */
    virtual void Relate(uint64_t connection, uint32_t psn)
    {
    }

    /** \return number of equal objects for which the present visit stands */
    uint64_t GetMultiplicity() const
    {
        return m_multiplicity;
    }

  private:
    template <typename T, typename = void>
    struct HasVisitState : std::false_type
    {
    };

    template <typename T>
    struct HasVisitState<
        T,
        std::void_t<decltype(std::declval<T&>().VisitState(std::declval<IncStateVisitor&>()))>>
        : std::true_type
    {
    };

    template <typename T, typename = void>
    struct IsContainer : std::false_type
    {
    };

    template <typename T>
    struct IsContainer<T, std::void_t<decltype(std::declval<T&>().begin())>> : std::true_type
    {
    };

    template <typename CLASS>
    void VisitField(const IncBitField<CLASS>& entry, bool field)
    {
        Value(entry.name, field);
    }

    template <IncFieldKind KIND, typename CLASS, typename TYPE, typename T>
    void VisitField(const IncField<KIND, CLASS, TYPE>& entry, T& field)
    {
        if constexpr (KIND == IncFieldKind::PART)
        {
            Part(field);
        }
        else if constexpr (KIND == IncFieldKind::TIME)
        {
            Time(entry.name, field);
        }
        else if constexpr (KIND == IncFieldKind::SHIFTED)
        {
            Shifted(entry.name, field);
        }
        else if constexpr (IsContainer<T>::value)
        {
            for (auto& each : field)
            {
                VisitNumber(entry, each);
            }
        }
        else
        {
            VisitNumber(entry, field);
        }
    }

    template <IncFieldKind KIND, typename CLASS, typename TYPE, typename T>
    void VisitNumber(const IncField<KIND, CLASS, TYPE>& entry, T& number)
    {
        if constexpr (KIND == IncFieldKind::SEQUENCE)
        {
            Sequence(entry.name, number, entry.bits);
        }
        else if constexpr (KIND == IncFieldKind::COUNT)
        {
            Count(entry.name, number, entry.bits);
        }
        else if constexpr (std::is_class_v<T>)
        {
            Value(entry.name, static_cast<uint64_t>(number));
        }
        else
        {
            Value(entry.name, number);
        }
    }

    void VisitMoment(Kind kind, IncFieldName field, int64_t& ps)
    {
        if (m_skipsTimes)
        {
            return;
        }
        const bool never = ps == 0 || ps == INT64_MAX;
        auto word = static_cast<uint64_t>(ps);
        Visit(never ? Kind::VALUE : kind, field, word, {});
        ps = static_cast<int64_t>(word);
    }

    template <typename T>
    void VisitNumber(Kind kind, IncFieldName field, T& number, uint32_t bits)
    {
        auto word = static_cast<uint64_t>(number);
        Visit(kind, field, word, {bits >= 64 ? 0 : uint64_t{1} << bits});
        number = static_cast<T>(word);
    }

    int64_t m_nowPs;
    bool m_isBrief;
    bool m_skipsTimes{false};
    uint64_t m_multiplicity{1};
    std::map<uint16_t, Rounds> m_rounds; //!< progress of trees by tree id
    Rounds m_tree;
    std::unordered_map<uint64_t, Numbers> m_numbers; //!< numbering of messages by receiving end
};

} // namespace ns3

#endif // INC_STATE_VISITOR_H
