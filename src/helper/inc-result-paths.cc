/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-result-paths.h"

#include "inc-bier-helper.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-bier-dissemination.h"
#include "ns3/inc-dissemination.h"
#include "ns3/inc-error.h"
#include "ns3/inc-serial.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/// \brief Make the default sub-domain, which contains the BFR-ids of all hosts.
std::shared_ptr<const IncBierSubDomain>
MakeSubDomain(const IncTopology& topology, const IncGroupOptions& options)
{
    const auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
    const uint32_t length = IncBitString::LengthFor(hosts);
    const uint32_t longest = options.bitStringLength;
    const bool isRail = options.rail && options.dissemination == IncDisseminationMode::BIER;
    const auto id = static_cast<uint8_t>(isRail ? *options.rail + 1 : 0);
    try
    {
        return IncBierHelper::MakeHostSubDomain(topology,
                                                length == 0 ? longest : std::min(length, longest),
                                                id);
    }
    catch (const IncError& error)
    {
        throw IncGroupError(error.what());
    }
}

} // namespace

IncResultPaths::IncResultPaths(const IncFabric& fabric,
                               const IncAggregationTree& tree,
                               const IncGroupOptions& options)
    : m_fabric(fabric),
      m_tree(tree),
      m_options(options),
      m_subDomain(options.subDomain ? options.subDomain
                                    : MakeSubDomain(fabric.GetTopology(), options))
{
    CheckSubDomain();
}

void
IncResultPaths::CheckSubDomain() const
{
    const IncTopology& topology = m_fabric.GetTopology();
    for (const auto& worker : m_tree.GetWorkers())
    {
        const uint32_t bfrId = m_subDomain->GetBfrId(IncAddressPlan::AddressOf(worker.host));
        if (bfrId != worker.bfrId)
        {
            throw IncGroupError(topology.GetName(worker.host) + ": BFR-id " +
                                std::to_string(worker.bfrId) + " in the tree, " +
                                (bfrId == 0 ? "none" : std::to_string(bfrId)) + " in sub-domain " +
                                std::to_string(m_subDomain->GetId()) +
                                ": accepted is a tree with the BFR-ids of its sub-domain");
        }
    }
}

std::vector<IncTreeSet>
IncResultPaths::GetSets(const IncBitString& bits) const
{
    return IncSetsOf(*m_subDomain, bits);
}

uint32_t
IncResultPaths::GetResultHeader() const
{
    return m_options.dissemination == IncDisseminationMode::BIER
               ? IncBierHeader::SIZE + m_subDomain->GetLength() / 8
               : 0;
}

void
IncResultPaths::Install(IncAggregator& root,
                        const std::vector<IncResultReceiver>& receivers,
                        std::vector<IncClientConfig>& clients,
                        const IncRcParameters& rc)
{
    switch (m_options.dissemination)
    {
    case IncDisseminationMode::BIER: {
        IncBierHelper::InstallMissing(m_fabric, m_subDomain, m_options.rail);
        MakeStream(root);
        InstallLastHops(receivers);
        auto bier = MakeBier();
        if (m_options.transport == IncAggregationTransport::RC)
        {
            for (std::size_t rank = 0; rank < receivers.size(); ++rank)
            {
                bier->AddReliable(receivers[rank],
                                  MakeLink(root, receivers[rank], clients[rank], rc));
            }
        }
        root.SetDissemination(m_options.treeId, std::move(bier));
        break;
    }
    case IncDisseminationMode::UNICAST: {
        auto unicast = std::make_unique<IncUnicastDissemination>();
        for (std::size_t rank = 0; rank < receivers.size(); ++rank)
        {
            unicast->Add(receivers[rank], MakeLink(root, receivers[rank], clients[rank], rc));
        }
        root.SetDissemination(m_options.treeId, std::move(unicast));
        break;
    }
    case IncDisseminationMode::TREE:
        break;
    }
}

std::unique_ptr<IncTreeLink>
IncResultPaths::MakeLink(IncAggregator& root,
                         const IncResultReceiver& receiver,
                         IncClientConfig& client,
                         const IncRcParameters& rc) const
{
    IncConnection connection = root.CreateConnection();
    connection.nextPsn = IncPsn::Add(m_options.firstPsn, receiver.psnOffset);
    connection.priority = m_options.resultPriority;
    connection.remoteAddress = receiver.address;
    connection.remoteQpn = receiver.qpn;
    connection.remoteKey = receiver.rkey;
    connection.Seal();
    client.results.remoteQpn = connection.localQpn;
    client.results.firstPsn = connection.nextPsn;
    client.results.rc = ResultParameters(rc, client.slots);
    return root.MakeResultLink(m_options.treeId, connection, client.results.rc);
}

Ptr<IncLastHop>
IncResultPaths::GetLastHop(Ptr<Node> node)
{
    auto lastHop = node->GetObject<IncLastHop>();
    if (!lastHop)
    {
        lastHop = CreateObject<IncLastHop>();
        node->AggregateObject(lastHop);
        node->GetObject<IncBfr>()->SetLastHop(PeekPointer(lastHop));
    }
    if (auto aggregator = node->GetObject<IncAggregator>())
    {
        aggregator->Watch(*lastHop);
    }
    return lastHop;
}

void
IncResultPaths::InstallLastHops(const std::vector<IncResultReceiver>& receivers)
{
    const IncResultOrigin origin{m_options.treeId,
                                 m_options.epoch,
                                 m_stream.localAddress,
                                 m_stream.remoteKey};
    const IncTopology& topology = m_fabric.GetTopology();
    for (uint32_t rank = 0; rank < receivers.size(); ++rank)
    {
        const uint32_t host = m_tree.GetWorkers()[rank].host;
        for (const auto& port : topology.GetPorts(host))
        {
            const bool isHost = m_options.lastHopIsHost;
            const auto lastHop = GetLastHop(m_fabric.GetNodes().Get(isHost ? host : port.peer));
            lastHop->Install(origin, receivers[rank]);
            if (std::find(m_lastHops.begin(), m_lastHops.end(), lastHop) == m_lastHops.end())
            {
                m_lastHops.push_back(lastHop);
            }
            if (isHost)
            {
                break; // one table serves all ports of a NIC
            }
        }
    }
}

IncRcParameters
IncResultPaths::ResultParameters(IncRcParameters rc, uint32_t slots) const
{
    return m_options.dissemination == IncDisseminationMode::BIER
               ? IncBierDissemination::ResultParameters(rc, slots)
               : rc;
}

void
IncResultPaths::MakeStream(IncAggregator& root)
{
    m_stream = root.CreateConnection();
    m_stream.nextPsn = m_options.firstPsn;
    if (m_options.transport == IncAggregationTransport::RC)
    {
        m_stream.partition = IncHeader::PARTITION;
    }
    m_stream.priority = m_options.resultPriority;
    m_stream.remoteAddress = IncLastHop::GroupAddress(m_options.treeId);
    m_stream.remoteQpn = IncLastHop::MULTICAST_QPN;
    m_stream.remoteKey =
        m_stream.localKey; // last hops know this key and replace it by each worker's own
    m_stream.Seal();
}

std::unique_ptr<IncBierDissemination>
IncResultPaths::MakeBier() const
{
    Ptr<Node> node = m_fabric.GetNodes().Get(m_tree.GetRoot());
    return std::make_unique<IncBierDissemination>(node->GetObject<IncBfr>(),
                                                  m_subDomain,
                                                  m_tree.GetNodes().front().aBm,
                                                  m_stream);
}

} // namespace ns3
