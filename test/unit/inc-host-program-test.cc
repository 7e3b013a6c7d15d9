/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-host-critical-path.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Kind = IncHostStep::Kind;

/// Ranks that run their programs message by message in a random order. Messages from one peer
/// arrive in order, all others at any time. Elements are numbers, and reduction adds them.
class IncHostProgramModel
{
  public:
    IncHostProgramModel(const IncHostAlgorithm& algorithm, IncHostCall call, uint32_t seed)
        : m_random(seed),
          m_size(IncTotalElements(call.collective, call.ranks, call.count) *
                 (call.collective == IncCollective::ALLTOALL ? 2 : 1))
    {
        for (call.rank = 0; call.rank < call.ranks; ++call.rank)
        {
            Rank rank;
            rank.program = algorithm.makeProgram(call);
            for (const auto& step : rank.program.GetSteps())
            {
                rank.next.push_back(step.first);
                rank.over.push_back(false);
            }
            m_ranks.push_back(rank);
        }
    }

    /// \brief Run the programs on these contents; return false if a rank waits for ever.
    bool Run(std::vector<std::vector<uint64_t>>& memory)
    {
        bool moved = true;
        while (moved)
        {
            moved = false;
            std::vector<uint32_t> order(m_ranks.size());
            for (uint32_t i = 0; i < order.size(); ++i)
            {
                order[i] = i;
            }
            std::shuffle(order.begin(), order.end(), m_random);
            for (const uint32_t rank : order)
            {
                moved = Move(rank, memory[rank]) || moved;
            }
        }
        return std::all_of(m_ranks.begin(), m_ranks.end(), [](const Rank& rank) {
            return std::all_of(rank.over.begin(), rank.over.end(), [](bool over) { return over; });
        });
    }

    uint64_t GetSize() const
    {
        return m_size;
    }

  private:
    static constexpr uint64_t SLICE = 3; //!< elements of a message

    struct Rank
    {
        IncHostProgram program;
        std::vector<uint64_t> next; //!< by step: first element that is not done
        std::vector<bool> over;     //!< by step
    };

    bool Move(uint32_t self, std::vector<uint64_t>& memory)
    {
        Rank& rank = m_ranks[self];
        const auto& steps = rank.program.GetSteps();
        bool moved = false;
        // By peer, channel and direction.
        std::map<std::tuple<uint32_t, IncHostChannel, bool>, bool> blocked;
        for (uint32_t i = 0; i < steps.size(); ++i)
        {
            const bool isSend = steps[i].kind == Kind::SEND;
            auto& isBlocked = blocked[{steps[i].peer, steps[i].channel, isSend}];
            if (rank.over[i] || isBlocked)
            {
                continue;
            }
            while (!rank.over[i] && m_random() % 4 != 0 &&
                   (isSend ? SendSlice(self, i, memory) : TakeSlice(self, i, memory)))
            {
                moved = true;
            }
            moved = moved || (isSend && IsReady(rank, i)) || (!isSend && HasCome(self, i));
            isBlocked = !rank.over[i];
        }
        return moved;
    }

    uint64_t EndOf(const Rank& rank, uint32_t i) const
    {
        const IncHostStep& step = rank.program.GetSteps()[i];
        return std::min(step.first + step.count, rank.next[i] + SLICE);
    }

    /// Return whether a step can run: the steps before it have received all elements of its next
    /// slice, or do not touch them and are done.
    bool IsReady(const Rank& rank, uint32_t i) const
    {
        const auto& steps = rank.program.GetSteps();
        if (rank.over[i])
        {
            return false;
        }
        for (const uint32_t before : steps[i].after)
        {
            bool touches = false;
            for (uint64_t e = rank.next[i]; e < EndOf(rank, i); ++e)
            {
                const bool isIn =
                    e >= steps[before].first && e < steps[before].first + steps[before].count;
                touches = touches || isIn;
                if (isIn && e >= rank.next[before])
                {
                    return false;
                }
            }
            if ((!touches || steps[i].afterWhole) && !rank.over[before])
            {
                return false;
            }
        }
        return true;
    }

