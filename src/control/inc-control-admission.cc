/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-admission.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace ns3
{

const char*
IncGroupStateName(IncGroupState state)
{
    constexpr const char* NAMES[] =
        {"IDLE", "REGISTERED", "RESERVING", "COMMITTING", "READY", "FENCING", "RELEASING"};
    static_assert(std::size(NAMES) == static_cast<std::size_t>(IncGroupState::RELEASING) + 1);
    const auto place = static_cast<std::size_t>(state);
    return place < std::size(NAMES) ? NAMES[place] : "?";
}

const std::vector<IncControlRule>&
IncControlRule::GetAll()
{
    using Kind = IncControlKind;
    using State = IncGroupState;
    const auto in = [](std::initializer_list<State> states) {
        uint8_t bits = 0;
        for (const State state : states)
        {
            bits |= 1 << static_cast<uint8_t>(state);
        }
        return bits;
    };
    constexpr uint8_t ALWAYS = 0x7f;
    const uint8_t atSwitch = in({State::IDLE, State::RESERVING, State::COMMITTING, State::READY});
    const uint8_t atClient =
        in({State::IDLE, State::REGISTERED, State::COMMITTING, State::READY, State::FENCING});
    const uint8_t joined = in({State::REGISTERED, State::COMMITTING, State::READY, State::FENCING});
    const uint8_t waiting = in({State::REGISTERED, State::COMMITTING, State::FENCING});
    static const std::vector<IncControlRule> rules{
        {Kind::REGISTER, MANAGER, ANY_NODE, ALWAYS},
        {Kind::HEARTBEAT, MANAGER, ANY_NODE, ALWAYS},
        {Kind::JOIN, MANAGER, HOST, ALWAYS},
        {Kind::LEAVE,
         MANAGER,
         OWN_RANK,
         in({State::REGISTERED,
             State::RESERVING,
             State::COMMITTING,
             State::READY,
             State::FENCING})},
        {Kind::RESERVED, MANAGER, TREE_SWITCH, in({State::RESERVING})},
        {Kind::REFUSED, MANAGER, TREE_SWITCH, in({State::RESERVING, State::COMMITTING})},
        {Kind::COMMITTED, MANAGER, TREE_SWITCH, in({State::COMMITTING})},
        {Kind::FAILURE, MANAGER, OWN_RANK, in({State::READY})},
        {Kind::FENCED, MANAGER, MEMBER, in({State::FENCING})},
        {Kind::RELEASED, MANAGER, TREE_SWITCH, in({State::RELEASING})},
        {Kind::ASK, MANAGER, MEMBER, ALWAYS},
        {Kind::STATISTICS, MANAGER, ASKED, ALWAYS},
        {Kind::REGISTERED, SWITCH, ITS_MANAGER, atSwitch},
        {Kind::BEAT, SWITCH, ITS_MANAGER, atSwitch},
        {Kind::RESERVE, SWITCH, ITS_MANAGER, atSwitch},
        {Kind::COMMIT, SWITCH, ITS_MANAGER, in({State::IDLE, State::RESERVING})},
        {Kind::RELEASE, SWITCH, ITS_MANAGER, atSwitch},
        {Kind::QUERY, SWITCH, ITS_MANAGER, atSwitch},
        {Kind::REGISTERED, CLIENT, ITS_MANAGER, atClient},
        {Kind::BEAT, CLIENT, ITS_MANAGER, atClient},
        {Kind::CONNECT, CLIENT, ITS_MANAGER, waiting},
        {Kind::READY, CLIENT, ITS_MANAGER, waiting},
        {Kind::REJECT, CLIENT, ITS_MANAGER, joined},
        {Kind::FENCE, CLIENT, ITS_MANAGER, atClient},
        {Kind::QUERY, CLIENT, ITS_MANAGER, atClient},
        {Kind::ANSWER, CLIENT, ITS_MANAGER, atClient},
        {Kind::CM_REQ, CALLED, OTHER_END, in({State::RESERVING, State::COMMITTING})},
        {Kind::CM_REP, CALLER, OTHER_END, in({State::COMMITTING, State::READY})},
        {Kind::CM_RTU, CALLED, OTHER_END, in({State::COMMITTING})},
        {Kind::CM_DREQ, CALLED, ANY_NODE, ALWAYS},
        {Kind::CM_DREP, CALLER, OTHER_END, in({State::RELEASING})},
        {Kind::SOCKET_DATA, CALLED, OTHER_END, in({State::COMMITTING})},
        {Kind::SOCKET_DATA, CALLER, OTHER_END, in({State::COMMITTING})},
    };
    return rules;
}

std::optional<IncControlRefusal>
IncControlRule::Check(IncControlKind kind, Taker taker, uint8_t senders, IncGroupState state)
{
    const auto& rules = GetAll();
    const auto rule = std::find_if(rules.begin(), rules.end(), [kind, taker](const auto& each) {
        return each.kind == kind && each.taker == taker;
    });
    if (rule == rules.end())
    {
        return IncControlRefusal::UNEXPECTED;
    }
    if ((senders & rule->sender) == 0)
    {
        return IncControlRefusal::STRANGER;
    }
    return rule->IsTakenIn(state) ? std::nullopt : std::optional(IncControlRefusal::MISPLACED);
}

} // namespace ns3
