/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pool-config.h"

#include "inc-attribute-text.h"
#include "inc-jobs-config.h"

#include "ns3/boolean.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-parse.h"
#include "ns3/inc-registered-types.h"
#include "ns3/inc-words.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

constexpr uint32_t MOST_CELLS = 1U << 20; // more than any switch has

/// Read a priority from 0 to 255.
std::optional<uint32_t>
ReadPriority(const std::string& text)
{
    const auto priority = IncParseInteger(text);
    return priority && *priority <= UINT8_MAX ? std::optional(static_cast<uint32_t>(*priority))
                                              : std::nullopt;
}

IncRegisteredTypes
PoolPolicies()
{
    return {IncPoolPolicy::GetTypeId(), "PoolPolicy"};
}

std::string
AcceptedPolicies()
{
    std::vector<std::string> names{"static"};
    const IncRegisteredTypes policies = PoolPolicies();
    for (const auto& [name, tid] : policies.All())
    {
        names.push_back(name);
    }
    return IncWordList(names);
}

} // namespace

void
IncPoolConfig::AddArguments(IncArgumentTable& table)
{
    IncArgument argument;
    argument.name = "pool";
    argument.value = name;
    argument.accepted = AcceptedPolicies();
    argument.help = "Who gets the aggregator slots of a switch: every job a fixed part; all jobs "
                    "what is free; or all jobs, and a higher priority takes slots of a lower one.";
    argument.store = [this](const std::string& text) {
        name = text;
        return true; // Check() makes the policy
    };
    table.Add(argument);
    table.Integer("poolSlots",
                  slots,
                  1U,
                  MOST_CELLS,
                  "the windows of all jobs",
                  "Slots of a switch that jobs share. A job's root takes its window out of them.");
    table.Parsed<uint32_t>(
        "poolWays",
        ways,
        "all",
        [](const std::string& text) -> std::optional<uint32_t> {
            const auto number = text == "all" ? uint64_t{0} : IncParseInteger(text).value_or(0);
            return (text == "all" || number > 0) && number <= MOST_CELLS
                       ? std::optional(static_cast<uint32_t>(number))
                       : std::nullopt;
        },
        "all, or a number from 1",
        "Shared slots among which a message can choose, by a hash.");
    IncAddAttribute(
        table,
        "poolHash",
        "ns3::IncPoolPolicy::Hash",
        "What the hash is made of: the message's number, or its place in the window. By place, "
        "messages that collide once collide again in every window.");
    table.Choice<bool>("poolRehash",
                       rehash,
                       {{"off", false}, {"on", true}},
                       "Whether a place of the window gets another hash when its message finds no "
                       "slot.");
    IncAddAttribute(
        table,
        "poolLedger",
        "ns3::IncPoolPolicy::Ledger",
        "When a message asks for a shared slot: with its first contribution, or with each "
        "contribution that finds none, as in ATP. A part of a message then waits in a switch "
        "until a worker repeats its contribution.");
    table.Parsed<IncCellHold>(
        "poolHold",
        hold,
        "sent, with --dissemination=tree cache",
        [](const std::string& text) -> std::optional<IncCellHold> {
            return text == "sent"     ? std::optional(IncCellHold::SENT)
                   : text == "cache"  ? std::optional(IncCellHold::CACHE)
                   : text == "result" ? std::optional(IncCellHold::RESULT)
                                      : std::nullopt;
        },
        "sent, cache, result",
        "How long a message keeps its shared slot: until its sum has left, until another message "
        "wants the slot, or until the result comes down the tree.");
    table.Integer("poolMin",
                  least,
                  0U,
                  MOST_CELLS,
                  "Shared slots that every switch keeps for each job.");
    table.Integer(
        "poolMax",
        most,
        0U,
        MOST_CELLS,
        "--poolSlots",
        "Most shared slots that a job can have on a switch; 0: all its contributions go to "
        "the root.");
    table.Parsed<std::vector<uint32_t>>(
        "jobPriorities",
        priorities,
        "0",
        [](const std::string& text) { return IncParseList<uint32_t>(text, ReadPriority); },
        "a number from 0 to 255 for each job, with commas",
        "Priorities of the jobs; a larger one takes shared slots of a smaller one.");
    table.Integer("poolAging",
                  aging,
                  0U,
                  MOST_CELLS,
                  "Messages in a row without a slot that raise the priority of a job by one until "
                  "it gets a slot; 0: never.");
    table.SetsAttributes("poolWays", {"ns3::IncPoolPolicy::Ways"});
    table.SetsAttributes("poolRehash", {"ns3::IncPoolPolicy::Rehash"});
    table.SetsAttributes("poolAging", {"ns3::IncPreemptPoolPolicy::Aging"});
}

