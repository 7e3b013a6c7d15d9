/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVER_LAYOUT_H
#define INC_SERVER_LAYOUT_H

#include "ns3/inc-topology.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The ranks of a collective by server, and the head of each server on each rail.
 *
 * The head of a rail is the GPU that owns the NIC of this rail. It sends the elements of its rail's
 * stripe to the network for the whole server. If a single server has no NIC at these ranks, each
 * rank is a head. If several servers have no rail in common, there are no heads, and each rank
 * needs a NIC of its own.
 */
struct IncServerLayout
{
    /// A rank that is the head of a rail in its server.
    struct Head
    {
        uint32_t rank;    //!< rank of the GPU
        uint32_t port{0}; //!< number of its port on the rail
    };

    std::vector<std::vector<uint32_t>> servers; //!< ranks by server, in order
    std::vector<uint32_t> serverOf;             //!< server by rank
    std::vector<std::vector<Head>> heads;       //!< heads by rail and server
    std::vector<uint32_t> rails;                //!< numbers of the rails that `heads` uses
    /// Whether scale-up switches reduce what GPUs send, without a GPU that reads (PUSH).
    bool pushes{false};
    /// Whether a GPU with a NIC sends to all other rails over the network. Otherwise it sends
    /// through the GPU of its server that owns the NIC of the receiver's rail (PXN).
    bool crossesRails{false};
    bool reduces{true}; //!< whether the scale-up switches of all servers with several ranks reduce

    /**
     * \brief Find the servers and heads of some hosts.
     *
     * A host without a server is a server of its own. A rail is used if each server has its NIC at
     * a rank. In a single server without such a NIC each rank is a head.
     * \param topology the network
     * \param hosts node indices by rank
     * \param failed indices of links that have failed, so that their rails are not used
     */
    static IncServerLayout Of(const IncTopology& topology,
                              const std::vector<uint32_t>& hosts,
                              const std::vector<uint32_t>& failed = {});

    /** \return server of a rank */
    uint32_t ServerOf(uint32_t rank) const
    {
        return serverOf.at(rank);
    }

    /** \return ranks of a server, beginning with its head on a rail */
    std::vector<uint32_t> FromHead(uint32_t rail, uint32_t server) const;

    /** \return rails of which a rank is the head, or the one rail that it uses by another rank */
    std::vector<uint32_t> RailsOf(uint32_t rank) const;

    /** \return whether a rank is a head */
    bool IsHead(uint32_t rank) const;

    /** \return port of a head for elements of a rail: that of the rail, or one of its own rails */
    uint32_t PortOf(uint32_t rank, uint32_t rail) const;

    /** \return first element and number of elements in a rail's stripe of `count` elements */
    std::pair<uint64_t, uint64_t> StripeOf(uint64_t count, uint32_t rail) const;

    /** \return whether all servers have as many ranks, and the same rails at each of them */
    bool IsUniform() const;

    /** \return number of ranks in the largest server */
    uint32_t GetLargest() const;
};

} // namespace ns3

#endif // INC_SERVER_LAYOUT_H
