/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-attribute-text.h"

#include "inc-given-attributes.h"

#include "ns3/inc-error.h"
#include "ns3/inc-quantity.h"
#include "ns3/inc-words.h"
#include "ns3/string.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/// Return the part of a checker's text behind the type: "1:8" of "uint32_t 1:8", "a|b".
std::string
RangeOf(const AttributeChecker& checker)
{
    const std::string text =
        checker.HasUnderlyingTypeInformation() ? checker.GetUnderlyingTypeInformation() : "";
    return text.substr(text.find(' ') + 1);
}

/// \return " from 1 to 8", or nothing if a checker has no range
std::string
FromTo(const AttributeChecker& checker)
{
    const std::string range = RangeOf(checker);
    const auto colon = range.find(':');
    return colon == std::string::npos
               ? ""
               : " from " + range.substr(0, colon) + " to " + range.substr(colon + 1);
}

/// Split "a=1|b=ns3::C[d=2|e=3]" at the bars outside brackets.
std::vector<std::string>
SplitParameters(const std::string& text)
{
    std::vector<std::string> parts{""};
    int depth = 0;
    for (const char c : text)
    {
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == '|' && depth == 0)
        {
            parts.emplace_back();
            continue;
        }
        parts.back() += c;
    }
    return parts;
}

/// Return whether a text describes an object that can be made, as "ns3::Class" or
/// "ns3::Class[a=1|b=2]"; ns-3 itself ignores names that it cannot find.
bool
DescribesObject(const std::string& text)
{
    const auto bracket = text.find('[');
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(text.substr(0, bracket), &type) || !type.HasConstructor())
    {
        return false;
    }
    if (bracket == std::string::npos)
    {
        return true;
    }
    if (text.back() != ']')
    {
        return false;
    }
    const std::string inside = text.substr(bracket + 1, text.size() - bracket - 2);
    for (const auto& part : inside.empty() ? std::vector<std::string>() : SplitParameters(inside))
    {
        const auto equals = part.find('=');
        TypeId::AttributeInformation attribute;
        if (equals == std::string::npos ||
            !type.LookupAttributeByName(part.substr(0, equals), &attribute) ||
            !IncReadAttribute(*attribute.checker, part.substr(equals + 1)))
        {
            return false;
        }
    }
    return true;
}

/// Write a time in the longest unit that makes it a whole number.
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

bool
IncIsOf(const AttributeChecker& checker, const std::string& kind)
{
    const std::string type = checker.GetValueTypeName();
    // Some names begin with the namespace.
    const std::size_t start = type.rfind("ns3::", 0) == 0 ? 5 : 0;
    return type.compare(start, kind.size() + 5, kind + "Value") == 0;
}

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

std::vector<std::string>
IncWordsOf(const AttributeChecker& checker)
{
    return IncIsOf(checker, "Enum") ? IncSplit(RangeOf(checker), '|') : std::vector<std::string>();
}

std::string
IncAcceptedBy(const AttributeChecker& checker)
{
    if (IncIsOf(checker, "Boolean"))
    {
        return "0 or 1";
    }
    if (IncIsOf(checker, "Enum"))
    {
        return IncWordList(IncWordsOf(checker));
    }
    if (IncIsOf(checker, "Uinteger") || IncIsOf(checker, "Integer"))
    {
        return "a whole number" + FromTo(checker);
    }
    if (IncIsOf(checker, "Double"))
    {
        return "a number" + FromTo(checker);
    }
    if (IncIsOf(checker, "Time"))
    {
        return "a time with its unit, such as 200us";
    }
    if (IncIsOf(checker, "DataRate"))
    {
        return "a rate with its unit, 1kbps to 100Tbps, such as 25Gbps";
    }
    const std::string type = checker.GetValueTypeName();
    return checker.HasUnderlyingTypeInformation()
               ? checker.GetUnderlyingTypeInformation() + " (" + type + ")"
               : "a " + type;
}

Ptr<AttributeValue>
IncReadAttribute(const AttributeChecker& checker, const std::string& given)
{
    // Sizes of buffers and queues may have a unit: 64KiB.
    const auto bytes = IncIsOf(checker, "Uinteger") ? IncParseBytes(given) : std::nullopt;
    const std::string text = bytes ? std::to_string(*bytes) : given;
    const std::string digits = text.substr(IncIsOf(checker, "Integer") && text.find('-') == 0);
    const auto words = IncSplit(RangeOf(checker), '|');
    bool isRight = true;
    if (IncIsOf(checker, "Uinteger") || IncIsOf(checker, "Integer"))
    {
        isRight = IncParseInteger(digits).has_value();
    }
    else if (IncIsOf(checker, "Double"))
    {
        isRight = IncParseReal(text).has_value();
    }
    else if (IncIsOf(checker, "Time"))
    {
        isRight = IncParseTime(text).has_value();
    }
    else if (IncIsOf(checker, "DataRate"))
    {
        isRight = IncParseRate(text).has_value();
    }
    else if (IncIsOf(checker, "Boolean"))
    {
        isRight = text == "1" || text == "true" || text == "0" || text == "false";
    }
    else if (IncIsOf(checker, "Enum"))
    {
        isRight = std::count(words.begin(), words.end(), text) > 0;
    }
    else if (IncIsOf(checker, "Pointer") || IncIsOf(checker, "ObjectFactory"))
    {
        isRight = DescribesObject(text);
    }
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

void
IncAddAttribute(IncArgumentTable& table,
                const std::string& name,
                const std::string& path,
                const std::string& help,
                const std::string& byDefault)
{
    using Kind = IncArgument::Kind;
    const auto attribute = IncFindAttribute(path);
    IncArgument argument;
    argument.name = name;
    argument.value = byDefault.empty() ? IncDefaultText(attribute) : "";
    argument.byDefault = byDefault;
    argument.accepted = IncAcceptedBy(*attribute.checker);
    argument.words = IncWordsOf(*attribute.checker);
    argument.help = help;
    argument.kind = Kind::TEXT;
    if (IncIsOf(*attribute.checker, "Boolean"))
    {
        argument.kind = Kind::FLAG;
    }
    else if (IncIsOf(*attribute.checker, "Uinteger") || IncIsOf(*attribute.checker, "Double"))
    {
        argument.kind = Kind::NUMBER;
    }
    argument.store = [path, checker = attribute.checker](const std::string& text) {
        const auto value = IncReadAttribute(*checker, text);
        if (value)
        {
            IncSetDefault(path, *value);
        }
        return value != nullptr;
    };
    table.Add(std::move(argument));
    table.SetsAttributes(name, {path});
}

} // namespace ns3
