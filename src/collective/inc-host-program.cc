/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-program.h"

#include "ns3/abort.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

std::vector<uint32_t>
StepsOf(const std::vector<uint32_t>& after)
{
    std::vector<uint32_t> steps;
    std::copy_if(after.begin(), after.end(), std::back_inserter(steps), [](uint32_t receive) {
        return receive != IncHostProgram::NONE;
    });
    return steps;
}

} // namespace

uint64_t
IncHostCall::FirstOf(uint32_t chunk) const
{
    const bool isWhole = collective == IncCollective::ALLREDUCE ||
                         collective == IncCollective::REDUCE ||
                         collective == IncCollective::BROADCAST || IncIsOwn(collective);
    // The first (count mod n) chunks have one element more than the others.
    return isWhole ? chunk * (count / ranks) + std::min<uint64_t>(chunk, count % ranks)
                   : chunk * count;
}

uint32_t
IncHostProgram::Send(uint32_t peer,
                     uint64_t first,
                     uint64_t count,
                     const std::vector<uint32_t>& after)
{
    if (count == 0)
    {
        return NONE;
    }
    m_steps.push_back(
        {IncHostStep::Kind::SEND, peer, first, count, m_channel, StepsOf(after), m_wholeSteps});
    return static_cast<uint32_t>(m_steps.size() - 1);
}

void
IncHostProgram::KeepPace(uint32_t send, uint32_t receive)
{
    if (send != NONE && receive != NONE)
    {
        m_steps[send].pace = receive;
    }
}

uint32_t
IncHostProgram::Receive(IncHostStep::Kind kind, uint32_t peer, uint64_t first, uint64_t count)
{
    if (count == 0)
    {
        return NONE;
    }
    m_steps.push_back({kind, peer, first, count, m_channel, {}, false});
    return static_cast<uint32_t>(m_steps.size() - 1);
}

uint32_t
IncHostProgram::Add(IncHostStep step, uint32_t offset)
{
    for (uint32_t& receive : step.after)
    {
        receive += offset;
    }
    if (step.pace)
    {
        *step.pace += offset;
    }
    m_steps.push_back(std::move(step));
    return static_cast<uint32_t>(m_steps.size() - 1);
}

void
IncHostProgram::WaitFor(uint32_t step, const std::vector<uint32_t>& receives)
{
    for (const uint32_t receive : StepsOf(receives))
    {
        m_steps[step].after.push_back(receive);
    }
}

void
IncHostProgram::Signal(uint32_t peer, const std::vector<uint32_t>& after)
{
    m_steps.push_back({IncHostStep::Kind::SEND, peer, 0, 0, m_channel, StepsOf(after), true});
}

uint32_t
IncHostProgram::Await(uint32_t peer)
{
    m_steps.push_back({IncHostStep::Kind::COPY, peer, 0, 0, m_channel, {}, false});
    return static_cast<uint32_t>(m_steps.size() - 1);
}

} // namespace ns3
