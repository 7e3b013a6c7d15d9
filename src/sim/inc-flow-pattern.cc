/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-traffic-pattern.h"

#include "ns3/inc-argument-value.h"
#include "ns3/inc-error.h"
#include "ns3/inc-topology.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace ns3
{

namespace
{

using Points = std::vector<IncFlowSizes::Point>;

const Points WEB_SEARCH{{0, 0},
                        {10e3, 0.15},
                        {20e3, 0.2},
                        {30e3, 0.3},
                        {50e3, 0.4},
                        {80e3, 0.53},
                        {200e3, 0.6},
                        {1e6, 0.7},
                        {2e6, 0.8},
                        {5e6, 0.9},
                        {10e6, 0.97},
                        {30e6, 1}};

const Points HADOOP{{0, 0},       {100, 0.01},   {200, 0.02},  {300, 0.05},  {350, 0.15},
                    {400, 0.2},   {500, 0.3},    {600, 0.4},   {700, 0.5},   {1000, 0.6},
                    {2000, 0.67}, {7000, 0.7},   {30e3, 0.72}, {50e3, 0.82}, {80e3, 0.87},
                    {120e3, 0.9}, {300e3, 0.95}, {1e6, 0.975}, {2e6, 0.99},  {10e6, 1}};

/// Read LOW:HIGH.
std::optional<Points>
ParseUniform(const std::string& text)
{
    const auto parts = IncSplit(text, ':');
    if (parts.size() != 2)
    {
        return std::nullopt;
    }
    const auto low = IncParseBytes(parts[0]);
    const auto high = IncParseBytes(parts[1]);
    if (!low || !high || *low == 0 || *high <= *low || *high > uint64_t{1} << 40)
    {
        return std::nullopt;
    }
    return Points{{static_cast<double>(*low), 0}, {static_cast<double>(*high), 1}};
}

Points
Read(const std::string& path)
{
    std::ifstream file(path);
    const auto refuse = [&path](const std::string& what) {
        throw IncError("--sizes=file:" + path + ": " + what +
                       "; accepted: lines of bytes and percent, both rising, to 100 percent");
    };
    if (!file)
    {
        refuse("cannot be read");
    }
    Points points;
    std::string line;
    for (uint32_t number = 1; std::getline(file, line); ++number)
    {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string bytes;
        std::string percent;
        std::string more;
        if (!(words >> bytes))
        {
            continue;
        }
        words >> percent;
        const auto size = IncParseReal(bytes);
        const auto share = IncParseReal(percent);
        const bool isFirst = points.empty();
        if (words >> more || !size || !share || *size < 0 || *size > 1e12 || *share < 0 ||
            *share > 100 || (!isFirst && (*size < points.back().first)) ||
            (!isFirst && *share < 100 * points.back().second))
        {
            refuse("line " + std::to_string(number) + " is '" + line + "'");
        }
        points.emplace_back(*size, *share / 100);
    }
    if (points.empty() || points.back().second != 1 || points.back().first < 1)
    {
        refuse("does not end at 100 percent");
    }
    return points;
}

} // namespace

IncFlowSizes::IncFlowSizes(std::vector<Point> points)
    : m_points(std::move(points))
{
}

std::optional<IncFlowSizes>
IncFlowSizes::Parse(const std::string& text)
{
    const std::string uniform = "uniform:";
    const std::string file = "file:";
    if (text == "websearch")
    {
        return IncFlowSizes(WEB_SEARCH);
    }
    if (text == "hadoop")
    {
        return IncFlowSizes(HADOOP);
    }
    if (text.rfind(uniform, 0) == 0)
    {
        const auto points = ParseUniform(text.substr(uniform.size()));
        return points ? std::optional(IncFlowSizes(*points)) : std::nullopt;
    }
    if (text.rfind(file, 0) == 0)
    {
        return IncFlowSizes(Read(text.substr(file.size())));
    }
    return std::nullopt;
}

uint64_t
IncFlowSizes::At(double share) const
{
    const auto above = std::find_if(m_points.begin(), m_points.end(), [share](const Point& point) {
        return share <= point.second;
    });
    if (above == m_points.begin() || above->second == (above - 1)->second)
    {
        return std::max<uint64_t>(1, std::llround(above->first));
    }
    const Point& below = *(above - 1);
    const double part = (share - below.second) / (above->second - below.second);
    return std::max<uint64_t>(1, std::llround(below.first + part * (above->first - below.first)));
}

double
IncFlowSizes::GetMean() const
{
    double mean = m_points.front().first * m_points.front().second;
    for (std::size_t i = 1; i < m_points.size(); ++i)
    {
        mean += (m_points[i].second - m_points[i - 1].second) *
                (m_points[i].first + m_points[i - 1].first) / 2;
    }
    return mean;
}

namespace
{

constexpr uint32_t RESOLUTION = 1 << 30; //!< resolution of random fractions

} // namespace

uint32_t
IncFlowPattern::HostsPerLeaf(const IncTopology& topology, const std::vector<uint32_t>& hosts)
{
    const auto leafOf = [&](std::size_t i) { return topology.GetPorts(hosts[i]).front().peer; };
    std::size_t size = 0;
    while (size < hosts.size() && leafOf(size) == leafOf(0))
    {
        ++size;
    }
    if (size == hosts.size() || hosts.size() % size != 0)
    {
        return 0;
    }
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        if (leafOf(i) != leafOf(i - i % size))
        {
            return 0;
        }
    }
    return static_cast<uint32_t>(size);
}

