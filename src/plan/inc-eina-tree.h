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

/** \ingroup inc \brief Finds a tree of aggregators for one parameter server (PS), within a limit of
 * children for each aggregator and a limit of depth. The method is exact.
 *
 * It fills level after level, from the root. Aggregators that may have more children come first. It
 * adds as few aggregators without workers (relays) as possible. */
class IncEinaTree
{
  public:
    /** Pairs of child and parent. */
    using Tree = std::vector<std::pair<uint32_t, uint32_t>>;

    uint32_t root{0};               //!< aggregator of the PS
    uint32_t depth{0};              //!< most hops from an aggregator to the root
    std::vector<uint32_t> children; //!< most children of each aggregator
    /// Aggregators that must send: they have workers and are not the root.
    std::vector<uint32_t> senders;
    /// Aggregators without workers that may receive flows; each then must send.
    std::vector<uint32_t> relays;
    /// Aggregators without workers that may receive flows and send none (EINA as printed).
    std::vector<uint32_t> sinks;

    bool Exists() const;
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
