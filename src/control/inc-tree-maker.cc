/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-maker.h"

#include "inc-tree-builder.h"

#include "ns3/inc-error.h"
#include "ns3/inc-registered-types.h"
#include "ns3/inc-words.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncTreeMaker);

namespace
{

IncRegisteredTypes
TreeMakers()
{
    return {IncTreeMaker::GetTypeId(), "TreeMaker"};
}

bool
ReadsFile(TypeId tid)
{
    TypeId::AttributeInformation information;
    return tid.LookupAttributeByName("File", &information);
}

} // namespace

TypeId
IncTreeMaker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncTreeMaker").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

void
IncTreeMaker::Forget()
{
}

Ptr<IncTreeMaker>
IncTreeMaker::Create(const std::string& text)
{
    const auto colon = text.find(':');
    const IncRegisteredTypes makers = TreeMakers();
    const auto found = makers.All().find(text.substr(0, colon));
    const bool hasFile = colon != std::string::npos && colon + 1 < text.size();
    if (found == makers.All().end() || hasFile != ReadsFile(found->second) ||
        (colon != std::string::npos && !hasFile))
    {
        throw IncError("accepted: " + GetAccepted());
    }
    ObjectFactory factory;
    factory.SetTypeId(found->second);
    if (hasFile)
    {
        factory.Set("File", StringValue(text.substr(colon + 1)));
    }
    return factory.Create<IncTreeMaker>();
}

std::string
IncTreeMaker::GetAccepted()
{
    std::vector<std::string> accepted;
    const IncRegisteredTypes makers = TreeMakers();
    for (const auto& [word, tid] : makers.All())
    {
        accepted.push_back(word + (ReadsFile(tid) ? ":FILE" : ""));
    }
    return IncWordList(accepted);
}

IncAggregationTree
IncTreeMaker::MakeShortest(const Request& request, const std::vector<uint32_t>& load)
{
    IncTreeBuilder builder(request.topology);
    builder.SetAggregators(request.aggregators);
    builder.SetLoad(load);
    if (request.root)
    {
        builder.SetRoot(*request.root);
    }
    return builder.Build(request.workers);
}

} // namespace ns3
