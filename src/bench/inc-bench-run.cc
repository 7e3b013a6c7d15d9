/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-run.h"

#include "inc-bench-result.h"
#include "inc-bench-workload.h"
#include "inc-stock-bench.h"

#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/inc-window-permit.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// AllReduce in the network, over all hosts. The data is virtual, so that the benchmark measures
/// the simulator and no arithmetic on elements.
class IncAllReduceBench : public IncBenchWorkload
{
  public:
    explicit IncAllReduceBench(IncDisseminationMode dissemination = IncDisseminationMode::BIER,
                               IncFastForwardMode mode = IncFastForwardMode::OFF,
                               uint32_t layers = 1);
    ~IncAllReduceBench() override;

    void Install(const IncTopology& topology, uint64_t size) override;
    void Collect(IncBenchFigures& figures) const override;

  private:
    void Start(const IncCollectiveRequest& request, bool isFollowed);
    void RankEnded(uint32_t rank, const std::string& status);

    IncDisseminationMode m_dissemination;
    IncFastForwardMode m_mode;
    uint32_t m_layers; //!< number of equal AllReduces, one after the other
    IncFabric m_fabric;
    IncGroup m_group;
    Ptr<IncInNetworkCollective> m_allReduce;
    Ptr<IncFastForward> m_fastForward;
    uint32_t m_completed{0}; //!< number of ranks that have completed, summed over layers
    Time m_end;              //!< time of the latest completion
    std::string m_lastError;
};

namespace
{

/// Time between two layers of Llama-2-7B: backward computation of a worker with 100 TFLOP/s, as in
/// examples/workloads/llama2-7b.txt.
const Time LAYER_GAP = NanoSeconds(35905900);

} // namespace

IncAllReduceBench::IncAllReduceBench(IncDisseminationMode dissemination,
                                     IncFastForwardMode mode,
                                     uint32_t layers)
    : m_dissemination(dissemination),
      m_mode(mode),
      m_layers(layers),
      m_fastForward(CreateObject<IncFastForward>())
{
    m_fastForward->SetAttribute("Mode", IncEnumValue(mode));
}

IncAllReduceBench::~IncAllReduceBench()
{
    m_fastForward->Dispose();
    if (m_allReduce)
    {
        m_allReduce->Dispose();
    }
}

void
IncAllReduceBench::Install(const IncTopology& topology, uint64_t size)
{
    m_fabric = IncFabricHelper().Install(topology);
    auto hosts = topology.GetHosts();
    hosts.resize(
        std::min<std::size_t>(hosts.size(),
                              INC_MAX_BFR_ID)); // k = 64 has one host more than there are BFR-ids
    const auto workers = IncTreeWorkers(topology, hosts);
    IncGroupOptions options;
    options.dissemination = m_dissemination;
    m_group = IncGroupHelper().Install(m_fabric,
                                       IncTreeBuilder(m_fabric.GetTopology()).Build(workers),
                                       options);
    m_fastForward->Watch(m_group.clients);
    m_allReduce = CreateObject<IncInNetworkCollective>();
    m_allReduce->Setup(m_group.clients);

    IncCollectiveRequest request;
    request.count = std::max<uint64_t>(1, size / IncSizeOf(request.type));
    Start(request, m_layers > 1);
    if (m_mode == IncFastForwardMode::OFF)
    {
        IncPermitWindows();
    }
    for (uint32_t layer = 1; layer < m_layers; ++layer)
    {
        const bool isFollowed = layer + 1 < m_layers;
        Simulator::Schedule(layer * LAYER_GAP,
                            &IncAllReduceBench::Start,
                            this,
                            request,
                            isFollowed);
    }
}

void
IncAllReduceBench::Start(const IncCollectiveRequest& request, bool isFollowed)
{
    const auto ended = MakeCallback(&IncAllReduceBench::RankEnded, this);
    if (const auto told = m_fastForward->Foretell(request, isFollowed, ended))
    {
        m_allReduce->Start(request, *told);
    }
}

void
IncAllReduceBench::RankEnded(uint32_t rank, const std::string& status)
{
    if (status.empty())
    {
        ++m_completed;
        m_end = Max(m_end, Simulator::Now());
    }
    else
    {
        m_lastError = "rank " + std::to_string(rank) + ": " + status;
    }
}

