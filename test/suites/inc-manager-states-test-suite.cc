/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of a death in each state of a group, including the states of its second set-up.

#include "inc-environment.h"
#include "inc-manager-rig.h"

#include "ns3/inc-enum.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-route-oracle.h"
#include "ns3/object-factory.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <random>
#include <set>
#include <string>

using namespace ns3;

/**
 * \brief Test a death at a random time after a group has entered a given state.
 *
 * In states after the first READY the root has died before, in the middle of an AllReduce. In two
 * of three cases the group shares the slots of its switches, by one of the policies. In the
 * environment, INC_ITERATIONS is the number of deaths and INC_SEED the first seed.
 */
class IncStateDeathTest : public TestCase
{
  public:
    IncStateDeathTest(const std::string& victim, IncGroupState state, bool isSecond)
        : TestCase("All ranks that are left end alike when " + victim + " dies in state " +
                   (isSecond ? "rebuilt " : "") + IncGroupStateName(state)),
          m_victim(victim),
          m_state(state),
          m_isSecond(isSecond)
    {
    }

  private:
    static constexpr uint32_t GROUP = 1;
    static constexpr uint64_t COUNT = 1 << 15; // number of elements

    /// A network of 8 hosts with a group of all of them.
    class World
    {
      public:
        World(const IncStateDeathTest& test, uint32_t seed)
            : m_test(test),
              m_random(seed)
        {
            auto oracle = CreateObject<IncRouteOracle>();
            oracle->Watch(m_rig.fabric);
            m_rig.goesOnOverHosts = true;
            m_rig.postsWhenReady = COUNT;
            m_rig.helper.SetManagerAttribute("QueuePairSetup",
                                             IncEnumValue(IncManagerRig::SETUPS[seed % 3]));
            const uint32_t policy = (seed + static_cast<uint32_t>(test.m_state)) % POLICIES.size();
            if (!POLICIES[policy].empty())
            {
                m_cells.isShared = true;
                m_cells.most = 8; // fewer than the window: the others are passed on
                ObjectFactory factory(POLICIES[policy]);
                m_rig.groups.SetAggregatorAttribute("Pool", PointerValue(factory.Create()));
                m_rig.groups.SetAggregatorAttribute("Slots", UintegerValue(40));
            }
            m_rig.Start();
            m_rig.RunFor(REGISTRATION);
            m_rig.plane.GetManager()->TraceConnectWithoutContext(
                "State",
                MakeCallback(&World::Changed, this));
        }

        /// \return the errors that were found
        std::string Run()
        {
            IncGroupProfile profile;
            profile.roundTrip = MicroSeconds(30);
            profile.slots = 32;
            profile.cells = m_cells;
            auto& job = m_rig.Join(GROUP, m_rig.fabric.GetTopology().GetHosts(), profile);
            if (m_test.m_state == IncGroupState::REGISTERED)
            {
                // A group begins in this state, so that no change of state leads to it.
                Plan();
            }
            m_rig.RunFor(Seconds(8));
            std::string wrong = Ends(job);
            m_rig.Leave(job);
            m_rig.RunFor(Seconds(8));
            wrong += m_hasStruck ? "" : "nothing has died\n";
            wrong += Rest();
            return wrong.empty() ? "" : wrong + m_text + m_rig.plane.GetManager()->GetLogText();
        }

      private:
        void Changed(uint32_t, uint32_t, IncGroupState state)
        {
            if (state == IncGroupState::READY && m_test.m_isSecond && !m_rootIsDead)
            {
                m_rootIsDead = true;
                Simulator::Schedule(MicroSeconds(m_random() % 20),
                                    [this]() { Strike("the root"); });
            }
            else if (state == m_test.m_state && (m_rootIsDead || !m_test.m_isSecond))
            {
                Plan();
            }
        }

        void Plan()
        {
            if (!m_isPlanned)
            {
                m_isPlanned = true;
                // A configuration takes 1 ms, an AllReduce about 20 us, and all other states less.
                const uint32_t longest = m_test.m_state == IncGroupState::COMMITTING ? 1500000
                                         : m_test.m_state == IncGroupState::READY    ? 40000
                                                                                     : 400000;
                Simulator::Schedule(NanoSeconds(m_random() % longest), [this]() {
                    m_hasStruck = true;
                    Strike(m_test.m_victim);
                });
            }
        }

