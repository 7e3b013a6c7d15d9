/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncSwitchAgent that makes the queue pairs of a group and finds their other ends.

#include "inc-switch-agent.h"

#include <algorithm>

namespace ns3
{

using Field = IncControlField;

namespace
{

/// What the other end has to know of a connection.
IncQueuePairEnd
EndOf(const IncConnection& connection)
{
    return {connection.localQpn, connection.localKey, connection.nextPsn};
}

/// What a connection has to know of the other end.
void
SetOtherEnd(IncConnection& connection, uint32_t qpn, uint32_t key)
{
    connection.remoteQpn = qpn;
    connection.remoteKey = key;
    connection.Seal();
}

} // namespace

void
IncSwitchAgent::MakeConnections(Group& group)
{
    const auto create = [&](uint32_t remote, uint8_t priority) {
        IncConnection connection = m_resources.aggregator->CreateConnection();
        connection.remoteAddress = remote;
        connection.priority = priority;
        connection.nextPsn = group.profile.firstPsn;
        connection.seal = group.origin.seal;
        return connection;
    };
    IncTreeConfig& config = group.config;
    if (config.parent)
    {
        config.parent = create(config.parent->remoteAddress, group.profile.priority);
    }
    for (IncTreeChild& child : config.children)
    {
        child.connection = create(child.connection.remoteAddress, group.profile.resultPriority);
    }
    if (config.parent)
    {
        return;
    }
    if (group.profile.dissemination == IncDisseminationMode::BIER)
    {
        group.stream =
            create(IncLastHop::GroupAddress(config.treeId), group.profile.resultPriority);
        group.stream.remoteQpn = IncLastHop::MULTICAST_QPN;
        group.stream.remoteKey = group.stream.localKey; // which the last hops replace
    }
    for (const IncResultReceiver& target : group.targets)
    {
        IncConnection link = create(target.address, group.profile.resultPriority);
        link.nextPsn = IncPsn::Add(group.profile.firstPsn, target.psnOffset);
        link.remoteQpn = target.qpn;
        link.remoteKey = target.rkey;
        group.targetLinks.push_back(link);
    }
}

IncControlBody
IncSwitchAgent::DescribeConnections(uint16_t treeId, const Group& group) const
{
    IncControlBody body;
    body.Add(Field::TREE, treeId);
    body.Add(Field::EPOCH, group.epoch);
    const auto add = [&body](Field field, const IncConnection& connection) {
        IncControlBody end;
        end.Add(Field::QPN, connection.localQpn);
        end.Add(Field::KEY, connection.localKey);
        end.Add(Field::FIRST_PSN, connection.nextPsn);
        body.Add(field, end);
    };
    if (group.config.parent)
    {
        add(Field::PARENT, *group.config.parent);
    }
    for (const IncTreeChild& child : group.config.children)
    {
        add(Field::CHILD, child.connection);
    }
    for (const IncConnection& link : group.targetLinks)
    {
        add(Field::TARGET, link);
    }
    if (group.stream.localQpn != 0)
    {
        add(Field::STREAM, group.stream);
    }
    return body;
}

bool
IncSwitchAgent::ReadOtherEnds(const IncControlBody& body, Group& group) const
{
    const auto children = body.GetGroups(Field::CHILD);
    const auto parent = body.GetGroups(Field::PARENT);
    if (children.size() != group.config.children.size() ||
        parent.size() != (group.config.parent ? 1 : 0))
    {
        return false;
    }
    const auto set = [](IncConnection& connection, const IncControlBody& end) {
        SetOtherEnd(connection,
                    static_cast<uint32_t>(end.Get(Field::QPN)),
                    static_cast<uint32_t>(end.Get(Field::KEY)));
    };
    for (std::size_t i = 0; i < children.size(); ++i)
    {
        set(group.config.children[i].connection, children[i]);
    }
    if (group.config.parent)
    {
        set(*group.config.parent, parent.front());
    }
    return true;
}

bool
IncSwitchAgent::ReadPins(const IncControlBody& body, Group& group) const
{
    group.pins.clear();
    for (const IncControlBody& pin : body.GetGroups(Field::PIN))
    {
        group.pins.push_back({static_cast<uint32_t>(pin.Get(Field::ADDRESS)),
                              static_cast<uint32_t>(pin.Get(Field::QPN)),
                              static_cast<uint32_t>(pin.Get(Field::PORT))});
    }
    return std::all_of(group.pins.begin(), group.pins.end(), [this](const Pin& pin) {
        return pin.port < m_resources.device->GetPorts().size();
    });
}

void
IncSwitchAgent::ExpectPeers(const Group& group)
{
    const IncTreeConfig& config = group.config;
    for (const IncTreeChild& child : config.children)
    {
        m_exchange->Expect(
            {config.treeId, config.epoch, false, child.rank, child.connection.remoteAddress},
            EndOf(child.connection));
    }
    for (std::size_t i = 0; i < group.targets.size(); ++i)
    {
        m_exchange->Expect(
            {config.treeId, config.epoch, true, group.targets[i].rank, group.targets[i].address},
            EndOf(group.targetLinks[i]));
    }
}

void
IncSwitchAgent::OpenToParent(const Group& group)
{
    const IncTreeConfig& config = group.config;
    IncQueuePairEnd own = EndOf(*config.parent);
    own.transport = group.profile.transport;
    m_exchange->Open(
        {config.treeId, config.epoch, false, config.rank, config.parent->remoteAddress},
        own,
        group.setup);
}

void
IncSwitchAgent::Connected(const IncQueuePairExchange::Link& link, const IncQueuePairEnd& remote)
{
    Group& group = m_groups.at(link.treeId);
    if (group.isInstalled)
    {
        return; // said twice
    }
    if (link.isResult)
    {
        const auto target =
            std::find_if(group.targets.begin(), group.targets.end(), [&link](const auto& each) {
                return each.rank == link.rank && each.address == link.peer;
            });
        IncConnection& connection = group.targetLinks[target - group.targets.begin()];
        connection.remoteQpn = remote.qpn; // sealed with its dissemination
        connection.remoteKey = remote.key;
    }
    else if (group.config.parent && group.config.parent->remoteAddress == link.peer)
    {
        SetOtherEnd(*group.config.parent, remote.qpn, remote.key);
    }
    else
    {
        auto& children = group.config.children;
        const auto child =
            std::find_if(children.begin(), children.end(), [&link](const IncTreeChild& each) {
                return each.rank == link.rank && each.connection.remoteAddress == link.peer;
            });
        SetOtherEnd(child->connection, remote.qpn, remote.key);
    }
    if (--group.unconnected == 0 && group.isConfigured)
    {
        Install(link.treeId);
    }
}

} // namespace ns3
