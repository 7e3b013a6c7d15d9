/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-helper.h"

#include "inc-group-builder.h"

#include "ns3/abort.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

IncGroupHelper::IncGroupHelper()
    : m_clientFactory("ns3::IncClient"),
      m_aggregatorFactory("ns3::IncAggregator")
{
}

void
IncGroupHelper::SetClientAttribute(const std::string& name, const AttributeValue& value)
{
    m_clientFactory.Set(name, value);
}

void
IncGroupHelper::SetAggregatorAttribute(const std::string& name, const AttributeValue& value)
{
    m_aggregatorFactory.Set(name, value);
}

Ptr<IncAggregator>
IncGroupHelper::GetAggregator(const IncFabric& fabric, uint32_t node) const
{
    Ptr<Node> object = fabric.GetNodes().Get(node);
    auto aggregator = object->GetObject<IncAggregator>();
    if (!aggregator)
    {
        aggregator = m_aggregatorFactory.Create<IncAggregator>();
        if (const uint32_t slots = fabric.GetTopology().GetNodes()[node].slots)
        {
            aggregator->SetAttribute("Slots", UintegerValue(slots));
        }
        aggregator->AssignStreams(FIRST_STREAM + node);
        object->AggregateObject(aggregator);
        if (fabric.GetTopology().IsHost(node))
        {
            aggregator->Attach(fabric.GetNic(node));
        }
        else
        {
            aggregator->Attach(fabric.GetSwitch(node));
        }
    }
    return aggregator;
}

void
IncGroupHelper::Check(const IncFabric& fabric,
                      const IncAggregationTree& tree,
                      const IncGroupOptions& options) const
{
    CheckClients(options);
    IncGroupBuilder(fabric, tree, options).Check();
}

void
IncGroupHelper::CheckClients(const IncGroupOptions& options) const
{
    UintegerValue packets;
    MakeClient()->GetAttribute("PacketsPerMessage", packets);
    if (packets.Get() > 1 && options.addressing == IncVatAddressing::ROOT)
    {
        throw IncGroupError("IncClient::PacketsPerMessage: " + std::to_string(packets.Get()) +
                            ", must be 1 where packets are addressed to the root: no switch on "
                            "the way has a queue pair that knows where messages began");
    }
}

Ptr<IncClient>
IncGroupHelper::MakeClient() const
{
    return m_clientFactory.Create<IncClient>();
}

IncGroup
IncGroupHelper::Describe(const IncFabric& fabric,
                         const IncAggregationTree& tree,
                         const IncGroupOptions& options) const
{
    CheckClients(options);
    return IncGroupBuilder(fabric, tree, options).Describe(MakeClient()->GetPayload());
}

IncGroupProfile
IncGroupHelper::MakeProfile(const IncGroupOptions& options, const IncGroup& described)
{
    IncGroupProfile profile;
    static_cast<IncGroupParameters&>(profile) = options;
    profile.slots = described.slots;
    profile.rc = described.rc;
    profile.roundTrip = described.roundTrip;
    return profile;
}

IncGroup
IncGroupHelper::Install(const IncFabric& fabric,
                        const IncAggregationTree& tree,
                        const IncGroupOptions& options) const
{
    NS_ABORT_MSG_IF(IncFrameFormat::TagSize() > 0,
                    "IncTagSize: " << IncFrameFormat::TagSize()
                                   << "; only an aggregation manager has keys, set 0 without one");
    IncGroupBuilder builder(fabric, tree, options);
    CheckClients(options);
    builder.Check(); // check before making aggregators
    std::vector<Ptr<IncAggregator>> aggregators;
    for (const auto& vatNode : tree.GetNodes())
    {
        aggregators.push_back(GetAggregator(fabric, vatNode.node));
    }
    return builder.Build(aggregators, [this]() { return MakeClient(); });
}

int64_t
IncGroupHelper::AssignStreams(const IncFabric& fabric, int64_t stream)
{
    const uint32_t nodes = fabric.GetNodes().GetN();
    for (uint32_t node = 0; node < nodes; ++node)
    {
        if (auto aggregator = fabric.GetNodes().Get(node)->GetObject<IncAggregator>())
        {
            aggregator->AssignStreams(stream + node);
        }
    }
    return nodes;
}

void
IncGroupHelper::Remove(const IncGroup& group, uint16_t treeId)
{
    for (const auto& aggregator : group.aggregators)
    {
        aggregator->RemoveTree(treeId);
    }
    for (const auto& lastHop : group.lastHops)
    {
        lastHop->Remove(treeId);
    }
}

} // namespace ns3
