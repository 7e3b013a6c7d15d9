/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-timeline.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-format.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace ns3
{

namespace
{

constexpr int64_t PS_IN_US = 1'000'000;

std::string
Quoted(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string
At(uint32_t process, uint32_t thread)
{
    return ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread);
}

} // namespace

bool
IncTimeline::HasRoom()
{
    const bool hasRoom = m_events < MOST;
    ++(hasRoom ? m_events : m_omitted);
    return hasRoom;
}

IncTimeline::Track
IncTimeline::TrackOf(const std::string& process, const std::string& thread)
{
    const auto pid =
        m_processes.emplace(process, static_cast<uint32_t>(m_processes.size() + 1)).first->second;
    const auto tid =
        m_threads.emplace(std::pair(pid, thread), static_cast<uint32_t>(m_threads.size() + 1))
            .first->second;
    return {pid, tid};
}

std::string
IncTimeline::Micros(int64_t ps)
{
    return IncFormat("%lld.%03lld",
                     static_cast<long long>(ps / PS_IN_US),
                     static_cast<long long>(ps % PS_IN_US / 1000));
}

void
IncTimeline::Add(const Span& span)
{
    if (HasRoom())
    {
        m_spans.push_back({TrackOf(span.process, span.thread), span});
    }
}

void
IncTimeline::AddInstant(const std::string& process, const std::string& name, Time at)
{
    if (HasRoom())
    {
        const Track track = TrackOf(process, "events");
        m_others += ",\n{\"ph\":\"i\",\"s\":\"g\",\"name\":" + Quoted(name) +
                    ",\"ts\":" + Micros(IncClock::ToPs(at)) + At(track.process, track.thread) + "}";
    }
}

void
IncTimeline::AddCounter(const std::string& process,
                        const std::string& name,
                        int64_t atPs,
                        const std::string& value)
{
    if (HasRoom())
    {
        const Track track = TrackOf(process, "counters");
        m_others += ",\n{\"ph\":\"C\",\"name\":" + Quoted(name) + ",\"ts\":" + Micros(atPs) +
                    At(track.process, track.thread) + ",\"args\":{\"value\":" + value + "}}";
    }
}

void
IncTimeline::AddArrow(const std::string& name,
                      const std::vector<std::pair<std::pair<std::string, std::string>, Time>>& ends)
{
    if (ends.size() < 2)
    {
        return;
    }
    ++m_arrows;
    for (std::size_t i = 0; i < ends.size(); ++i)
    {
        const auto& [where, when] = ends[i];
        if (HasRoom())
        {
            const Track track = TrackOf(where.first, where.second);
            const char* phase = i == 0 ? "s" : i + 1 < ends.size() ? "t" : "f";
            m_others += std::string(",\n{\"ph\":\"") + phase + "\",\"bp\":\"e\",\"cat\":\"ranks\"" +
                        ",\"id\":" + std::to_string(m_arrows) + ",\"name\":" + Quoted(name) +
                        ",\"ts\":" + Micros(IncClock::ToPs(when)) +
                        At(track.process, track.thread) + "}";
        }
    }
}

std::string
IncTimeline::Spans() const
{
    // Slices of a track nest: an earlier slice encloses a later one, and of two slices that begin
    // together the longer encloses the other.
    std::vector<const Placed*> order;
    for (const Placed& placed : m_spans)
    {
        order.push_back(&placed);
    }
    std::stable_sort(order.begin(), order.end(), [](const Placed* a, const Placed* b) {
        return std::make_tuple(a->track.thread, a->span.begin, b->span.end) <
               std::make_tuple(b->track.thread, b->span.begin, a->span.end);
    });
    std::string text;
    std::vector<Time> open; // ends of the slices around the present one
    uint32_t thread = 0;
    uint64_t id = 0;
    for (const Placed* placed : order)
    {
        const Span& span = placed->span;
        if (placed->track.thread != thread)
        {
            thread = placed->track.thread;
            open.clear();
        }
        while (!open.empty() && open.back() <= span.begin)
        {
            open.pop_back();
        }
        const std::string what = ",\"name\":" + Quoted(span.name) +
                                 ",\"cat\":" + Quoted(span.category) +
                                 At(placed->track.process, thread);
        const std::string arguments =
            span.bytes > 0 ? ",\"args\":{\"bytes\":" + std::to_string(span.bytes) + "}" : "";
        const std::string begin = Micros(IncClock::ToPs(span.begin));
        if (open.empty() || span.end <= open.back())
        {
            open.push_back(span.end);
            text += ",\n{\"ph\":\"X\",\"ts\":" + begin +
                    ",\"dur\":" + Micros(IncClock::ToPs(span.end - span.begin)) + what + arguments +
                    "}";
            continue;
        }
        ++id;
        const std::string number = ",\"id\":" + std::to_string(id);
        text += ",\n{\"ph\":\"b\",\"ts\":" + begin + number + what + arguments + "}";
        text += ",\n{\"ph\":\"e\",\"ts\":" + Micros(IncClock::ToPs(span.end)) + number + what + "}";
    }
    return text;
}

std::string
IncTimeline::ToJson() const
{
    std::string text = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"omitted_events\":" +
                       std::to_string(m_omitted) + "},\"traceEvents\":[";
    std::string names;
    for (const auto& [name, pid] : m_processes)
    {
        names += ",\n{\"ph\":\"M\",\"name\":\"process_name\"" + At(pid, 0) +
                 ",\"args\":{\"name\":" + Quoted(name) + "}}";
    }
    for (const auto& [key, tid] : m_threads)
    {
        names += ",\n{\"ph\":\"M\",\"name\":\"thread_name\"" + At(key.first, tid) +
                 ",\"args\":{\"name\":" + Quoted(key.second) + "}}";
    }
    const std::string events = names + Spans() + m_others;
    return text + (events.empty() ? "" : events.substr(1)) + "\n]}\n";
}

} // namespace ns3
