/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree.h"

#include "ns3/inc-clock.h"

#include <utility>

namespace ns3
{

void
IncTree::SendUp(IncSlotRound& round, uint8_t flags)
{
    const IncTreeConfig& config = state.GetConfig();
    round.sentPs = IncClock::NowPs();
    // There is one packet for each set of workers: the first has the data, the others only their
    // bits.
    for (const IncTreeSet& set : config.sets)
    {
        const bool first = &set == &config.sets.front();
        IncFramePtr frame = first && round.TakesDataOf(config.abm->bits)
                                ? IncMakeRoundFrame(round)
                                : IncMakeDatalessFrame(round);
        frame->inc.rank = config.rank;
        frame->inc.flags |= flags | (round.header.flags & IncHeader::UP_TO);
        frame->ecn = round.ecnCapable ? IncFrame::ECT0 : IncFrame::NOT_ECT;
        if (config.bitmaps)
        {
            frame->pbm = set.bits;
            frame->inc.si = set.si;
            frame->inc.subDomain = config.subDomain;
            frame->inc.bslCode = config.bslCode;
        }
        if (first)
        {
            IncKeepPlace(*frame, round);
        }
        parent->Send(std::move(frame));
    }
}

void
IncTree::Fail()
{
    if (failed)
    {
        return;
    }
    failed = true;
    // Workers that wait for a result have nothing under way that could tell them.
    const IncTreeConfig& config = state.GetConfig();
    for (uint32_t child = 0; child < children.size(); ++child)
    {
        children[child]->Send(IncMakeAbortFrame(config, config.children[child].rank));
    }
    if (parent)
    {
        parent->Send(IncMakeAbortFrame(config, config.rank));
    }
}

} // namespace ns3