std::vector<std::string>
IncPoolConfig::Names()
{
    return {"poolSlots",
            "poolWays",
            "poolHash",
            "poolRehash",
            "poolLedger",
            "poolHold",
            "poolMin",
            "poolMax",
            "jobPriorities",
            "poolAging"};
}

void
IncPoolConfig::Check(const IncArgumentTable& table,
                     IncDisseminationMode dissemination,
                     IncAggregationTransport transport,
                     uint32_t jobs,
                     uint32_t windows)
{
    if (name == "static")
    {
        table.RefuseIfGiven(Names(), table.Assignment("pool"));
        return;
    }
    const IncRegisteredTypes policies = PoolPolicies();
    const auto found = policies.All().find(name);
    table.Require(found != policies.All().end(), "pool", "accepted: " + AcceptedPolicies());
    policy = ObjectFactory(found->second.GetName()).Create<IncPoolPolicy>();
    table.Needs(ways > 0, {"poolHash"}, table.Assignment("poolWays"));
    table.Needs(table.Value("poolHash") == "place", {"poolRehash"}, table.Assignment("poolHash"));
    table.Require(table.Value("poolLedger") == "round" || transport == IncAggregationTransport::UC,
                  "poolLedger",
                  "over RC no worker repeats a contribution, which would empty a slot; accepted: "
                  "round, or --transport=uc");
    table.Needs(name == "preempt", {"poolAging"}, table.Assignment("pool"));
    table.Needs(name != "shared", {"jobPriorities"}, table.Assignment("pool"));
    table.Require(hold != IncCellHold::RESULT || dissemination == IncDisseminationMode::TREE,
                  "poolHold",
                  "results pass the switches by; accepted: sent, cache, or --dissemination=tree");
    table.Require(least == 0 || (ways == 0 && name != "preempt"),
                  "poolMin",
                  ways != 0 ? "a hash may find other slots than those that are kept; accepted: 0, "
                              "or --poolWays=all"
                            : "a higher priority takes slots that are kept; accepted: 0, or "
                              "--pool=shared");
    table.Require(least <= most.value_or(MOST_CELLS),
                  "poolMin",
                  "is larger than --poolMax; accepted: up to " +
                      std::to_string(most.value_or(MOST_CELLS)));
    table.Require(priorities.empty() || priorities.size() == jobs,
                  "jobPriorities",
                  "there are " + std::to_string(jobs) + " jobs; accepted: a priority for each");
    policy->SetAttribute("Ways", UintegerValue(ways));
    policy->SetAttribute("Rehash", BooleanValue(rehash));
    policy->SetAttributeFailSafe("Aging", UintegerValue(aging));
    slots = slots.value_or(windows);
}

void
IncPoolConfig::SetUp(IncGroupHelper& helper) const
{
    if (IsShared())
    {
        helper.SetAggregatorAttribute("Pool", PointerValue(policy));
        helper.SetAggregatorAttribute("Slots", UintegerValue(*slots));
    }
}

IncCellShare
IncPoolConfig::MakeShare(std::size_t job, IncDisseminationMode dissemination) const
{
    IncCellShare share;
    share.isShared = IsShared();
    share.priority = priorities.empty() ? 0 : static_cast<uint8_t>(priorities[job]);
    share.least = least;
    share.most = most.value_or(UINT32_MAX);
    share.hold = hold.value_or(dissemination == IncDisseminationMode::TREE ? IncCellHold::CACHE
                                                                           : IncCellHold::SENT);
    return share;
}

} // namespace ns3
