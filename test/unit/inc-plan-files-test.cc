/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-edge-generator.h"
#include "ns3/inc-eina-planner.h"
#include "ns3/inc-error.h"
#include "ns3/inc-grid-planner.h"
#include "ns3/inc-spar-planner.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3;
using nlohmann::json;

namespace
{

/** Return the line of the error, or nothing if there is none. */
std::string
ErrorOf(const std::function<void()>& call)
{
    try
    {
        call();
    }
    catch (const IncError& error)
    {
        return error.what();
    }
    return "";
}

void
ExpectRefused(json value, const std::string& field)
{
    const bool edge = value.is_object() && value.value("schema", "") == "inc-edge/1";
    const std::string line =
        ErrorOf([&] { edge ? void(IncEdge::FromJson(value)) : void(IncCluster::FromJson(value)); });
    EXPECT_EQ(line.compare(0, field.size(), field), 0) << "expected " << field << ", got " << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
}

json
ClusterJson()
{
    IncClusterGenerator make;
    make.topology = "leaf-spine";
    return make.Make().ToJson();
}

json
EdgeJson()
{
    return IncEdgeGenerator().Make().ToJson();
}

IncClusterPlan
SoundPlan()
{
    return IncAtroPlanner(IncClusterGenerator().Make()).Run();
}

std::string
Violations(const IncClusterPlan& plan)
{
    std::string all;
    for (const std::string& line : IncCheckPlan(plan))
    {
        all += line + "\n";
    }
    return all;
}

std::string
Violations(const IncEdgePlan& plan)
{
    std::string all;
    for (const std::string& line : IncCheckPlan(plan))
    {
        all += line + "\n";
    }
    return all;
}

bool
Has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(IncPlanFiles, RefuseBadClustersByField)
{
    const json good = ClusterJson();
    IncCluster::FromJson(good);
    const auto with = [&](const std::string& path, const json& value) {
        json bad = good;
        bad[json::json_pointer(path)] = value;
        return bad;
    };
    const auto without = [&](const std::string& field) {
        json bad = good;
        bad.erase(field);
        return bad;
    };
    for (const char* field : {"schema", "capacity", "max_layers", "workers", "switches"})
    {
        ExpectRefused(without(field), field);
    }
    ExpectRefused(with("/capacity", 0), "capacity");
    ExpectRefused(with("/capacity", -100), "capacity");
    ExpectRefused(with("/capacity", "100"), "capacity");
    ExpectRefused(with("/workers", -1), "workers");
    ExpectRefused(with("/workers", 1.5), "workers");
    ExpectRefused(with("/max_layers", 0), "max_layers");
    ExpectRefused(with("/switches", json::array()), "switches");
    ExpectRefused(with("/switches/3/ports", -24), "switches[3].ports");
    ExpectRefused(with("/switches/3/aggregator", 1), "switches[3].aggregator");
    ExpectRefused(with("/switches/3/name", "leaf0"), "switches[3].name");
    ExpectRefused(with("/switches/3/name", "w0"), "switches[3].name");
    ExpectRefused(with("/links/5/a", "nobody"), "links[5].a");
    ExpectRefused(with("/links/5/b", "w1"), "links[5].b");
    ExpectRefused(with("/links/5/capacity", 0), "links[5].capacity");
    ExpectRefused(with("/attach/w3", "nobody"), "attach.w3");
    ExpectRefused(with("/attach/w90", "leaf0"), "attach.w90");
    ExpectRefused(with("/aggregators_to_place", 21), "aggregators_to_place");
    ExpectRefused(with("/aggregators_to_place", -1), "aggregators_to_place");
    ExpectRefused(with("/worker", 3), "worker");
    ExpectRefused(with("/capacities", {{{"a", "leaf0"}, {"b", "w0"}, {"capacity", 0}}}),
                  "capacities[0].capacity");
    ExpectRefused(with("/capacities", {{{"a", "w0"}, {"b", "w1"}, {"capacity", 1}}}),
                  "capacities[0].b");
    ExpectRefused(json::array(), "file");
}

TEST(IncPlanFiles, RefuseTwoWorkersOnOnePort)
{
    json bad = ClusterJson();
    for (auto& entry : bad["attach"].items())
    {
        entry.value() = "leaf0";
    }
    const std::string line = ErrorOf([&] { IncCluster::FromJson(bad); });
    EXPECT_TRUE(Has(line, "attach.w") && Has(line, "14 places for hosts are taken")) << line;
}

TEST(IncPlanFiles, RefuseBadEdgesByField)
{
    const json good = EdgeJson();
    IncEdge::FromJson(good);
    const auto with = [&](const std::string& path, const json& value) {
        json bad = good;
        bad[json::json_pointer(path)] = value;
        return bad;
    };
    for (const char* field :
         {"max_depth", "rate_min", "rate_max", "integer_rates", "aggregators", "ps"})
    {
        json bad = good;
        bad.erase(field);
        ExpectRefused(bad, field);
    }
    ExpectRefused(with("/max_depth", 0), "max_depth");
    ExpectRefused(with("/rate_min", -1), "rate_min");
    ExpectRefused(with("/rate_min", 2000), "rate_max");
    ExpectRefused(with("/integer_rates", 1), "integer_rates");
    ExpectRefused(with("/aggregators/2/workers", -1), "aggregators[2].workers");
    ExpectRefused(with("/aggregators/2/capacity", 0), "aggregators[2].capacity");
    ExpectRefused(with("/aggregators/2/ingress", 0), "aggregators[2].ingress");
    ExpectRefused(with("/aggregators/2/egress", -5), "aggregators[2].egress");
    ExpectRefused(with("/aggregators/2/name", "a0"), "aggregators[2].name");
    ExpectRefused(with("/ps/0/aggregator", "nobody"), "ps[0].aggregator");
    ExpectRefused(with("/ps/0/name", "p1"), "ps[1].name");
    ExpectRefused(with("/ps/0/rate_max", -1), "ps[0].rate_max");
    ExpectRefused(with("/aggregators", json::array()), "aggregators");
}

TEST(IncPlanFiles, SurviveARoundTrip)
{
    const json cluster = ClusterJson();
    EXPECT_EQ(json(IncCluster::FromJson(cluster).ToJson()), cluster);
    const json edge = EdgeJson();
    EXPECT_EQ(json(IncEdge::FromJson(edge).ToJson()), edge);

    IncPlanOptions options;
    const json spar =
        IncToJson(IncSparPlanner(IncCluster::FromJson(cluster)).Options(options).Run());
    EXPECT_TRUE(IncIsClusterPlan(spar));
    EXPECT_EQ(json(IncToJson(IncClusterPlanFromJson(spar))), spar);
    const json atro = IncToJson(SoundPlan());
    EXPECT_EQ(json(IncToJson(IncClusterPlanFromJson(atro))), atro);
    const json grid = IncToJson(IncGridPlanner(IncEdge::FromJson(edge)).Options(options).Run());
    EXPECT_FALSE(IncIsClusterPlan(grid));
    json again = IncToJson(IncEdgePlanFromJson(grid));
    EXPECT_EQ(again, grid);
}

TEST(IncCheckClusterPlan, FindsEveryKindOfViolation)
{
    const IncClusterPlan sound = SoundPlan();
    EXPECT_EQ(Violations(sound), "");
    const auto broken = [&](const std::function<void(IncClusterPlan&)>& change) {
        IncClusterPlan plan = sound;
        change(plan);
        return Violations(plan);
    };
    EXPECT_TRUE(Has(broken([](auto& p) { p.rate = p.objective = p.upperBound = 51; }), "(14)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.rate = p.objective = 49.5; }), "(1)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.objective = 60; }), "(5)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.upperBound = 10; }), "upper_bound"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.upperBound = 100; }), "status optimal"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.links.push_back(p.links[0]); }), "there twice"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.links.erase(p.links.begin()); }), "(8)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.links.erase(p.links.begin()); }), "(17)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.flows.erase(p.flows.begin()); }), "a worker sends"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.instance.switches[0].ports = 3; }), "(7)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.instance.maxLayers = 1; }), "(18)"));
    const auto kind = [](bool aggregator) {
        return [aggregator](IncClusterPlan& p) {
            for (auto& s : p.instance.switches)
            {
                s.aggregator = aggregator;
            }
        };
    };
    EXPECT_TRUE(Has(broken(kind(true)), "(9)"));
    EXPECT_TRUE(Has(broken(kind(false)), "(13)"));
    // An aggregator that receives nothing must not send.
    EXPECT_TRUE(Has(broken([](auto& p) {
                        const auto into = p.flows.back()[0];
                        for (auto& flow : p.flows)
                        {
                            flow[2] = flow[1] == into ? 0 : flow[2];
                        }
                    }),
                    "(10)"));
    // Two switches send to one another.
    EXPECT_TRUE(Has(broken([](auto& p) {
                        for (const auto flow :
                             std::vector<std::array<IncCluster::Node, 3>>(p.flows))
                        {
                            if (flow[0] < 20 && flow[1] < 20)
                            {
                                p.flows.push_back({flow[1], flow[0], 1});
                            }
                        }
                    }),
                    "(20)"));
}