    using Wire = std::deque<std::vector<uint64_t>>;

    /// Return the queue between two ranks on the channel of a step of `rank`.
    Wire& WireOf(uint32_t from, uint32_t to, uint32_t step, uint32_t rank)
    {
        return m_wires[{from, to, m_ranks[rank].program.GetSteps()[step].channel}];
    }

    bool HasCome(uint32_t self, uint32_t i)
    {
        return !m_ranks[self].over[i] &&
               !WireOf(m_ranks[self].program.GetSteps()[i].peer, self, i, self).empty();
    }

    bool SendSlice(uint32_t self, uint32_t i, const std::vector<uint64_t>& memory)
    {
        Rank& rank = m_ranks[self];
        if (!IsReady(rank, i))
        {
            return false;
        }
        const uint64_t end = EndOf(rank, i);
        WireOf(self, rank.program.GetSteps()[i].peer, i, self)
            .emplace_back(memory.begin() + rank.next[i], memory.begin() + end);
        Advance(rank, i, end);
        return true;
    }

    bool TakeSlice(uint32_t self, uint32_t i, std::vector<uint64_t>& memory)
    {
        if (!HasCome(self, i))
        {
            return false;
        }
        Rank& rank = m_ranks[self];
        auto& wire = WireOf(rank.program.GetSteps()[i].peer, self, i, self);
        const uint64_t end = EndOf(rank, i);
        EXPECT_EQ(wire.front().size(), end - rank.next[i]) << "both ends cut alike";
        for (uint64_t e = 0; e < wire.front().size(); ++e)
        {
            uint64_t& at = memory[rank.next[i] + e];
            at = rank.program.GetSteps()[i].kind == Kind::REDUCE ? at + wire.front()[e]
                                                                 : wire.front()[e];
        }
        wire.pop_front();
        Advance(rank, i, end);
        return true;
    }

    static void Advance(Rank& rank, uint32_t i, uint64_t end)
    {
        const IncHostStep& step = rank.program.GetSteps()[i];
        rank.next[i] = end;
        rank.over[i] = end == step.first + step.count;
    }

    std::mt19937 m_random;
    uint64_t m_size;
    std::vector<Rank> m_ranks;
    // Queues by sender, receiver and channel.
    std::map<std::tuple<uint32_t, uint32_t, IncHostChannel>, Wire> m_wires;
};

/// Return element i of a rank's operands.
uint64_t
Operand(uint32_t rank, uint64_t i)
{
    return (uint64_t{rank} + 1) * 1000003 + i * 7919;
}

uint64_t
SumOfAll(uint32_t ranks, uint64_t i)
{
    uint64_t sum = 0;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        sum += Operand(rank, i);
    }
    return sum;
}

