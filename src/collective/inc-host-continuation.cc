/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-continuation.h"

#include "inc-collective-shape.h"

#include "ns3/abort.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncHostContinuation);

TypeId
IncHostContinuation::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncHostContinuation")
                            .SetParent<Object>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncHostContinuation>();
    return tid;
}

void
IncHostContinuation::Setup(const NodeContainer& workers, IncOverflow overflow)
{
    m_workers = workers;
    m_overflow = overflow;
}

void
IncHostContinuation::DoDispose()
{
    if (m_hosts)
    {
        m_hosts->Dispose();
        m_hosts = nullptr;
    }
    Object::DoDispose();
}

IncHostRunner
IncHostContinuation::MakeRunner(uint32_t rank, const std::set<uint32_t>& absent)
{
    if (!m_hosts)
    {
        NodeContainer left;
        for (uint32_t other = 0; other < m_workers.GetN(); ++other)
        {
            if (absent.count(other) == 0)
            {
                m_places[other] = left.GetN();
                left.Add(m_workers.Get(other));
            }
        }
        m_absent = absent;
        m_hosts = CreateObject<IncHostCollective>();
        m_hosts->Setup(left, IncHostAlgorithmOf(GetAlgorithm()));
    }
    NS_ABORT_MSG_IF(absent != m_absent || absent.count(rank) > 0,
                    "IncHostContinuation::MakeRunner: rank " << rank
                                                             << " goes on with others than those "
                                                                "before it");
    return [self = Ptr<IncHostContinuation>(this), rank](const IncHostOperation& operation) {
        self->Run(rank, operation);
    };
}

void
IncHostContinuation::Run(uint32_t rank, const IncHostOperation& operation)
{
    if (!m_hosts)
    {
        return; // DoDispose() was called in the meantime
    }
    IncCollectiveRequest request;
    request.collective = operation.collective;
    request.type = operation.dataType;
    request.operation = operation.operation;
    request.overflow = m_overflow;
    request.count = operation.count;
    request.root = IncHasRoot(operation.collective) ? m_places.at(operation.root) : 0;
    if (!operation.isVirtual)
    {
        request.send.assign(m_hosts->GetRanks(), operation.send);
        request.buffers.assign(m_hosts->GetRanks(), operation.receive);
    }
    m_hosts->StartRank(
        m_places.at(rank),
        request,
        IncCollectiveAlgorithm::CompletionCallback(
            [done = operation.done](uint32_t, const std::string& status) { done(status); }));
}

} // namespace ns3
