/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-arguments.h"

#include "inc-ns3-argument.h"
#include "inc-profile.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-own-collective.h"
#include "ns3/inc-quantity.h"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace ns3
{

namespace
{

using Config = IncScenarioConfig;
using Table = IncArgumentTable;

constexpr uint64_t MAX_SIZE = uint64_t{1} << 40;

/// Path MTU of InfiniBand and RoCE: IBTA's largest.
constexpr uint32_t MAX_PAYLOAD = 4096;

/// One element of the widest type.
constexpr uint32_t MIN_PAYLOAD = 8;

/// Beyond it MRG32k3a, ns-3's generator, has no seeds.
constexpr uint32_t MAX_SEED = 4294944442;

/// Choices for consecutive values, named by IncName().
template <typename E>
Table::Choices<E>
NamedFrom(E first, E last)
{
    Table::Choices<E> choices;
    for (auto value = static_cast<unsigned>(first); value <= static_cast<unsigned>(last); ++value)
    {
        choices.emplace_back(IncName(static_cast<E>(value)), static_cast<E>(value));
    }
    return choices;
}

/// The dtypes with float32, the default, first.
Table::Choices<IncDataType>
DataTypes()
{
    auto types = NamedFrom(IncDataType::FLOAT16, IncDataType::INT64);
    std::rotate(types.begin(), types.begin() + 2, types.begin() + 3);
    return types;
}

std::optional<Time>
ParseTimeWithin(const std::string& text, Time low, Time high)
{
    const auto time = IncParseTime(text);
    return time && *time >= low && *time <= high ? time : std::nullopt;
}

void
AddNetwork(Table& table, Config& config)
{
    table.Group("Network");
    table.Choice("profile", config.profile, IncProfile::Choices(), IncProfile::Help());
    config.topology.AddArguments(table);
    table.Choice<IncIpVersion>("ip",
                               config.ip,
                               {{"4", IncIpVersion::V4}, {"6", IncIpVersion::V6}},
                               "Version of the Internet protocol under all RoCEv2 packets.");
}

/// A comma-separated list of sizes and ranges, each from 1 byte.
std::optional<std::vector<uint64_t>>
ParseAcceptedSizes(const std::string& text)
{
    auto sizes = IncParseSizes(text);
    const auto absurd = [](uint64_t size) { return size == 0 || size > MAX_SIZE; };
    return sizes && std::none_of(sizes->begin(), sizes->end(), absurd) ? sizes : std::nullopt;
}

Table::Choices<const IncScheme*>
Schemes()
{
    Table::Choices<const IncScheme*> schemes;
    for (const IncScheme& scheme : IncSchemes())
    {
        schemes.emplace_back(scheme.name, &scheme);
    }
    return schemes;
}

std::string
SchemeHelp()
{
    std::string help;
    for (const IncScheme& scheme : IncSchemes())
    {
        help += (help.empty() ? "How the collective runs, one row for each: " : "; ") +
                scheme.name + ": " + scheme.help;
    }
    return help + ".";
}

/// The default first.
Table::Choices<IncCollective>
Collectives()
{
    Table::Choices<IncCollective> collectives;
    for (const auto collective : {IncCollective::ALLREDUCE,
                                  IncCollective::REDUCE,
                                  IncCollective::BROADCAST,
                                  IncCollective::ALLGATHER,
                                  IncCollective::REDUCESCATTER,
                                  IncCollective::ALLTOALL,
                                  IncCollective::GATHER,
                                  IncCollective::SCATTER,
                                  IncCollective::BARRIER})
    {
        collectives.emplace_back(IncName(collective), collective);
    }
    for (const auto collective : IncOwnCollective::All())
    {
        collectives.emplace_back(IncName(collective), collective);
    }
    return collectives;
}

void
AddJob(Table& table, Config& config)
{
    table.Group("Job");
    table.Integer("workers",
                  config.workers,
                  1U,
                  IncTopology::MAX_HOSTS,
                  "all",
                  "Hosts that take part.");
    table.Choice<IncPlacement>("placement",
                               config.placement,
                               {{"packed", IncPlacement::PACKED},
                                {"spread", IncPlacement::SPREAD},
                                {"random", IncPlacement::RANDOM}},
                               "Which hosts are workers: the first ones, evenly over the edge "
                               "switches, or drawn from the seed.");
    config.jobs.AddArguments(table);
    table.ChoiceList<const IncScheme*>("scheme", config.schemes, Schemes(), SchemeHelp());
    table.Choice(
        "collective",
        config.collective,
        Collectives(),
        "Collective operation; --root sets the root of broadcast, reduce, gather and scatter.");
    table.Parsed<std::vector<uint64_t>>(
        "size",
        config.sizes,
        "16MiB",
        ParseAcceptedSizes,
        "sizes from 1 byte to 1 TiB (KiB, MiB, GiB or K, M, G: powers of 1024; KB, MB, GB: powers "
        "of 1000), commas between, or start:end:factor such as 8:128MiB:2, at most 1000 in all",
        "Bytes per rank, the larger of what it sends and receives in all, rounded down to whole "
        "elements (of each block); with --scheme=flows bytes of a flow.");
    table.Text(
        "workload",
        config.workloadFile,
        "a readable workload file: ours, of ASTRA-sim 1.x or of SimAI; or the PREFIX of Chakra "
        "traces PREFIX.RANK.et",
        "Training workload to run instead of --size.");
    table.Text("groups",
               config.groupsFile,
               "a JSON file {\"NAME\": [RANK, …], …}",
               "Ranks of the groups that Chakra traces name (pg_name). Without it, a group has the "
               "ranks that name it.");
    table.Choice("dtype", config.dtype, DataTypes(), "Type of the elements.");
    table.Choice("op",
                 config.op,
                 NamedFrom(IncOperation::SUM, IncOperation::MAX),
                 "Operation of the reduction.");
    table.Choice<bool>("data",
                       config.virtualData,
                       {{"real", false}, {"virtual", true}},
                       "Whether values are carried, reduced and verified, or sizes only.");
    table.Flag("inPlace",
               config.inPlace,
               "Operands and results share memory, as in the second half of nccl-tests' table; the "
               "smaller of the two is a block of the larger.");
    table.Integer("iterations", config.iterations, 1U, 1000000U, "Measured runs of each row.");
    table.Integer("warmup", config.warmup, 0U, 1000000U, "Runs before the measured ones.");
}

/// The lengths of RFC 8296.
Table::Choices<uint32_t>
BitStringLengths()
{
    Table::Choices<uint32_t> lengths;
    for (uint32_t length = IncBitString::MIN_WIRE_LENGTH; length <= IncBitString::MAX_WIRE_LENGTH;
         length *= 2)
    {
        lengths.emplace_back(std::to_string(length), length);
    }
    return lengths;
}

/// all, edge, core, N or list:NAME,…
bool
StoreAggregators(const std::string& text, Config& config)
{
    try
    {
        config.aggregators = IncAggregatorSelection::Parse(text);
        return true;
    }
    catch (const IncError&)
    {
        return false;
    }
}

void
AddAggregators(Table& table, Config& config)
{
    IncArgument argument;
    argument.name = "aggregators";
    argument.value = "all";
    argument.accepted = "all, edge, core, a number from 1 or list:NAME,… with names given once";
    argument.help = "Switches that can aggregate: all, the lowest or the highest tier, a number of "
                    "them evenly chosen, or named ones.";
    argument.store = [&config](const std::string& text) { return StoreAggregators(text, config); };
    table.Add(argument);
}

void
AddRoot(Table& table, Config& config)
{
    IncArgument argument;
    argument.name = "root";
    argument.byDefault = "chosen";
    argument.accepted = "a rank, or the name of a node that is no worker, such as core0";
    argument.help =
        "A rank is the root of broadcast, reduce, gather and scatter, by default 0. A name is the "
        "root of the aggregation tree: a switch, or a host as parameter server.";
    argument.store = [&config](const std::string& text) {
        config.rootRank = 0;
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), config.rootRank);
        const bool isNumber = end == text.data() + text.size();
        config.root = isNumber ? "" : text;
        return !text.empty() && !(isNumber && error != std::errc());
    };
    table.Add(argument);
}

