/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-tree.h"

#include <algorithm>

namespace ns3
{

std::vector<uint32_t>
IncEinaTree::Ordered(const std::vector<uint32_t>& list) const
{
    std::vector<uint32_t> order = list;
    std::stable_sort(order.begin(), order.end(), [this](uint32_t i, uint32_t j) {
        return children[i] > children[j];
    });
    return order;
}

uint64_t
IncEinaTree::SinkPlaces() const
{
    uint64_t sum = 0;
    for (const uint32_t i : sinks)
    {
        sum += children[i];
    }
    return sum;
}

bool
IncEinaTree::Fits(std::size_t total,
                  std::size_t relayCount,
                  const std::vector<uint64_t>& merged,
                  const std::vector<uint64_t>& plain,
                  uint64_t relaySum,
                  std::size_t position) const
{
    // Sum the children of the first x nodes: first the merged list, then the other senders.
    const auto sum = [&](std::size_t x) {
        return x <= position ? merged[x] : relaySum + plain[x - relayCount];
    };
    std::size_t placed = 0;
    uint64_t places = children[root];
    const uint64_t sinkPlaces = SinkPlaces();
    for (uint32_t level = 1; level <= depth; ++level)
    {
        places += level == 2 ? sinkPlaces : 0;
        const std::size_t before = placed;
        placed = std::min<uint64_t>(total, placed + places);
        if (placed == total)
        {
            return true;
        }
        places = sum(placed) - sum(before);
    }
    return placed == total;
}

std::optional<std::size_t>
IncEinaTree::Relays(const std::vector<uint32_t>& must, const std::vector<uint32_t>& may) const
{
    std::vector<uint64_t> plain{0};
    for (const uint32_t i : must)
    {
        plain.push_back(plain.back() + children[i]);
    }
    std::vector<uint64_t> merged{0};
    std::vector<std::size_t> position{0};
    std::vector<uint64_t> relaySum{0};
    std::size_t next = 0;
    for (const uint32_t relay : may)
    {
        for (; next < must.size() && children[must[next]] >= children[relay]; ++next)
        {
            merged.push_back(merged.back() + children[must[next]]);
        }
        merged.push_back(merged.back() + children[relay]);
        position.push_back(merged.size() - 1);
        relaySum.push_back(relaySum.back() + children[relay]);
    }
    for (std::size_t count = 0; count <= may.size(); ++count)
    {
        if (Fits(must.size() + count, count, merged, plain, relaySum[count], position[count]))
        {
            return count;
        }
    }
    return std::nullopt;
}

bool
IncEinaTree::Exists() const
{
    return Relays(Ordered(senders), Ordered(relays)).has_value();
}

std::optional<IncEinaTree::Tree>
IncEinaTree::Build() const
{
    std::vector<uint32_t> order = Ordered(senders);
    const std::vector<uint32_t> may = Ordered(relays);
    const auto count = Relays(order, may);
    if (!count)
    {
        return std::nullopt;
    }
    order.insert(order.end(), may.begin(), may.begin() + *count);
    order = Ordered(order);
    Tree tree;
    std::vector<uint32_t> parents{root};
    std::size_t next = 0;
    for (uint32_t level = 1; next < order.size(); ++level)
    {
        if (level == 2)
        {
            parents.insert(parents.end(), sinks.begin(), sinks.end());
        }
        std::vector<uint32_t> placed;
        for (const uint32_t parent : parents)
        {
            for (uint32_t k = 0; k < children[parent] && next < order.size(); ++k)
            {
                placed.push_back(order[next]);
                tree.emplace_back(order[next++], parent);
            }
        }
        parents = placed;
    }
    return tree;
}

} // namespace ns3
