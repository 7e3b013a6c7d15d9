/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests that events executed node after node give the same results as events in order of time.

#include "inc-own-simulator.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/// Delay of every link, in ticks.
constexpr uint64_t LINK = 700;

/// Nodes with random events. An event schedules others, on its node at any time and on other nodes
/// a link delay later. Some start, stop or look at the node's timer, an event of ns-3. Its random
/// numbers depend on all earlier events of its node and their order.
class RandomNodes
{
  public:
    /// Time, context and number of an event.
    using Seen = std::tuple<uint64_t, uint32_t, uint64_t>;

    /// An event of a node.
    class Step : public IncForeseenEvent
    {
      public:
        Step(RandomNodes& nodes, uint32_t node, uint64_t number)
            : number(number),
              m_nodes(nodes),
              m_node(node)
        {
        }

        void Foresee() const override
        {
        }

        const uint64_t number;

      protected:
        void Notify() override
        {
            m_nodes.Happen(m_node, number);
        }

      private:
        RandomNodes& m_nodes;
        uint32_t m_node;
    };

    explicit RandomNodes(uint32_t seed)
        : m_engine(dynamic_cast<IncSimulatorImpl&>(IncClock::Engine())),
          m_nodes(seed % 7 + 1)
    {
        std::mt19937_64 random(seed);
        for (uint32_t i = 0; i < 40; ++i)
        {
            Schedule(random() % m_nodes.size(), random() % 3000, random());
        }
    }

    /// An event of no node: it reads the state of all nodes and schedules a new event.
    void Interrupt()
    {
        Log(m_interrupts, 0);
        for (const auto& node : m_nodes)
        {
            m_interrupts.emplace_back(node.seen.size(), 0, node.state);
        }
        Schedule(m_interrupts.size() % m_nodes.size(),
                 m_interrupts.size() % 3,
                 m_interrupts.size());
    }

    std::vector<std::vector<Seen>> GetSeen() const
    {
        std::vector<std::vector<Seen>> seen{m_interrupts};
        for (const auto& node : m_nodes)
        {
            seen.push_back(node.seen);
        }
        return seen;
    }

    std::size_t CountLocal() const
    {
        return m_local;
    }

    std::size_t CountRemoved() const
    {
        return m_removed;
    }

  private:
    struct Node
    {
        uint64_t state{0}; //!< hash of the events so far
        std::vector<Seen> seen;
        EventId timer;
    };

    static void Log(std::vector<Seen>& where, uint64_t number)
    {
        where.emplace_back(Simulator::Now().GetTimeStep(), Simulator::GetContext(), number);
    }

    void Schedule(uint32_t node, uint64_t ticks, uint64_t number)
    {
        auto* step = new Step(*this, node, number);
        m_engine.ScheduleForeseen(node, m_engine.GetTicks() + ticks, step, step);
    }

    void Happen(uint32_t number, uint64_t event)
    {
        Node& node = m_nodes[number];
        Log(node.seen, event);
        node.state = (node.state ^ event) * 6364136223846793005U + 1442695040888963407U;
        std::minstd_rand random(static_cast<uint32_t>(node.state >> 32));
        const uint32_t children = node.seen.size() < 1000 ? (random() % 64 + 40) / 32 : 0;
        for (uint32_t i = 0; i < children; ++i)
        {
            const uint64_t bits[] = {0, 1, 3, 8, 9, 11, 17};
            const uint64_t delay = random() % (uint64_t{1} << bits[random() % 7]);
            const bool isOwn = random() % 3 != 0;
            const auto node = static_cast<uint32_t>(random() % m_nodes.size());
            Schedule(isOwn ? number : node, isOwn ? delay : LINK + delay, event * 4 + i + 1);
            m_local += isOwn && delay < LINK;
        }
        if (node.seen.size() < 1000 && random() % 2 == 0)
        {
            UseTimer(number, random() % 4, random() % 1500);
        }
    }

    /// Start the timer of a node if it has expired; else stop it, or note how long it will run.
    void UseTimer(uint32_t number, uint32_t what, uint64_t delay)
    {
        Node& node = m_nodes[number];
        Log(node.seen, node.timer.IsExpired());
        Log(node.seen, Simulator::GetDelayLeft(node.timer).GetTimeStep());
        if (node.timer.IsExpired())
        {
            node.timer =
                Simulator::Schedule(TimeStep(delay), &RandomNodes::TimerExpired, this, number);
        }
        else if (what == 0)
        {
            Simulator::Remove(node.timer);
            ++m_removed;
        }
        else if (what == 1)
        {
            Simulator::Cancel(node.timer);
        }
    }