void
AddAggregation(Table& table, Config& config)
{
    table.Group("In-network aggregation");
    table.Choice<Config::Aggregation>(
        "aggregation",
        config.aggregation,
        {{"vat", Config::Aggregation::VAT}, {"tree", Config::Aggregation::TREE}},
        "How a switch knows whose elements a packet has: by bitmaps in the packet, or by tree id "
        "and queue pair.");
    table.Choice<IncVatAddressing>(
        "vatAddressing",
        config.vatAddressing,
        {{"next", IncVatAddressing::NEXT}, {"root", IncVatAddressing::ROOT}},
        "Address of packets of a virtual aggregation tree: the next node of the tree, which alone "
        "processes them, or its root; then any node of the tree on the way may process them.");
    table.Choice<IncDisseminationMode>(
        "dissemination",
        config.dissemination,
        {{"bier", IncDisseminationMode::BIER},
         {"tree", IncDisseminationMode::TREE},
         {"unicast", IncDisseminationMode::UNICAST}},
        "How results travel back: multicast with the root's bitmap, a copy for each child of the "
        "tree, or a copy for each worker.");
    table.Choice<bool>("lastHop",
                       config.lastHopIsHost,
                       {{"switch", false}, {"host", true}},
                       "Node that removes the BIER header of a result and sets the worker's queue "
                       "pair: the switch before the worker, or the worker's NIC. With the NIC, "
                       "switches keep no state per group for it.");
    table.Choice<uint32_t>("bitStringLength",
                           config.bitStringLength,
                           BitStringLengths(),
                           "Longest BitString, in bits. The shortest one that holds all hosts is "
                           "used, or this one with several set identifiers.");
    table.Choice<IncAggregationTransport>(
        "transport",
        config.transport,
        {{"uc", IncAggregationTransport::UC}, {"rc", IncAggregationTransport::RC}},
        "RDMA service of in-network aggregation: with uc workers repeat messages without a result, "
        "with rc every hop acknowledges.");
    table.Integer("slots",
                  config.slots,
                  1U,
                  65536U,
                  "Aggregator slots per tree and switch, and "
                  "messages in flight of each worker.");
    table.Choice<IncSlotMode>(
        "slotMode",
        config.slotMode,
        {{"shadow", IncSlotMode::SHADOW}, {"literal", IncSlotMode::LITERAL}},
        "Whether a slot keeps its last result for workers that missed it, or clears it at once.");
    table.Choice<IncReductionOrder>(
        "reduction",
        config.reduction,
        {{"arrival", IncReductionOrder::ARRIVAL}, {"rank", IncReductionOrder::RANK}},
        "Order of the arithmetic, for a parameter server too. By rank, the result is bit-exact in "
        "any order of arrival.");
    AddAggregators(table, config);
    AddRoot(table, config);
}

