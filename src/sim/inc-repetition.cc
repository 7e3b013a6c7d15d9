/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-repetition.h"

#include "inc-output-config.h"

#include "ns3/inc-error.h"
#include "ns3/inc-json-file.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

const std::string REPEAT = "repeat";

/// This argument adds to a result, so files keep it. If given beside --repeat, it replaces theirs.
const std::string STATS = "stats";

/// Arguments that do not change the simulation; result files do not keep them.
constexpr std::array OUTPUTS{"output",   "csv",       "pcap",      "trace",       "animation",
                             "export",   "series",    "interval",  "seriesOf",    "flowTable",
                             "timeline", "inventory", "monitor",   "fastForward", "windows",
                             "quiet",    "progress",  "processes", "help",        "help-all"};

std::string
NameOf(const std::string& argument)
{
    const auto begin = std::min(argument.find_first_not_of('-'), argument.size());
    return argument.substr(begin, argument.find('=') - begin);
}

bool
IsOutput(const std::string& argument)
{
    return std::find(OUTPUTS.begin(), OUTPUTS.end(), NameOf(argument)) != OUTPUTS.end();
}

std::string
ListOutputs()
{
    std::string text;
    for (const char* name : OUTPUTS)
    {
        text += (text.empty() ? "--" : ", --") + std::string(name);
    }
    return text;
}

std::vector<std::string>
ReadArguments(const std::string& path)
{
    const IncJsonFile file("result file", path);
    const auto& root = file.GetRoot();
    const auto schema = root.find("schema");
    if (schema == root.end() || *schema != "inc-result/1")
    {
        file.Fail("schema", "is not \"inc-result/1\"; accepted: what --output has written");
    }
    const auto arguments = root.find("arguments");
    const std::string accepted = "the arguments of inc-sim, as --output writes them";
    if (arguments == root.end())
    {
        file.Fail("arguments", "is not there; accepted: " + accepted);
    }
    file.CheckArray("arguments", *arguments, accepted);
    std::vector<std::string> read;
    for (const auto& argument : *arguments)
    {
        if (!argument.is_string() || IsOutput(argument) || NameOf(argument) == REPEAT)
        {
            file.FailValue("arguments", argument, accepted);
        }
        read.push_back(argument);
    }
    return read;
}

} // namespace

std::vector<std::string>
IncExpandRepetition(const std::vector<std::string>& arguments)
{
    const auto isRepeat = [](const std::string& text) { return NameOf(text) == REPEAT; };
    const auto repeat = std::find_if(arguments.begin(), arguments.end(), isRepeat);
    if (repeat == arguments.end())
    {
        return arguments;
    }
    std::vector<std::string> expanded;
    try
    {
        const auto equals = repeat->find('=');
        expanded = ReadArguments(equals == std::string::npos ? "" : repeat->substr(equals + 1));
    }
    catch (const IncError& error)
    {
        throw IncError("--repeat: " + std::string(error.what()));
    }
    const auto isStats = [](const std::string& text) { return NameOf(text) == STATS; };
    if (std::any_of(arguments.begin(), arguments.end(), isStats))
    {
        expanded.erase(std::remove_if(expanded.begin(), expanded.end(), isStats), expanded.end());
    }
    for (auto argument = arguments.begin(); argument != arguments.end(); ++argument)
    {
        if (argument == repeat)
        {
            continue;
        }
        if (!IsOutput(*argument) && !isStats(*argument))
        {
            throw IncError(*argument + ": has no effect with " + *repeat +
                           ", which says what is simulated; accepted beside it: " + ListOutputs() +
                           ", --" + STATS);
        }
        expanded.push_back(*argument);
    }
    return expanded;
}

std::vector<std::string>
IncRepeatableArguments(const std::vector<std::string>& arguments, uint32_t seed, uint64_t run)
{
    std::vector<std::string> kept;
    for (const auto& argument : arguments)
    {
        const std::string name = NameOf(argument);
        if (!IsOutput(argument) && name != "RngSeed" && name != "RngRun")
        {
            // A repetition shows the counters, but must not overwrite the file of the first run.
            const bool isFile =
                name == STATS && IncIsStatsFile(argument.substr(argument.find('=') + 1));
            kept.push_back(isFile ? "--" + STATS + "=1" : argument);
        }
    }
    // The environment variable NS_GLOBAL_VALUE may have set seed and run.
    kept.push_back("--RngSeed=" + std::to_string(seed));
    kept.push_back("--RngRun=" + std::to_string(run));
    return kept;
}

} // namespace ns3
