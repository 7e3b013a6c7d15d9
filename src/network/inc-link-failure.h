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

/// \ingroup inc
/// \brief A link that fails in both directions at a given time, and is possibly repaired later; or
/// all links of a node or of a server's GPUs.
struct IncLinkFailure
{
    std::string from;   //!< name of one end of the link, or of a node or server
    std::string to;     //!< name of the other end; empty for all links of a node or server
    uint32_t number{0}; //!< number among the links that join both nodes, from 1; 0 for all of them
    Time at;            //!< time of the failure
    std::optional<Time> until; //!< time of the repair; nothing if there is none

    /** \brief Read a failure: a->b\@TIME, or a->b\@TIME:TIME with the time of its repair. a->b#2
     * is the second of several links that join both nodes, and a\@TIME means all links of a node or
     * server. Times count from each row's start.
     * \return the failure; nothing if the text has another form */
    static std::optional<IncLinkFailure> Parse(std::string_view text);

    /** \return indices of the links that fail; empty if the topology has no such link */
    std::vector<uint32_t> FindLinks(const IncTopology& topology) const;

    /** \return node indices of the GPUs whose scale-up links fail. They are not repaired. */
    std::vector<uint32_t> FindScaleUpLinks(const IncTopology& topology) const;

    /// Callback with the index of a link that has failed or is up again, or nothing for a scale-up
    /// link, and the name of the link.
    using Listener = std::function<void(std::optional<uint32_t> link, const std::string& name)>;

    /** \brief Schedule failure and repair, counted from now, as events that `events` owns and that
     * need the fabric. The callbacks, or null, are called after the failure and after the repair
     * of each link. */
    void Schedule(const IncFabric& fabric,
                  IncOwnedEvents& events,
                  const Listener& listener = nullptr,
                  const Listener& repaired = nullptr) const;
};

} // namespace ns3

#endif // INC_LINK_FAILURE_H
