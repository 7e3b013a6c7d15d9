/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of IncSimulatorImpl against ns-3's DefaultSimulatorImpl: a program gets equal results from
// both.

#include "ns3/global-value.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-owned-events.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Guard that selects a simulator implementation and a scheduler while it exists.
class Engine
{
  public:
    Engine(const std::string& simulator, const std::string& scheduler)
        : m_simulator(Set("SimulatorImplementationType", simulator)),
          m_scheduler(Set("SchedulerType", scheduler))
    {
    }

    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    ~Engine()
    {
        Simulator::Destroy();
        Set("SimulatorImplementationType", m_simulator);
        Set("SchedulerType", m_scheduler);
    }

  private:
    static std::string Set(const std::string& name, const std::string& value)
    {
        StringValue before;
        GlobalValue::GetValueByName(name, before);
        GlobalValue::Bind(name, StringValue(value));
        return before.Get();
    }

    std::string m_simulator; // SimulatorImplementationType to restore
    std::string m_scheduler; // SchedulerType to restore
};

/// A random program. Its events draw random actions, so that an event in another place changes all
/// later ones. It logs all answers of the simulator.
class Program
{
  public:
    Program(uint32_t seed, bool changesScheduler)
        : m_random(seed),
          m_changesScheduler(changesScheduler),
          m_reusable(Create<ReusableEvent>(this))
    {
    }

    ~Program()
    {
        m_reusable->Detach();
    }

    /// \return the log
    std::vector<int64_t> Run()
    {
        Simulator::ScheduleWithContext(7, NanoSeconds(3), &Program::Happen, this, 0U);
        Act();
        while (m_acts > 0)
        {
            const EventId end =
                Simulator::Schedule(NanoSeconds(Draw(20000)), []() { Simulator::Stop(); });
            Simulator::Run();
            Simulator::Cancel(end);
            Look(-1);
            Act();
        }
        Simulator::Run();
        Look(-2);
        Simulator::Destroy();
        return m_log;
    }

  private:
    void Reused()
    {
        Look(-3);
        Act();
    }

    using ReusableEvent = IncReusableEvent<Program, &Program::Reused>;

    int64_t Draw(int64_t end)
    {
        return std::uniform_int_distribution<int64_t>(0, end - 1)(m_random);
    }

    // Draw a delay: 0 (a tie), up to microseconds, or a distant timer.
    Time DrawDelay()
    {
        const int64_t bits[] = {0, 1, 3, 8, 11, 17, 30};
        return TimeStep(Draw(int64_t{1} << bits[Draw(std::size(bits))]));
    }

    void Look(int64_t what)
    {
        m_log.insert(m_log.end(),
                     {what,
                      Simulator::Now().GetTimeStep(),
                      Simulator::GetContext(),
                      static_cast<int64_t>(Simulator::GetEventCount()),
                      Simulator::IsFinished()});
    }

    void Happen(uint32_t number)
    {
        Look(number);
        Act();
    }

    void Destroyed(uint32_t number)
    {
        Look(1000000000 + number);
    }

    void Keep(const EventId& id)
    {
        m_log.insert(m_log.end(), {static_cast<int64_t>(id.GetTs()), id.GetUid(), id.GetContext()});
        m_ids.push_back(id);
    }

    void Act()
    {
        for (int64_t n = Draw(6); n > 0 && m_acts > 0; --n, --m_acts)
        {
            ActOnce();
        }
    }

    void ActOnce()
    {
        const int64_t action = Draw(100);
        const uint32_t number = ++m_number;
        if (action < 40)
        {
            Keep(Simulator::Schedule(DrawDelay(), &Program::Happen, this, number));
        }
        else if (action < 50)
        {
            Keep(Simulator::ScheduleNow(&Program::Happen, this, number));
        }
        else if (action < 60)
        {
            const auto context = static_cast<uint32_t>(Draw(5));
            Simulator::ScheduleWithContext(context, DrawDelay(), &Program::Happen, this, number);
        }
        else if (action < 70)
        {
            m_reusable->Schedule(static_cast<uint32_t>(Draw(5)), DrawDelay());
        }
        else if (action < 73)
        {
            Keep(Simulator::ScheduleDestroy(&Program::Destroyed, this, number));
        }
        else if (action < 74)
        {
            Simulator::Stop();
        }
        else if (action < 75)
        {
            Simulator::Stop(DrawDelay());
        }
        else if (action < 76 && m_changesScheduler)
        {
            const char* const types[] = {"ns3::IncWheelScheduler",
                                         "ns3::MapScheduler",
                                         "ns3::HeapScheduler"};
            Simulator::SetScheduler(ObjectFactory(types[Draw(std::size(types))]));
        }
        else if (!m_ids.empty())
        {
            UseId(action);
        }
    }