uint64_t
IncFlowPattern::DrawBytes(const Draw& draw) const
{
    return sizes ? sizes->At(static_cast<double>(draw(RESOLUTION)) / RESOLUTION) : bytes;
}

double
IncFlowPattern::GetArrivals(const IncTopology& topology, uint32_t host) const
{
    double rate = 0;
    for (const auto& port : topology.GetPorts(host))
    {
        rate += static_cast<double>(topology.GetLinks()[port.link].rate);
    }
    return load * rate / 8 / (sizes ? sizes->GetMean() : static_cast<double>(bytes));
}

std::vector<IncFlow>
IncFlowPattern::Make(const IncTopology& topology,
                     const std::vector<uint32_t>& hosts,
                     const Draw& draw) const
{
    const IncTrafficPattern& pattern = IncTrafficPatterns().at(name);
    if (!pattern.pairs)
    {
        return pattern.flows(*this, topology, hosts, draw);
    }
    const IncTrafficPattern::Hosts all{static_cast<uint32_t>(hosts.size()),
                                       HostsPerLeaf(topology, hosts),
                                       jobs};
    const bool hasMice = pattern.Takes("mouseSize");
    std::vector<IncTrafficPattern::Pair> pairs;
    std::vector<IncFlow> made;
    for (uint32_t repeat = 0; repeat < flows; ++repeat)
    {
        if (repeat == 0 || pattern.drawsEachFlow)
        {
            pairs = pattern.pairs(all, draw);
        }
        for (const auto& pair : pairs)
        {
            IncFlow flow;
            flow.from = hosts[pair.from];
            flow.to = hosts[pair.to];
            flow.round = pair.round;
            flow.bytes = DrawBytes(draw);
            if (hasMice && draw(RESOLUTION) >= elephants * RESOLUTION)
            {
                flow.bytes = mouseBytes;
            }
            flow.start = Time::FromDouble(spread.GetDouble() * draw(RESOLUTION) / RESOLUTION,
                                          Time::GetResolution());
            made.push_back(flow);
        }
    }
    std::stable_sort(made.begin(), made.end(), [](const IncFlow& a, const IncFlow& b) {
        return std::pair(a.from, a.round) < std::pair(b.from, b.round);
    });
    return made;
}

void
IncFlowTrigger::Define(Kind kind, uint32_t count)
{
    m_kind = kind;
    m_missing = kind == Kind::BARRIER ? count : 1;
}

void
IncFlowTrigger::Activate()
{
    m_missing -= m_missing > 0 ? 1 : 0;
    const std::size_t end = m_missing > 0                ? m_next
                            : m_kind == Kind::MULTI_SHOT ? m_next + 1
                                                         : m_waiting.size();
    while (m_next < end && m_next < m_waiting.size())
    {
        m_waiting[m_next++]();
    }
}

bool
IncTrafficPattern::Takes(const std::string& argument) const
{
    return std::find(own.begin(), own.end(), argument) != own.end();
}

const std::map<std::string, IncTrafficPattern>&
IncTrafficPatterns()
{
    return IncTrafficPatternRegistration::GetAll();
}

} // namespace ns3
