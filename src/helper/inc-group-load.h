/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_LOAD_H
#define INC_GROUP_LOAD_H

#include "inc-fabric-helper.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-dissemination.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Load that one message of a group and its result put on every link. The round trip of a
 * full window follows from it, and the largest window that the buffers of switches can hold.
 *
 * The set-up of a group knows the tree and the links, so it can compute this for the members. If
 * there are paths of equal cost, all frames are assumed to take one path, which is the worst
 * case of ECMP.
 */
class IncGroupLoad
{
  public:
    /// Sizes of frames on the wire, including preamble and inter-frame gap.
    struct Frames
    {
        uint32_t contribution; //!< size of a contribution, bytes
        uint32_t result;       //!< size of a result, including its BIER header, bytes
        uint32_t resultCopies; //!< BIER: packets of a result, one for each set identifier
        bool passOn{false};    //!< whether switches may send contributions on without aggregation
    };

    /** \brief Compute the load of a tree; all workers use the NIC `rail`, see IncGroupOptions. */
    IncGroupLoad(const IncTopology& topology,
                 const IncAggregationTree& tree,
                 IncDisseminationMode dissemination,
                 const Frames& frames,
                 std::optional<uint32_t> rail = std::nullopt);

    /** \return longest time from a message to its result with `slots` in flight, without loss */
    Time GetRoundTrip(uint32_t slots) const;

    /** \return longest time that one message keeps a link busy */
    Time GetBusyTime() const;

    /** \return largest number of messages, at least 1, whose frames fit into every switch at a
     * time */
    uint32_t GetMostSlots(const IncFabric& fabric) const;

  private:
    struct Direction
    {
        uint64_t bytes{0};
        uint32_t frames{0};
    };

    void AddContributions(const IncAggregationTree& tree);
    void AddResultsDownTheTree(const IncAggregationTree& tree);
    void AddResultsFromRoot(const IncAggregationTree& tree,
                            bool copied,
                            std::optional<uint32_t> rail);
    std::vector<uint32_t> PathOf(const IncAggregationTree& tree,
                                 uint32_t vatNode,
                                 const IncAggregationInput& input) const;
    int64_t Cross(uint32_t link, uint32_t from, uint32_t bytes, uint32_t copies);
    Direction& At(uint32_t link, uint32_t from);
    uint32_t PeerOf(uint32_t link, uint32_t node) const;

    const IncTopology& m_topology;
    Frames m_frames;
    std::vector<Direction> m_directions; //!< load of each link from a to b, and from b to a
    std::vector<int64_t> m_times;        //!< round trip of a single message, by rank, ps
    double m_slowestPs{0};               //!< longest time that one message keeps a link busy, ps
    uint64_t m_fastest{0};               //!< highest rate of a link in use, bit/s
};

} // namespace ns3

#endif // INC_GROUP_LOAD_H