        void Strike(const std::string& victim)
        {
            const IncTopology& topology = m_rig.fabric.GetTopology();
            const auto kill = [&](uint32_t node) {
                m_rig.plane.Kill(m_rig.fabric, node);
                m_dead.insert(node);
                m_text += topology.GetName(node) + " died at " +
                          std::to_string(Simulator::Now().GetNanoSeconds()) + " ns\n";
            };
            if (victim == "a worker")
            {
                kill(topology.GetHosts()[m_random() % 8]);
            }
            else if (victim == "a leaf")
            {
                const uint32_t leaf = m_random() % 2;
                kill(*topology.Find("leaf" + std::to_string(leaf)));
                for (uint32_t host = 4 * leaf; host < 4 * leaf + 4; ++host)
                {
                    m_dead.insert(topology.GetHosts()[host]);
                }
            }
            else if (victim == "the root")
            {
                const auto group = m_rig.plane.GetManager()->FindGroup(0, GROUP);
                const auto layout = group != nullptr ? group->GetLayout() : nullptr;
                kill(*topology.Find(layout != nullptr ? layout->GetRootName() : "spine0"));
            }
            else if (victim == "a link")
            {
                const uint32_t spine = *topology.Find("spine" + std::to_string(m_random() % 3));
                m_rig.fabric.GetChannel(topology.GetPorts(spine)[m_random() % 2].link)
                    ->SetUp(false);
            }
            else
            {
                m_rig.plane.GetManager()->Stop();
                m_text += "the manager died at " +
                          std::to_string(Simulator::Now().GetNanoSeconds()) + " ns\n";
                if (victim == "the manager for a while")
                {
                    Simulator::Schedule(MilliSeconds(500),
                                        [this]() { m_rig.plane.GetManager()->Start(); });
                }
            }
        }

        /// \return errors in the outcomes of the surviving ranks
        std::string Ends(const IncManagerRig::Job& job) const
        {
            std::set<uint32_t> gone;
            std::set<std::string> ends;
            std::string all;
            for (const auto& rank : job.ranks)
            {
                if (m_dead.count(rank.host) > 0)
                {
                    gone.insert(rank.number);
                    continue;
                }
                const std::string end =
                    rank.said.empty() ? "was told nothing"
                    : rank.completed == 0
                        ? (rank.buffer.empty() ? "" : "hangs, ") + Name(rank.said.back())
                    : !rank.failure.empty() ? "fails"
                                            : "done";
                ends.insert(end);
                all += "rank " + std::to_string(rank.number) + ": " + end + ", " + rank.reason +
                       ", " + rank.failure + "\n";
            }
            const bool isEnd =
                ends == std::set<std::string>{"done"} || ends == std::set<std::string>{"fails"} ||
                ends == std::set<std::string>{"HOST"} || ends == std::set<std::string>{"FAILED"};
            if (!isEnd)
            {
                return all;
            }
            const bool isDone = ends.count("done") > 0;
            const uint64_t wrong = isDone ? m_rig.CountWrong(job, gone) : 0;
            return wrong == 0 ? "" : std::to_string(wrong) + " wrong elements\n";
        }

        static std::string Name(IncMembership membership)
        {
            return membership == IncMembership::READY    ? "READY"
                   : membership == IncMembership::HOST   ? "HOST"
                   : membership == IncMembership::FAILED ? "FAILED"
                   : membership == IncMembership::LEFT   ? "LEFT"
                                                         : "other";
        }

        /// \return state that remains although a living node should have removed it
        std::string Rest() const
        {
            if (m_test.m_victim == "the manager")
            {
                return "";
            }
            const uint64_t left = m_rig.CountLeft(m_dead);
            return left == 0 ? "" : std::to_string(left) + " resources are left\n";
        }

        /// Policies of shared slots; empty: the group has its own.
        static inline const std::array<std::string, 3> POLICIES{"",
                                                                "ns3::IncSharedPoolPolicy",
                                                                "ns3::IncPreemptPoolPolicy"};

        const IncStateDeathTest& m_test; //!< victim and state
        IncCellShare m_cells;            //!< claim of the group to shared slots
        std::mt19937 m_random;           //!< draws of the seed
        IncManagerRig m_rig{[]() {
            IncLeafSpineTopology builder(2, 3, 4); // the manager is at the last spine
            builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
            return builder.Build();
        }()};                      //!< the network
        std::set<uint32_t> m_dead; //!< nodes that are dead or cut off
        std::string m_text;        //!< deaths so far, for errors
        bool m_rootIsDead{false};  //!< true if the first root is dead
        bool m_isPlanned{false};   //!< true if the victim's death is scheduled
        bool m_hasStruck{false};   //!< true if the victim is dead
    };

    void DoRun() override
    {
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 3);
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            const std::string wrong = World(*this, seed).Run();
            NS_TEST_EXPECT_MSG_EQ(wrong, "", "INC_SEED=" << seed << " INC_ITERATIONS=1");
        }
    }

    std::string m_victim;  //!< node or link that dies
    IncGroupState m_state; //!< state in which the victim dies
    bool m_isSecond;       //!< true for the state after a first failure
};

class IncManagerStatesTestSuite : public TestSuite
{
  public:
    IncManagerStatesTestSuite()
        : TestSuite("inc-manager-states", TestSuite::Type::UNIT)
    {
        using State = IncGroupState;
        for (const std::string victim :
             {"a worker", "a leaf", "the root", "a link", "the manager", "the manager for a while"})
        {
            for (const State state : {State::REGISTERED,
                                      State::RESERVING,
                                      State::COMMITTING,
                                      State::READY,
                                      State::RELEASING})
            {
                AddTestCase(new IncStateDeathTest(victim, state, false));
            }
            for (const State state :
                 {State::FENCING, State::RESERVING, State::COMMITTING, State::READY})
            {
                AddTestCase(new IncStateDeathTest(victim, state, true));
            }
        }
    }
};

static IncManagerStatesTestSuite g_incManagerStatesTestSuite; //!< registers itself
