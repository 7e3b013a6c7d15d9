/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-runnable-plan.h"

#include "inc-cluster-network.h"
#include "inc-edge-network.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-cluster-checker.h"
#include "ns3/inc-edge-checker.h"
#include "ns3/inc-error.h"
#include "ns3/inc-jobs-plan.h"
#include "ns3/inc-json-file.h"

#include <algorithm>

namespace ns3
{

IncRunnablePlan
IncRunnablePlan::Load(const std::string& path)
{
    IncRunnablePlan plan;
    const auto value = IncReadJsonFile(path);
    if (IncIsJobsPlan(value))
    {
        throw IncError("jobs: a plan of several jobs; accepted: the plan of one");
    }
    if (IncIsClusterPlan(value))
    {
        plan.m_plan = IncClusterPlanFromJson(value);
    }
    else
    {
        plan.m_plan = IncEdgePlanFromJson(value);
    }
    const IncPlanAnswer& answer = plan.GetAnswer();
    if (!answer.HasPlan())
    {
        throw IncError("status: \"" + IncName(answer.status) +
                       "\" has nothing to run; accepted: optimal or feasible");
    }
    const auto violations = plan.Check();
    if (!violations.empty())
    {
        throw IncError("violates its model: " + violations.front());
    }
    if (plan.CountServers() == 0)
    {
        throw IncError("its rate is 0: nothing would ever arrive; accepted: above 0");
    }
    return plan;
}

bool
IncRunnablePlan::IsEdge() const
{
    return std::holds_alternative<IncEdgePlan>(m_plan);
}

const IncPlanAnswer&
IncRunnablePlan::GetAnswer() const
{
    return std::visit([](const auto& plan) -> const IncPlanAnswer& { return plan; }, m_plan);
}

std::vector<std::string>
IncRunnablePlan::Check() const
{
    return IsEdge() ? IncEdgeChecker(std::get<IncEdgePlan>(m_plan)).Check()
                    : IncClusterChecker(std::get<IncClusterPlan>(m_plan)).Check();
}

std::vector<double>
IncRunnablePlan::GetRates() const
{
    if (IsEdge())
    {
        return std::get<IncEdgePlan>(m_plan).rates;
    }
    const auto& cluster = std::get<IncClusterPlan>(m_plan);
    return cluster.rates.empty() ? std::vector<double>{cluster.rate} : cluster.rates;
}

uint32_t
IncRunnablePlan::CountServers() const
{
    const auto rates = GetRates();
    return static_cast<uint32_t>(
        std::count_if(rates.begin(), rates.end(), [](double rate) { return rate > 0; }));
}

uint64_t
IncRunnablePlan::CountWorkers() const
{
    return IsEdge() ? std::get<IncEdgePlan>(m_plan).instance.Workers()
                    : std::get<IncClusterPlan>(m_plan).instance.workers;
}

IncPlannedNetwork
IncRunnablePlan::MakeNetwork(Time delay) const
{
    const int64_t ps = IncClock::ToPs(delay);
    return IsEdge() ? IncMakeEdgeNetwork(std::get<IncEdgePlan>(m_plan), ps)
                    : IncMakeClusterNetwork(std::get<IncClusterPlan>(m_plan), ps);
}

} // namespace ns3
