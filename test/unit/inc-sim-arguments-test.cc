/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-sim-arguments.h"

#include "ns3/inc-argument-table.h"
#include "ns3/object.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <set>
#include <sstream>

using namespace ns3;

namespace
{

/// An object with an attribute whose upper limit is the value to which ns-3 converts -1.
class IncCounted : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncCounted")
                                .SetParent<Object>()
                                .AddAttribute("Count",
                                              "Any number.",
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&IncCounted::m_count),
                                              MakeUintegerChecker<uint64_t>());
        return tid;
    }

  private:
    uint64_t m_count{0}; //!< value of the attribute
};

std::unique_ptr<const IncSimArguments>
Parse(const std::vector<std::string>& arguments)
{
    std::ostringstream help;
    return IncSimArguments::Parse(arguments, help);
}

/// Return the message of the refusal, or an empty text if the arguments are accepted.
std::string
Complaint(const std::vector<std::string>& arguments)
{
    try
    {
        Parse(arguments);
    }
    catch (const IncError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(IncSimArguments, DefaultsAreThoseOfTheInterface)
{
    const auto config = Parse({});
    EXPECT_EQ(config->topology.CountHosts(), 16u);
    EXPECT_EQ(config->rows.sizes, std::vector<uint64_t>{16777216});
    EXPECT_EQ(config->aggregation.slots, 256u);
    EXPECT_EQ(config->transport.payload, 1024u);
    EXPECT_EQ(config->topology.linkRate, DataRate("100Gbps"));
    EXPECT_EQ(config->topology.linkDelay, MicroSeconds(1));
    EXPECT_EQ(config->table.Values()["size"], "16MiB");
    EXPECT_EQ(config->table.Values()["k"], 4);
    EXPECT_EQ(config->table.Values()["transport"], "uc");
    EXPECT_TRUE(config->table.Given().empty());
}

TEST(IncSimArguments, DefaultsShownAreDefaultsStored)
{
    const auto plain = Parse({});
    const auto values = plain->table.Values();
    // Collect arguments that have an effect only with another scheme.
    std::set<std::string> depends;
    for (const auto& names :
         {IncEcmpConfig::Names(), IncFlowConfig::Names(), IncPoolConfig::Names()})
    {
        depends.insert(names.begin(), names.end());
    }
    depends.insert(
        {"sizes",          "flowTable",     "background",   "flowList",  "jobPlacement",
         "buffer",         "headroom",      "ecnMin",       "ecnMax",    "ecnProbability",
         "retransmission", "convergence",   "restoreFlows", "fallback",  "setupQps",
         "interval",       "seriesOf",      "wireScale",    "nicOwners", "scaleUpRate",
         "scaleUpDelay",   "scaleUpReduce", "inServer",     "scaleUp",   "crossRail"});
    depends.erase("ecmp");
    depends.erase("ecmpHash");
    for (const auto& [name, value] : values.items())
    {
        const std::string text = value.is_string()    ? value.get<std::string>()
                                 : value.is_boolean() ? (value.get<bool>() ? "1" : "0")
                                                      : value.dump();
        const bool wordsOnly = name == "hostsPerEdge" || name == "workers" || name == "jobs" ||
                               name == "tierRates" || name == "oversubscription" || text.empty() ||
                               value.is_null();
        const bool otherTraffic = depends.count(name) > 0;
        const bool otherShape = name == "leaves" || name == "spines" || name == "hostsPerLeaf" ||
                                name == "hosts" || name == "rowLength" || name == "lossModel" ||
                                name == "pace" || name == "hostsOnRail";
        if (wordsOnly || otherShape || otherTraffic)
        {
            continue;
        }
        const auto spelled = Parse({"--" + name + "=" + text});
        EXPECT_EQ(spelled->table.Values().dump(), values.dump()) << name;
        EXPECT_EQ(spelled->topology.linkRate, plain->topology.linkRate);
        EXPECT_EQ(spelled->topology.linkDelay, plain->topology.linkDelay);
        EXPECT_EQ(spelled->transport.rto, plain->transport.rto);
        EXPECT_EQ(spelled->rows.sizes, plain->rows.sizes);
    }
}

TEST(IncSimArguments, EveryShapeCountsItsHosts)
{
    EXPECT_EQ(Parse({"--k=8"})->topology.CountHosts(), 128u);
    EXPECT_EQ(Parse({"--k=16"})->topology.CountHosts(), 1024u);
    EXPECT_EQ(Parse({"--k=4", "--hostsPerEdge=5"})->topology.CountHosts(), 40u);
    EXPECT_EQ(
        Parse({"--topology=leaf-spine", "--leaves=8", "--hostsPerLeaf=4"})->topology.CountHosts(),
        32u);
    EXPECT_EQ(Parse({"--topology=star", "--hosts=3"})->topology.CountHosts(), 3u);
}

TEST(IncSimArguments, ReadsListsInTheOrderGiven)
{
    EXPECT_EQ(Parse({"--scheme=ps,inc"})->rows.schemes,
              (std::vector<const IncScheme*>{&IncSchemeOf("ps"), &IncSchemeOf("inc")}));
    EXPECT_EQ(Parse({"--aggregators=3"})->aggregation.aggregators.GetCount(), 3u);
    EXPECT_FALSE(
        Parse({"--aggregators=list:core0,edge1"})->aggregation.aggregators.GetCount().has_value());
}

TEST(IncSimArguments, SizesAreRoundedDownToElements)
{
    EXPECT_EQ(Parse({"--size=1023"})->call.CountOf(1023, 4), 255u);
    EXPECT_NE(Complaint({"--size=8,3"}), "");
}

TEST(IncSimArguments, AWorkloadIsReadAndCheckedWithTheArguments)
{
    const std::string folder = INC_SOURCE_DIR;
    const std::string ours = "--workload=" + folder + "/examples/workloads/llama2-7b.txt";
    const std::string theirs =
        "--workload=" + folder + "/test/reference/workloads/inc-astra-sim-data.txt";
    EXPECT_EQ(Parse({ours})->rows.workload->layers.size(), 35u);
    EXPECT_EQ(Complaint({ours, "--payload=10"}), "");
    EXPECT_NE(Complaint({ours, "--payload=9"}), "");
    EXPECT_NE(Complaint({ours, "--dtype=bfloat16"}), "");
    EXPECT_EQ(Parse({theirs, "--dtype=float64"})->call.dtype, IncDataType::FLOAT64);
    EXPECT_NE(Complaint({theirs, "--dtype=float64", "--payload=12"}), "");
    EXPECT_NE(Complaint({"--workload=/nonexistent"}), "");
}

TEST(IncSimArguments, ThePayloadOfReliableConnectionsIsAPathMtu)
{
    for (const char* chosen :
         {"--scheme=ring", "--scheme=inc,ps", "--scheme=flows", "--transport=rc"})
    {
        EXPECT_NE(Complaint({chosen, "--payload=64"}), "") << chosen;
        EXPECT_EQ(Complaint({chosen, "--payload=256"}), "") << chosen;
    }
    EXPECT_EQ(Complaint({"--scheme=inc", "--payload=64"}), "");
}

TEST(IncSimArguments, RefusesCollectivesThatASchemeDoesNotKnow)
{
    EXPECT_NE(Complaint({"--scheme=tree", "--collective=allgather"}), "");
    EXPECT_EQ(Complaint({"--scheme=inc,auto", "--collective=alltoall"}), "");
    for (const IncScheme& scheme : IncSchemes())
    {
        for (const IncCollective collective : scheme.collectives)
        {
            EXPECT_EQ(Complaint({"--scheme=" + scheme.name, "--collective=" + IncName(collective)}),
                      "");
        }
    }
}

TEST(IncSimArguments, AcceptsWhatACollectiveHas)
{
    EXPECT_EQ(Complaint({"--collective=gather", "--control=manager", "--kill=h0@1us"}), "");
    EXPECT_EQ(Parse({"--collective=broadcast", "--root=3"})->call.rootRank, 3U);
    EXPECT_EQ(Parse({"--root=core1"})->aggregation.root, "core1");
}

TEST(IncSimArguments, CountsElementsAsNcclTestsDoes)
{
    EXPECT_EQ(Parse({"--size=1MiB"})->call.CountOf(1 << 20, 8), 1U << 18);
    EXPECT_EQ(Parse({"--size=1MiB", "--collective=allgather"})->call.CountOf(1 << 20, 8), 1U << 15);
    EXPECT_EQ(Parse({"--size=1MiB", "--collective=scatter"})->call.CountOf(1000, 3), 83U);
    EXPECT_EQ(Parse({"--collective=barrier"})->call.CountOf(1000, 3), 0U);
}

TEST(IncSimArguments, PassesNs3sOwnArgumentsOnWithoutItsAborts)
{
    const auto seed = RngSeedManager::GetSeed();
    const auto run = RngSeedManager::GetRun();
    Parse({"--RngRun=7", "--RngSeed=3", "--ns3::RateErrorModel::ErrorRate=0.25"});
    EXPECT_EQ(RngSeedManager::GetRun(), 7u);
    EXPECT_EQ(RngSeedManager::GetSeed(), 3u);
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(run);
    EXPECT_EQ(IncCounted::GetTypeId().GetAttributeN(), 1u);
    EXPECT_EQ(Complaint({"--ns3::IncCounted::Count=18446744073709551615"}), "");
    for (const char* argument : {"--ns3::Nothing::A=1",
                                 "--ns3::IncCounted::Count=-1",
                                 "--ns3::IncCounted::Count=4x",
                                 "--ns3::RateErrorModel::Nothing=1",
                                 "--ns3::RateErrorModel::ErrorRate=abc",
                                 "--ns3::RateErrorModel::ErrorRate=0.1x",
                                 "--ns3::BurstErrorModel::BurstSize=abc",
                                 "--SchedulerType=ns3::Nothing",
                                 "--ns3::PacketSocketClient::PacketSize=-1",
                                 "--ns3::PacketSocketClient::Interval=1foo",
                                 "--PrintAttributes=ns3::Nothing"})
    {
        EXPECT_NE(Complaint({argument}), "") << argument;
    }
}

TEST(IncSimArguments, OutputFoldersAreCheckedBeforeAnythingRuns)
{
    EXPECT_NE(Complaint({"--output=/nonexistent/a.json"}), "");
    EXPECT_NE(Complaint({"--csv=/"}), "");
    EXPECT_NE(Complaint({"--pcap=/nonexistent/a"}), "");
    EXPECT_NE(Complaint({"--output=a", "--csv=a"}), "");
    EXPECT_NE(Complaint({"--topology=file:/nonexistent"}), "");
}

TEST(IncSimArguments, HelpIsPrintedAndNothingElse)
{
    std::ostringstream help;
    EXPECT_FALSE(IncSimArguments::Parse({"--help"}, help));
    EXPECT_NE(help.str().find("--topology"), std::string::npos);
}
