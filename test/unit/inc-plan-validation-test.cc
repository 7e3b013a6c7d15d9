/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster.h"
#include "ns3/inc-edge-generator.h"
#include "ns3/inc-eina-planner.h"
#include "ns3/inc-error.h"

#include <gtest/gtest.h>

using namespace ns3;
using nlohmann::json;

namespace
{

/** Return an instance with all fields, and two switches. */
json
FullCluster()
{
    return json::parse(R"({
        "schema": "inc-cluster/1", "capacity": 100, "max_layers": 3, "workers": 2,
        "parameter_servers": 1, "aggregators_to_place": 1,
        "switches": [{"name": "s0", "ports": 8, "aggregator": true, "hosts": 4},
                     {"name": "s1", "ports": 8, "aggregator": false, "hosts": 4}],
        "links": [{"a": "s0", "b": "s1", "capacity": 100}],
        "attach": {"w0": "s0", "w1": "s1", "ps": "s0"},
        "capacities": [{"a": "s0", "b": "w1", "capacity": 50}]})");
}

json
FullEdge()
{
    return json::parse(R"({
        "schema": "inc-edge/1", "max_depth": 4, "rate_min": 0, "rate_max": 1000,
        "integer_rates": true,
        "aggregators": [{"name": "a0", "workers": 5, "capacity": 250, "ingress": 300,
                         "egress": 220}],
        "ps": [{"name": "p0", "aggregator": "a0", "rate_min": 0, "rate_max": 100}]})");
}

/** Return the fields that may be left out. */
const std::set<std::string> OPTIONAL{"/parameter_servers",
                                     "/aggregators_to_place",
                                     "/switches/0/hosts",
                                     "/switches/1/hosts",
                                     "/links",
                                     "/links/0/capacity",
                                     "/attach",
                                     "/capacities",
                                     "/ps/0/rate_min",
                                     "/ps/0/rate_max"};

/** Convert a path "/switches/0/ports" to the form in errors, "switches[0].ports". */
std::string
NameOf(const json::json_pointer& pointer)
{
    std::string name;
    for (json::json_pointer rest = pointer; !rest.empty(); rest.pop_back())
    {
        const std::string part = rest.back();
        const bool index = part.find_first_not_of("0123456789") == std::string::npos;
        const std::string text = index ? "[" + part + "]" : part;
        const bool dot = !name.empty() && name[0] != '[';
        name = text + (dot ? "." : "") + name;
    }
    return name;
}

std::string
ErrorOf(const json& value)
{
    try
    {
        if (value.value("schema", "") == "inc-edge/1")
        {
            IncEdge::FromJson(value);
        }
        else
        {
            IncCluster::FromJson(value);
        }
    }
    catch (const IncError& error)
    {
        return error.what();
    }
    return "";
}

void
ExpectRefused(const json& value, const std::string& field)
{
    const std::string line = ErrorOf(value);
    EXPECT_EQ(line.compare(0, field.size() + 1, field + ":"), 0)
        << "expected " << field << ", got " << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
}

std::vector<json::json_pointer>
Fields(const json& value)
{
    std::vector<json::json_pointer> fields;
    const json flat = value.flatten();
    for (const auto& item : flat.items())
    {
        fields.emplace_back(item.key());
    }
    return fields;
}

} // namespace

TEST(IncPlanValidation, TakesWhatIsRight)
{
    EXPECT_EQ(ErrorOf(FullCluster()), "");
    EXPECT_EQ(ErrorOf(FullEdge()), "");
}

TEST(IncPlanValidation, RefusesEveryFieldThatIsMissing)
{
    for (const json& good : {FullCluster(), FullEdge()})
    {
        for (const auto& field : Fields(good))
        {
            if (OPTIONAL.count(field.to_string()) || field.to_string() == "/schema")
            {
                continue;
            }
            json bad = good;
            bad[field.parent_pointer()].erase(field.back());
            ExpectRefused(bad, NameOf(field));
        }
    }
}

TEST(IncPlanValidation, RefusesNumbersThatCannotBeAndWhatIsNoNumber)
{
    for (const json& good : {FullCluster(), FullEdge()})
    {
        for (const auto& field : Fields(good))
        {
            for (const json& wrong : {json(-1), json(-0.5), json(nullptr), json(1e300)})
            {
                json bad = good;
                bad[field] = wrong;
                // If the lowest rate exceeds the highest, the error names the highest rate.
                const bool low = field.back() == "rate_min" && wrong == 1e300;
                if (field.to_string() != "/schema")
                {
                    ExpectRefused(bad, NameOf(low ? field.parent_pointer() / "rate_max" : field));
                }
            }
        }
    }
}

TEST(IncPlanValidation, RefusesCapacitiesOfZero)
{
    for (const json& good : {FullCluster(), FullEdge()})
    {
        for (const auto& field : Fields(good))
        {
            const std::string name = field.back();
            if (name == "capacity" || name == "ingress" || name == "egress" || name == "ports")
            {
                json bad = good;
                bad[field] = 0;
                ExpectRefused(bad, NameOf(field));
            }
        }
    }
}

TEST(IncPlanValidation, RefusesNamesNobodyHas)
{
    for (const char* field : {"/links/0/a",
                              "/links/0/b",
                              "/attach/w0",
                              "/attach/ps",
                              "/capacities/0/a",
                              "/capacities/0/b"})
    {
        json bad = FullCluster();
        bad[json::json_pointer(field)] = "nobody";
        ExpectRefused(bad, NameOf(json::json_pointer(field)));
    }
    json bad = FullCluster();
    bad["attach"]["w2"] = "s0";
    ExpectRefused(bad, "attach.w2");
    json edge = FullEdge();
    edge["ps"][0]["aggregator"] = "nobody";
    ExpectRefused(edge, "ps[0].aggregator");
    json unknown = FullEdge();
    unknown["aggregators"][0]["speed"] = 1;
    ExpectRefused(unknown, "aggregators[0].speed");
}

TEST(IncPlanValidation, RefusesMoreHostsThanPlacesAndMorePlacesThanPorts)
{
    json two = FullCluster();
    two["switches"][0]["hosts"] = 1;
    ExpectRefused(two, "attach.ps");
    json many = FullCluster();
    many["switches"][1]["hosts"] = 8;
    ExpectRefused(many, "switches[1].hosts");
}

TEST(IncPlanValidation, RefusesMoreAggregatorsThanSwitches)
{
    json bad = FullCluster();
    bad["aggregators_to_place"] = 3;
    ExpectRefused(bad, "aggregators_to_place");
}

TEST(IncPlanValidation, AtroPlansForOneParameterServer)
{
    json two = FullCluster();
    two["parameter_servers"] = 2;
    two.erase("attach");
    const IncCluster cluster = IncCluster::FromJson(two);
    EXPECT_THROW(IncAtroPlanner(cluster).Run(), IncError);
}

TEST(IncPlanValidation, AWideLimitLendsNothingToANarrowOne)
{
    for (const auto& limit : {&IncEdge::Aggregator::capacity,
                              &IncEdge::Aggregator::ingress,
                              &IncEdge::Aggregator::egress})
    {
        for (const uint32_t servers : {1U, 2U, 3U})
        {
            IncEdgeGenerator make;
            make.parameterServers = servers;
            IncEdge edge = make.Make();
            for (IncEdge::Aggregator& a : edge.aggregators)
            {
                a.*limit = 1e9;
            }
            const IncEdgePlan plan = IncEinaPlanner(edge).Run();
            for (const std::string& violation : IncCheckPlan(plan))
            {
                ADD_FAILURE() << servers << " PSs: " << violation;
            }
        }
    }
}