/// Run a call and compare the result of every rank with the definition of the collective.
void
Check(const IncHostAlgorithm& algorithm, const IncHostCall& call, uint32_t seed)
{
    const uint32_t n = call.ranks;
    const uint64_t c = call.count;
    SCOPED_TRACE(algorithm.name + " " + IncName(call.collective) + ", " + std::to_string(n) +
                 " ranks, count " + std::to_string(c) + ", root " + std::to_string(call.root) +
                 ", seed " + std::to_string(seed));
    IncHostProgramModel model(algorithm, call, seed);
    std::vector<std::vector<uint64_t>> memory(n, std::vector<uint64_t>(model.GetSize(), 0));
    const auto fill = [&](uint32_t rank, uint64_t first, uint64_t count) {
        for (uint64_t i = 0; i < count; ++i)
        {
            memory[rank][first + i] = Operand(rank, i);
        }
    };
    for (uint32_t rank = 0; rank < n; ++rank)
    {
        switch (call.collective)
        {
        case IncCollective::ALLGATHER:
        case IncCollective::GATHER:
            fill(rank, rank * c, c);
            break;
        default:
            fill(rank, 0, IncSendElements(call.collective, n, c, rank == call.root));
            break;
        }
        if (call.collective == IncCollective::ALLTOALL)
        {
            std::copy_n(&memory[rank][rank * c], c, &memory[rank][(n + rank) * c]);
        }
    }
    ASSERT_TRUE(model.Run(memory)) << "nobody waits for ever";
    for (uint32_t rank = 0; rank < n; ++rank)
    {
        const bool isRoot = rank == call.root;
        const uint64_t got = IncReceiveElements(call.collective, n, c, isRoot);
        for (uint64_t i = 0; i < got; ++i)
        {
            const auto from = static_cast<uint32_t>(c == 0 ? 0 : i / c);
            const auto expected = [&]() -> std::pair<uint64_t, uint64_t> { // place, value
                switch (call.collective)
                {
                case IncCollective::ALLREDUCE:
                case IncCollective::REDUCE:
                    return {i, SumOfAll(n, i)};
                case IncCollective::REDUCESCATTER:
                    return {rank * c + i, SumOfAll(n, rank * c + i)};
                case IncCollective::BROADCAST:
                    return {i, Operand(call.root, i)};
                case IncCollective::SCATTER:
                    return {rank * c + i, Operand(call.root, rank * c + i)};
                case IncCollective::ALLTOALL:
                    return {n * c + i, Operand(from, rank * c + i % c)};
                default:
                    return {i, Operand(from, i % c)};
                }
            }();
            ASSERT_EQ(memory[rank][expected.first], expected.second)
                << "rank " << rank << ", element " << i;
        }
    }
}

} // namespace

TEST(IncHostProgram, EveryAlgorithmDoesWhatTheCollectiveIs)
{
    uint32_t seed = 20261122;
    for (const auto& [name, algorithm] : IncHostAlgorithms())
    {
        for (const IncCollective collective : algorithm.collectives)
        {
            for (uint32_t n = 2; n <= 17; ++n)
            {
                const uint32_t roots = IncHasRoot(collective) ? n : 1;
                for (uint32_t root = 0; root < roots; root += n < 8 ? 1 : 5)
                {
                    for (const uint64_t count : {uint64_t{1}, uint64_t{n} - 1, uint64_t{n} + 1})
                    {
                        const uint64_t c = collective == IncCollective::BARRIER ? 0 : count;
                        Check(algorithm, {collective, 0, n, root, c, 4}, seed++);
                    }
                }
            }
        }
    }
}

TEST(IncHostProgram, LargeVectorsArePassedOnSliceBySlice)
{
    uint32_t seed = 20261123;
    for (const auto& [name, algorithm] : IncHostAlgorithms())
    {
        for (const IncCollective collective : algorithm.collectives)
        {
            const uint64_t count = collective == IncCollective::BARRIER ? 0 : 100;
            Check(algorithm, {collective, 0, 6, 2, count, 1U << 20}, seed++);
        }
    }
}

TEST(IncHostProgram, CarriesWhatTheClosedFormsSay)
{
    constexpr uint64_t COUNT = 1 << 20;
    const auto volume = [](const std::string& name, IncCollective collective, uint64_t n) {
        const IncHostCall call{collective, 0, static_cast<uint32_t>(n), 0, COUNT, 4};
        const auto volumes = IncHostAlgorithmOf(name).GetVolumes(call);
        const double carried = *std::max_element(volumes.begin(), volumes.end());
        return carried / IncTotalElements(collective, call.ranks, COUNT);
    };
    for (const uint64_t n : {2, 4, 16, 128})
    {
        const double part = (n - 1.0) / n;
        const double stages = std::log2(n);
        for (const char* name : {"ring", "halving-doubling"})
        {
            EXPECT_NEAR(volume(name, IncCollective::ALLREDUCE, n), 2 * part, 1e-3) << name;
            EXPECT_NEAR(volume(name, IncCollective::ALLGATHER, n), part, 1e-9) << name;
            EXPECT_NEAR(volume(name, IncCollective::REDUCESCATTER, n), part, 1e-9) << name;
        }
        // Halving and doubling also sends this little if the number of ranks is no power of two.
        EXPECT_NEAR(volume("halving-doubling", IncCollective::ALLREDUCE, n + 1),
                    2.0 * n / (n + 1),
                    1e-3);
        EXPECT_NEAR(volume("halving-doubling", IncCollective::REDUCESCATTER, n + 1),
                    1.0 * n / (n + 1),
                    1e-9);
        EXPECT_NEAR(volume("ring", IncCollective::BROADCAST, n), 1, 1e-9);
        EXPECT_NEAR(volume("ring", IncCollective::REDUCE, n), 1, 1e-9);
        EXPECT_NEAR(volume("tree", IncCollective::ALLREDUCE, n), n == 2 ? 1 : 2, 1e-9);
        EXPECT_NEAR(volume("tree", IncCollective::BROADCAST, n), stages, 1e-9);
        EXPECT_NEAR(volume("tree", IncCollective::REDUCE, n), stages, 1e-9);
        EXPECT_NEAR(volume("point-to-point", IncCollective::REDUCE, n), n - 1.0, 1e-9);
        for (const auto collective :
             {IncCollective::GATHER, IncCollective::SCATTER, IncCollective::ALLTOALL})
        {
            EXPECT_NEAR(volume("point-to-point", collective, n), part, 1e-9);
        }
    }
}