void
AddTransport(Table& table, Config& config)
{
    table.Group("Transport and faults");
    IncArgument payload;
    payload.name = "payload";
    payload.value = std::to_string(config.payload);
    payload.accepted = "a whole number from " + std::to_string(MIN_PAYLOAD) + " to " +
                       std::to_string(MAX_PAYLOAD) + ", or a size such as 4KiB";
    payload.help = "Bytes of data in a full frame, a multiple of the element's size.";
    payload.kind = IncArgument::Kind::NUMBER;
    payload.store = [&config](const std::string& text) {
        const uint64_t bytes = IncParseBytes(text).value_or(0);
        config.payload = static_cast<uint32_t>(std::min<uint64_t>(bytes, MAX_PAYLOAD));
        return bytes >= MIN_PAYLOAD && bytes <= MAX_PAYLOAD;
    };
    table.Add(payload);
    table.Probability("loss",
                      config.loss,
                      "Probability that a frame is lost, on each link it crosses.");
    table.Choice<Config::LossModel>(
        "lossModel",
        config.lossModel,
        {{"random", Config::LossModel::RANDOM}, {"burst", Config::LossModel::BURST}},
        "Whether losses are independent, or come in bursts.");
    table.Probability("duplicate",
                      config.duplicate,
                      "Probability that a frame is duplicated, on each link it crosses.",
                      true);
    table.Probability("reorder",
                      config.reorder,
                      "Probability that a frame is overtaken, on each link it crosses.",
                      true);
    table.Parsed<Time>(
        "rto",
        config.rto,
        "from rates, delays and windows",
        [](const std::string& text) {
            return ParseTimeWithin(text, MicroSeconds(1), Seconds(1000));
        },
        "a time with its unit, 1us to 1000s, no finer than a nanosecond, such as 2ms",
        "Initial retransmission time; adapted to measured round trips from then on. If it is not "
        "given, it is three times the longest round trip that the links and the window can cause. "
        "Reliable connections with --pfc=1 wait as long as the slowest link takes for 1 MiB of "
        "each host, of 128 at least, because frames wait there for long without being lost.");
    config.stragglers.AddArguments(table);
    table.Integer("maxRetries",
                  config.maxRetries,
                  1U,
                  1000000U,
                  "Timeouts of one message without progress, after which it fails.");
}

