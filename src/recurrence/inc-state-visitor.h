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
 * \brief Walks over the state of a simulation: the table of fields of a class says what each field
 * means, and one walk serves to write the state down and to advance it. Where fields depend on each
 * other, VisitState() of the class visits them.
 *
 * In rounds that repeat, a state recurs with three differences. All times are later by the period.
 * All message numbers are higher by the rounds in it. All counters are higher by what a period
 * adds. Configuration, which does not change during a run, is no state.
 */
class IncStateVisitor
{
  public:
    /// Meaning of a field.
    enum class Kind : uint8_t
    {
        VALUE,    //!< comes again as it was
        TIME,     //!< ps: comes again relative to the present
        SHIFTED,  //!< ps: decides nothing, and goes with the present
        SEQUENCE, //!< comes again relative to the rounds of its tree
        COUNT     //!< grows by the same in every period, and decides nothing
    };

    /// Progress of a tree.
    struct Rounds
    {
        uint64_t finished{0}; //!< rounds that are over at the tree's first worker
        uint64_t growth{0};   //!< rounds to advance by
    };

    /// Numbering of the messages that reach one end of a connection.
    struct Numbers
    {
        uint64_t immediates{1}; //!< these count modulo so many, below what kind of message it is
        uint64_t slots{1};      //!< slots that messages use in turn
        uint64_t slotBytes{1};  //!< bytes of each slot
        bool areNames{false};   //!< numbers and places are names of slots, which decide nothing
    };

    /// An end of a connection as the receiver of requests, not of acknowledgements.
    static constexpr uint64_t RESPONDER = uint64_t{1} << 63;

    /**
     * \param nowPs the present
     * \param isBrief true: of many that are alike, such as slots, only the first is visited
     */
    explicit IncStateVisitor(int64_t nowPs, bool isBrief = false)
        : m_nowPs(nowPs),
          m_isBrief(isBrief)
    {
    }

    virtual ~IncStateVisitor() = default;

    /** \param part what follows belongs to, for messages */
    virtual void Enter(const std::string& part)
    {
    }

    /** \param reason why this state cannot be known to come again, one line */
    virtual void Refuse(const std::string& reason)
    {
    }

    /**
     * \brief A timer that looks at deadlines and sleeps again: as long as none has passed, when it
     * looks decides nothing, and its event is no part of the state.
     * \param event of the timer
     */
    virtual void IgnoreEvent(const void* event)
    {
    }

    /**
     * \brief A requester waits for acknowledgements of a connection, or a responder for requests.
     * \param connection that this is one half of; of a responder: with RESPONDER
     * \param psn that comes next
     */
    virtual void Await(uint64_t connection, uint32_t psn)
    {
    }

    /** \return the present, ps */
    int64_t GetNowPs() const
    {
        return m_nowPs;
    }

    /**
     * \param tree its id
     * \param rounds how far it is
     */
    void SetRounds(uint16_t tree, const Rounds& rounds)
    {
        m_rounds[tree] = rounds;
    }

    /**
     * \brief The owner of both ends tells its state, messages that are under way included.
     * \param connection end that messages go to
     * \param numbers of these messages
     */
    void SetNumbers(uint64_t connection, const Numbers& numbers)
    {
        m_numbers[connection] = numbers;
    }

    /**
     * \param connection end that messages go to
     * \return their numbers, or nullptr where nobody tells
     */
    const Numbers* FindNumbers(uint64_t connection) const
    {
        const auto found = m_numbers.find(connection);
        return found == m_numbers.end() ? nullptr : &found->second;
    }

    /** \param tree whose message numbers and slots follow */
    void UseTree(uint16_t tree)
    {
        m_tree = m_rounds[tree];
    }

    /** \return how far the present tree is */
    const Rounds& GetRounds() const
    {
        return m_tree;
    }

    /**
     * \brief Visit the fields of an object, in the order of their table.
     * \param object of a class with a table
     */
    template <typename CLASS>
    void Fields(CLASS& object)
    {
        IncFieldAccess::ForEach(object, [this](const auto& entry, auto&& field) {
            VisitField(entry, field);
        });
    }

    /**
     * \brief Visit a part of an object: by its VisitState(), or by its table of fields.
     * \param part an object, a pointer to one, or null, or a container of these
     */
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

    /**
     * \param field its name
     * \param value a number, an enumeration or a pointer to what lives on
     */
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

