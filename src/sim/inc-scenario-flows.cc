/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-flows.h"

#include "inc-flow-list.h"
#include "inc-flow-run.h"
#include "inc-scenario-job.h"
#include "inc-sim-arguments.h"
#include "inc-traffic-pattern.h"

#include "ns3/inc-background-traffic.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-closed-form.h"
#include "ns3/inc-ip-version.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/inc-simulation-loop.h"
#include "ns3/inc-topology.h"
#include "ns3/inc-wire-size.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ns3
{

namespace
{

/// Opcodes of a message's packets, and of the packet that goes the other way.
struct VerbOpcodes
{
    IncOpcode first;  //!< first of several packets
    IncOpcode middle; //!< neither first nor last
    IncOpcode last;   //!< last of several packets
    IncOpcode only;   //!< whole message
    IncOpcode other;  //!< acknowledgement, or request of a READ
};

/// Opcodes by IncVerb.
constexpr VerbOpcodes OPCODES[] = {{IncOpcode::RC_SEND_FIRST,
                                    IncOpcode::RC_SEND_MIDDLE,
                                    IncOpcode::RC_SEND_LAST,
                                    IncOpcode::RC_SEND_ONLY,
                                    IncOpcode::RC_ACK},
                                   {IncOpcode::RC_WRITE_FIRST,
                                    IncOpcode::RC_WRITE_MIDDLE,
                                    IncOpcode::RC_WRITE_LAST,
                                    IncOpcode::RC_WRITE_ONLY,
                                    IncOpcode::RC_ACK},
                                   {IncOpcode::RC_READ_RESPONSE_FIRST,
                                    IncOpcode::RC_READ_RESPONSE_MIDDLE,
                                    IncOpcode::RC_READ_RESPONSE_LAST,
                                    IncOpcode::RC_READ_RESPONSE_ONLY,
                                    IncOpcode::RC_READ_REQUEST}};

/// Return the completion time of a message over a reliable connection in a network without other
/// traffic, from the post to the last acknowledgement. Its packets pass store-and-forward hops on a
/// shortest path, at the rate of the slowest link. Then the acknowledgement of the last packet
/// comes back. A READ begins with its request instead.
///
/// The time is exact if all links of the path have one rate and the window never closes. If rates
/// differ, the result assumes that each other link delays one packet. A flow has at least a byte.
Time
IdealFlowTime(const IncTopology& topology, const IncFlow& flow, const IncTransportConfig& transport)
{
    const uint32_t payload = transport.payload;
    const IncIpVersion ip = transport.ip;
    const VerbOpcodes& opcodes = OPCODES[static_cast<std::size_t>(flow.verb)];
    const uint64_t packets = (flow.bytes + payload - 1) / payload;
    const auto rest = static_cast<uint32_t>(flow.bytes - (packets - 1) * payload);
    const uint32_t first = packets == 1 ? IncWireSize(opcodes.only, rest, ip)
                                        : IncWireSize(opcodes.first, payload, ip);
    double wire = first;
    if (packets > 1)
    {
        wire += static_cast<double>(packets - 2) * IncWireSize(opcodes.middle, payload, ip) +
                IncWireSize(opcodes.last, rest, ip);
    }
    // The largest packet passes all links. The others add only their time on the slowest link.
    const auto path = IncShortestPath(topology, flow.from, flow.to);
    int64_t slowestPs = 0;
    for (const uint32_t link : path)
    {
        slowestPs = std::max(slowestPs,
                             IncUnloadedLatency(topology, {link}, first) -
                                 IncUnloadedLatency(topology, {link}, 0));
    }
    const double restPs = (wire / first - 1) * static_cast<double>(slowestPs);
    const uint32_t other = IncWireSize(opcodes.other, 0, ip);
    return IncClock::FromPs(IncUnloadedLatency(topology, path, first) +
                            static_cast<int64_t>(restPs) +
                            IncUnloadedLatency(topology, path, other));
}

/// Refuse a duration with less than one expected flow, or with more flows than memory holds.
void
CheckArrivals(const IncSimArguments& arguments, const IncSimNetwork& network)
{
    constexpr double MOST = 1e6;
    double flows = 0;
    for (const uint64_t size : arguments.rows.sizes)
    {
        const IncFlowPattern pattern = arguments.flows.MakePattern(size, 1);
        double arrivals = 0;
        for (const uint32_t host : network.GetWorkers())
        {
            arrivals += pattern.GetArrivals(network.GetFabric().GetTopology(), host);
        }
        flows = std::max(flows, arrivals * arguments.flows.pattern.duration.GetSeconds());
        arguments.table.Require(arrivals * arguments.flows.pattern.duration.GetSeconds() >= 1,
                                "duration",
                                "there would be no flow; accepted: longer ones");
    }
    arguments.table.Require(flows <= MOST,
                            "duration",
                            "there would be " + std::to_string(static_cast<uint64_t>(flows)) +
                                " flows; accepted: what makes a million at most");
}

uint32_t
CountJobs(const IncSimArguments& arguments)
{
    return arguments.jobs.count.value_or(IncJobsConfig::DEFAULT_OF_RAILS);
}

/// Return the patterns that need no leaves: "alltoall, incast, …".
std::string
PatternsWithoutLeaves()
{
    std::string names;
    for (const auto& [name, pattern] : IncTrafficPatterns())
    {
        names += pattern.needsLeaves ? "" : (names.empty() ? "" : ", ") + name;
    }
    return names;
}

/// Return why the end of a flow acts on another host than the one that notes it; empty: it does
/// not.
std::string
WhyInOrder(const std::vector<IncFlow>& flows)
{
    const auto isStarted = [](const IncFlow& flow) { return flow.startsOn != nullptr; };
    const auto isLater = [](const IncFlow& flow) {
        return flow.verb == IncVerb::READ && flow.round > 0;
    };
    return std::any_of(flows.begin(), flows.end(), isStarted) ? "flows that start each other"
           : std::any_of(flows.begin(), flows.end(), isLater)
               ? "READs in rounds, which other hosts post than those whose rounds end"
               : "";
}

} // namespace

void
IncCheckFlows(const IncSimArguments& arguments, const IncSimNetwork& network)
{
    arguments.table.Require(network.GetWorkers().size() >= 2, "workers", "flows need at least 2");
    const IncTopology& topology = network.GetFabric().GetTopology();
    if (!arguments.flows.file.empty())
    {
        const auto flows =
            IncReadFlows("--pattern=file:", arguments.flows.file, topology, network.GetWorkers());
        const auto isOpen = [](const IncFlow& flow) { return flow.bytes == 0; };
        arguments.table.Needs(std::any_of(flows.begin(), flows.end(), isOpen),
                              {"size"},
                              arguments.table.Assignment("pattern") + ", which says all sizes");
    }
    if (arguments.flows.Takes("load"))
    {
        CheckArrivals(arguments, network);
    }
    if (!IncTrafficPatterns().at(arguments.flows.pattern.name).needsLeaves ||
        !arguments.flows.file.empty())
    {
        return;
    }
    const uint32_t perLeaf =
        IncFlowPattern::HostsPerLeaf(network.GetFabric().GetTopology(), network.GetWorkers());
    arguments.table.Require(perLeaf > 0,
                            "pattern",
                            "the workers are not the same number under each of at least two leaf "
                            "switches, in order; accepted with these: " +
                                PatternsWithoutLeaves());
    const std::string most = std::to_string(perLeaf);
    const bool fits = !arguments.flows.Takes("jobs") || CountJobs(arguments) <= perLeaf;
    arguments.table.Require(fits || !arguments.jobs.count,
                            "jobs",
                            "a leaf has " + most + " workers; accepted: 1 to " + most);
    arguments.table.Require(fits,
                            "pattern",
                            "has " + std::to_string(IncJobsConfig::DEFAULT_OF_RAILS) +
                                " jobs by default, and a leaf has " + most +
                                " workers; accepted: with --jobs of 1 to " + most);
}

std::vector<IncFlow>
IncMakeFlows(const IncSimArguments& arguments, IncSimNetwork& network, uint64_t size)
{
    const IncTopology& topology = network.GetFabric().GetTopology();
    std::vector<IncFlow> flows;
    if (arguments.flows.file.empty())
    {
        const IncFlowPattern pattern = arguments.flows.MakePattern(size, CountJobs(arguments));
        auto draw = CreateObject<UniformRandomVariable>();
        draw->SetStream(network.TakeStreams(1));
        flows = pattern.Make(topology, network.GetWorkers(), [draw](uint32_t n) {
            return draw->GetInteger(0, n - 1);
        });
    }
    else
    {
        flows =
            IncReadFlows("--pattern=file:", arguments.flows.file, topology, network.GetWorkers());
    }
    for (IncFlow& flow : flows)
    {
        flow.bytes = flow.bytes > 0 ? flow.bytes : size;
        flow.verb = arguments.flows.verb;
        flow.start += arguments.faults.LateBy(topology.GetName(flow.from));
    }
    return flows;
}

IncFlowResult
IncReadFlowRun(const IncFlowRun& run,
               const IncSimArguments& arguments,
               const IncSimNetwork& network,
               const IncRunObservers& observers)
{
    IncFlowResult result = run.GetResult();
    result.records = run.GetRecords([&](const IncFlow& flow) {
        return IdealFlowTime(network.GetFabric().GetTopology(), flow, arguments.transport);
    });
    const auto timeline = observers.GetTimeline();
    std::vector<double> slowdowns;
    for (const IncFlowRecord& flow : result.records)
    {
        slowdowns.push_back(flow.GetSlowdown().value_or(0));
        if (timeline && flow.fctUs)
        {
            const Time begin = run.GetStart() + NanoSeconds(std::llround(flow.startUs * 1e3));
            timeline->Add({flow.from,
                           "flows",
                           "to " + flow.to,
                           "flow",
                           begin,
                           begin + NanoSeconds(std::llround(*flow.fctUs * 1e3)),
                           flow.bytes});
        }
    }
    if (result.times)
    {
        result.slowdowns = IncFlowTimes::Of(std::move(slowdowns));
    }
    return result;
}

IncResultRow
IncRunFlows(const IncSimArguments& arguments,
            IncSimNetwork& network,
            IncRunObservers& observers,
            IncProgress& progress,
            std::vector<IncFlow> flows,
            double background)
{
    const IncFabric& fabric = network.GetFabric();
    const IncTransportConfig& transport = arguments.transport;
    const std::string ordered = background > 0 ? "flows that nobody waits for" : WhyInOrder(flows);
    IncFlowRun run(fabric, std::move(flows));
    const IncBackgroundTraffic load(fabric,
                                    network.GetWorkers(),
                                    background,
                                    network.TakeStreams(2));
    IncResultRow row;
    row.scheme = "flows";
    row.workers = static_cast<uint32_t>(network.GetWorkers().size());
    const IncBusiestHosts busiest = run.GetBusiestHosts();
    row.bytes = row.count = busiest.bytes;
    row.boundAlgbwGBps = IncClosedForm(network.GetSlowestRate(busiest.hosts),
                                       transport.payload,
                                       IncRcOverhead(transport.payload, transport.ip),
                                       row.workers)
                             .LinkGBps();

    progress.Begin(row.scheme, row.bytes);
    IncSimulationLoop loop(progress, row.boundAlgbwGBps);
    loop.KeepOrder(ordered);
    observers.Tell(&IncRunObserver::WatchLoop, loop);
    run.Watch(*observers.GetFastForward());
    const IncOwnedEvents failures =
        observers.ScheduleFailures([&run](std::optional<uint32_t> link, const std::string& name) {
            if (link)
            {
                run.GetMeter().LinkFailed(*link);
            }
        });
    run.Expect(loop);
    run.Start();
    const Time start = run.GetStart();
    const Time end = loop.Run();
    observers.Unwatch();
    progress.End();

    row.bytes = row.count = run.GetBusiestHosts().bytes;
    row.status = loop.GetStatus();
    row.flows = IncReadFlowRun(run, arguments, network, observers);
    if (!row.IsOk())
    {
        row.flows->recoveryUs.reset();
    }
    const IncQueuePairCounters counters = run.GetCounters();
    row.retransmissions = counters.retransmissions;
    row.timeouts = counters.timeouts;
    row.duplicatesDropped = counters.duplicates;
    if (row.IsOk())
    {
        row.timeUs = (end - start).GetNanoSeconds() / 1e3;
    }
    observers.Tell(&IncRunObserver::Read, row);
    return row;
}

} // namespace ns3
