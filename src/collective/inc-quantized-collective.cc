/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-quantized-collective.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncQuantizedCollective);

/// One rank's part of a request.
struct IncQuantizedCollective::Call
{
    IncCollectiveRequest request;
    CompletionCallback done;
    std::vector<uint8_t> exponents; //!< exponents of the rank's blocks, then of all ranks' blocks
    std::vector<uint8_t> integers;  //!< operands as integers, then their sums

    template <typename Function>
    void ForEachBlock(uint64_t block, Function function)
    {
        for (uint64_t i = 0; i < exponents.size(); ++i)
        {
            function(exponents[i], i * block, std::min(block, request.count - i * block));
        }
    }
};

namespace
{

constexpr uint32_t FLOAT_SIZE = IncSizeOf(IncDataType::FLOAT32);

/// Let a rank's request use one memory for operands and results, unless its data is virtual.
void
UseMemory(IncCollectiveRequest& request,
          uint32_t ranks,
          uint32_t rank,
          std::vector<uint8_t>& memory)
{
    if (!request.IsVirtual())
    {
        request.send.assign(ranks, nullptr);
        request.send[rank] = memory.data();
        request.buffers.assign(ranks, nullptr);
        request.buffers[rank] = memory.data();
    }
}

} // namespace

TypeId
IncQuantizedCollective::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncQuantizedCollective")
                            .SetParent<IncCollectiveAlgorithm>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncQuantizedCollective>();
    return tid;
}

void
IncQuantizedCollective::Setup(Ptr<IncCollectiveAlgorithm> carrier,
                              const IncBlockQuantizer& quantizer)
{
    m_carrier = carrier;
    m_quantizer = quantizer;
    m_quantizer.ranks = carrier->GetRanks();
    NS_ABORT_MSG_IF(m_quantizer.ranks > quantizer.GetMaxRanks(),
                    IncName(quantizer.type)
                        << " for " << m_quantizer.ranks << " ranks; accepted: up to "
                        << quantizer.GetMaxRanks());
    m_ranks.resize(m_quantizer.ranks);
}

bool
IncQuantizedCollective::Knows(IncCollective collective) const
{
    return (collective == IncCollective::ALLREDUCE || collective == IncCollective::REDUCE) &&
           m_carrier->Knows(collective) && m_carrier->Knows(IncCollective::ALLREDUCE);
}

void
IncQuantizedCollective::StartRank(uint32_t rank,
                                  const IncCollectiveRequest& request,
                                  CompletionCallback done)
{
    Check(request);
    NS_ABORT_MSG_UNLESS(
        request.type == IncDataType::FLOAT32 && request.operation == IncOperation::SUM,
        IncName(request.operation)
            << " of " << IncName(request.type) << " is not quantised; accepted: sum of float32");
    m_ranks.at(rank).waiting.push_back(std::make_shared<Call>(Call{request, done, {}, {}}));
    Advance(rank);
}

void
IncQuantizedCollective::Advance(uint32_t rank)
{
    Rank& own = m_ranks[rank];
    if (own.isBusy || own.waiting.empty())
    {
        return;
    }
    own.isBusy = true;
    const auto call = own.waiting.front();
    IncCollectiveRequest largest = call->request;
    largest.collective = IncCollective::ALLREDUCE;
    largest.type = IncDataType::UINT8;
    largest.operation = IncOperation::MAX;
    largest.count = (largest.count + m_quantizer.block - 1) / m_quantizer.block;
    if (!largest.IsVirtual())
    {
        call->exponents.resize(largest.count);
        call->ForEachBlock(m_quantizer.block, [&](uint8_t& exponent, uint64_t at, uint64_t n) {
            const uint8_t* operands = call->request.SendOf(rank) + at * FLOAT_SIZE;
            exponent = IncBlockQuantizer::FindExponent(operands, n);
        });
    }
    if (m_quantizer.factor > 0 || !own.failure.empty())
    {
        GotExponents(rank, own.failure);
        return;
    }
    UseMemory(largest, GetRanks(), rank, call->exponents);
    const auto got = [self = Ptr<IncQuantizedCollective>(this)](uint32_t of,
                                                                const std::string& status) {
        self->GotExponents(of, status);
    };
    m_carrier->StartRank(rank, largest, CompletionCallback(got));
}

/// Go on with the first waiting request, which has its exponents or has failed.
void
IncQuantizedCollective::GotExponents(uint32_t rank, const std::string& status)
{
    Rank& own = m_ranks[rank];
    const auto call = own.waiting.front();
    own.waiting.pop_front();
    own.isBusy = false;
    own.failure = status;
    const auto begin = call->exponents.begin();
    const auto end = call->exponents.end();
    const auto found = std::find(begin, end, IncBlockQuantizer::NOT_FINITE);
    if (status.empty() && found != end)
    {
        own.failure = "operands of block " + std::to_string(found - begin) +
                      " are infinite or NaN; accepted with " + IncName(m_quantizer.type) +
                      " on the wire: finite operands";
    }
    own.failure.empty() ? Carry(rank, call) : call->done(rank, own.failure);
    Advance(rank);
}

void
IncQuantizedCollective::Carry(uint32_t rank, const std::shared_ptr<Call>& call)
{
    IncCollectiveRequest sum = call->request;
    const uint32_t size = IncSizeOf(m_quantizer.type);
    sum.type = m_quantizer.type;
    call->integers.resize(sum.IsVirtual() ? 0 : sum.count * size);
    call->ForEachBlock(m_quantizer.block, [&](uint8_t exponent, uint64_t at, uint64_t n) {
        const uint8_t* operands = call->request.SendOf(rank) + at * FLOAT_SIZE;
        m_quantizer.Quantize(operands, n, exponent, call->integers.data() + at * size);
    });
    UseMemory(sum, GetRanks(), rank, call->integers);
    const auto done = [quantizer = m_quantizer, call, size](uint32_t of,
                                                            const std::string& status) {
        uint8_t* const results = call->request.ReceiveOf(of);
        if (results && status.empty())
        {
            call->ForEachBlock(quantizer.block, [&](uint8_t exponent, uint64_t at, uint64_t n) {
                const uint8_t* sums = call->integers.data() + at * size;
                quantizer.Restore(sums, n, exponent, results + at * FLOAT_SIZE);
            });
        }
        call->done(of, status);
    };
    m_carrier->StartRank(rank, sum, CompletionCallback(done));
}

void
IncQuantizedCollective::DoDispose()
{
    m_carrier->Dispose();
    m_carrier = nullptr;
    m_ranks.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
