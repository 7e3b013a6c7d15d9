/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ns3-argument.h"

#include "inc-argument-table.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <fcntl.h>
#include <functional>
#include <optional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// What became of an attempt.
struct Outcome
{
    bool succeeded{false}; //!< it came to its end and said so
    std::string message;   //!< with which it aborted, or empty
};

/// \return the message in what NS_ABORT_MSG_* and NS_FATAL_ERROR write: …msg="message", [+0s
/// ]file=…
std::string
MessageIn(const std::string& text)
{
    const std::string begin = "msg=\"";
    const auto from = text.find(begin);
    if (from == std::string::npos)
    {
        return "";
    }
    const std::string rest = text.substr(from + begin.size());
    return rest.substr(0, std::min(rest.find("\", +"), rest.find("\", file=")));
}

/**
 * Try something in a child process. ns-3 aborts on most values that it cannot parse, and there is
 * no other way to ask it: every attribute type has a parser of its own.
 */
Outcome
Try(const std::function<bool()>& attempt)
{
    int ends[2];
    if (pipe(ends) != 0)
    {
        return {};
    }
    const pid_t child = fork();
    if (child == 0)
    {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        _exit(attempt() ? 0 : 1);
    }
    close(ends[1]);
    std::string said;
    char buffer[512];
    for (ssize_t got; child > 0 && (got = read(ends[0], buffer, sizeof(buffer))) > 0;)
    {
        said.append(buffer, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    const bool succeeded = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                           WEXITSTATUS(status) == 0;
    return {succeeded, succeeded ? "" : MessageIn(said)};
}

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
    const Outcome outcome = Try([&] {
        Config::SetDefault(name, StringValue(value));
        ObjectFactory factory;
        factory.SetTypeId(*concrete);
        factory.Create<Object>();
        return true;
    });
    if (!outcome.succeeded && !outcome.message.empty())
    {
        throw IncArgumentError("--" + name + "=" + value + ": " + outcome.message);
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
            !Try([&] { return Config::SetDefaultFailSafe(name, text); }).succeeded)
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
            !Try([&] { return (*global)->SetValue(text); }).succeeded)
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
