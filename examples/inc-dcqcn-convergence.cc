/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Flows that start one after the other share a port. Measures their fairness and the port's queue.
 *
 *        h0   h1   ...  hn-1     host i begins to write to hn at i * 5 ms and never ends
 *          \   |         /
 *           s0: marks between 5 KB and 200 KB
 *               |
 *              hn
 *
 * Links have 40 Gb/s and 1 us; marking and DCQCN have the parameters of DCQCN's paper (Zhu et al.,
 * SIGCOMM 2015, section 5.2). A new flow begins at the rate of its link. The first CNPs halve the
 * rates of the others, and the timers bring all flows to equal shares. The measurement takes 10 ms
 * and begins 40 ms after the last start. The table shows Jain's index of the goodputs, their sum
 * as a share of the payload bound, the mean queue and the longest one.
 *
 *   ./inc run inc-dcqcn-convergence
 *
 * Expected output:
 *
 *   # dcqcn, 40 Gb/s, marks from 5 to 200 kB
 *   #  flows      jain  of bound  queue (kB)  longest (kB)
 *          2    0.9945    100.0%        26.4          74.9
 *          4    0.9964     99.9%        61.2         136.8
 *          8    0.9899     98.5%        71.5         212.9
 *         16    0.9924     97.1%        68.6         191.1
 *
 * --series=FILE.csv writes rates and queue over time; examples/inc-dcqcn-plot.py draws them.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-argument-value.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-program.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-star-topology.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t RATE = 40'000'000'000;
constexpr uint32_t PAYLOAD = 1024;
constexpr uint32_t OVERHEAD = 82; // Eth 14, IP 20, UDP 8, BTH 12, ICRC 4, FCS 4, preamble, gap 20
const Time BETWEEN_STARTS = MilliSeconds(5);
const Time SETTLING = MilliSeconds(40); // time from the last start to the measurement
const Time WINDOW = MilliSeconds(10);   // duration of the measurement
const Time SAMPLE = MicroSeconds(500);  // interval of the series

/// \brief Options from the command line.
struct Options
{
    std::vector<uint64_t> flows{2, 4, 8, 16};
    std::string algorithm{"ns3::IncDcqcn"};
    std::string series;
};

/// \brief Runs flows into one port, and samples their goodputs and the port's queue every SAMPLE.
class Experiment
{
  public:
    Experiment(uint32_t flows, const std::string& algorithm)
        : m_before(flows)
    {
        IncStarTopology star(flows + 1);
        star.SetLink(RATE, 1'000'000);
        IncFabricHelper helper;
        helper.EnableEcn("0");
        helper.SetDeviceAttribute("QueueSize", UintegerValue(64 << 20));
        m_fabric = helper.Install(star.Build());
        const auto hosts = m_fabric.GetTopology().GetHosts();
        const uint32_t to = hosts.back();
        m_port = m_fabric.GetDevice(to, 0)->GetPeer();
        for (uint32_t i = 0; i < flows; ++i)
        {
            StartFlow(hosts[i], to, i * BETWEEN_STARTS, algorithm);
        }
        m_begin = (flows - 1) * BETWEEN_STARTS + SETTLING;
    }

    ~Experiment()
    {
        for (const uint32_t host : m_fabric.GetTopology().GetHosts())
        {
            m_fabric.GetNic(host)->Dispose();
        }
        Simulator::Destroy();
    }

    Experiment(const Experiment&) = delete;
    Experiment& operator=(const Experiment&) = delete;

    void Run()
    {
        Simulator::Schedule(SAMPLE, &Experiment::Sample, this);
        Simulator::Stop(m_begin + WINDOW + NanoSeconds(1)); // includes the last sample
        Simulator::Run();
    }

    /// \brief Print a line of the table.
    void Print() const
    {
        double sum = 0;
        double squares = 0;
        for (const double bits : m_bits)
        {
            sum += bits;
            squares += bits * bits;
        }
        const double bound =
            RATE * WINDOW.GetSeconds() * PAYLOAD / (PAYLOAD + OVERHEAD); // all flows
        std::printf("  %6zu %9.4f %8.1f%% %11.1f %13.1f\n",
                    m_bits.size(),
                    sum * sum / static_cast<double>(m_bits.size()) / squares,
                    100 * sum / bound,
                    m_queued / m_samples / 1e3,
                    m_longest / 1e3);
    }

    /// \return lines "flows,ms,queue_kB,Gb/s of each flow"
    const std::string& GetSeries() const
    {
        return m_series;
    }