void
IncAllReduceBench::Collect(IncBenchFigures& figures) const
{
    for (const auto& client : m_group.clients)
    {
        figures.dataPackets += client->GetCounters().messagesSent;
    }
    figures.frameHops = IncCountFrameHops(m_fabric);
    figures.simulatedNs = m_end.GetNanoSeconds();
    figures.jumpedEvents = m_fastForward->GetReport().jumpedEvents;
    const std::size_t expected = m_layers * m_group.clients.size();
    if (m_completed < expected)
    {
        figures.failure =
            std::to_string(expected - m_completed) + " of " + std::to_string(expected) +
            " ranks did not complete: " + (m_lastError.empty() ? "no completion" : m_lastError);
    }
}

/// Every host writes one message to another host over a reliable connection with ACKs.
class IncPermutationBench : public IncBenchWorkload
{
  public:
    void Install(const IncTopology& topology, uint64_t size) override;
    void Collect(IncBenchFigures& figures) const override;

  private:
    void StartFlow(uint32_t from, uint32_t to, uint64_t size);
    void FlowEnded(const IncCompletion& completion);

    IncFabric m_fabric;
    std::vector<Ptr<IncRcQueuePair>> m_senders;
    uint32_t m_completed{0};
    const char* m_lastError{nullptr};
};

void
IncPermutationBench::Install(const IncTopology& topology, uint64_t size)
{
    m_fabric = IncFabricHelper().Install(topology);
    const auto& hosts = topology.GetHosts();
    const auto destination = IncDrawPermutation(hosts.size());
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        StartFlow(hosts[i], hosts[destination[i]], size);
    }
    IncPermitWindows();
}

void
IncPermutationBench::StartFlow(uint32_t from, uint32_t to, uint64_t size)
{
    auto sender = m_fabric.GetNic(from)->CreateRcQueuePair();
    auto receiver = m_fabric.GetNic(to)->CreateRcQueuePair();
    sender->Connect(IncFabric::GetAddress(to), receiver->GetQpn());
    receiver->Connect(IncFabric::GetAddress(from), sender->GetQpn());
    sender->SetSendCompletionCallback(MakeCallback(&IncPermutationBench::FlowEnded, this));

    IncWorkRequest request;
    request.length = static_cast<uint32_t>(size);
    request.rkey = m_fabric.GetNic(to)->RegisterMemory(nullptr, size);
    sender->PostWrite(request);
    m_senders.push_back(sender);
}

void
IncPermutationBench::FlowEnded(const IncCompletion& completion)
{
    if (completion.status == IncCompletionStatus::SUCCESS)
    {
        ++m_completed;
    }
    else
    {
        m_lastError = IncCompletionStatusName(completion.status);
    }
}

void
IncPermutationBench::Collect(IncBenchFigures& figures) const
{
    for (const auto& sender : m_senders)
    {
        figures.dataPackets += sender->GetCounters().packetsSent;
    }
    figures.frameHops = IncCountFrameHops(m_fabric);
    if (m_completed < m_senders.size())
    {
        figures.failure = std::to_string(m_senders.size() - m_completed) + " of " +
                          std::to_string(m_senders.size()) + " flows did not complete: " +
                          (m_lastError ? m_lastError : "no completion");
    }
}

/// Collects the runs of a benchmark. This module, on each network, and the baseline run in turn,
/// because the load of the machine changes with time.
class IncBenchTurns
{
  public:
    explicit IncBenchTurns(std::vector<uint32_t> k);

    /// Add the figures of a turn, by network. The baseline runs in every turn or in none.
    void Add(const std::vector<IncBenchFigures>& ours,
             const std::optional<IncBenchFigures>& baseline);

    /** \return for each network, this module's median run, and median ratio to the baseline */
    std::vector<IncBenchRow> Rows() const;

    /** \return median run of the baseline, or a run that failed; nothing without a baseline */
    std::optional<IncBenchFigures> Baseline() const;

  private:
    std::vector<uint32_t> m_k; //!< ports of a switch, for each network
    std::vector<std::vector<IncBenchFigures>>
        m_ours;                              //!< figures of this module, by network and turn
    std::vector<IncBenchFigures> m_baseline; //!< figures of the baseline, by turn
};