TEST(IncHostProgram, CriticalPathIsThatOfTheClosedForms)
{
    // A link needs a second for an element; the element arrives ten seconds later.
    const IncHostWire wire{1, [](uint32_t, uint32_t, uint64_t) { return 10.0; }};
    const auto path = [&wire](const char* name, IncCollective collective, uint32_t n, uint64_t c) {
        const IncHostCall call{collective, 0, n, n / 2, c, 4};
        return IncHostCriticalPath(IncHostAlgorithmOf(name), call, wire).value();
    };
    // In a chain, each rank passes an element on after it has arrived.
    EXPECT_DOUBLE_EQ(path("ring", IncCollective::BROADCAST, 5, 100), 100 + 10 + 3 * (1 + 10));
    EXPECT_DOUBLE_EQ(path("ring", IncCollective::REDUCE, 5, 100), 100 + 10 + 3 * (1 + 10));
    EXPECT_DOUBLE_EQ(path("ring", IncCollective::ALLGATHER, 4, 5), 5 + 10 + 2 * (1 + 10));
    EXPECT_DOUBLE_EQ(path("ring", IncCollective::ALLREDUCE, 4, 20), 5 + 10 + 5 * (1 + 10));
    // With slices of 3 elements, a rank passes 3 of 5 elements on after all 3 have arrived.
    const IncHostCall call{IncCollective::ALLREDUCE, 0, 4, 0, 20, 4};
    IncHostWire sliced = wire;
    sliced.sliceElements = 3;
    EXPECT_DOUBLE_EQ(IncHostCriticalPath(IncHostAlgorithmOf("ring"), call, sliced).value(),
                     5 + 10 + 5 * (3 + 10));
    sliced.sliceElements = 100; // longer than the chunk, which is then the slice
    EXPECT_DOUBLE_EQ(IncHostCriticalPath(IncHostAlgorithmOf("ring"), call, sliced).value(),
                     5 + 10 + 5 * (5 + 10));
    // Steps move halves, then quarters, and the same back.
    EXPECT_DOUBLE_EQ(path("halving-doubling", IncCollective::ALLREDUCE, 4, 8),
                     2 * (4 + 10) + 2 * (2 + 10));
    // Steps move three of seven chunks, then two, then one, and the same back.
    EXPECT_DOUBLE_EQ(path("halving-doubling", IncCollective::ALLREDUCE, 7, 7),
                     2 * (3 + 10) + 2 * (2 + 10) + 2 * (1 + 10));
    EXPECT_DOUBLE_EQ(path("tree", IncCollective::BROADCAST, 8, 100), 100 + 10 + 2 * (1 + 10));
    EXPECT_DOUBLE_EQ(path("tree", IncCollective::BARRIER, 9, 0), 4 * 10);
    EXPECT_DOUBLE_EQ(path("ring", IncCollective::BARRIER, 9, 0), (2 * 9 - 1) * 10);
}

} // namespace ns3
