/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-collective-data.h"

#include "inc-collective-shape.h"
#include "inc-own-collective.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

namespace
{

constexpr uint64_t GUARD = 16;       ///< bytes behind the results
constexpr uint8_t GUARD_BYTE = 0xa5; ///< value of the bytes behind the results
constexpr uint64_t COMPARED = 4096;  ///< number of elements compared at a time

/// Count the elements in which two arrays differ; `size` is the size of an element, bytes.
uint64_t
CountUnlike(const uint8_t* a, const uint8_t* b, uint64_t count, uint32_t size)
{
    if (std::memcmp(a, b, count * size) == 0)
    {
        return 0;
    }
    uint64_t unlike = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        unlike += std::memcmp(a + i * size, b + i * size, size) != 0 ? 1 : 0;
    }
    return unlike;
}

} // namespace

IncCollectiveData::IncCollectiveData(const IncCollectiveRequest& request,
                                     uint32_t ranks,
                                     bool inPlace,
                                     uint64_t seed)
    : m_request(request),
      m_ranks(ranks),
      m_inPlace(inPlace),
      m_source(seed,
               request.type,
               IncReduces(request.collective) ? request.operation : IncOperation::NONE),
      m_size(IncSizeOf(request.type)),
      m_memory(ranks)
{
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        Allocate(rank);
    }
    if (request.collective == IncCollective::REDUCE && request.root == SERVER)
    {
        m_server.reset(new uint8_t[request.count * m_size]);
    }
}

uint64_t
IncCollectiveData::SendCount(uint32_t rank) const
{
    return IncSendElements(m_request.collective, m_ranks, m_request.count, rank == m_request.root);
}

uint64_t
IncCollectiveData::ReceiveCount(uint32_t rank) const
{
    return IncReceiveElements(m_request.collective,
                              m_ranks,
                              m_request.count,
                              rank == m_request.root);
}

void
IncCollectiveData::Allocate(uint32_t rank)
{
    // Memory is not initialised, so that it takes no physical pages before its first use.
    Rank& memory = m_memory[rank];
    const uint64_t sent = SendCount(rank) * m_size;
    const uint64_t received = ReceiveCount(rank) * m_size;
    const uint64_t block = m_request.count * m_size;
    if (!m_inPlace || sent == 0 || received == 0)
    {
        memory.operands.reset(new uint8_t[sent + GUARD]);
        memory.send = memory.operands.get();
        memory.results.reset(new uint8_t[received + GUARD]);
        memory.receive = memory.results.get();
        std::memset(memory.receive + received, GUARD_BYTE, GUARD);
    }
    else
    {
        memory.operands.reset(new uint8_t[std::max(sent, received) + GUARD]);
        memory.send = memory.operands.get() + (sent < received ? rank * block : 0);
        memory.receive = memory.operands.get() + (received < sent ? rank * block : 0);
        std::memset(memory.operands.get() + std::max(sent, received), GUARD_BYTE, GUARD);
    }
}

IncCollectiveRequest
IncCollectiveData::MakeRequest()
{
    IncCollectiveRequest request = m_request;
    request.result = m_server.get();
    request.root = m_server ? 0 : request.root;
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        const Rank& memory = m_memory[rank];
        m_source.Fill(rank, 0, SendCount(rank), memory.send);
        request.send.push_back(memory.send);
        // A rank without results has no buffer, except in a Reduce to parameter servers.
        request.buffers.push_back(ReceiveCount(rank) > 0 || m_request.count == 0 ? memory.receive
                                  : m_server                                     ? memory.send
                                                                                 : nullptr);
    }
    return request;
}

uint64_t
IncCollectiveData::CountWrong(const std::function<void(IncVerifier&)>& describe,
                              const std::set<uint32_t>& gone) const
{
    return (IncIsOwn(m_request.collective)     ? CountWrongOwn(gone)
            : IncReduces(m_request.collective) ? CountWrongReduced(describe, gone)
                                               : CountWrongMoved(gone)) +
           CountWrongBehind();
}

std::vector<uint32_t>
IncCollectiveData::RanksWithout(const std::set<uint32_t>& some) const
{
    std::vector<uint32_t> others;
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        if (some.count(rank) == 0)
        {
            others.push_back(rank);
        }
    }
    return others;
}

uint64_t
IncCollectiveData::CountWrongOwn(const std::set<uint32_t>& gone) const
{
    const IncOwnCollective& collective = IncOwnCollective::Get(m_request.collective);
    uint64_t wrong = CountWrongOperands();
    for (const uint32_t rank : RanksWithout(gone))
    {
        const std::vector<uint32_t> from = collective.GetContributors(rank, m_ranks);
        const auto fill = [&](uint32_t i, uint64_t first, uint64_t n, uint8_t* out) {
            m_source.Fill(from[i], first, n, out);
        };
        IncVerifier verifier(m_request.type,
                             m_request.operation,
                             static_cast<uint32_t>(from.size()),
                             fill);
        verifier.SetOverflow(m_request.overflow);
        wrong += verifier.CountWrong({m_memory[rank].receive}, m_request.count);
    }
    return wrong;
}