    void UseId(int64_t action)
    {
        // Mostly use one of the latest events, because older ones have expired.
        const auto back = std::min<int64_t>(m_ids.size(), Draw(4) > 0 ? 8 : 1000);
        const EventId id = m_ids[m_ids.size() - 1 - Draw(back)];
        m_log.insert(m_log.end(),
                     {Simulator::IsExpired(id), Simulator::GetDelayLeft(id).GetTimeStep()});
        if (action < 84)
        {
            Simulator::Cancel(id);
        }
        else if (action < 92)
        {
            Simulator::Remove(id);
        }
        m_log.push_back(id.IsExpired());
    }

    std::mt19937_64 m_random;
    bool m_changesScheduler;       // whether it sometimes changes the scheduler
    Ptr<ReusableEvent> m_reusable; // event that may be pending several times
    std::vector<EventId> m_ids;    // scheduled events
    std::vector<int64_t> m_log;    // answers of the simulator
    int64_t m_acts{8000};          // number of remaining actions
    uint32_t m_number{0};          // number of the latest event
};

std::vector<int64_t>
RunOn(const std::string& simulator, const std::string& scheduler, uint32_t seed, bool changes)
{
    const Engine engine(simulator, scheduler);
    Program program(seed, changes);
    return program.Run();
}

} // namespace

/// Test that a random program gets equal answers from both implementations.
class IncSimulatorRandomTest : public TestCase
{
  public:
    explicit IncSimulatorRandomTest(uint32_t seed)
        : TestCase("Random program, seed " + std::to_string(seed) +
                   ": events, contexts, ids, cancelling, removing and stopping as ns-3's own"),
          m_seed(seed)
    {
    }

  private:
    void DoRun() override
    {
        for (const bool changes : {false, true})
        {
            const auto stock =
                RunOn("ns3::DefaultSimulatorImpl", "ns3::MapScheduler", m_seed, changes);
            NS_TEST_ASSERT_MSG_GT(stock.size(), 20000U, "the program does little");
            for (const char* scheduler : {"ns3::IncWheelScheduler", "ns3::MapScheduler"})
            {
                const auto ours = RunOn("ns3::IncSimulatorImpl", scheduler, m_seed, changes);
                const auto differs =
                    std::mismatch(stock.begin(), stock.end(), ours.begin(), ours.end());
                NS_TEST_ASSERT_MSG_EQ((differs.first == stock.end()),
                                      true,
                                      scheduler << ", changes " << changes << ": differs at "
                                                << differs.first - stock.begin());
                NS_TEST_ASSERT_MSG_EQ(ours.size(), stock.size(), scheduler);
            }
        }
    }

    uint32_t m_seed; // seed of the program
};

/// Test that events from other threads run once, in their context and in order per thread.
class IncSimulatorThreadsTest : public TestCase
{
  public:
    explicit IncSimulatorThreadsTest(const std::string& scheduler)
        : TestCase("Other threads schedule with context, " + scheduler +
                   ": every event once, in order, not in the past"),
          m_scheduler(scheduler)
    {
    }

  private:
    static constexpr uint32_t THREADS = 4;
    static constexpr uint32_t EVENTS = 5000; // number of events of a thread

    void DoRun() override
    {
        const Engine engine("ns3::IncSimulatorImpl", m_scheduler);
        m_seen.assign(THREADS, 0);
        m_deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        Simulator::Schedule(TimeStep(1), &IncSimulatorThreadsTest::Tick, this);
        std::vector<std::thread> threads;
        for (uint32_t thread = 0; thread < THREADS; ++thread)
        {
            threads.emplace_back([this, thread]() {
                for (uint32_t i = 0; i < EVENTS; ++i)
                {
                    Simulator::ScheduleWithContext(thread,
                                                   TimeStep(thread),
                                                   &IncSimulatorThreadsTest::Come,
                                                   this,
                                                   thread,
                                                   i);
                }
            });
        }
        Simulator::Run();
        for (auto& thread : threads)
        {
            thread.join();
        }
        for (const uint32_t seen : m_seen)
        {
            NS_TEST_EXPECT_MSG_EQ(seen, EVENTS, "events of a thread");
        }
    }

