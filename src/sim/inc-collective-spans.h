/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COLLECTIVE_SPANS_H
#define INC_COLLECTIVE_SPANS_H

#include "ns3/inc-collective.h"
#include "ns3/inc-timeline.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A collective as a timeline shows it: a span of each rank on its host, from its call to its
 * completion, and arrows from rank to rank in the order in which they called.
 */
struct IncCollectiveSpans
{
    /// A rank's host and when it calls.
    using Call = std::pair<std::string, Time>;

    std::string name;        //!< name of the collective, and of its layer if there is one
    uint64_t bytes{0};       //!< size for each rank
    std::vector<Call> calls; //!< by rank

    /**
     * \param timeline gets the spans as the ranks complete, and the arrows with the last of them
     * \param done called as before
     * \return what the collective is to call
     */
    IncCollectiveAlgorithm::CompletionCallback Record(
        Ptr<IncTimeline> timeline,
        const IncCollectiveAlgorithm::CompletionCallback& done) const;
};

} // namespace ns3

#endif // INC_COLLECTIVE_SPANS_H
