/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Runs an AllReduce in a cluster before and after an optical switch rearranges its links.
 *
 *   w0 ... w15  s0 ... s5  ps      Six switches of eight ports, 16 workers and a parameter server
 *    |  ...  |   |  ...  |  |      hang on a 3D MEMS switch, dark for 10 ms at a change. The first
 *   +------------------------+     circuits are those of a plan in which no switch aggregates, the
 *   |     optical switch     |     second those of a plan with three aggregators. ATRO made both
 *   +------------------------+     plans, which are optimal.
 *
 *   ./inc run inc-reconfigurable
 *
 * Expected output:
 *
 *   optical switch: 65 of 384 ports, dark for 10 ms
 *   0 aggregators: planned 6 Gb/s, measured 5.32 of 5.32 Gb/s payload, from 10001 us on
 *   3 aggregators: planned 100 Gb/s, measured 87.73 of 88.73 Gb/s payload, from 70002 us on
 *   an AllReduce at the time of the change: unfinished, 64 frames lost in the dark
 *
 * Circuits that both plans have stay lit. Frames sent into a dark circuit are lost. Routes follow
 * when the light is back.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-program.h"
#include "ns3/inc-reconfigurable-helper.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/// Return an instance of ATRO's problem.
IncCluster
MakeCluster(uint32_t aggregators, uint32_t workers, uint32_t switches, uint32_t ports)
{
    IncClusterGenerator generator;
    generator.aggregators = aggregators;
    generator.workers = workers;
    generator.switches = switches;
    generator.ports = ports;
    return generator.Make();
}

void
Print(const IncClusterPlan& plan, const IncReconfigurableMeasurement& measurement)
{
    std::cout << plan.instance.Aggregators() << " aggregators: planned " << plan.rate
              << " Gb/s, measured " << std::fixed << std::setprecision(2) << measurement.GetGbps()
              << " of " << measurement.boundGbps << " Gb/s payload, from "
              << measurement.start.GetMicroSeconds() << " us on\n"
              << std::defaultfloat << std::setprecision(6);
}

uint64_t
CountDark(const IncReconfigurableHelper& cluster)
{
    uint64_t frames = 0;
    for (const IncNetDevice* port : cluster.GetOpticalSwitch()->GetPorts())
    {
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            frames +=
                port->GetCounters(priority).drops[static_cast<std::size_t>(IncDropReason::DARK)];
        }
    }
    return frames;
}

void
Simulate(const IncClusterPlan& before,
         const IncClusterPlan& after,
         const IncOpticalDevice& device,
         uint64_t bytes)
{
    IncReconfigurableHelper cluster(after.instance, device);
    std::cout << "optical switch: " << IncReconfigurableHelper::CountPorts(after.instance) << " of "
              << device.ports << " ports, dark for " << device.reconfigurationTime.GetMilliSeconds()
              << " ms\n";
    const Time settled = device.reconfigurationTime + MicroSeconds(1);
    const Time change = settled + MilliSeconds(50);
    cluster.ApplyPlan(Time(0), before);
    const auto& first = cluster.Measure(settled, bytes);
    const auto& interrupted = cluster.Measure(change - MicroSeconds(100), bytes, false);
    cluster.ApplyPlan(change, after);
    const auto& second = cluster.Measure(change + settled, bytes);
    Simulator::Run();
    Print(before, first);
    Print(after, second);
    std::cout << "an AllReduce at the time of the change: "
              << (interrupted.status == "-" ? "unfinished" : interrupted.status) << ", "
              << CountDark(cluster) << " frames lost in the dark\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t switches = 6;
    uint32_t ports = 8;
    uint32_t aggregators = 3;
    uint32_t workers = 16;
    uint64_t size = 16 << 20;
    bool isPatchPanel = false;
    IncArgumentTable arguments("inc-reconfigurable",
                               "An AllReduce before and after an optical switch rearranges links.");
    arguments.Integer("switches", switches, 1U, 1000U, "Switches of the cluster.");
    arguments.Integer("ports", ports, 2U, 1000U, "Ports of a switch.");
    arguments.Integer("aggregators", aggregators, 1U, 1000U, "Switches that aggregate.");
    arguments.Integer("workers", workers, 1U, 1000U, "Workers.");
    arguments.Integer("size", size, uint64_t{1024}, uint64_t{1} << 30, "Bytes of each worker.");
    arguments.Choice<bool>("device",
                           isPatchPanel,
                           {{"mems", false}, {"patch-panel", true}},
                           "Optical switch: 384 ports and 10 ms, or 1,008 ports and minutes.");
    return IncRunProgram("inc-reconfigurable", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        const IncCluster plain = MakeCluster(0, workers, switches, ports);
        const IncCluster aggregating = MakeCluster(aggregators, workers, switches, ports);
        Simulate(IncAtroPlanner(plain).Run(),
                 IncAtroPlanner(aggregating).Run(),
                 isPatchPanel ? IncOpticalDevice::PatchPanel() : IncOpticalDevice::Mems3d(),
                 size);
        Simulator::Destroy();
        return 0;
    });
}
