/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"

#include "ns3/inc-cluster.h"
#include "ns3/inc-edge.h"
#include "ns3/inc-jobs-plan.h"
#include "ns3/inc-json-file.h"
#include "ns3/inc-plan-answer.h"
#include "ns3/inc-runnable-plan.h"

using namespace ns3;

namespace
{

/// Check that an instance which is written and read again is unchanged.
template <typename Instance>
void
Check(const Instance& instance)
{
    const auto value = instance.ToJson();
    const nlohmann::json plain = nlohmann::json::parse(value.dump());
    IncFuzzExpect(Instance::FromJson(plain).ToJson().dump() == value.dump(),
                  "an instance that is written is read again as it was");
}

void
ReadInstance(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file;
    const std::string& name = file.Fill(data, size);
    IncFuzzAccepts([&] {
        const nlohmann::json value = IncReadJsonFile(name);
        if (value.is_object() && value.value("schema", nlohmann::json()) == "inc-edge/1")
        {
            Check(IncEdge::FromJson(value));
        }
        else if (IncClusterJobs::Has(value))
        {
            Check(IncClusterJobs::FromJson(value));
        }
        else
        {
            Check(IncCluster::FromJson(value));
        }
    });
}

void
ReadPlan(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file;
    const std::string& name = file.Fill(data, size);
    IncFuzzAccepts([&] {
        const nlohmann::json value = IncReadJsonFile(name);
        if (IncIsJobsPlan(value))
        {
            IncCheckPlan(IncJobsPlanFromJson(value));
            return;
        }
        IncRunnablePlan::Load(name);
    });
}

const IncFuzzParser g_instances("instances", ReadInstance, IncFuzzJson);
const IncFuzzParser g_plans("plans", ReadPlan, IncFuzzJson);

} // namespace
