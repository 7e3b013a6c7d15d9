/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-attribute-text.h"

#include "ns3/inc-error.h"
#include "ns3/inc-quantity.h"
#include "ns3/string.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/// What a checker says of its values behind the type's name: "1:8" of "uint32_t 1:8", "a|b".
std::string
RangeOf(const AttributeChecker& checker)
{
    const std::string text =
        checker.HasUnderlyingTypeInformation() ? checker.GetUnderlyingTypeInformation() : "";
    return text.substr(text.find(' ') + 1);
}

/// Whether a checker's values are of one of the kinds of ns-3.
bool
IsOf(const AttributeChecker& checker, const std::string& kind)
{
    return checker.GetValueTypeName().find("ns3::" + kind + "Value") == 0;
}

/// \return " from 1 to 8", or nothing where a checker has no range
std::string
FromTo(const AttributeChecker& checker)
{
    const std::string range = RangeOf(checker);
    const auto colon = range.find(':');
    return colon == std::string::npos
               ? ""
               : " from " + range.substr(0, colon) + " to " + range.substr(colon + 1);
}

/// The longest unit that makes a whole number of a time.
std::string
TextOf(Time time)
{
    const int64_t ns = time.GetNanoSeconds();
    for (const auto& [unit, factor] :
         {std::pair{"s", 1000000000}, std::pair{"ms", 1000000}, std::pair{"us", 1000}})
    {
        if (ns % factor == 0)
        {
            return std::to_string(ns / factor) + unit;
        }
    }
    return std::to_string(ns) + "ns";
}

} // namespace

TypeId::AttributeInformation
IncFindAttribute(const std::string& path)
{
    const auto colons = path.rfind("::");
    const std::string className = path.substr(0, colons);
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(className, &type))
    {
        throw IncError("--" + path + ": ns-3 has no class " + className + " (see --PrintTypeIds)");
    }
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto attribute = type.GetAttribute(i);
        if (attribute.name == path.substr(colons + 2))
        {
            return attribute;
        }
    }
    throw IncError("--" + path + ": " + className + " has no attribute " + path.substr(colons + 2) +
                   " (see --PrintAttributes=" + className + ")");
}

std::string
IncAcceptedBy(const AttributeChecker& checker)
{
    if (IsOf(checker, "Boolean"))
    {
        return "0 or 1";
    }
    if (IsOf(checker, "Enum"))
    {
        std::string words = RangeOf(checker);
        const auto last = words.rfind('|');
        std::string accepted = words.substr(0, last);
        for (auto bar = accepted.find('|'); bar != std::string::npos; bar = accepted.find('|'))
        {
            accepted.replace(bar, 1, ", ");
        }
        return last == std::string::npos ? accepted : accepted + " or " + words.substr(last + 1);
    }
    if (IsOf(checker, "Uinteger") || IsOf(checker, "Integer"))
    {
        return "a whole number" + FromTo(checker);
    }
    if (IsOf(checker, "Double"))
    {
        return "a number" + FromTo(checker);
    }
    if (IsOf(checker, "Time"))
    {
        return "a time with its unit, such as 200us";
    }
    if (IsOf(checker, "DataRate"))
    {
        return "a rate with its unit, 1kbps to 100Tbps, such as 25Gbps";
    }
    const std::string type = checker.GetValueTypeName();
    return checker.HasUnderlyingTypeInformation()
               ? checker.GetUnderlyingTypeInformation() + " (" + type + ")"
               : "a " + type;
}

Ptr<AttributeValue>
IncReadAttribute(const AttributeChecker& checker, const std::string& text)
{
    const std::string digits = text.substr(IsOf(checker, "Integer") && text.find('-') == 0);
    const auto words = IncSplit(RangeOf(checker), '|');
    const bool isOne = text == "1" || text == "true";
    const bool isRight = IsOf(checker, "Uinteger") || IsOf(checker, "Integer")
                             ? bool(IncParseInteger(digits))
                         : IsOf(checker, "Double")   ? bool(IncParseReal(text))
                         : IsOf(checker, "Time")     ? bool(IncParseTime(text))
                         : IsOf(checker, "DataRate") ? bool(IncParseRate(text))
                         : IsOf(checker, "Boolean")  ? isOne || text == "0" || text == "false"
                         : IsOf(checker, "Enum") ? std::count(words.begin(), words.end(), text) > 0
                                                 : true;
    return isRight ? checker.CreateValidValue(StringValue(text)) : nullptr;
}

std::string
IncDefaultText(const TypeId::AttributeInformation& attribute)
{
    if (const auto* time = dynamic_cast<const TimeValue*>(PeekPointer(attribute.initialValue)))
    {
        return TextOf(time->Get());
    }
    const std::string text = attribute.initialValue->SerializeToString(attribute.checker);
    return text == "true" ? "1" : text == "false" ? "0" : text;
}

} // namespace ns3