    /**
     * \param field its name
     * \param ps a moment; 0 and the largest number: never
     */
    void Time(IncFieldName field, int64_t& ps)
    {
        VisitMoment(Kind::TIME, field, ps);
    }

    /**
     * \param field its name
     * \param ps a moment whose exact value decides nothing any more, such as one that is past
     */
    void Shifted(IncFieldName field, int64_t& ps)
    {
        VisitMoment(Kind::SHIFTED, field, ps);
    }

    /**
     * \param field its name
     * \param number of a message of the present tree; of fewer bits: modulo
     * \param bits of the number, where they are fewer than its type has
     */
    template <typename T>
    void Sequence(IncFieldName field, T& number, uint32_t bits = 64)
    {
        VisitNumber(Kind::SEQUENCE, field, number, std::min<uint32_t>(bits, 8 * sizeof(T)));
    }

    /**
     * \param field its name
     * \param connection that a packet reaches, as in Await()
     * \param psn that it has: comes again relative to that of Await(), and grows like it
     */
    void Awaited(IncFieldName field, uint64_t connection, uint32_t& psn)
    {
        Relate(connection, psn);
        Count(field, psn, 24);
    }

    /**
     * \param field its name
     * \param count what is counted; a serial number that nobody compares
     * \param bits of the number
     */
    template <typename T>
    void Count(IncFieldName field, T& count, uint32_t bits = 64)
    {
        if constexpr (std::is_integral_v<T>)
        {
            VisitNumber(Kind::COUNT, field, count, std::min<uint32_t>(bits, 8 * sizeof(T)));
        }
        else
        {
            uint64_t word = count; // ns-3's TracedValue
            VisitNumber(Kind::COUNT, field, word, bits);
            if (word != count)
            {
                count = word;
            }
        }
    }

    /**
     * \param field its name
     * \param count what is counted, and decides nothing before it is as high as
     * \param last of its values that is like the present one
     */
    template <typename T>
    void Bounded(IncFieldName field, T& count, uint64_t last)
    {
        auto word = static_cast<uint64_t>(count);
        Visit(Kind::COUNT, field, word, {0, last - word});
        count = static_cast<T>(word);
    }

    /**
     * \param field its name
     * \param number that grows by the same in every period, and begins again
     * \param modulus at so many
     */
    template <typename T>
    void Cyclic(IncFieldName field, T& number, uint64_t modulus)
    {
        auto word = static_cast<uint64_t>(number);
        Visit(Kind::COUNT, field, word, {modulus});
        number = static_cast<T>(word);
    }

    /**
     * \param field its name
     * \param slot number of a slot of the present tree
     * \param slots how many it has
     */
    void Slot(IncFieldName field, uint32_t& slot, std::size_t slots)
    {
        Value(field, (slot + slots - m_tree.finished % slots) % slots);
        slot = static_cast<uint32_t>((slot + m_tree.growth) % slots);
    }

    /**
     * \brief Slots, message n in slot n modulo their number: from that of the oldest message on.
     * \param slots of the present tree
     * \param visit called with each
     */
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
        uint64_t room{UINT64_MAX}; //!< by how much it may grow
    };

    /**
     * \param kind what it means
     * \param field its name
     * \param word its value; where this advances, the new one
     * \param range of it
     */
    virtual void Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range) = 0;

    /**
     * \param connection that a packet reaches, as in Await()
     * \param psn that it has
     */
    virtual void Relate(uint64_t connection, uint32_t psn)
    {
    }

    /** \return how many the present visit stands for */
    uint64_t GetMultiplicity() const
    {
        return m_multiplicity;
    }

  private:
    /// Whether a class visits its state itself.
    template <typename T, typename = void>
    struct HasVisitState : std::false_type
    {
    };

    /// The class does.
    template <typename T>
    struct HasVisitState<
        T,
        std::void_t<decltype(std::declval<T&>().VisitState(std::declval<IncStateVisitor&>()))>>
        : std::true_type
    {
    };

    /// Whether a class is a container.
    template <typename T, typename = void>
    struct IsContainer : std::false_type
    {
    };

    /// The class is one.
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

    int64_t m_nowPs; //!< present time, ps
    bool m_isBrief;  //!< see the constructor
    uint64_t m_multiplicity{1};
    std::map<uint16_t, Rounds> m_rounds;             //!< rounds by tree
    Rounds m_tree;                                   //!< rounds of the present tree
    std::unordered_map<uint64_t, Numbers> m_numbers; //!< numbers by connection
};

} // namespace ns3

#endif // INC_STATE_VISITOR_H
