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
 * \brief One parameter server's tree, given how many children every aggregator may have: the
 * reduced formulation of EINA, exact with a limit on the depth.
 *
 * Levels are filled from the root, whoever may have most children first. Aggregators without
 * workers are added only if they help, those with most children first.
 */
class IncEinaTree
{
  public:
    /** Child, parent. */
    using Tree = std::vector<std::pair<uint32_t, uint32_t>>;

    uint32_t root{0};
    uint32_t depth{0};              //!< hops from the deepest aggregator to the root
    std::vector<uint32_t> children; //!< by aggregator: the most it may have
    std::vector<uint32_t> senders;  //!< aggregators that must send: with workers, not the root
    std::vector<uint32_t> relays;   //!< aggregators that may send what they receive
    std::vector<uint32_t>
        sinks; //!< for printed semantics: aggregators that may keep what they receive

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
