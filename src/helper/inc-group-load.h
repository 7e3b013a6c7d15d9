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
 * \brief What one message of a group, and its result, put on every link: from it follow the round
 * trip of a full window and the window that the buffers of switches can hold.
 *
 * The set-up of a group can honestly tell its members this load, because it knows the tree and the
 * links. If paths of equal cost may be taken, all frames are assumed to take the same one: the
 * worst that ECMP can do.
 */
class IncGroupLoad
{
  public:
    /// Sizes of frames on the wire, preamble and inter-frame gap included.
    struct Frames
    {
        uint32_t contribution; //!< size of a contribution, bytes
        uint32_t result;       //!< bytes, with what a BIER header adds
        uint32_t resultCopies; //!< by BIER: packets of a result, one for each set of workers
    };

    /**
     * \param topology the network
     * \param tree of the group
     * \param dissemination how results travel
     * \param frames what is sent
     * \param rail see IncGroupOptions
     */
    IncGroupLoad(const IncTopology& topology,
                 const IncAggregationTree& tree,
                 IncDisseminationMode dissemination,
                 const Frames& frames,
                 std::optional<uint32_t> rail = std::nullopt);

    /**
     * \param slots messages in flight
     * \return the longest time from a message to its result, without loss and other traffic
     */
    Time GetRoundTrip(uint32_t slots) const;

    /** \return the longest time that one message keeps a link busy */
    Time GetBusyTime() const;

    /**
     * \param fabric the network, installed
     * \return the most messages in flight whose frames every switch can keep; at least 1
     */
    uint32_t GetMostSlots(const IncFabric& fabric) const;

  private:
    /// A direction of a link.
    struct Direction
    {
        uint64_t bytes{0};  //!< bytes on the wire for one message
        uint32_t frames{0}; //!< frames for one message
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

    const IncTopology& m_topology;       //!< network that it works on
    Frames m_frames;                     //!< frames of a message
    std::vector<Direction> m_directions; //!< from a to b of each link, and from b to a
    std::vector<int64_t> m_times;        //!< times by rank: unloaded round trip, ps
    double m_slowestPs{0};               //!< longest time that one message keeps a link busy
    uint64_t m_fastest{0};               //!< highest rate of a link in use, bit/s
};

} // namespace ns3

#endif // INC_GROUP_LOAD_H
