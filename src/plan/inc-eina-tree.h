/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_TREE_H
#define INC_EINA_TREE_H

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Finds one parameter server's tree when the number of children of every aggregator is
 * limited. This is EINA's reduced formulation, exact with a limit on the depth.
 *
 * Levels are filled from the root, those with most children first. Aggregators without workers are
 * added only if they help.
 */
class IncEinaTree
{
  public:
    /** Pairs of child and parent. */
    using Tree = std::vector<std::pair<uint32_t, uint32_t>>;

    uint32_t root{0};
    uint32_t depth{0};              //!< hops from the deepest aggregator to the root
    std::vector<uint32_t> children; //!< largest number of children of each aggregator
    std::vector<uint32_t>
        senders; //!< aggregators that must send: they have workers and are not the root
    std::vector<uint32_t>
        relays; //!< aggregators that may relay flows although they have no workers
    std::vector<uint32_t>
        sinks; //!< in the printed model: aggregators that may keep the flows they receive

    /** \return true if there is a tree */
    bool Exists() const;
    /** \return a tree, if there is one */
    std::optional<Tree> Build() const;

  private:
    std::vector<uint32_t> Ordered(const std::vector<uint32_t>& list) const;
    std::optional<std::size_t> Relays(const std::vector<uint32_t>& senders,
                                      const std::vector<uint32_t>& relays) const;
    bool Fits(std::size_t placed,
              std::size_t relayCount,
              const std::vector<uint64_t>& merged,
              const std::vector<uint64_t>& plain,
              uint64_t relaySum,
              std::size_t position) const;
    uint64_t SinkPlaces() const;
};

} // namespace ns3

#endif // INC_EINA_TREE_H