uint64_t
IncCollectiveData::CountWrongReduced(const std::function<void(IncVerifier&)>& describe,
                                     const std::set<uint32_t>& gone) const
{
    uint64_t block = 0; // index of the first element that is compared
    uint64_t wrong = 0; // number of wrong operands
    IncVerifier verifier(
        m_request.type,
        m_request.operation,
        m_ranks,
        [this, &block, &wrong](uint32_t rank, uint64_t first, uint64_t n, uint8_t* out) {
            m_source.Fill(rank, block + first, n, out);
            wrong += CountChanged(rank, block + first, n, out);
        });
    verifier.SetOverflow(m_request.overflow);
    if (describe)
    {
        describe(verifier);
    }
    std::vector<const uint8_t*> results(m_server ? 1 : 0, m_server.get());
    uint64_t wrongResults = 0;
    for (const uint32_t rank : RanksWithout(gone))
    {
        if (m_request.collective == IncCollective::REDUCESCATTER)
        {
            block = rank * m_request.count;
            wrongResults += verifier.CountWrong({m_memory[rank].receive}, m_request.count);
        }
        else if (!m_server)
        {
            results.push_back(ReceiveCount(rank) > 0 ? m_memory[rank].receive : nullptr);
        }
    }
    wrongResults += verifier.CountWrong(results, m_request.count);
    return wrong + wrongResults;
}

uint64_t
IncCollectiveData::CountChanged(uint32_t rank,
                                uint64_t first,
                                uint64_t n,
                                const uint8_t* expected) const
{
    const uint8_t* at = m_memory[rank].send + first * m_size;
    return IsResult(rank, at) ? 0 : CountUnlike(at, expected, n, m_size);
}

bool
IncCollectiveData::IsResult(uint32_t rank, const uint8_t* at) const
{
    const Rank& memory = m_memory[rank];
    return !memory.results && at >= memory.receive &&
           at < memory.receive + ReceiveCount(rank) * m_size;
}

uint64_t
IncCollectiveData::CountWrongWithout(const std::set<uint32_t>& gone,
                                     const std::vector<std::set<uint32_t>>& absent,
                                     uint64_t perMessage) const
{
    const std::vector<uint32_t> left = RanksWithout(gone);
    uint64_t block = 0; // index of the first element that is compared
    std::vector<IncVerifier> verifiers;
    const auto verify = [&](const std::set<uint32_t>& some) {
        const auto among = [this, &block, ranks = RanksWithout(some)](uint32_t rank,
                                                                      uint64_t first,
                                                                      uint64_t n,
                                                                      uint8_t* out) {
            m_source.Fill(ranks[rank], block + first, n, out);
        };
        verifiers.emplace_back(m_request.type,
                               m_request.operation,
                               m_ranks - static_cast<uint32_t>(some.size()),
                               among);
        verifiers.back().SetOverflow(m_request.overflow);
    };
    verify({});
    std::for_each(absent.begin(), absent.end(), verify);
    uint64_t wrong = CountWrongBehind() + CountWrongOperands();
    for (; block < m_request.count; block += perMessage)
    {
        std::vector<const uint8_t*> results;
        for (const uint32_t rank : left)
        {
            results.push_back(m_memory[rank].receive + block * m_size);
        }
        const uint64_t n = std::min(perMessage, m_request.count - block);
        uint64_t least = UINT64_MAX;
        for (auto verifier = verifiers.begin(); verifier != verifiers.end() && least > 0;
             ++verifier)
        {
            least = std::min(least, verifier->CountWrong(results, n));
        }
        wrong += least;
    }
    return wrong;
}

uint64_t
IncCollectiveData::CountDifferent(const uint8_t* found, uint32_t rank, uint64_t first) const
{
    std::vector<uint8_t> expected(COMPARED * m_size);
    uint64_t different = 0;
    for (uint64_t begin = 0; begin < m_request.count; begin += COMPARED)
    {
        const uint64_t n = std::min(COMPARED, m_request.count - begin);
        m_source.Fill(rank, first + begin, n, expected.data());
        different += CountUnlike(found + begin * m_size, expected.data(), n, m_size);
    }
    return different;
}

uint64_t
IncCollectiveData::CountWrongOperands() const
{
    uint64_t wrong = 0;
    const uint64_t count = m_request.count;
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        for (uint64_t first = 0; first < SendCount(rank); first += count)
        {
            const uint8_t* at = m_memory[rank].send + first * m_size;
            wrong += IsResult(rank, at) ? 0 : CountDifferent(at, rank, first);
        }
    }
    return wrong;
}

uint64_t
IncCollectiveData::CountWrongMoved(const std::set<uint32_t>& gone) const
{
    uint64_t wrong = CountWrongOperands();
    const uint64_t count = m_request.count;
    const bool isFromRoot = m_request.collective == IncCollective::BROADCAST ||
                            m_request.collective == IncCollective::SCATTER;
    for (const uint32_t rank : RanksWithout(gone))
    {
        const uint8_t* found = m_memory[rank].receive;
        for (uint32_t block = 0; block * count < ReceiveCount(rank); ++block)
        {
            const uint32_t from = isFromRoot ? m_request.root : block;
            wrong += CountDifferent(found + block * count * m_size,
                                    from,
                                    SendCount(from) > count ? rank * count : 0);
        }
    }
    return wrong;
}

uint64_t
IncCollectiveData::CountWrongBehind() const
{
    uint64_t wrong = 0;
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        const Rank& memory = m_memory[rank];
        const uint64_t received = ReceiveCount(rank);
        const uint8_t* end =
            memory.results ? memory.receive + received * m_size
                           : memory.operands.get() + std::max(SendCount(rank), received) * m_size;
        wrong += std::any_of(end, end + GUARD, [](uint8_t byte) { return byte != GUARD_BYTE; });
    }
    return wrong;
}

} // namespace ns3
