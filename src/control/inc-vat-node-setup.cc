/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-vat-node-setup.h"

#include "ns3/inc-bier-dissemination.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-serial.h"

#include <utility>

namespace ns3
{

using Field = IncControlField;

namespace
{

void
WritePort(IncControlBody& body, uint32_t port)
{
    if (port != IncTreeChild::ANY_PORT)
    {
        body.Add(Field::PORT, port);
    }
}

IncControlBody
WriteChild(const IncTreeChild& child)
{
    IncControlBody body{{Field::RANK, child.rank}};
    if (child.isWorker)
    {
        body.Add(Field::IS_WORKER, 1);
        body.Add(Field::LAST_HOP, child.isLastHop);
    }
    body.Add(Field::BITS, IncWriteRuns(child.bits->bits));
    body.Add(Field::ADDRESS, child.connection.remoteAddress);
    body.Add(Field::DETOURS, child.hasDetours);
    WritePort(body, child.port);
    return body;
}

Ptr<const IncSharedBitString>
WithLength(uint32_t length, const IncBitString& bits)
{
    IncBitString copy(length);
    copy |= bits;
    return Create<IncSharedBitString>(copy);
}

} // namespace

IncQueuePairEnd
IncEndOf(const IncConnection& connection)
{
    return {connection.localQpn, connection.localKey, connection.nextPsn};
}

void
IncSetOtherEnd(IncConnection& connection, const IncQueuePairEnd& end)
{
    connection.remoteQpn = end.qpn;
    connection.remoteKey = end.key;
    connection.Seal();
}

IncVatNodeEnds
IncVatNodeEnds::Read(const IncControlBody& body)
{
    const auto read = [&body](Field field) {
        std::vector<IncQueuePairEnd> ends;
        for (const IncControlBody& end : body.GetGroups(field))
        {
            ends.push_back(IncQueuePairEnd::Read(end));
        }
        return ends;
    };
    return {read(Field::PARENT), read(Field::CHILD), read(Field::TARGET), read(Field::STREAM)};
}

void
IncVatNodeEnds::Write(IncControlBody& body) const
{
    const auto write = [&body](Field field, const std::vector<IncQueuePairEnd>& ends) {
        for (const IncQueuePairEnd& end : ends)
        {
            body.Add(field, end.Write());
        }
    };
    write(Field::PARENT, parent);
    write(Field::CHILD, children);
    write(Field::TARGET, targets);
    write(Field::STREAM, stream);
}

std::optional<IncVatNodeSetup>
IncVatNodeSetup::Read(const IncControlBody& body, uint32_t length)
{
    const auto abm = IncReadRuns(body.GetText(Field::BITS), length);
    if (!abm || abm->None())
    {
        return std::nullopt;
    }
    IncVatNodeSetup setup;
    IncTreeConfig& config = setup.config;
    config.treeId = body.Get<uint16_t>(Field::TREE);
    config.epoch = body.Get<uint16_t>(Field::EPOCH);
    config.rank = body.Get<uint16_t>(Field::RANK);
    config.abm = Create<IncSharedBitString>(*abm);
    for (const IncControlBody& parent : body.GetGroups(Field::PARENT))
    {
        config.parent.emplace();
        config.parent->remoteAddress = parent.Get<uint32_t>(Field::ADDRESS);
        config.parentPort = parent.Get<uint32_t>(Field::PORT, IncTreeChild::ANY_PORT);
    }
    for (const IncControlBody& input : body.GetGroups(Field::CHILD))
    {
        IncTreeChild child;
        child.connection.remoteAddress = input.Get<uint32_t>(Field::ADDRESS);
        child.rank = input.Get<uint16_t>(Field::RANK);
        child.port = input.Get<uint32_t>(Field::PORT, IncTreeChild::ANY_PORT);
        child.hasDetours = input.Get<bool>(Field::DETOURS);
        child.isWorker = input.Get<bool>(Field::IS_WORKER);
        child.isLastHop = input.Get<bool>(Field::LAST_HOP);
        const auto bits = IncReadRuns(input.GetText(Field::BITS), length);
        if (!bits || bits->None() || !bits->IsSubsetOf(*abm))
        {
            return std::nullopt;
        }
        child.bits = Create<IncSharedBitString>(*bits);
        config.children.push_back(child);
    }
    setup.targets = IncReadReceivers(body, Field::TARGET);
    return config.children.empty() ? std::nullopt : std::optional(std::move(setup));
}

void
IncVatNodeSetup::Write(IncControlBody& body) const
{
    body.Add(Field::VAT_NODE, 1);
    body.Add(Field::BITS, IncWriteRuns(config.abm->bits));
    body.Add(Field::RANK, config.rank);
    if (config.parent)
    {
        IncControlBody parent{{Field::ADDRESS, config.parent->remoteAddress}};
        WritePort(parent, config.parentPort);
        body.Add(Field::PARENT, parent);
    }
    for (const IncResultReceiver& target : targets)
    {
        IncWriteReceiver(body, Field::TARGET, target);
    }
    for (const IncTreeChild& child : config.children)
    {
        body.Add(Field::CHILD, WriteChild(child));
    }
}

void
IncVatNodeSetup::SetParameters(const IncGroupProfile& profile, const IncBierSubDomain& subDomain)
{
    const uint32_t length = subDomain.GetSets() * subDomain.GetLength();
    static_cast<IncTreeParameters&>(config) = profile;
    config.rc = profile.GetRc(profile.slots);
    config.roundTrip = profile.roundTrip;
    config.subDomain = subDomain.GetId();
    config.bslCode = IncBitString::CodeOfLength(subDomain.GetLength());
    config.resultsPassBy = profile.ResultsPassBy();
    config.abm = WithLength(length, config.abm->bits);
    config.sets = profile.bitmaps ? IncSetsOf(subDomain, config.abm->bits)
                                  : std::vector<IncTreeSet>{{0, config.abm}};
    for (IncTreeChild& child : config.children)
    {
        child.bits = WithLength(length, child.bits->bits);
    }
}

void
IncVatNodeSetup::MakeConnections(IncAggregator& aggregator,
                                 const IncGroupProfile& profile,
                                 const Ptr<IncFrameSeal>& seal)
{
    const auto create = [&](uint32_t remote, uint8_t priority) {
        IncConnection connection = aggregator.CreateConnection();
        connection.remoteAddress = remote;
        connection.priority = priority;
        connection.nextPsn = profile.firstPsn;
        connection.seal = seal;
        return connection;
    };
    if (config.parent)
    {
        config.resultSource = config.parent->remoteAddress;
        config.parent = create(config.resultSource, profile.priority);
    }
    for (IncTreeChild& child : config.children)
    {
        child.connection = create(child.connection.remoteAddress, profile.resultPriority);
    }
    if (!config.parent && profile.dissemination == IncDisseminationMode::BIER)
    {
        stream = create(IncLastHop::GroupAddress(config.treeId), profile.resultPriority);
        stream.remoteQpn = IncLastHop::MULTICAST_QPN;
        // Last hops know this key and replace it by the key of each worker.
        stream.remoteKey = stream.localKey;
        if (profile.transport == IncAggregationTransport::RC)
        {
            stream.partition = IncHeader::PARTITION;
        }
        stream.Seal();
    }
    for (const IncResultReceiver& target : targets)
    {
        IncConnection link = create(target.address, profile.resultPriority);
        link.nextPsn = IncPsn::Add(profile.firstPsn, target.psnOffset);
        IncSetOtherEnd(link, {target.qpn, target.rkey});
        targetLinks.push_back(link);
    }
}

IncVatNodeEnds
IncVatNodeSetup::GetEnds() const
{
    IncVatNodeEnds ends;
    if (config.parent)
    {
        ends.parent.push_back(IncEndOf(*config.parent));
    }
    for (const IncTreeChild& child : config.children)
    {
        ends.children.push_back(IncEndOf(child.connection));
    }
    for (const IncConnection& link : targetLinks)
    {
        ends.targets.push_back(IncEndOf(link));
    }
    if (stream.localQpn != 0)
    {
        ends.stream.push_back(IncEndOf(stream));
    }
    return ends;
}

bool
IncVatNodeSetup::SetOtherEnds(const IncVatNodeEnds& ends)
{
    if (ends.children.size() != config.children.size() ||
        ends.parent.size() != (config.parent ? 1 : 0))
    {
        return false;
    }
    for (std::size_t i = 0; i < ends.children.size(); ++i)
    {
        IncSetOtherEnd(config.children[i].connection, ends.children[i]);
    }
    if (config.parent)
    {
        IncSetOtherEnd(*config.parent, ends.parent.front());
    }
    return true;
}

void
IncVatNodeSetup::Install(IncAggregator& aggregator,
                         const IncGroupProfile& profile,
                         const Ptr<IncBfr>& bfr,
                         const std::shared_ptr<const IncBierSubDomain>& subDomain)
{
    if (config.parent && config.addressing == IncVatAddressing::ROOT)
    {
        config.parent->remoteAddress = config.rootAddress;
        config.parent->remoteQpn = config.rootQpn;
        config.parent->Seal();
    }
    aggregator.InstallTree(config);
    std::vector<IncResultDestination> destinations;
    for (std::size_t i = 0; i < targets.size(); ++i)
    {
        destinations.push_back({targets[i],
                                aggregator.MakeResultLink(config.treeId,
                                                          targetLinks[i],
                                                          profile.GetResultRc(config.slots))});
    }
    if (!config.parent && profile.dissemination == IncDisseminationMode::BIER)
    {
        aggregator.SetDissemination(
            config.treeId,
            std::make_unique<IncBierDissemination>(bfr,
                                                   subDomain,
                                                   config.abm->bits,
                                                   stream,
                                                   std::move(destinations)));
    }
    else if (!config.parent && profile.dissemination == IncDisseminationMode::UNICAST)
    {
        aggregator.SetDissemination(
            config.treeId,
            std::make_unique<IncUnicastDissemination>(std::move(destinations)));
    }
}

void
IncVatNodeSetup::ReleaseConnections(IncAggregator& aggregator) const
{
    const IncVatNodeEnds ends = GetEnds();
    for (const auto* group : {&ends.parent, &ends.stream, &ends.children, &ends.targets})
    {
        for (const IncQueuePairEnd& end : *group)
        {
            aggregator.ReleaseConnection(end.qpn);
        }
    }
}

void
IncWriteReceiver(IncControlBody& body, Field field, const IncResultReceiver& worker)
{
    body.Add(field,
             {{Field::BFR_ID, worker.bfrId},
              {Field::ADDRESS, worker.address},
              {Field::QPN, worker.qpn},
              {Field::PSN_OFFSET, worker.psnOffset},
              {Field::RKEY, worker.rkey},
              {Field::RANK, worker.rank}});
}

std::vector<IncResultReceiver>
IncReadReceivers(const IncControlBody& body, Field field)
{
    std::vector<IncResultReceiver> receivers;
    for (const IncControlBody& worker : body.GetGroups(field))
    {
        receivers.push_back({worker.Get<uint32_t>(Field::BFR_ID),
                             worker.Get<uint32_t>(Field::ADDRESS),
                             worker.Get<uint32_t>(Field::QPN),
                             worker.Get<uint32_t>(Field::PSN_OFFSET),
                             worker.Get<uint32_t>(Field::RKEY),
                             worker.Get<uint16_t>(Field::RANK)});
    }
    return receivers;
}

IncResultOrigin
IncReadOrigin(const IncControlBody& body, Ptr<IncFrameSeal> seal)
{
    const auto stream = body.GetGroups(Field::STREAM);
    const IncControlBody common = stream.empty() ? IncControlBody() : stream.front();
    return {body.Get<uint16_t>(Field::TREE),
            body.Get<uint16_t>(Field::EPOCH),
            common.Get<uint32_t>(Field::ADDRESS),
            common.Get<uint32_t>(Field::KEY),
            std::move(seal)};
}

void
IncSetClientParameters(IncClientConfig& config,
                       const IncGroupProfile& profile,
                       const IncBierSubDomain& subDomain,
                       uint32_t bfrId)
{
    config.priority = profile.priority;
    config.firstMessageId = profile.firstMessageId;
    config.firstPsn = profile.firstPsn;
    config.rc = profile.GetRc(config.slots);
    config.roundTrip = profile.roundTrip;
    config.resultsAreEmpty = profile.resultsAreEmpty;
    if (profile.HasResultLinks())
    {
        config.results.rc = profile.GetResultRc(config.slots);
    }
    if (profile.bitmaps)
    {
        const uint32_t length = subDomain.GetSets() * subDomain.GetLength();
        config.pbm = Create<IncSharedBitString>(IncBitString(length, {bfrId}));
        config.subDomain = subDomain.GetId();
        config.bslCode = IncBitString::CodeOfLength(subDomain.GetLength());
        config.si = static_cast<uint8_t>(subDomain.GetPosition(bfrId).si);
    }
}

} // namespace ns3