    // Keep the simulation running until all events have come.
    void Tick()
    {
        m_now = Simulator::Now();
        const bool isOver =
            std::all_of(m_seen.begin(), m_seen.end(), [](auto seen) { return seen == EVENTS; });
        if (!isOver && std::chrono::steady_clock::now() < m_deadline)
        {
            Simulator::Schedule(TimeStep(1), &IncSimulatorThreadsTest::Tick, this);
        }
    }

    void Come(uint32_t thread, uint32_t i)
    {
        NS_TEST_EXPECT_MSG_EQ(i, m_seen[thread], "order of thread " << thread);
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetContext(), thread, "context");
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() >= m_now), true, "the past");
        ++m_seen[thread];
    }

    std::string m_scheduler;                          // TypeId name
    std::vector<uint32_t> m_seen;                     // number of events by thread
    Time m_now;                                       // time of the latest tick
    std::chrono::steady_clock::time_point m_deadline; // end of the test if an event is lost
};

/// Test that the simulator frees events that it did not run.
class IncSimulatorReleaseTest : public TestCase
{
  public:
    IncSimulatorReleaseTest()
        : TestCase("Removed, cancelled and left events are released, each once")
    {
    }

  private:
    void DoRun() override
    {
        const auto held = std::make_shared<int>(0);
        {
            const Engine engine("ns3::IncSimulatorImpl", "ns3::IncWheelScheduler");
            EventId ids[3];
            for (auto& id : ids)
            {
                id = Simulator::Schedule(MilliSeconds(1), [held]() { ++*held; });
            }
            Simulator::Remove(ids[0]);
            Simulator::Cancel(ids[1]);
            Simulator::Schedule(MicroSeconds(1), []() { Simulator::Stop(); });
            Simulator::ScheduleDestroy([held]() { *held += 100; });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(ids[2].IsExpired(), false, "it is still to come");
        }
        NS_TEST_EXPECT_MSG_EQ(*held, 100, "ran, other than at the end");
        NS_TEST_EXPECT_MSG_EQ(held.use_count(), 1, "events that still live");
    }
};

/// Test that no event runs after its owner has cancelled, replaced or destroyed it.
class IncOwnedEventsTest : public TestCase
{
  public:
    IncOwnedEventsTest()
        : TestCase("Events end with their owner")
    {
    }

  private:
    void DoRun() override
    {
        const Ptr<Node> node = CreateObject<Node>();
        std::string executed;
        const auto schedule = [&](IncOwnedEvents& owner, char name) {
            owner.Schedule(MicroSeconds(1), [&executed, name]() { executed += name; });
            owner.ScheduleAt(*node, MicroSeconds(1), [&executed, name]() { executed += name; });
        };
        IncOwnedEvents kept;
        IncOwnedEvents cancelled;
        IncOwnedEvents replaced;
        schedule(kept, 'k');
        schedule(cancelled, 'c');
        schedule(replaced, 'r');
        {
            IncOwnedEvents destroyed;
            schedule(destroyed, 'd');
            IncOwnedEvents other;
            schedule(other, 'o');
            replaced = std::move(other);
        }
        cancelled.Cancel();
        schedule(cancelled, 'n');
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(executed, "kkoonn", "events whose owners live");
        Simulator::Destroy();
    }
};

class IncSimulatorTestSuite : public TestSuite
{
  public:
    IncSimulatorTestSuite()
        : TestSuite("inc-simulator", TestSuite::Type::UNIT)
    {
        for (uint32_t seed = 1; seed <= 6; ++seed)
        {
            AddTestCase(new IncSimulatorRandomTest(seed));
        }
        AddTestCase(new IncSimulatorThreadsTest("ns3::IncWheelScheduler"));
        AddTestCase(new IncSimulatorThreadsTest("ns3::MapScheduler"));
        AddTestCase(new IncSimulatorReleaseTest);
        AddTestCase(new IncOwnedEventsTest);
    }
};

static IncSimulatorTestSuite g_incSimulatorTestSuite; //!< registers the suite