TEST(IncCheckEdgePlan, FindsEveryKindOfViolation)
{
    IncEdgeGenerator make;
    make.emptyAggregators = 2;
    const IncEdgePlan sound = IncEinaPlanner(make.Make()).Run();
    EXPECT_EQ(Violations(sound), "");
    const auto broken = [&](const std::function<void(IncEdgePlan&)>& change) {
        IncEdgePlan plan = sound;
        change(plan);
        return Violations(plan);
    };
    EXPECT_TRUE(Has(broken([](auto& p) { p.rates[0] += 0.5; }), "no integer"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.rates[0] += 1; }), "(13)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.rates[0] += 40; }), "(10)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.rates[0] = 2000; }), "(1)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.trees[0].pop_back(); }), "does not send (2)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.trees[0].push_back(p.trees[0][0]); }), "twice (2)(7)"));
    EXPECT_TRUE(Has(broken([](auto& p) { p.instance.maxDepth = 1; }), "(4)(5)(6)"));
    EXPECT_TRUE(Has(broken([](auto& p) {
                        for (auto& a : p.instance.aggregators)
                        {
                            a.egress = 1;
                        }
                    }),
                    "(12)"));
    EXPECT_TRUE(Has(broken([](auto& p) {
                        for (auto& a : p.instance.aggregators)
                        {
                            a.ingress = 1;
                        }
                    }),
                    "(11)"));
    EXPECT_TRUE(Has(broken([](auto& p) {
                        p.trees[0].emplace_back(p.instance.ps[0].aggregator, p.trees[0][0].first);
                    }),
                    "(3)"));
    EXPECT_TRUE(Has(broken([](auto& p) {
                        for (uint32_t i = 0; i < p.instance.aggregators.size(); ++i)
                        {
                            if (p.instance.aggregators[i].workers == 0)
                            {
                                p.trees[0].emplace_back(i, p.instance.ps[0].aggregator);
                            }
                        }
                    }),
                    "sends without receiving (8)"));
    EXPECT_TRUE(Has(broken([](auto& p) {
                        uint32_t empty = 0;
                        while (p.instance.aggregators[empty].workers > 0)
                        {
                            ++empty;
                        }
                        p.trees[0][0].second = empty;
                    }),
                    "does not forward (8)"));
}
