/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-algorithm.h"

namespace ns3
{

namespace
{

using Kind = IncHostStep::Kind;

constexpr uint32_t NOBODY = UINT32_MAX;

uint32_t
LowestBit(uint32_t number)
{
    return number & (~number + 1);
}

/// Return the parent of a position. Position 0 is the root, with one child; odd ones are leaves.
uint32_t
ParentOf(uint32_t place, uint32_t ranks)
{
    if (place == 0)
    {
        return NOBODY;
    }
    const uint32_t bit = LowestBit(place);
    const uint32_t above = (place - bit) | (2 * bit);
    return above < ranks ? above : place - bit;
}

/// Two binary trees. A rank that is a leaf in one tree is an inner node of the other (Sanders,
/// Speck, Traeff, 2009).
class DoubleTree
{
  public:
    DoubleTree(uint32_t ranks, bool second)
        : m_ranks(ranks),
          m_second(second)
    {
    }

    /// Return a rank's position. The second tree mirrors positions, or shifts them by one if the
    /// number of ranks is odd.
    uint32_t PlaceOf(uint32_t rank) const
    {
        return !m_second          ? rank
               : m_ranks % 2 == 0 ? m_ranks - 1 - rank
                                  : (rank + m_ranks - 1) % m_ranks;
    }

    uint32_t RankAt(uint32_t place) const
    {
        return !m_second ? place : m_ranks % 2 == 0 ? m_ranks - 1 - place : (place + 1) % m_ranks;
    }

    std::vector<uint32_t> ChildrenOf(uint32_t rank) const
    {
        std::vector<uint32_t> children;
        for (uint32_t place = 1; place < m_ranks; ++place)
        {
            if (ParentOf(place, m_ranks) == PlaceOf(rank))
            {
                children.push_back(RankAt(place));
            }
        }
        return children;
    }

  private:
    uint32_t m_ranks;
    bool m_second;
};

/// Reduce half of the elements up one tree, and send the result down again.
void
AddTree(IncHostProgram& program, const IncHostCall& call, bool second)
{
    const DoubleTree tree(call.ranks, second);
    const uint64_t half = call.count / 2;
    const uint64_t first = second ? half : 0;
    const uint64_t count = second ? call.count - half : half;
    const auto children = tree.ChildrenOf(call.rank);
    const uint32_t parent = ParentOf(tree.PlaceOf(call.rank), call.ranks);
    std::vector<uint32_t> received;
    for (uint32_t child : children)
    {
        received.push_back(program.Receive(Kind::REDUCE, child, first, count));
    }
    if (parent != NOBODY)
    {
        const uint32_t peer = tree.RankAt(parent);
        const uint32_t up = program.Send(peer, first, count, received);
        const uint32_t down = program.Receive(Kind::COPY, peer, first, count);
        program.KeepPace(up, down);
        received = {down};
    }
    for (uint32_t child : children)
    {
        program.Send(child, first, count, received);
    }
}

/// Send the root's vector down a binomial tree, the farthest subtree first.
void
AddBroadcast(IncHostProgram& program, const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    const uint32_t place = (call.rank + n - call.root) % n;
    uint32_t bit = place == 0 ? 1 : LowestBit(place);
    for (; place == 0 && bit < n; bit *= 2)
    {
    }
    const uint32_t received =
        place == 0 ? IncHostProgram::NONE
                   : program.Receive(Kind::COPY, (call.root + place - bit) % n, 0, call.count);
    for (bit /= 2; bit > 0; bit /= 2)
    {
        if (place + bit < n)
        {
            program.Send((call.root + place + bit) % n, 0, call.count, {received});
        }
    }
}

/// Reduce up the binomial tree of AddBroadcast(), the nearest subtree first.
void
AddReduce(IncHostProgram& program, const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    const uint32_t place = (call.rank + n - call.root) % n;
    std::vector<uint32_t> received;
    uint32_t bit = 1;
    for (; bit < n && (place & bit) == 0; bit *= 2)
    {
        if (place + bit < n)
        {
            received.push_back(
                program.Receive(Kind::REDUCE, (call.root + place + bit) % n, 0, call.count));
        }
    }
    if (place != 0)
    {
        program.Send((call.root + place - bit) % n, 0, call.count, received);
    }
}

/// Add a dissemination barrier: after k rounds a rank knows of the 2^k ranks before it.
void
AddBarrier(IncHostProgram& program, const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    std::vector<uint32_t> heard;
    for (uint32_t distance = 1; distance < n; distance *= 2)
    {
        program.Signal((call.rank + distance) % n, heard);
        heard.push_back(program.Await((call.rank + n - distance) % n));
    }
}

IncHostProgram
MakeTreeProgram(const IncHostCall& call)
{
    IncHostProgram program;
    switch (call.collective)
    {
    case IncCollective::ALLREDUCE:
        program.SetChannel({IncHostChannel::FINE});
        AddTree(program, call, false);
        // Two ranks may be neighbors in both trees, so each tree needs its own connections.
        program.SetChannel({IncHostChannel::FINE | IncHostChannel::SECOND});
        AddTree(program, call, true);
        break;
    case IncCollective::BROADCAST:
        AddBroadcast(program, call);
        break;
    case IncCollective::REDUCE:
        AddReduce(program, call);
        break;
    default:
        AddBarrier(program, call);
        break;
    }
    return program;
}

const IncHostAlgorithmRegistration TREE_ALGORITHM("tree", [](IncHostAlgorithm& self) {
    self.help = "over hosts as a double binary tree, or binomial ones";
    self.collectives = {IncCollective::ALLREDUCE,
                        IncCollective::REDUCE,
                        IncCollective::BROADCAST,
                        IncCollective::BARRIER};
    self.makeProgram = MakeTreeProgram;
    self.share = 0;
});

} // namespace

} // namespace ns3
