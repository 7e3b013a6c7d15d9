/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ENUM_H
#define INC_ENUM_H

#include "ns3/enum.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>

namespace ns3
{

// Before ns-3.42, EnumValue, EnumChecker and MakeEnumAccessor took int. Since then they are
// templates of the enumeration. Overload resolution selects the form that this ns-3 has.
namespace inc_enum
{

template <typename V, typename E>
V
MakeValue(E value)
{
    return V(static_cast<int>(value));
}

template <template <typename> class V, typename E>
V<E>
MakeValue(E value)
{
    return V<E>(value);
}

template <typename C, typename E>
Ptr<C>
MakeChecker(const std::initializer_list<std::pair<E, const char*>>& names)
{
    auto checker = Create<C>();
    for (const auto& [value, name] : names)
    {
        checker->Add(static_cast<int>(value), name);
    }
    return checker;
}

template <template <typename> class C, typename E>
Ptr<C<E>>
MakeChecker(const std::initializer_list<std::pair<E, const char*>>& names)
{
    auto checker = Create<C<E>>();
    for (const auto& [value, name] : names)
    {
        checker->Add(value, name);
    }
    return checker;
}

/// Attribute value that holds an enumeration E: EnumValue before ns-3.42, EnumValue<E> since.
template <typename E>
using Value = decltype(MakeValue<EnumValue>(E{}));

/// Accessor of an attribute, which is needed because old ns-3 releases accept no scoped
/// enumerations.
template <typename T, typename E>
class Accessor : public AttributeAccessor
{
  public:
    using Setter = std::function<void(T&, E)>;
    using Getter = std::function<E(const T&)>;

    Accessor(Setter set, Getter get)
        : m_set(std::move(set)),
          m_get(std::move(get))
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        auto* target = dynamic_cast<T*>(object);
        const auto* read = dynamic_cast<const Value<E>*>(&value);
        if (target && read)
        {
            m_set(*target, static_cast<E>(read->Get()));
        }
        return target && read;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto* source = dynamic_cast<const T*>(object);
        auto* written = dynamic_cast<Value<E>*>(&value);
        if (source && written && m_get)
        {
            written->Set(static_cast<decltype(written->Get())>(m_get(*source)));
        }
        return source && written && m_get;
    }

    bool HasGetter() const override
    {
        return static_cast<bool>(m_get);
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    Setter m_set;
    Getter m_get; //!< returns the value in an object; empty if it cannot be read
};

} // namespace inc_enum

template <typename E>
auto
IncEnumValue(E value)
{
    return inc_enum::MakeValue<EnumValue>(value);
}

/** \brief Make an accessor; `get` is null if the attribute cannot be read. */
template <typename T, typename E>
Ptr<const AttributeAccessor>
MakeIncEnumAccessor(void (T::*set)(E), E (T::*get)() const = nullptr)
{
    using Accessor = inc_enum::Accessor<T, E>;
    return Create<Accessor>([set](T& object, E value) { (object.*set)(value); },
                            get ? typename Accessor::Getter(std::mem_fn(get)) : nullptr);
}

template <typename T, typename E>
Ptr<const AttributeAccessor>
MakeIncEnumAccessor(E T::*member)
{
    return Create<inc_enum::Accessor<T, E>>(
        [member](T& object, E value) { object.*member = value; },
        [member](const T& object) { return object.*member; });
}

/** \brief Make a checker of accepted values, each with the word for it. */
template <typename E>
Ptr<const AttributeChecker>
MakeIncEnumChecker(std::initializer_list<std::pair<E, const char*>> names)
{
    return inc_enum::MakeChecker<EnumChecker>(names);
}

} // namespace ns3

#endif // INC_ENUM_H
