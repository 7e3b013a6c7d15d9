/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-reduction-reference.h"
#include "inc-reference-numerics.h"
#include "inc-with-type.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ns3
{

using namespace increference;

namespace
{

// Round to nearest even: scale the last digit to the units' place, round, and scale back. A double
// has more than 2 * DIGITS + 2 digits, so rounding twice is exact.
template <typename T>
T
RoundTo(double x)
{
    if (!std::isfinite(x) || x == 0)
    {
        return static_cast<T>(static_cast<float>(x));
    }
    const int lastDigit = std::max(std::ilogb(x) - Format<T>::DIGITS + 1, Format<T>::SMALLEST);
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -lastDigit)), lastDigit);
    return static_cast<T>(static_cast<float>(rounded));
}

template <typename T>
T
Narrow(Wide<T> x, IncOverflow overflow)
{
    constexpr Wide<T> LOWEST = std::numeric_limits<T>::min();
    constexpr Wide<T> HIGHEST = std::numeric_limits<T>::max();
    return static_cast<T>(overflow == IncOverflow::WRAP ? x : std::clamp(x, LOWEST, HIGHEST));
}

// Reduce two values; the result is rounded, clamped or wrapped to type T.
template <typename T>
T
Combine(T a, T b, IncOperation operation, IncOverflow overflow)
{
    if (operation == IncOperation::MIN || operation == IncOperation::MAX)
    {
        return ChooseExtreme(a, b, operation == IncOperation::MAX);
    }
    const bool product = operation == IncOperation::PROD;
    if constexpr (IS_INTEGER<T>)
    {
        const Wide<T> x = a;
        const Wide<T> y = b;
        return Narrow<T>(product ? x * y : x + y, overflow);
    }
    else if constexpr (sizeof(T) == 2)
    {
        const double x = ToPrecise(a);
        const double y = ToPrecise(b);
        return RoundTo<T>(product ? x * y : x + y);
    }
    else
    {
        return product ? a * b : a + b;
    }
}

int
LowestRank(const IncReductionTree& tree)
{
    int lowest = tree.rank >= 0 ? tree.rank : std::numeric_limits<int>::max();
    for (const auto& child : tree.children)
    {
        lowest = std::min(lowest, LowestRank(child));
    }
    return lowest;
}

// Return an equivalent tree, in which only leaves have ranks and children are sorted.
IncReductionTree
Normalise(const IncReductionTree& tree)
{
    if (tree.children.empty())
    {
        return tree;
    }
    IncReductionTree normal;
    if (tree.rank >= 0)
    {
        normal.children.push_back({tree.rank, {}});
    }
    for (const auto& child : tree.children)
    {
        normal.children.push_back(Normalise(child));
    }
    std::sort(normal.children.begin(), normal.children.end(), [](const auto& a, const auto& b) {
        return LowestRank(a) < LowestRank(b);
    });
    return normal;
}

void
CollectRanks(const IncReductionTree& tree, std::vector<int>& ranks)
{
    NS_ABORT_MSG_IF(tree.rank < 0 && tree.children.empty(),
                    "IncReductionTree has a leaf without a rank");
    if (tree.rank >= 0)
    {
        ranks.push_back(tree.rank);
    }
    for (const auto& child : tree.children)
    {
        CollectRanks(child, ranks);
    }
}

template <typename T>
class OrderedReference : public BlockReference<T>
{
  public:
    OrderedReference(IncOperation operation,
                     IncOverflow overflow,
                     uint32_t ranks,
                     const IncReductionTree& tree)
        : m_operation(operation),
          m_overflow(overflow),
          m_tree(Normalise(tree)),
          m_operands(uint64_t{ranks} * BLOCK)
    {
        std::vector<int> present;
        CollectRanks(tree, present);
        std::sort(present.begin(), present.end());
        bool complete = present.size() == ranks;
        for (uint32_t i = 0; complete && i < ranks; ++i)
        {
            complete = present[i] == static_cast<int>(i);
        }
        NS_ABORT_MSG_UNLESS(complete, "IncReductionTree must have every rank exactly once");
    }

    void Add(const uint8_t* operands) override
    {
        std::memcpy(&m_operands[uint64_t{m_next} * BLOCK], operands, this->m_count * sizeof(T));
        ++m_next;
    }

    void Check(const uint8_t* result, uint8_t* wrong) override
    {
        m_value = Fold(m_tree);
        BlockReference<T>::Check(result, wrong);
    }

  private:
    std::vector<T> Fold(const IncReductionTree& node) const
    {
        if (node.children.empty())
        {
            const auto row = m_operands.begin() + int64_t{node.rank} * BLOCK;
            return std::vector<T>(row, row + this->m_count);
        }
        std::vector<T> value = Fold(node.children.front());
        for (std::size_t c = 1; c < node.children.size(); ++c)
        {
            const std::vector<T> next = Fold(node.children[c]);
            for (uint32_t i = 0; i < this->m_count; ++i)
            {
                value[i] = Combine<T>(value[i], next[i], m_operation, m_overflow);
            }
        }
        return value;
    }

    void Clear() override
    {
        m_next = 0;
    }

    bool IsRight(T x, uint32_t i) const override
    {
        return IsNan(m_value[i]) ? IsNan(x) : SameBits(x, m_value[i]);
    }

    IncOperation m_operation;
    IncOverflow m_overflow;
    IncReductionTree m_tree;
    std::vector<T> m_operands;
    std::vector<T> m_value;
    uint32_t m_next{0};
};

} // namespace

std::unique_ptr<IncReductionReference>
IncMakeOrderedReference(IncDataType type,
                        IncOperation operation,
                        IncOverflow overflow,
                        uint32_t ranks,
                        const IncReductionTree& tree)
{
    return IncWithType(type, [&](auto zero) -> std::unique_ptr<IncReductionReference> {
        return std::make_unique<OrderedReference<decltype(zero)>>(operation, overflow, ranks, tree);
    });
}

} // namespace ns3
