/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-communicator.h"

#include "inc-collective-shape.h"
#include "inc-with-type.h"

#include "ns3/abort.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-log-component.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ns3
{

/// Divide elements and round each result once; integers round towards zero.
void
IncDivide(IncDataType type, uint8_t* elements, uint64_t count, uint32_t divisor)
{
    IncWithType(type, [=](auto element) {
        using T = decltype(element);
        using Float = std::conditional_t<sizeof(T) == 2, float, double>;
        // Type Wide holds every element and divisor exactly.
        using Wide = std::conditional_t<std::is_integral_v<T>, int64_t, Float>;
        for (uint64_t i = 0; i < count; ++i)
        {
            std::memcpy(&element, elements + i * sizeof(T), sizeof(T));
            element = static_cast<T>(static_cast<Wide>(element) / static_cast<Wide>(divisor));
            std::memcpy(elements + i * sizeof(T), &element, sizeof(T));
        }
    });
}

INC_LOG_COMPONENT_DEFINE("IncCommunicator");
NS_OBJECT_ENSURE_REGISTERED(IncCommunicator);

TypeId
IncCommunicator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncCommunicator")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncCommunicator>()
            .AddTraceSource("Completed",
                            "A call is over, successful or not",
                            MakeTraceSourceAccessor(&IncCommunicator::m_completedTrace),
                            "ns3::IncCommunicator::CallTracedCallback");
    return tid;
}

void
IncCommunicator::Setup(uint32_t rank,
                       Ptr<IncClient> reducing,
                       Ptr<IncClient> gathering,
                       Ptr<IncHostCollective> hosts)
{
    m_rank = rank;
    m_reducing = reducing;
    m_gathering = gathering;
    m_hosts = hosts;
    m_hosts->SetFailureCallback(
        rank,
        Callback<void, const std::string&>([this](const std::string& why) { Fail(why); }));
}

void
IncCommunicator::DoDispose()
{
    m_outstanding.clear();
    for (auto* client : {&m_reducing, &m_gathering})
    {
        if (*client)
        {
            (*client)->Dispose();
            *client = nullptr;
        }
    }
    if (m_hosts)
    {
        m_hosts->Dispose();
        m_hosts = nullptr;
    }
    Object::DoDispose();
}

uint32_t
IncCommunicator::GetSize() const
{
    return m_hosts->GetRanks();
}

uint32_t
IncCommunicator::TagOf(const IncCall& call) const
{
    uint64_t hash = IncMix64(m_log.size());
    for (const uint64_t part : {static_cast<uint64_t>(call.collective),
                                static_cast<uint64_t>(call.type),
                                static_cast<uint64_t>(call.operation),
                                static_cast<uint64_t>(call.average),
                                call.count,
                                static_cast<uint64_t>(call.root)})
    {
        hash = IncMix64(hash ^ part);
    }
    return hash & 0xffffff;
}

void
IncCommunicator::Check(const IncCall& call) const
{
    NS_ABORT_MSG_IF(call.root >= GetSize(),
                    "IncCall::root: " << call.root << "; accepted: a rank below " << GetSize());
    NS_ABORT_MSG_IF(IncReduces(call.collective) && call.operation == IncOperation::NONE,
                    "IncCall::operation: " << IncName(call.collective) << " needs one");
    NS_ABORT_MSG_IF(call.average && call.operation != IncOperation::SUM,
                    "IncCall::average: is of a sum");
}

uint64_t
IncCommunicator::Start(const IncCall& given)
{
    Check(given);
    IncCall call = given;
    if (!IncReduces(call.collective))
    {
        call.operation = IncOperation::NONE;
        call.average = false;
    }
    call.root = IncHasRoot(call.collective) ? call.root : 0;
    const uint32_t tag = TagOf(call);
    const uint64_t id = m_log.size();
    IncCallStatus status;
    status.id = id;
    status.collective = call.collective;
    status.bytes = IncTotalElements(call.collective, GetSize(), call.count) * IncSizeOf(call.type);
    status.inNetwork = IncRunsInNetwork(call.collective);
    status.start = Simulator::Now();
    m_log.push_back(status);
    NS_LOG_INFO("rank " << m_rank << ": call " << id << ", " << IncName(call.collective) << " of "
                        << status.bytes << " bytes");
    const bool gathers = IncComesFromRoot(call.collective);
    m_outstanding.push_back({call, id, gathers || !status.inNetwork ? 2U : 1U});
    if (!m_error.empty())
    {
        Simulator::ScheduleNow(&IncCommunicator::Fail, Ptr<IncCommunicator>(this), m_error);
        return id;
    }
    if (status.inNetwork)
    {
        if (gathers)
        {
            PostTag(call, tag, id);
        }
        Post(gathers ? m_gathering : m_reducing, call, tag, id);
    }
    else
    {
        PostTag(call, tag, id);
        StartOverHosts(call, id);
    }
    return id;
}

