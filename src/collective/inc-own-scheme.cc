/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-own-scheme.h"

#include "ns3/abort.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncOwnScheme);

TypeId
IncOwnScheme::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncOwnScheme").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

IncHostProgram
IncOwnScheme::MakeProgram(const IncHostCall& call) const
{
    NS_ABORT_MSG(GetInstanceTypeId().GetName()
                 << " says by neither MakeProgram() nor Setup() how it runs "
                 << IncName(call.collective));
}

Ptr<IncCollectiveAlgorithm>
IncOwnScheme::Setup(const NodeContainer& hosts) const
{
    return nullptr;
}

} // namespace ns3