    void TimerExpired(uint32_t number)
    {
        Log(m_nodes[number].seen, m_nodes[number].timer.IsExpired());
        m_nodes[number].state += Simulator::Now().GetTimeStep();
        Schedule(number, 1, m_nodes[number].state);
    }

    IncSimulatorImpl& m_engine;
    std::vector<Node> m_nodes;
    std::vector<Seen> m_interrupts;
    std::size_t m_local{0};
    std::size_t m_removed{0};
};

class NodeWindowCase : public TestCase
{
  public:
    NodeWindowCase()
        : TestCase("Nodes see the same, and what is pending is the same, as event by event")
    {
    }

  private:
    /// Everything that a program can observe.
    struct Outcome
    {
        std::vector<std::vector<RandomNodes::Seen>> seen;
        std::vector<std::tuple<uint64_t, uint32_t, uint32_t, uint64_t>> pending; //!< samples
        std::size_t local{0};
        std::size_t removed{0};

        bool operator==(const Outcome& other) const
        {
            return seen == other.seen && pending == other.pending;
        }
    };

    /// \param ticks length of a window in ticks; 0 for no windows
    static Outcome Simulate(uint32_t seed, uint64_t ticks)
    {
        const IncOwnSimulator own;
        Outcome outcome;
        auto& engine = dynamic_cast<IncSimulatorImpl&>(IncClock::Engine());
        RandomNodes nodes(seed);
        engine.PermitWindows(ticks);
        for (uint32_t i = 0; i < 6; ++i)
        {
            Simulator::Schedule(TimeStep(1500 * i + seed % 100), &RandomNodes::Interrupt, &nodes);
        }
        for (const uint64_t stop : {1000, 3333, 20000, 500000})
        {
            const EventId end =
                Simulator::Schedule(TimeStep(stop) - Simulator::Now(), []() { Simulator::Stop(); });
            outcome.pending.emplace_back(0, end.GetUid(), 0, 0);
            Simulator::Run();
            outcome.pending.emplace_back(engine.GetTicks(),
                                         engine.GetEventCount(),
                                         engine.GetContext(),
                                         0);
            for (const auto& entry : engine.GetPending())
            {
                const auto& key = entry.event.key;
                const auto* step = dynamic_cast<RandomNodes::Step*>(entry.event.impl);
                outcome.pending.emplace_back(key.m_ts,
                                             key.m_uid,
                                             key.m_context,
                                             step ? step->number : 0);
            }
        }
        Simulator::Run();
        outcome.pending.emplace_back(engine.GetTicks(),
                                     engine.GetEventCount(),
                                     engine.GetContext(),
                                     0);
        outcome.seen = nodes.GetSeen();
        outcome.local = nodes.CountLocal();
        outcome.removed = nodes.CountRemoved();
        return outcome;
    }

    void DoRun() override
    {
        std::size_t events = 0;
        std::size_t local = 0;
        std::size_t removed = 0;
        for (uint32_t seed = 1; seed <= 60; ++seed)
        {
            const Outcome sequential = Simulate(seed, 0);
            for (const uint64_t ticks : {LINK, LINK / 3, uint64_t{1}})
            {
                NS_TEST_EXPECT_MSG_EQ((Simulate(seed, ticks) == sequential),
                                      true,
                                      "seed " << seed << ", windows of " << ticks);
            }
            local += sequential.local;
            removed += sequential.removed;
            for (const auto& seen : sequential.seen)
            {
                events += seen.size();
            }
        }
        NS_TEST_EXPECT_MSG_GT(events, 50000, "programs ended early");
        NS_TEST_EXPECT_MSG_GT(local, events / 20, "few events within a window");
        NS_TEST_EXPECT_MSG_GT(removed, 1000, "few timers were removed");
    }
};

class NodeWindowTestSuite : public TestSuite
{
  public:
    NodeWindowTestSuite()
        : TestSuite("inc-node-window", TestSuite::Type::UNIT)
    {
        AddTestCase(new NodeWindowCase);
    }
};

NodeWindowTestSuite g_nodeWindowTestSuite;

} // namespace
