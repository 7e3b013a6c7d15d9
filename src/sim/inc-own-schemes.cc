/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"
#include "inc-scheme.h"

#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-own-scheme.h"
#include "ns3/inc-registered-types.h"
#include "ns3/object-factory.h"

namespace ns3
{

namespace
{

Ptr<IncOwnScheme>
Make(TypeId tid)
{
    return ObjectFactory(tid.GetName()).Create<IncOwnScheme>();
}

IncScheme
MakeScheme(const std::string& word, TypeId tid)
{
    IncScheme scheme;
    scheme.name = word;
    scheme.help = "by " + tid.GetName();
    scheme.collectives = Make(tid)->GetCollectives();
    // Make the scheme's object again for each job, because its attributes may have changed.
    scheme.make = [scheme, tid](const auto& setting) -> std::unique_ptr<IncScenarioJob> {
        const Ptr<IncOwnScheme> own = Make(tid);
        if (const auto algorithm = own->Setup(setting.GetWorkers()))
        {
            return std::make_unique<IncScenarioJob>(setting, algorithm);
        }
        const IncHostAlgorithm algorithm{
            scheme.name,
            scheme.help,
            scheme.collectives,
            [own](const IncHostCall& call) { return own->MakeProgram(call); }};
        return IncMakeHostJob(setting, algorithm);
    };
    return scheme;
}

} // namespace

std::vector<IncScheme>
IncOwnSchemes()
{
    std::vector<IncScheme> schemes;
    const IncRegisteredTypes types(IncOwnScheme::GetTypeId(), "Scheme");
    for (const auto& [word, tid] : types.All())
    {
        schemes.push_back(MakeScheme(word, tid));
    }
    return schemes;
}

} // namespace ns3
