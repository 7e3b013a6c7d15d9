/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-sim-arguments.h"

#include "inc-given-attributes.h"
#include "inc-ns3-argument.h"
#include "inc-profile.h"
#include "inc-run-observer.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/rng-seed-manager.h"

#include <initializer_list>
#include <utility>

namespace ns3
{

namespace
{

/// Return the arguments of observers that remember earlier rows (IncRunObserverKind::isPerRow).
std::string
ArgumentsOverRows()
{
    std::string names;
    for (const auto& [name, kind] : IncRunObserverRegistration::GetAll())
    {
        names += kind.isPerRow ? "" : (names.empty() ? "--" : ", --") + name;
    }
    return names;
}

} // namespace

IncSimArguments::IncSimArguments(const std::string& program)
    : seed(RngSeedManager::GetSeed()),
      run(RngSeedManager::GetRun()),
      table(program,
            "Simulates a collective operation in the network and on the hosts, and prints a "
            "table as nccl-tests does. Exit status: 0 done and right, 1 the simulated "
            "operation failed, 2 bad arguments or files.")
{
    table.Group("Network");
    table.Choice("profile", m_profile, IncProfile::Choices(), IncProfile::Help());
    topology.AddArguments(table);
    transport.AddIp(table);
    ecmp.AddArguments(table);
    plan.AddArguments(table);
    table.Group("Job");
    jobs.AddArguments(table);
    IncAddCollective(table, rows, call);
    flows.AddArguments(table);
    aggregation.AddArguments(table, call.rootRank);
    control.AddArguments(table);
    IncAddTransport(table, transport, faults);
    pfc.AddArguments(table);
    congestion.AddArguments(table);
    output.AddArguments(table);
    table.Integer<uint32_t>(
        "processes",
        processes,
        1,
        1024,
        "one for each core, fewer if memory is short",
        "Rows that run at a time, each in a process, with the same results. Rows run one after the "
        "other with " +
            ArgumentsOverRows() + ".");
    IncAddRandomArguments(table, seed, run);
    AddFirstPage();
    table.Epilogue("Example: " + program +
                   " --topology=fat-tree --k=8 --scheme=inc,ring --size=16MiB\n");
    table.SetsAttributes("linkRate", {"ns3::IncNetDevice::DataRate"});
    table.SetsAttributes("linkDelay", {"ns3::IncChannel::Delay"});
    table.SetForeign(IncPassToNs3,
                     "Attribute defaults as --ns3::Class::Attribute=value, global values as "
                     "--SchedulerType=value; --PrintTypeIds, --PrintAttributes=ns3::Class, "
                     "--PrintGlobals, --PrintGroups, --PrintGroup=name, --PrintVersion; the "
                     "environment variable NS_LOG.");
}

void
IncSimArguments::AddFirstPage()
{
    for (const auto& [name, brief] : std::initializer_list<std::pair<const char*, const char*>>{
             {"profile", "NICs and switches of a published testbed"},
             {"topology", "leaf-spine, star, …, file:PATH or plan:PATH"},
             {"k", "ports of a switch of the fat-tree"},
             {"leaves", "leaf-spine, with --spines and --hostsPerLeaf"},
             {"hosts", "hosts of the star"},
             {"rails", "NICs of a host, a tree or ring for each"},
             {"linkRate", "rate of every link; --linkDelay sets the delay"},
             {"fail", "links that fail: a->b@TIME, back at TIME:TIME"},
             {"workers", "hosts that take part"},
             {"scheme", "one or several: inc, ring, tree, ps, …"},
             {"collective", "allreduce, broadcast, allgather, barrier, …"},
             {"size", "bytes; lists 8,1MiB and ranges 8:128MiB:2"},
             {"workload", "training layers, ASTRA-sim, SimAI or Chakra traces"},
             {"dtype", "float16 bfloat16 float32 float64 int8 … int64"},
             {"data", "virtual: sizes only, for scale"},
             {"iterations", "measured runs; --warmup runs before"},
             {"pattern", "who sends to whom: incast, poisson, file:PATH, …"},
             {"sizes", "websearch, hadoop, uniform:LOW:HIGH, with --load"},
             {"dissemination", "how results travel: bier, tree or unicast"},
             {"transport", "RDMA service of aggregation: uc or rc"},
             {"slots", "aggregator slots per tree and switch"},
             {"payload", "bytes of data in a full frame"},
             {"loss", "probability per frame and link"},
             {"straggler", "workers that are late: h3:50us"},
             {"pfc", "priority flow control, lossless"},
             {"ecn", "switches mark, --cc=dcqcn reacts"},
             {"cc", "dcqcn, swift, …"},
             {"output", "result file, JSON; - is standard output"},
             {"csv", "the rows as a table"},
             {"stats", "counters of everything"},
             {"series", "time series of ports, queue pairs and switches"},
             {"pcap", "packet captures PREFIX-<node>-<port>.pcap"},
             {"RngRun", "run number; each has other random numbers"},
         })
    {
        table.Brief(name, brief);
    }
    for (const char* name : {"seed", "rngSeed", "rng-seed", "random-seed"})
    {
        table.Hint(name, "--RngRun for another run, or --RngSeed");
    }
    table.Hint("algorithm", "--scheme");
    table.Hint("algo", "--scheme");
    table.Hint("bandwidth", "--linkRate");
    table.Hint("latency", "--linkDelay");
    table.Hint("nodes", "--hosts or --workers");
    table.Hint("ranks", "--workers");
    table.Hint("mtu", "--payload");
    table.Hint("verbose", "--stats");
    table.Hint("json", "--output");
    // Names in PyTorch, NCCL and MPI.
    table.HintValues("dtype",
                     {{"fp16", "float16"},
                      {"half", "float16"},
                      {"bf16", "bfloat16"},
                      {"fp32", "float32"},
                      {"float", "float32"},
                      {"fp64", "float64"},
                      {"double", "float64"}});
    table.HintValues("op", {{"product", "prod"}, {"minimum", "min"}, {"maximum", "max"}});
    table.HintValues("collective", {{"bcast", "broadcast"}, {"a2a", "alltoall"}});
    table.HintValues("topology", {{"clos", "leaf-spine"}, {"spineleaf", "leaf-spine"}});
}

std::unique_ptr<const IncSimArguments>
IncSimArguments::Parse(const std::vector<std::string>& arguments,
                       std::ostream& help,
                       const std::string& program)
{
    IncForgetGivenAttributes();
    std::unique_ptr<IncSimArguments> parsed(new IncSimArguments(program));
    if (!parsed->table.Parse(arguments))
    {
        help << parsed->table.Help();
        return nullptr;
    }
    IncProfile::Apply(parsed->m_profile, parsed->table);
    parsed->Check();
    RngSeedManager::SetSeed(parsed->seed);
    RngSeedManager::SetRun(parsed->run);
    parsed->Decide();
    return parsed;
}

bool
IncSimArguments::RunsInNetwork() const
{
    return IncRunsInNetwork(call.collective) && rows.MayRunInNetwork();
}

bool
IncSimArguments::HasHostTraffic() const
{
    const bool sends =
        rows.execution &&
        rows.execution->GetCounts().nodes[static_cast<std::size_t>(IncChakraNode::Type::SEND)] > 0;
    return rows.schemes.size() > 1 || !RunsInNetwork() || flows.AreBeside() || sends;
}

std::optional<Time>
IncSimArguments::GetRcFloor() const
{
    return !transport.rto && pfc.isOn && LosesFrames()
               ? std::optional(IncTransportConfig::LEAST_PAUSED_TIMEOUT)
               : std::nullopt;
}

} // namespace ns3
