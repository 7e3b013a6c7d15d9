/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-workload.h"

#include "ns3/inc-event-count.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-resource-usage.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <numeric>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Random stream of the permutation; IncFabricHelper assigns only smaller numbers.
constexpr int64_t PERMUTATION_STREAM = int64_t{1} << 32;

using Pipe = std::array<int, 2>;

IncBenchFigures
RunOnce(const IncBenchFactory& make, uint32_t k, uint64_t size)
{
    const IncTopology topology = IncFatTreeTopology(k).Build();
    auto workload = make();
    const auto empty = IncResourceUsage::Now();
    workload->Install(topology, size);
    const auto built = IncResourceUsage::Now();
    Simulator::Run();
    const auto done = IncResourceUsage::Now();

    IncBenchFigures figures;
    figures.events = IncEventCount();
    figures.setUpS = built.cpuS - empty.cpuS;
    figures.wallS = done.wallS - built.wallS;
    figures.cpuS = done.cpuS - built.cpuS;
    figures.peakRssBytes = done.peakRssBytes;
    const uint64_t growth = done.peakRssBytes - std::min(empty.rssBytes, done.peakRssBytes);
    figures.bytesPerHost = growth / topology.GetHosts().size();
    workload->Collect(figures);
    workload.reset();
    Simulator::Destroy();
    return figures;
}

void
WriteAll(int file, const std::string& text)
{
    std::size_t written = 0;
    while (written < text.size())
    {
        const auto n = write(file, text.data() + written, text.size() - written);
        if (n < 0 && errno != EINTR)
        {
            return;
        }
        written += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
}

std::string
ReadAll(int file)
{
    std::string text;
    std::array<char, 4096> chunk;
    for (;;)
    {
        const auto n = read(file, chunk.data(), chunk.size());
        if (n > 0)
        {
            text.append(chunk.data(), static_cast<std::size_t>(n));
        }
        else if (n == 0 || errno != EINTR)
        {
            return text;
        }
    }
}

/// Run in the child process: warm up, measure, and write the figures to the parent.
[[noreturn]] void
MeasureAndExit(int file, const IncBenchFactory& make, uint32_t k, uint64_t size)
{
    try
    {
        RunOnce(make, 2, 1);
        WriteAll(file, RunOnce(make, k, size).ToJson().dump());
    }
    catch (const std::exception& error)
    {
        WriteAll(file, nlohmann::json(error.what()).dump());
    }
    _exit(0);
}

} // namespace

IncBenchFigures
IncMeasure(const IncBenchFactory& make, uint32_t k, uint64_t size)
{
    Pipe ends;
    if (pipe(ends.data()) != 0)
    {
        throw std::runtime_error("no pipe to measure through");
    }
    const pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        MeasureAndExit(ends[1], make, k, size);
    }
    close(ends[1]);
    const std::string text = child > 0 ? ReadAll(ends[0]) : "";
    close(ends[0]);
    if (child > 0)
    {
        waitpid(child, nullptr, 0);
    }
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_string())
    {
        throw std::runtime_error(json.get<std::string>());
    }
    if (!json.is_object())
    {
        throw std::runtime_error("the process that measures ended without a result");
    }
    return IncBenchFigures::FromJson(json);
}

uint64_t
IncCountFrameHops(const IncFabric& fabric)
{
    uint64_t hops = 0;
    const auto& devices = fabric.GetDevices();
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        hops += DynamicCast<IncNetDevice>(*device)->GetCounters().sentFrames;
    }
    return hops;
}

std::vector<uint32_t>
IncDrawPermutation(uint32_t hosts)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(PERMUTATION_STREAM);
    std::vector<uint32_t> destination(hosts);
    std::iota(destination.begin(), destination.end(), 0);
    // Sattolo's shuffle makes one cycle through all hosts, so no host is its own destination.
    for (uint32_t i = hosts - 1; i > 0; --i)
    {
        std::swap(destination[i], destination[random->GetInteger(0, i - 1)]);
    }
    return destination;
}

} // namespace ns3
