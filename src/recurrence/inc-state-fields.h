/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STATE_FIELDS_H
#define INC_STATE_FIELDS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ns3
{

/// \ingroup inc
/// \brief Way to compare and advance a field. Statistics and series show COUNT, UNCHANGED and PEAK.
enum class IncFieldKind : uint8_t
{
    VALUE,     //!< value that recurs unchanged
    TIME,      //!< time in ps that recurs relative to the present
    SHIFTED,   //!< time in ps that no longer has an effect, and moves with the present
    SEQUENCE,  //!< message number that recurs relative to the progress of its tree
    COUNT,     //!< counter without effect on the run, which grows by equal amounts in all periods
    UNCHANGED, //!< counter of events that no period may have, such as losses; recurs unchanged
    PEAK,      //!< largest value so far; recurs unchanged
    PART       //!< object or container with fields of its own
};

/// \ingroup inc
/// \brief Name of a field, for messages to the user.
struct IncFieldName
{
    /** \param name "Class::member" */
    constexpr IncFieldName(const char* name)
        : owner(""),
          member(name)
    {
    }

    /** \brief Name a member of the class `owner`. */
    constexpr IncFieldName(const char* owner, const char* member)
        : owner(owner),
          member(member)
    {
    }

    /** \return "Class::member" */
    std::string ToString() const
    {
        return *owner == 0 ? member : std::string(owner) + "::" + member;
    }

    const char* owner;  //!< name of the class; empty if `member` contains it
    const char* member; //!< name of the member
};

/// \ingroup inc
/// \brief An entry of a table of fields, for one member.
template <IncFieldKind KIND, typename CLASS, typename TYPE>
struct IncField
{
    static constexpr std::size_t members = 1; //!< number of members in the entry

    /// Whether the counter is a largest value.
    static constexpr bool isPeak = KIND == IncFieldKind::PEAK;
    /// True if statistics and series show the field.
    static constexpr bool isCounter =
        isPeak || KIND == IncFieldKind::COUNT || KIND == IncFieldKind::UNCHANGED;

    IncFieldName name;   //!< names of class and member
    TYPE CLASS::*member; //!< pointer to the member
    uint32_t bits;       //!< bits of a number that wraps around; 64: all bits of its type
};

/// \ingroup inc
/// \brief An entry of a table of fields, for a bit-field. It recurs unchanged.
template <typename CLASS>
struct IncBitField
{
    static constexpr std::size_t members = 1; //!< number of members in the entry
    /// Never a counter, because statistics do not show bit-fields.
    static constexpr bool isCounter = false;

    IncFieldName name;                 //!< names of class and member
    bool (*read)(const CLASS& object); //!< function that returns the field
};

/// \ingroup inc
/// \brief An entry of a table of fields, for members that no walk over the table visits.
template <std::size_t MEMBERS>
struct IncUnvisitedFields
{
    static constexpr std::size_t members = MEMBERS; //!< number of members in the entry
};

/** \return the table itself, because lists of INC_COUNTER_ENTRY begin with a plus */
template <typename... ENTRY>
constexpr std::tuple<ENTRY...>
operator+(const std::tuple<ENTRY...>& table)
{
    return table;
}

/** \return the entries of two tables of fields */
template <typename... LEFT, typename... RIGHT>
constexpr std::tuple<LEFT..., RIGHT...>
operator+(const std::tuple<LEFT...>& left, const std::tuple<RIGHT...>& right)
{
    return std::tuple_cat(left, right);
}

/** \return a table of one member; a number wraps around at 2^bits */
template <IncFieldKind KIND, typename CLASS, typename TYPE>
constexpr std::tuple<IncField<KIND, CLASS, TYPE>>
IncMakeField(IncFieldName name, TYPE CLASS::*member, uint32_t bits = 64)
{
    return {{name, member, bits}};
}

/** \return a table that only counts members, because no walk visits them */
template <typename... MEMBER>
std::tuple<IncUnvisitedFields<sizeof...(MEMBER)>> IncMakeUnvisited(const MEMBER&...);

/** \brief Define the table of fields in a class, as a sum of the entries below. A use of the table
 * does not compile if a member is in no entry. */
#define INC_FIELDS(type, ...)                                                                      \
    friend class ns3::IncFieldAccess;                                                              \
    INC_TABLE(type, __VA_ARGS__)
/// Define a table of fields in a specialisation of IncFieldsOf; part of INC_FIELDS.
#define INC_TABLE(type, ...)                                                                       \
    static constexpr auto Fields()                                                                 \
    {                                                                                              \
        using Class [[maybe_unused]] = type;                                                       \
        [[maybe_unused]] constexpr const char* owner = #type;                                      \
        return __VA_ARGS__;                                                                        \
    }
/// Entry of INC_FIELDS for a member with a given IncFieldKind.
#define INC_FIELD(member, kind)                                                                    \
    ns3::IncMakeField<ns3::IncFieldKind::kind>({owner, #member}, &Class::member)
#define INC_VALUE(member) INC_FIELD(member, VALUE) //!< entry of kind VALUE
#define INC_TIME(member) INC_FIELD(member, TIME)   //!< entry of kind TIME
#define INC_COUNT(member) INC_FIELD(member, COUNT) //!< entry of kind COUNT
#define INC_PART(member) INC_FIELD(member, PART)   //!< entry of kind PART
/// Entry of INC_FIELDS for a packet sequence number, which counts modulo 2^24.
#define INC_PSN(member)                                                                            \
    ns3::IncMakeField<ns3::IncFieldKind::COUNT>({owner, #member}, &Class::member, 24)
/// Entry of INC_FIELDS for a bit-field.
#define INC_BIT(member)                                                                            \
    std::tuple<ns3::IncBitField<Class>>                                                            \
    {                                                                                              \
        ns3::IncBitField<Class>                                                                    \
        {                                                                                          \
            {owner, #member}, [](const Class& of) { return bool(of.member); }                      \
        }                                                                                          \
    }
/// Entry of INC_FIELDS for members that need no visit, or that VisitState() visits itself.
#define INC_UNVISITED(...)                                                                         \
    decltype(ns3::IncMakeUnvisited(__VA_ARGS__))                                                   \
    {                                                                                              \
    }

/// Declare a counter; pass this macro to a list of counters, which is a macro, too (X macro).
#define INC_COUNTER(member, kind) uint64_t member{0};
/// Entry of INC_FIELDS for a counter; pass this macro to a list of counters.
#define INC_COUNTER_ENTRY(member, kind) +INC_FIELD(member, kind)

/// \ingroup inc
/// \brief Table of fields of a class that cannot contain one. Specialise this with INC_TABLE.
template <typename CLASS>
struct IncFieldsOf
{
};

/// \ingroup inc
/// \brief Reader of the tables of fields of classes, which are its friends by INC_FIELDS.
class IncFieldAccess
{
    template <typename CLASS>
    static constexpr auto GetTable(int) -> decltype(CLASS::Fields())
    {
        return CLASS::Fields();
    }

    template <typename CLASS>
    static constexpr auto GetTable(long) -> decltype(IncFieldsOf<CLASS>::Fields())
    {
        return IncFieldsOf<CLASS>::Fields();
    }

  public:
    /// True if a class has a table.
    template <typename CLASS, typename = void>
    struct HasTable : std::false_type
    {
    };

    /// Case of a class with a table.
    template <typename CLASS>
    struct HasTable<CLASS, std::void_t<decltype(GetTable<CLASS>(0))>> : std::true_type
    {
    };

    /** \brief Call `visit` with each entry of an object's table and its field or bit-field's value.
     * The call does not compile if a member of the class is in no entry. */
    template <typename CLASS, typename VISIT>
    static void ForEach(CLASS& object, VISIT visit)
    {
        std::apply(
            [&object, &visit](const auto&... entry) {
                Bind<(0 + ... + std::decay_t<decltype(entry)>::members)>(object);
                (VisitOne(object, entry, visit), ...);
            },
            GetTable<std::remove_const_t<CLASS>>(0));
    }

  private:
    template <typename CLASS, typename ENTRY, typename VISIT>
    static void VisitOne(CLASS& object, const ENTRY& entry, VISIT& visit)
    {
        visit(entry, object.*entry.member);
    }

    template <typename CLASS, typename VISIT>
    static void VisitOne(CLASS& object,
                         const IncBitField<std::remove_const_t<CLASS>>& entry,
                         VISIT& visit)
    {
        visit(entry, entry.read(object));
    }

    template <typename CLASS, std::size_t MEMBERS, typename VISIT>
    static void VisitOne(CLASS&, const IncUnvisitedFields<MEMBERS>&, VISIT&)
    {
    }

    /// Compile only if the class has MEMBERS members: a structured binding names each of them.
    template <std::size_t MEMBERS, typename CLASS>
    static constexpr void Bind([[maybe_unused]] const CLASS& object)
    {
        static_assert(MEMBERS > 0 && MEMBERS <= 32, "INC_BIND has no such number of members");
#define INC_BIND(n, ...)                                                                           \
    if constexpr (MEMBERS == (n))                                                                  \
    {                                                                                              \
        [[maybe_unused]] const auto& [__VA_ARGS__] = object;                                       \
    }
#define INC_BIND_FOUR(n, ...)                                                                      \
    INC_BIND(n + 1, __VA_ARGS__ z1)                                                                \
    INC_BIND(n + 2, __VA_ARGS__ z1, z2)                                                            \
    INC_BIND(n + 3, __VA_ARGS__ z1, z2, z3)                                                        \
    INC_BIND(n + 4, __VA_ARGS__ z1, z2, z3, z4)
#define INC_NAMES_4 a1, a2, a3, a4,
#define INC_NAMES_8 INC_NAMES_4 b1, b2, b3, b4,
#define INC_NAMES_12 INC_NAMES_8 c1, c2, c3, c4,
#define INC_NAMES_16 INC_NAMES_12 d1, d2, d3, d4,
#define INC_NAMES_20 INC_NAMES_16 e1, e2, e3, e4,
#define INC_NAMES_24 INC_NAMES_20 f1, f2, f3, f4,
#define INC_NAMES_28 INC_NAMES_24 g1, g2, g3, g4,
        INC_BIND_FOUR(0, )
        INC_BIND_FOUR(4, INC_NAMES_4)
        INC_BIND_FOUR(8, INC_NAMES_8)
        INC_BIND_FOUR(12, INC_NAMES_12)
        INC_BIND_FOUR(16, INC_NAMES_16)
        INC_BIND_FOUR(20, INC_NAMES_20)
        INC_BIND_FOUR(24, INC_NAMES_24)
        INC_BIND_FOUR(28, INC_NAMES_28)
    }
};

/** \brief Call `visit` with the entry and value of each counter, except for arrays of counters. */
template <typename CLASS, typename VISIT>
void
IncForEachCounter(CLASS& object, VISIT visit)
{
    IncFieldAccess::ForEach(object, [&visit](const auto& entry, auto&& field) {
        using Entry = std::decay_t<decltype(entry)>;
        if constexpr (Entry::isCounter && std::is_convertible_v<decltype(field), uint64_t>)
        {
            visit(entry, field);
        }
    });
}

/** \brief Add the counters of `more` to those of `sum`; of two peaks, keep the larger one. */
template <typename CLASS>
void
IncAddCounters(CLASS& sum, const CLASS& more)
{
    IncForEachCounter(sum, [&more](const auto& entry, auto& counter) {
        const auto& value = more.*entry.member;
        counter =
            std::decay_t<decltype(entry)>::isPeak ? std::max(counter, value) : counter + value;
    });
}

} // namespace ns3

#endif // INC_STATE_FIELDS_H