void
AddOutput(Table& table, Config& config)
{
    const std::string file = "a file in an existing, writable folder";
    table.Group("Output");
    table.Text("repeat",
               config.repeat,
               "a result file of inc-sim",
               "Run the simulation of a result file again, with its seed and run. Only --stats and "
               "arguments that say where results go may be added.");
    table.Text("output", config.output, file, "Result file to write, JSON (inc-result/1).");
    table.Text("csv", config.csv, file, "Results as comma-separated values, one row per line.");
    table.Text("pcap",
               config.pcap,
               "a prefix in an existing, writable folder",
               "Packet captures PREFIX-<node>-<device>.pcap of every device.");
    table.Text("trace", config.trace, file, "Event trace to write, one JSON object per line.");
    table.Text("animation",
               config.animation,
               file,
               "NetAnim file to write, with the first message and its result.");
    config.series.AddArguments(table);
    table.Flag("stats",
               config.stats,
               "Counters of ports, priorities, queue pairs and aggregation, and drops by reason, "
               "after each row of the table and in the result file.");
    table.Flag(
        "check",
        config.check,
        "Compare counters of links, buffers, slots and queue pairs while the simulation runs "
        "and when it is quiet; a row with a contradiction fails.");
    table.Choice<IncFastForwardMode>(
        "fastForward",
        config.fastForward,
        {{"off", IncFastForwardMode::OFF},
         {"on", IncFastForwardMode::ON},
         {"verify", IncFastForwardMode::VERIFY}},
        "Whether to skip rounds that repeat, with the same results; verify simulates and compares "
        "them. What cannot be skipped is simulated, and the result file says why.");
    table.Flag("quiet", config.quiet, "Print no table.");
    table.Flag("progress",
               config.progress,
               "Progress on standard error; by default if that is a terminal and not --quiet.");
    IncAddRandomArguments(table, config.seed, config.run);
}

/// What most runs need, in a screen of 50 lines; what people type from habit.
void
AddFirstPage(Table& table)
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
    table.Epilogue("Example: inc-sim --topology=fat-tree --k=8 --scheme=inc,ring --size=16MiB\n");
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
    // As PyTorch, NCCL and MPI call them.
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

} // namespace

void
IncAddRandomArguments(IncArgumentTable& table, uint32_t& seed, uint64_t& run)
{
    table.Group("Randomness");
    table.Integer("RngSeed", seed, 1U, MAX_SEED, "Seed of all random numbers.");
    table.Integer("RngRun",
                  run,
                  uint64_t{0},
                  uint64_t{UINT32_MAX},
                  "Number of the run: another one gives other random numbers.");
}

IncArgumentTable
IncScenarioArguments(IncScenarioConfig& config)
{
    Table table("inc-sim",
                "Simulates a collective operation in the network and on the hosts, and prints a "
                "table as nccl-tests does. Exit status: 0 done and right, 1 the simulated "
                "operation failed, 2 bad arguments or files.");
    AddNetwork(table, config);
    config.ecmp.AddArguments(table);
    config.plan.AddArguments(table);
    AddJob(table, config);
    config.flows.AddArguments(table);
    AddAggregation(table, config);
    config.control.AddArguments(table);
    AddTransport(table, config);
    config.lossless.AddArguments(table);
    AddOutput(table, config);
    AddFirstPage(table);
    const std::string rc = "ns3::IncRcQueuePair::";
    const std::string client = "ns3::IncClient::";
    table.StandsFor("linkRate", {"ns3::IncNetDevice::DataRate"});
    table.StandsFor("linkDelay", {"ns3::IncChannel::Delay"});
    table.StandsFor("payload", {client + "Payload", rc + "PathMtu"});
    table.StandsFor("rto", {client + "RetransmitTimeout", rc + "RetransmitTimeout"});
    table.StandsFor("maxRetries", {client + "MaxRetries", rc + "RetryCount"});
    table.StandsFor("duplicate", {"ns3::IncImpairment::DuplicateProbability"});
    table.StandsFor("reorder", {"ns3::IncImpairment::ReorderProbability"});
    table.StandsFor("reduction", {"ns3::IncParameterServer::RankOrder"});
    table.SetForeign(IncPassToNs3,
                     "Attribute defaults as --ns3::Class::Attribute=value, global values as "
                     "--SchedulerType=value; --PrintTypeIds, --PrintAttributes=ns3::Class, "
                     "--PrintGlobals, --PrintGroups, --PrintGroup=name, --PrintVersion; the "
                     "environment variable NS_LOG.");
    return table;
}

} // namespace ns3
