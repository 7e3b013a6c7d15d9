/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-argument-attributes.h"

#include "ns3/config.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <map>

namespace ns3
{

namespace
{

/// \return the argument of inc-sim that sets an attribute, by the attribute's path
const std::map<std::string, std::string>&
ArgumentsByAttribute()
{
    static const std::map<std::string, std::string> arguments{
        {"ns3::IncAggregator::CnpPriority", "ecn"},
        {"ns3::IncChannel::Delay", "linkDelay"},
        {"ns3::IncClient::MaxRetries", "maxRetries"},
        {"ns3::IncClient::Payload", "payload"},
        {"ns3::IncClient::RetransmitTimeout", "rto"},
        {"ns3::IncEcnMarker::Priorities", "ecn"},
        {"ns3::IncImpairment::DuplicateProbability", "duplicate"},
        {"ns3::IncImpairment::ReorderProbability", "reorder"},
        {"ns3::IncNetDevice::DataRate", "linkRate"},
        {"ns3::IncParameterServer::RankOrder", "reduction"},
        {"ns3::IncQueuePair::CnpPriority", "ecn"},
        {"ns3::IncRcQueuePair::PathMtu", "payload"},
        {"ns3::IncRcQueuePair::RetransmitTimeout", "rto"},
        {"ns3::IncRcQueuePair::RetryCount", "maxRetries"},
        {"ns3::IncRouteOracle::ConvergenceDelay", "convergence"},
        {"ns3::IncSharedBuffer::LosslessPriorities", "pfc"},
        {"ns3::IncSwitch::Ecmp", "ecmp"},
        {"ns3::IncSwitch::EcmpHash", "ecmpHash"},
        {"ns3::IncSwitch::EcmpLocation", "ecmpLocation"},
        {"ns3::IncSwitch::EcmpSpray", "ecmpSpray"},
        {"ns3::IncSwitch::EcmpSubType", "ecmpSubType"},
        {"ns3::IncSwitch::RestoreFlows", "restoreFlows"},
    };
    return arguments;
}

/// \return whether the default of an attribute is not the one that its class declares
bool
IsChanged(const TypeId::AttributeInformation& attribute)
{
    return attribute.initialValue->SerializeToString(attribute.checker) !=
           attribute.originalInitialValue->SerializeToString(attribute.checker);
}

} // namespace

void
IncRefuseArgumentAttribute(const std::string& attribute, const std::string& value)
{
    const auto found = ArgumentsByAttribute().find(attribute);
    if (found != ArgumentsByAttribute().end())
    {
        throw IncArgumentError("--" + attribute + "=" + value + ": is set by --" + found->second +
                               "; accepted: --" + found->second + " (see --help)");
    }
}

void
IncSetDefaultUnlessGiven(const std::string& name, const AttributeValue& value)
{
    const TypeId type = IncRcQueuePair::GetTypeId();
    TypeId::AttributeInformation attribute;
    if (type.LookupAttributeByName(name, &attribute) && !IsChanged(attribute))
    {
        Config::SetDefault(type.GetName() + "::" + name, value);
    }
}

IncRcParameters
IncWithGivenAttributes(const IncRcParameters& rc)
{
    auto connection = CreateObject<IncRcQueuePair>();
    connection->Configure(rc);
    const TypeId type = IncRcQueuePair::GetTypeId();
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto attribute = type.GetAttribute(i);
        const std::string path = type.GetName() + "::" + attribute.name;
        if (IsChanged(attribute) && ArgumentsByAttribute().count(path) == 0)
        {
            connection->SetAttribute(attribute.name, *attribute.initialValue);
        }
    }
    return *connection;
}

} // namespace ns3
