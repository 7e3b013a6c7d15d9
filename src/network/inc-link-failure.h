/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LINK_FAILURE_H
#define INC_LINK_FAILURE_H

#include "inc-owned-events.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

class IncFabric;
class IncTopology;

/**
 * \ingroup inc
 * \brief A link that fails in both directions at some time, and perhaps is repaired later.
 */
struct IncLinkFailure
{
    std::string from;   //!< name of one end
    std::string to;     //!< name of the other
    uint32_t number{0}; //!< number among several links that join the two nodes, from 1; 0: all
    Time at;            //!< time when it fails
    std::optional<Time> until; //!< time when it is up again; nothing: never

    /**
     * \brief Read one failure: a->b\@TIME, a->b\@TIME:TIME or a->b#2\@TIME, the second of the links
     * that join them; times from the start of a row.
     * \param text the failure
     * \return it, or nothing
     */
    static std::optional<IncLinkFailure> Parse(std::string_view text);

    /**
     * \param topology the network
     * \return indices of the links that fail; empty where there is no such link
     */
    std::vector<uint32_t> FindLinks(const IncTopology& topology) const;

    /// Told the index of a link when it has failed, or when it is up again.
    using Listener = std::function<void(uint32_t link)>;

    /**
     * \brief Schedule failure and repair, counted from now.
     * \param fabric that has the link
     * \param events that own failure and repair
     * \param listener told of the failure, or nothing
     * \param repaired told when the link is up again, or nothing
     */
    void Schedule(const IncFabric& fabric,
                  IncOwnedEvents& events,
                  const Listener& listener = nullptr,
                  const Listener& repaired = nullptr) const;
};

} // namespace ns3

#endif // INC_LINK_FAILURE_H