void
IncCommunicator::Post(Ptr<IncClient> client, const IncCall& call, uint32_t tag, uint64_t id)
{
    IncCollectiveRequest own;
    own.collective = call.collective;
    own.type = call.type;
    own.count = call.count;
    own.root = call.root;
    own.send.assign(GetSize(), call.send);
    own.buffers.assign(GetSize(), call.receive);
    IncCopyOwn(own, m_rank);

    IncClientRequest request;
    request.collective = call.collective;
    request.operation = call.operation;
    request.dataType = call.type;
    request.count = call.count;
    request.root = call.root;
    request.callTag = tag;
    request.send = call.send;
    request.receive = call.receive;
    request.done = Callback<void, const std::string&>(
        [this, id](const std::string& error) { PartDone(id, error); });
    client->Post(request);
}

void
IncCommunicator::PostTag(const IncCall& call, uint32_t tag, uint64_t id)
{
    IncClientRequest request;
    request.collective = IncCollective::BARRIER;
    request.operation = IncOperation::NONE;
    request.dataType = call.type;
    request.callTag = tag;
    request.done = Callback<void, const std::string&>(
        [this, id](const std::string& error) { PartDone(id, error); });
    m_reducing->Post(request);
}

void
IncCommunicator::StartOverHosts(const IncCall& call, uint64_t id)
{
    IncCollectiveRequest request;
    request.collective = call.collective;
    request.type = call.type;
    request.operation = call.operation;
    request.count = call.count;
    request.root = call.root;
    if (call.send || call.receive)
    {
        request.send.assign(GetSize(), call.send);
        request.buffers.assign(GetSize(), call.receive);
    }
    m_hosts->StartRank(
        m_rank,
        request,
        IncCollectiveAlgorithm::CompletionCallback(
            [this, id](uint32_t rank, const std::string& error) { PartDone(id, error); }));
}

void
IncCommunicator::PartDone(uint64_t id, const std::string& error)
{
    if (!error.empty())
    {
        Fail(error);
        return;
    }
    for (Outstanding& outstanding : m_outstanding)
    {
        if (outstanding.id == id)
        {
            --outstanding.missing;
        }
    }
    Complete();
}

void
IncCommunicator::Complete()
{
    while (!m_outstanding.empty() && m_outstanding.front().missing == 0)
    {
        const Outstanding over = m_outstanding.front();
        m_outstanding.pop_front(); // remove it first, because the callback may make a call
        if (over.call.average && over.call.receive)
        {
            const bool isRoot = m_rank == over.call.root;
            IncDivide(over.call.type,
                      over.call.receive,
                      IncReceiveElements(over.call.collective, GetSize(), over.call.count, isRoot),
                      GetSize());
        }
        Finish(over, "");
    }
}

void
IncCommunicator::Finish(const Outstanding& outstanding, const std::string& error)
{
    IncCallStatus& status = m_log[outstanding.id];
    status.state = error.empty() ? IncCallStatus::State::DONE : IncCallStatus::State::FAILED;
    status.end = Simulator::Now();
    status.error = error;
    const IncCallStatus copy = status; // copy it first, because the callbacks may make calls
    m_completedTrace(copy);
    if (!outstanding.call.done.IsNull())
    {
        outstanding.call.done(error);
    }
}

void
IncCommunicator::Fail(const std::string& why)
{
    if (m_error.empty())
    {
        NS_LOG_WARN("rank " << m_rank << ": " << why);
        m_error = why;
        m_hosts->AbortRank(m_rank, why);
        m_reducing->Abort(why);
        m_gathering->Abort(why);
    }
    std::deque<Outstanding> ended;
    ended.swap(m_outstanding);
    for (const Outstanding& outstanding : ended)
    {
        Finish(outstanding, m_error);
    }
}

const IncCallStatus&
IncCommunicator::GetStatus(uint64_t id) const
{
    NS_ABORT_MSG_IF(id >= m_log.size(), "IncCommunicator::GetStatus: no call " << id);
    return m_log[id];
}

} // namespace ns3
