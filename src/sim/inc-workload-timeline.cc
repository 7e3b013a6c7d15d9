/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-workload-timeline.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

IncWorkloadTimeline::IncWorkloadTimeline(const IncWorkload& workload,
                                         const IncScenarioJob& job,
                                         IncProgress& progress)
    : m_workload(workload),
      m_job(job),
      m_network(job.GetSetting().network),
      m_timeline(job.GetSetting().observers.GetTimeline()),
      m_progress(progress),
      m_loop(progress, job.GetBound(IncCollective::ALLREDUCE, 0))
{
    job.GetSetting().observers.Tell(&IncRunObserver::WatchLoop, m_loop);
}

void
IncWorkloadTimeline::Run(IncResultRow& row)
{
    Schedule(row);
    if (m_timeline)
    {
        ShowComputation();
    }
    m_progress.Begin(row.scheme, m_layers.size(), "layers");
    m_loop.CountBy([this]() { return m_layersEnded; });
    const Time begin = Simulator::Now();
    m_loop.Run();
    m_progress.End();
    row.status = m_loop.GetStatus();
    if (row.IsOk())
    {
        Report(row, begin);
    }
}

void
IncWorkloadTimeline::Schedule(IncResultRow& row)
{
    const auto& layers = m_workload.layers;
    double readyUs = 0;
    for (const auto& layer : layers)
    {
        readyUs += layer.forward.computeUs;
    }
    std::vector<double> startUs;
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
    {
        readyUs += layer->BackwardUs();
        if (!layer->weightGradient.collective)
        {
            continue;
        }
        Layer mine;
        mine.result.name = layer->name;
        mine.result.collective = *layer->weightGradient.collective;
        mine.result.dtype = layer->dtype.value_or(m_job.GetSetting().call.dtype);
        mine.count = layer->weightGradient.bytes / IncSizeOf(mine.result.dtype);
        mine.result.bytes = mine.count * IncSizeOf(mine.result.dtype);
        mine.missing = row.workers;
        row.bytes += mine.result.bytes;
        row.count += mine.count;
        row.dtype = m_layers.empty() || row.dtype == mine.result.dtype
                        ? std::optional<IncDataType>(mine.result.dtype)
                        : std::nullopt;
        m_layers.push_back(std::move(mine));
        startUs.push_back(readyUs);
    }
    for (uint32_t i = 0; i < m_layers.size(); ++i)
    {
        m_loop.Expect(row.workers);
        m_starts.Schedule(NanoSeconds(static_cast<int64_t>(startUs[i] * 1000)),
                          [this, i]() { Start(i); });
    }
    m_computeEnd = Simulator::Now() + NanoSeconds(static_cast<int64_t>(readyUs * 1000));
}

void
IncWorkloadTimeline::Start(uint32_t index)
{
    Layer& layer = m_layers[index];
    layer.start = Simulator::Now();
    IncCollectiveConfig call = m_job.GetSetting().call;
    call.collective = layer.result.collective;
    call.dtype = layer.result.dtype;
    layer.outcome = m_job.Start(
        m_job.MakeData(call, layer.count, index),
        [this, index](uint32_t, const std::string& status) { Settled(index, status); },
        layer.result.name,
        index + 1 < m_layers.size());
}

void
IncWorkloadTimeline::Settled(uint32_t index, const std::string& status)
{
    Layer& layer = m_layers[index];
    m_layersEnded += --layer.missing == 0 ? 1 : 0;
    if (layer.missing == 0 && m_loop.GetStatus() == "ok" && status.empty())
    {
        layer.end = layer.outcome->GetEnd();
        m_wrong += layer.outcome->CountWrong().value_or(0);
        layer.outcome.reset();
    }
    m_loop.Completed(status.empty() ? status : layer.result.name + ": " + status);
}

void
IncWorkloadTimeline::ShowComputation() const
{
    const IncTopology& topology = m_network.GetFabric().GetTopology();
    for (const uint32_t worker : m_network.GetWorkers())
    {
        const std::string& host = topology.GetName(worker);
        const Time begin = Simulator::Now() + m_job.GetSetting().arguments.faults.LateBy(host);
        double doneUs = 0;
        const auto show = [&](const IncWorkloadLayer& layer, const char* pass, double us) {
            const auto at = [begin](double us) {
                return begin + NanoSeconds(static_cast<int64_t>(us * 1000));
            };
            if (us > 0)
            {
                m_timeline->Add({host,
                                 "compute",
                                 layer.name + " " + pass,
                                 "compute",
                                 at(doneUs),
                                 at(doneUs + us)});
            }
            doneUs += us;
        };
        const auto& layers = m_workload.layers;
        for (const auto& layer : layers)
        {
            show(layer, "forward", layer.forward.computeUs);
        }
        for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
        {
            show(*layer, "backward", layer->BackwardUs());
        }
    }
}

void
IncWorkloadTimeline::ShowLayer(const Layer& layer, Time exposedFrom) const
{
    m_timeline->Add({"workload",
                     "layers",
                     layer.result.name,
                     "layer",
                     layer.start,
                     layer.end,
                     layer.result.bytes});
    if (layer.end > exposedFrom)
    {
        m_timeline->Add(
            {"workload", "exposed", layer.result.name, "exposed", exposedFrom, layer.end});
    }
}

void
IncWorkloadTimeline::Report(IncResultRow& row, Time begin)
{
    if (!m_job.GetSetting().call.isVirtual)
    {
        row.wrong = m_wrong;
    }
    Time last = m_layers.front().start;
    // Time at which computation and earlier layers have ended; later communication is exposed.
    Time hidden = m_computeEnd;
    for (auto& layer : m_layers)
    {
        layer.result.startUs = (layer.start - begin).GetNanoSeconds() / 1e3;
        layer.result.endUs = (layer.end - begin).GetNanoSeconds() / 1e3;
        const Time from = std::max(hidden, layer.start);
        layer.result.exposedUs = std::max(Time(0), layer.end - from).GetNanoSeconds() / 1e3;
        if (m_timeline)
        {
            ShowLayer(layer, from);
        }
        hidden = std::max(hidden, layer.end);
        last = std::max(last, layer.end);
    }
    // Report layers in forward order, as in the workload's file.
    for (auto layer = m_layers.rbegin(); layer != m_layers.rend(); ++layer)
    {
        row.layers.push_back(layer->result);
    }
    row.timeUs = (last - m_layers.front().start).GetNanoSeconds() / 1e3;
}

} // namespace ns3
