/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ns3-argument.h"

#include "inc-trial.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/inc-argument-table.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <functional>
#include <optional>

namespace ns3
{

namespace
{

/// ns-3 reads -4 into unsigned integers as 2^64 - 4.
bool
IsNegativeUnsigned(const AttributeChecker& checker, const std::string& value)
{
    return checker.GetValueTypeName() == "ns3::UintegerValue" &&
           value.find('-') != std::string::npos;
}

[[noreturn]] void
RefuseValue(const std::string& name, const std::string& value, const AttributeChecker& checker)
{
    const std::string type = checker.GetValueTypeName();
    throw IncArgumentError("--" + name + "=" + value + ": accepted: " +
                           (checker.HasUnderlyingTypeInformation()
                                ? checker.GetUnderlyingTypeInformation() + " (" + type + ")"
                                : "a " + type));
}

/// \return a class that can be made and has a class's attributes: itself or one derived from it
std::optional<TypeId>
FindConcrete(const TypeId& type)
{
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId candidate = TypeId::GetRegistered(i);
        if ((candidate == type || candidate.IsChildOf(type)) && candidate.HasConstructor())
        {
            return candidate;
        }
    }
    return std::nullopt;
}

/// Attributes that are words have checks of their own, in setters: let one be called.
void
CheckBySetter(const std::string& name, const std::string& value, const TypeId& type)
{
    const auto concrete = FindConcrete(type);
    if (!concrete)
    {
        return;
    }
    const auto make = [&](const std::function<void()>& prepare) {
        return IncTry([&]() {
            prepare();
            ObjectFactory factory;
            factory.SetTypeId(*concrete);
            factory.Create<Object>();
            return true;
        });
    };
    const IncTrial trial = make([&]() { Config::SetDefault(name, StringValue(value)); });
    if (!trial.message.empty() && make([]() {}).succeeded) // else the value is not to blame
    {
        throw IncArgumentError("--" + name + "=" + value + ": " + trial.message);
    }
}

void
SetAttribute(const std::string& name, const std::string& value)
{
    const auto colons = name.rfind("::");
    const std::string className = name.substr(0, colons);
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(className, &type))
    {
        throw IncArgumentError("--" + name + "=" + value + ": ns-3 has no class " + className +
                               " (see --PrintTypeIds)");
    }
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto attribute = type.GetAttribute(i);
        if (attribute.name != name.substr(colons + 2))
        {
            continue;
        }
        const StringValue text(value);
        if (IsNegativeUnsigned(*attribute.checker, value) ||
            !IncTry([&] { return Config::SetDefaultFailSafe(name, text); }).succeeded)
        {
            RefuseValue(name, value, *attribute.checker);
        }
        CheckBySetter(name, value, type);
        Config::SetDefault(name, text);
        return;
    }
    throw IncArgumentError("--" + name + "=" + value + ": " + className + " has no attribute " +
                           name.substr(colons + 2) + " (see --PrintAttributes=" + className + ")");
}

bool
SetGlobal(const std::string& name, const std::string& value)
{
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        if ((*global)->GetName() != name)
        {
            continue;
        }
        const auto checker = (*global)->GetChecker();
        const StringValue text(value);
        if (IsNegativeUnsigned(*checker, value) ||
            !IncTry([&] { return (*global)->SetValue(text); }).succeeded)
        {
            RefuseValue(name, value, *checker);
        }
        (*global)->SetValue(text);
        return true;
    }
    return false;
}

/// Answered by ns3::CommandLine, which exits 0 afterwards.
bool
AnswerQuestion(const std::string& name, const std::string& value)
{
    std::string question = "--" + name;
    if (name == "PrintAttributes")
    {
        TypeId type;
        if (!TypeId::LookupByNameFailSafe(value, &type))
        {
            throw IncArgumentError("--PrintAttributes=" + value +
                                   ": accepted: a class as listed by --PrintTypeIds");
        }
        question += "=" + value;
    }
    else if (name == "PrintGroup")
    {
        question += "=" + value;
    }
    else if (name != "PrintTypeIds" && name != "PrintGlobals" && name != "PrintGroups" &&
             name != "PrintVersion")
    {
        return false;
    }
    CommandLine commandLine;
    commandLine.Parse({"ns3", question});
    return true;
}

} // namespace

bool
IncPassToNs3(const std::string& name, const std::string& value)
{
    if (name.find("::") != std::string::npos)
    {
        SetAttribute(name, value);
        return true;
    }
    return SetGlobal(name, value) || AnswerQuestion(name, value);
}

} // namespace ns3
