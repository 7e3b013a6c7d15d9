/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-given-attributes.h"

#include "inc-attribute-text.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/inc-error.h"
#include "ns3/inc-program.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

struct Given
{
    std::string text;
    Ptr<AttributeValue> value; //!< the value after parsing
    bool isSeen{false};        //!< whether it is known that objects take the value or do not
    bool isTaken{false};       //!< whether at least one object has taken it
};

/// Return the given attributes by path; a program has one command line.
std::map<std::string, std::shared_ptr<Given>>&
AllGiven()
{
    static std::map<std::string, std::shared_ptr<Given>> given;
    return given;
}

/// A value that notes its copies. An object that takes the value copies it.
template <typename V>
class SeenValue : public V
{
  public:
    SeenValue(const V& value, std::shared_ptr<Given> given)
        : V(value),
          m_given(std::move(given))
    {
    }

    Ptr<AttributeValue> Copy() const override
    {
        m_given->isTaken = true;
        return Create<V>(static_cast<const V&>(*this));
    }

  private:
    std::shared_ptr<Given> m_given; //!< marked as taken when the value is copied
};

/// Replace a default by a value that notes its copies, if it is of one type of value.
template <typename V>
bool
See(TypeId type,
    std::size_t index,
    const AttributeValue& value,
    const std::shared_ptr<Given>& given)
{
    const auto* typed = dynamic_cast<const V*>(&value);
    if (typed)
    {
        type.SetAttributeInitialValue(index, Create<SeenValue<V>>(*typed, given));
        given->isSeen = true;
    }
    return typed != nullptr;
}

/// Call a function with the class and the index of an attribute.
void
WithAttribute(const std::string& path, const std::function<void(TypeId, std::size_t)>& function)
{
    const auto colons = path.rfind("::");
    const TypeId type = TypeId::LookupByName(path.substr(0, colons));
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        if (type.GetAttribute(i).name == path.substr(colons + 2))
        {
            function(type, i);
        }
    }
}

/// Return the paths of attributes with a default that a command line has replaced.
std::set<std::string>&
AllReplaced()
{
    static std::set<std::string> replaced;
    return replaced;
}

} // namespace

void
IncGiveAttribute(const std::string& path, const std::string& text)
{
    const auto attribute = IncFindAttribute(path);
    const std::string refusal =
        "--" + path + "=" + text + ": accepted: " + IncAcceptedBy(*attribute.checker);
    const IncAbortExplanation blame(refusal);
    const auto value = IncReadAttribute(*attribute.checker, text);
    if (!value)
    {
        throw IncError(refusal);
    }
    IncSetDefault(path, *value);
    const auto given = std::make_shared<Given>();
    given->text = text;
    given->value = value;
    WithAttribute(path, [&](TypeId type, std::size_t i) {
        See<UintegerValue>(type, i, *value, given) || See<IntegerValue>(type, i, *value, given) ||
            See<DoubleValue>(type, i, *value, given) || See<TimeValue>(type, i, *value, given) ||
            See<BooleanValue>(type, i, *value, given) ||
            See<DataRateValue>(type, i, *value, given) || See<StringValue>(type, i, *value, given);
    });
    AllGiven()[path] = given;
}

void
IncForgetGivenAttributes()
{
    for (const auto& path : AllReplaced())
    {
        WithAttribute(path, [](TypeId type, std::size_t i) {
            type.SetAttributeInitialValue(i, type.GetAttribute(i).originalInitialValue);
        });
    }
    AllReplaced().clear();
    AllGiven().clear();
}

void
IncSetDefault(const std::string& path, const AttributeValue& value)
{
    ns3::Config::SetDefault(path, value);
    AllReplaced().insert(path);
}

bool
IncAreAttributesGiven()
{
    return !AllGiven().empty();
}

bool
IncIsAttributeGiven(const std::string& path)
{
    return AllGiven().count(path) > 0;
}

void
IncSetGivenAttributes(ObjectBase& object)
{
    const std::string prefix = object.GetInstanceTypeId().GetName() + "::";
    for (const auto& [path, given] : AllGiven())
    {
        if (path.rfind(prefix, 0) == 0)
        {
            object.SetAttribute(path.substr(prefix.size()), *given->value);
        }
    }
}

std::vector<std::string>
IncFindUnusedAttributes()
{
    std::vector<std::string> complaints;
    for (const auto& [path, given] : AllGiven())
    {
        if (given->isSeen && !given->isTaken)
        {
            complaints.push_back("--" + path + "=" + given->text +
                                 ": has no effect: nothing in this simulation is a " +
                                 path.substr(0, path.rfind("::")));
        }
    }
    return complaints;
}

} // namespace ns3