namespace
{

/// Return the median run, or a run that failed. If the number of runs is even, return the slower of
/// the two middle runs.
IncBenchFigures
MedianRun(std::vector<IncBenchFigures> runs)
{
    for (const auto& run : runs)
    {
        if (!run.failure.empty())
        {
            return run;
        }
    }
    const auto middle = runs.begin() + static_cast<std::ptrdiff_t>((runs.size() - 1) / 2);
    std::nth_element(runs.begin(), middle, runs.end(), [](const auto& a, const auto& b) {
        return a.PacketsPerCpuS() < b.PacketsPerCpuS();
    });
    return *middle;
}

double
Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

IncBenchTurns::IncBenchTurns(std::vector<uint32_t> k)
    : m_k(std::move(k)),
      m_ours(m_k.size())
{
}

void
IncBenchTurns::Add(const std::vector<IncBenchFigures>& ours,
                   const std::optional<IncBenchFigures>& baseline)
{
    for (std::size_t n = 0; n < m_k.size(); ++n)
    {
        m_ours[n].push_back(ours[n]);
    }
    if (baseline)
    {
        m_baseline.push_back(*baseline);
    }
}

std::vector<IncBenchRow>
IncBenchTurns::Rows() const
{
    std::vector<IncBenchRow> rows;
    for (std::size_t n = 0; n < m_k.size(); ++n)
    {
        std::vector<double> ratios;
        for (std::size_t turn = 0; turn < m_baseline.size(); ++turn)
        {
            if (const auto ratio = m_ours[n][turn].RatioTo(m_baseline[turn]))
            {
                ratios.push_back(*ratio);
            }
        }
        rows.push_back({m_k[n], MedianRun(m_ours[n]), std::nullopt});
        if (!ratios.empty())
        {
            rows.back().ratio = Median(ratios);
        }
    }
    return rows;
}

std::optional<IncBenchFigures>
IncBenchTurns::Baseline() const
{
    return m_baseline.empty() ? std::nullopt : std::make_optional(MedianRun(m_baseline));
}

namespace
{

/// Make a factory of workloads; the process that measures calls it before ns-3's simulator exists.
template <typename Workload, typename... ARGUMENTS>
IncBenchFactory
MakeWith(const IncBenchEngine& engine, ARGUMENTS... arguments)
{
    return [engine, arguments...]() {
        engine.Choose();
        return std::make_unique<Workload>(arguments...);
    };
}

IncBenchFactory
OursFor(const IncBenchConfig& config)
{
    switch (config.scenario)
    {
    case IncBenchConfig::Scenario::PERMUTATION:
        return MakeWith<IncPermutationBench>(config.engine);
    case IncBenchConfig::Scenario::ALLREDUCE:
        return MakeWith<IncAllReduceBench>(config.engine);
    case IncBenchConfig::Scenario::RECURRENCE:
        return MakeWith<IncAllReduceBench>(config.engine,
                                           IncDisseminationMode::TREE,
                                           IncFastForwardMode::ON,
                                           config.layers);
    case IncBenchConfig::Scenario::PLANNER:
        break; // planners run without a simulator
    }
    return {};
}

/// Measure the baseline on the first network.
IncBenchFigures
MeasureBaseline(const IncBenchConfig& config)
{
    switch (config.baseline)
    {
    case IncBenchConfig::Baseline::NS3:
        return IncMeasure(MakeWith<IncStockBench>(config.baselineEngine),
                          config.k.front(),
                          config.baselineSize);
    case IncBenchConfig::Baseline::HTSIM:
        return IncHtsimBench(config.htsim).Measure(config.k.front(), config.baselineSize);
    case IncBenchConfig::Baseline::OFF:
        return IncMeasure(MakeWith<IncAllReduceBench>(config.engine,
                                                      IncDisseminationMode::TREE,
                                                      IncFastForwardMode::OFF,
                                                      config.layers),
                          config.k.front(),
                          config.size);
    default:
        return IncMeasure(MakeWith<IncPermutationBench>(config.engine),
                          IncBenchConfig::PERMUTATION_K,
                          config.baselineSize);
    }
}

std::string
NameOf(IncBenchConfig::Baseline baseline)
{
    switch (baseline)
    {
    case IncBenchConfig::Baseline::NS3:
        return "ns-3";
    case IncBenchConfig::Baseline::HTSIM:
        return "htsim";
    case IncBenchConfig::Baseline::OFF:
        return "off";
    default:
        return "permutation";
    }
}

} // namespace

IncBenchResult
IncRunBench(const IncBenchConfig& config)
{
    const auto ours = OursFor(config);
    IncBenchTurns turns(config.k);
    for (uint32_t i = 0; i < config.repeat; ++i)
    {
        std::vector<IncBenchFigures> rows;
        for (const uint32_t k : config.k)
        {
            rows.push_back(IncMeasure(ours, k, config.size));
        }
        std::optional<IncBenchFigures> baseline;
        if (config.baseline != IncBenchConfig::Baseline::NONE)
        {
            baseline = MeasureBaseline(config);
        }
        turns.Add(rows, baseline);
    }
    return {config.arguments, turns.Rows(), NameOf(config.baseline), turns.Baseline()};
}

} // namespace ns3
