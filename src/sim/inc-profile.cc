/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-profile.h"

#include "inc-attribute-text.h"
#include "inc-given-attributes.h"

namespace ns3
{

namespace
{

/// Return the profile of a server with 8 GPUs and an NVSwitch. The efficiencies are measured
/// busbw of a ring, and of NVLS times 9/14, by the rate of a GPU's link.
IncProfile
MakeHgx(const std::string& name,
        const std::string& about,
        const std::string& rate,
        const std::string& efficiency,
        const std::string& reduceEfficiency)
{
    return {name,
            about,
            {{"gpusPerServer", "8"},
             {"scaleUpRate", rate},
             {"scaleUpDelay", "468ns"},
             {"scaleUpReduce", "pull"},
             {"linkRate", "400Gbps"},
             {"payload", "4096"}},
            {{"ns3::IncScaleUpLink::Efficiency", efficiency},
             {"ns3::IncScaleUpLink::ReduceEfficiency", reduceEfficiency}}};
}

/// All profiles. The manual's page "Published testbeds" has the sources, and values that no source
/// gives.
const std::vector<IncProfile> PROFILES{
    {"connectx5-100g",
     "ConnectX-5 NICs behind one switch (De Sensi et al., SC 2020, and NVIDIA's GPU operator "
     "documentation)",
     {{"linkRate", "100Gbps"}, {"linkDelay", "10ns"}, {"payload", "1024"}},
     {{"ns3::IncQueuePair::MessageCost", "140ns"},
      {"ns3::IncRdmaNic::PipelineLatency", "530ns"},
      {"ns3::IncSwitch::PipelineLatency", "350ns"}}},
    {"dcqcn-40g",
     "the testbed of DCQCN (SIGCOMM 2015)",
     {{"linkRate", "40Gbps"},
      {"linkDelay", "500ns"},
      {"payload", "1024"},
      {"pfc", "1"},
      {"buffer", "12MB"},
      {"ecn", "1"},
      {"ecnMin", "5KB"},
      {"ecnMax", "200KB"},
      {"ecnProbability", "0.01"},
      {"cc", "dcqcn"}},
     {{"ns3::IncRcQueuePair::Window", "16MiB"},
      {"ns3::IncDcqcn::Gain", "0.00390625"},
      {"ns3::IncDcqcn::RateIncreaseInterval", "55us"},
      {"ns3::IncDcqcn::ByteCounter", "10000000"}}},
    {"hpcc-25g",
     "the testbed of HPCC (SIGCOMM 2019) with DCQCN",
     {{"linkRate", "25Gbps"},
      {"linkDelay", "1160ns"},
      {"payload", "1024"},
      {"pfc", "1"},
      {"buffer", "32MB"},
      {"ecn", "1"},
      {"ecnMin", "100KB"},
      {"ecnMax", "400KB"},
      {"ecnProbability", "0.2"},
      {"cc", "dcqcn"}},
     {{"ns3::IncRcQueuePair::Window", "16MiB"}, {"ns3::IncDcqcn::AlphaUpdateInterval", "1us"}}},
    MakeHgx("hgx-b200", "servers of 8 B200 GPUs", "7200Gbps", "0.758", "0.5986"),
    MakeHgx("hgx-h100", "servers of 8 H100 GPUs", "3600Gbps", "0.8124", "0.6758"),
    MakeHgx("hgx-h200", "servers of 8 H200 GPUs", "3600Gbps", "0.8124", "0.6758"),
    MakeHgx("hgx-h800", "servers of 8 H800 GPUs", "1600Gbps", "0.8124", "0.6758"),
    {"mi300x",
     "servers of 8 MI300X GPUs",
     {{"gpusPerServer", "8"},
      {"scaleUp", "mesh"},
      {"scaleUpRate", "512Gbps"},
      {"scaleUpDelay", "936ns"},
      {"linkRate", "400Gbps"},
      {"payload", "4096"}},
     {{"ns3::IncScaleUpLink::Efficiency", "0.7449"}}},
    {"switchml-100g",
     "SwitchML over RDMA (NSDI 2021)",
     {{"linkRate", "100Gbps"}, {"linkDelay", "10ns"}, {"payload", "1024"}, {"slots", "256"}},
     {{"ns3::IncClient::PacketsPerMessage", "4"},
      {"ns3::IncQueuePair::MessageCost", "140ns"},
      {"ns3::IncRdmaNic::PipelineLatency", "530ns"},
      {"ns3::IncSwitch::PipelineLatency", "350ns"}}},
};

} // namespace

IncArgumentTable::Choices<const IncProfile*>
IncProfile::Choices()
{
    IncArgumentTable::Choices<const IncProfile*> choices{{"none", nullptr}};
    for (const IncProfile& profile : PROFILES)
    {
        choices.emplace_back(profile.name, &profile);
    }
    return choices;
}

std::string
IncProfile::Help()
{
    std::string help =
        "Set links, NICs and switches as in a published testbed; other arguments override this";
    for (const IncProfile& profile : PROFILES)
    {
        help += "; " + profile.name + ": " + profile.about;
    }
    return help + ".";
}

void
IncProfile::Apply(const IncProfile* profile, IncArgumentTable& table)
{
    if (!profile)
    {
        return;
    }
    for (const auto& [argument, value] : profile->arguments)
    {
        table.SetUnlessGiven(argument, value);
    }
    for (const auto& [path, text] : profile->attributes)
    {
        if (table.SetUnlessGiven(path, text))
        {
            IncSetDefault(path, *IncReadAttribute(*IncFindAttribute(path).checker, text));
        }
    }
}

} // namespace ns3
