/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ns3-argument.h"

#include "inc-attribute-text.h"
#include "inc-given-attributes.h"

#include "ns3/command-line.h"
#include "ns3/global-value.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-program.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <iostream>

namespace ns3
{

namespace
{

/// Largest seed of MRG32k3a, ns-3's generator.
constexpr uint32_t MAX_SEED = 4294944442;

/// Return the base class directly below ns3::Object: ns3::Scheduler for ns3::MapScheduler.
TypeId
KindOf(TypeId type)
{
    while (type.HasParent() && type.GetParent() != Object::GetTypeId())
    {
        type = type.GetParent();
    }
    return type;
}

/// Return false if a class would replace one of another kind, which would crash the simulation.
bool
IsOfKind(const GlobalValue& global, const std::string& value)
{
    StringValue now;
    global.GetValue(now);
    TypeId before;
    TypeId after;
    return !TypeId::LookupByNameFailSafe(now.Get(), &before) ||
           (TypeId::LookupByNameFailSafe(value, &after) && after.HasConstructor() &&
            KindOf(before) == KindOf(after));
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
        const std::string refusal =
            "--" + name + "=" + value + ": accepted: " + IncAcceptedBy(*checker);
        const IncAbortExplanation blame(refusal);
        const auto read = IncReadAttribute(*checker, value);
        if (!read || !IsOfKind(**global, value) || !(*global)->SetValue(*read))
        {
            throw IncError(refusal);
        }
        return true;
    }
    return false;
}

/// Let ns3::CommandLine answer a `--Print…` argument and exit with status 0; else return false.
bool
AnswerQuestion(const std::string& name, const std::string& value)
{
    std::string question = "--" + name;
    if (name == "PrintAttributes")
    {
        TypeId type;
        if (!TypeId::LookupByNameFailSafe(value, &type))
        {
            throw IncError("--PrintAttributes=" + value +
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
        IncGiveAttribute(name, value);
        return true;
    }
    return SetGlobal(name, value) || AnswerQuestion(name, value);
}

bool
IncParseProgram(IncArgumentTable& arguments, int argc, char** argv)
{
    arguments.SetForeign(IncPassToNs3, "Attributes and global values, as for every ns-3 program.");
    if (arguments.Parse({argv + 1, argv + argc}))
    {
        return true;
    }
    std::cout << arguments.Help();
    return false;
}

void
IncAddRandomArguments(IncArgumentTable& table, uint32_t& seed, uint64_t& run)
{
    table.Group("Randomness");
    table.Integer("RngSeed", seed, 1U, MAX_SEED, "Seed of all random numbers.");
    table.Integer("RngRun",
                  run,
                  uint64_t{0},
                  uint64_t{UINT32_MAX},
                  "Number of the run: another one gives other random numbers.");
}

} // namespace ns3
