/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-verifier.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace ns3
{

namespace
{

/// Memory for one block of elements, aligned for any type.
struct Block
{
    alignas(std::max_align_t) uint8_t bytes[IncReductionReference::BLOCK * sizeof(uint64_t)];
};

uint64_t
CountMarked(const uint8_t* wrong, uint32_t count)
{
    return count - std::count(wrong, wrong + count, 0);
}

// Count the elements that are marked as wrong, or differ from the first rank's elements.
uint64_t
CountWrongOrDifferent(const uint8_t* wrong,
                      const uint8_t* first,
                      const uint8_t* other,
                      uint32_t count,
                      uint32_t size)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        total += wrong[i] || std::memcmp(first + i * size, other + i * size, size) != 0;
    }
    return total;
}

} // namespace

IncVerifier::IncVerifier(IncDataType type, IncOperation operation, uint32_t ranks, Source source)
    : m_type(type),
      m_operation(operation),
      m_ranks(ranks),
      m_source(std::move(source)),
      m_steps(ranks - 1)
{
    NS_ABORT_MSG_IF(ranks == 0, "IncVerifier needs at least one rank");
    NS_ABORT_MSG_IF(operation == IncOperation::NONE, "IncVerifier needs an operation");
}

void
IncVerifier::SetReductionTree(IncReductionTree tree)
{
    m_tree = std::move(tree);
    m_ordered = true;
}

uint64_t
IncVerifier::CountWrong(const std::vector<const uint8_t*>& results, uint64_t count) const
{
    if (m_quantizer)
    {
        return CountWrongQuantized(results, count);
    }
    const uint32_t size = IncSizeOf(m_type);
    const auto isBuffer = [](const uint8_t* buffer) { return buffer != nullptr; };
    const auto first = std::find_if(results.begin(), results.end(), isBuffer);
    if (first == results.end())
    {
        return 0;
    }
    const auto reference =
        m_ordered ? IncMakeOrderedReference(m_type, m_operation, m_overflow, m_ranks, m_tree)
                  : IncMakeReductionReference(m_type, m_operation, m_overflow, m_ranks, m_steps);
    Block operands;
    Block result;
    uint8_t wrong[IncReductionReference::BLOCK];
    uint64_t total = 0;
    for (uint64_t begin = 0; begin < count; begin += IncReductionReference::BLOCK)
    {
        const auto n =
            static_cast<uint32_t>(std::min<uint64_t>(IncReductionReference::BLOCK, count - begin));
        reference->Begin(n);
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            m_source(rank, begin, n, operands.bytes);
            reference->Add(operands.bytes);
        }
        std::memcpy(result.bytes, *first + begin * size, uint64_t{n} * size);
        reference->Check(result.bytes, wrong);
        const uint64_t marked = CountMarked(wrong, n);
        total += marked;
        for (auto other = std::next(first); other != results.end(); ++other)
        {
            if (!*other)
            {
                continue;
            }
            const uint8_t* bytes = *other + begin * size;
            const bool same = std::memcmp(result.bytes, bytes, uint64_t{n} * size) == 0;
            total += same ? marked : CountWrongOrDifferent(wrong, result.bytes, bytes, n, size);
        }
    }
    return total;
}

} // namespace ns3