  private:
    void StartFlow(uint32_t from, uint32_t to, Time at, const std::string& algorithm)
    {
        auto sender = m_fabric.GetNic(from)->CreateRcQueuePair();
        auto receiver = m_fabric.GetNic(to)->CreateRcQueuePair();
        sender->SetAttribute("CongestionControl", StringValue(algorithm));
        sender->SetAttribute("PathMtu", UintegerValue(PAYLOAD));
        receiver->SetAttribute("PathMtu", UintegerValue(PAYLOAD));
        sender->SetAttribute("Window", UintegerValue(4 << 20)); // too large to limit the flows
        sender->Connect(IncFabric::GetAddress(to), receiver->GetQpn());
        receiver->Connect(IncFabric::GetAddress(from), sender->GetQpn());
        m_receivers.push_back(receiver);
        m_bits.push_back(0);
        IncWorkRequest request;
        request.length = IncQueuePair::LONGEST_MESSAGE; // longer than the experiment
        request.rkey = m_fabric.GetNic(to)->RegisterMemory(nullptr, request.length);
        Simulator::Schedule(at, [sender, request]() { sender->PostWrite(request); });
    }

    void Sample()
    {
        const bool isMeasured = Simulator::Now() > m_begin;
        const uint32_t queued = m_port->GetQueuedBytes();
        char text[64];
        std::snprintf(text,
                      sizeof(text),
                      "%zu,%.1f,%.1f",
                      m_bits.size(),
                      Simulator::Now().GetSeconds() * 1e3,
                      queued / 1e3);
        m_series += text;
        for (std::size_t i = 0; i < m_receivers.size(); ++i)
        {
            const uint64_t bytes = m_receivers[i]->GetCounters().bytesReceived;
            const double bits = 8.0 * static_cast<double>(bytes - m_before[i]);
            m_before[i] = bytes;
            m_bits[i] += isMeasured ? bits : 0;
            std::snprintf(text, sizeof(text), ",%.2f", bits / SAMPLE.GetSeconds() / 1e9);
            m_series += text;
        }
        m_series += "\n";
        if (isMeasured)
        {
            m_queued += queued;
            ++m_samples;
            m_longest = std::max(m_longest, queued);
        }
        Simulator::Schedule(SAMPLE, &Experiment::Sample, this);
    }

    IncFabric m_fabric;
    IncNetDevice* m_port;                         //!< bottleneck of all flows
    std::vector<Ptr<IncRcQueuePair>> m_receivers; //!< receiving ends, by flow
    std::vector<uint64_t> m_before;               //!< bytes at the last sample, by flow
    std::vector<double> m_bits;                   //!< bits within the window, by flow
    Time m_begin;                                 //!< beginning of the window
    double m_queued{0};                           //!< sum of the samples within the window, bytes
    uint32_t m_samples{0};                        //!< number of samples within the window
    uint32_t m_longest{0};                        //!< longest queue within the window, bytes
    std::string m_series;                         //!< lines that GetSeries() returns
};

void
AddArguments(IncArgumentTable& arguments, Options& options)
{
    arguments.Parsed<std::vector<uint64_t>>(
        "flows",
        options.flows,
        "2,4,8,16",
        [](const std::string& text) {
            auto flows = IncParseSizes(text);
            const auto absurd = [](uint64_t n) { return n < 2 || n > 64; };
            return flows && std::none_of(flows->begin(), flows->end(), absurd) ? flows
                                                                               : std::nullopt;
        },
        "numbers from 2 to 64, commas between",
        "Flows into the port, an experiment each.");
    arguments.Choice<std::string>("cc",
                                  options.algorithm,
                                  {{"dcqcn", "ns3::IncDcqcn"}, {"swift", "ns3::IncSwift"}},
                                  "Congestion control of the flows.");
    arguments.Text("series",
                   options.series,
                   "a file in an existing, writable folder",
                   "Rates of the flows (Gb/s) and the queue (kB) over time (ms), CSV.");
}

int
Run(int argc, char** argv)
{
    Options options;
    IncArgumentTable arguments("inc-dcqcn-convergence", "Flows that share a port.");
    AddArguments(arguments, options);
    if (!IncParseProgram(arguments, argc, argv))
    {
        return 0;
    }
    if (!options.series.empty())
    {
        IncCheckOutputFile("series", options.series);
    }
    std::printf("# %s, 40 Gb/s, marks from 5 to 200 kB\n"
                "# %6s %9s %9s %11s %13s\n",
                options.algorithm == "ns3::IncDcqcn" ? "dcqcn" : "swift",
                "flows",
                "jain",
                "of bound",
                "queue (kB)",
                "longest (kB)");
    std::string series = "flows,time_ms,queue_kB";
    for (uint64_t i = 1; i <= *std::max_element(options.flows.begin(), options.flows.end()); ++i)
    {
        series += ",rate" + std::to_string(i) + "_Gbps"; // lines of fewer flows are shorter
    }
    series += "\n";
    for (const uint64_t flows : options.flows)
    {
        Experiment experiment(static_cast<uint32_t>(flows), options.algorithm);
        experiment.Run();
        experiment.Print();
        series += experiment.GetSeries();
    }
    if (!options.series.empty())
    {
        IncWriteOutputFile(options.series, series);
    }
    return 0;
}

} // namespace

int
main(int argc, char** argv)
{
    return IncRunProgram("inc-dcqcn-convergence", [&]() { return Run(argc, argv); });
}
