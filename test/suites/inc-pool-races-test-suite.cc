/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the races of messages that get or lose a shared cell: chosen frames are lost, held back
// or sent by hand.

#include "inc-pool-rig.h"

#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-switch.h"
#include "ns3/test.h"

#include <utility>

using namespace ns3;

namespace
{

/**
 * \brief Two jobs with two workers on each of two leaves; each job has a spine as root.
 *
 * A leaf has one cell, and a job has one message in flight.
 */
class TwoJobs
{
  public:
    explicit TwoJobs(const std::string& policy,
                     IncDisseminationMode dissemination = IncDisseminationMode::BIER,
                     IncCellLedger ledger = IncCellLedger::ROUND)
        : m_topology(IncLeafSpineTopology(2, 2, 4).Build())
    {
        IncPoolSetting setting;
        setting.policy = policy;
        setting.cells = 1;
        setting.options.slots = 1;
        setting.options.groups = 2;
        setting.options.dissemination = dissemination;
        setting.options.cells.hold =
            dissemination == IncDisseminationMode::TREE ? IncCellHold::CACHE : IncCellHold::SENT;
        setting.messages = 4;
        setting.ledger = ledger;
        setting.priorities = {0, 1};
        jobs = std::make_unique<IncPooledJobs>(m_topology, setting);
        std::mt19937 random(1);
        for (uint32_t job = 0; job < 2; ++job)
        {
            const auto& hosts = m_topology.GetHosts();
            jobs->Add({hosts[2 * job], hosts[2 * job + 1], hosts[2 * job + 4], hosts[2 * job + 5]},
                      At("spine" + std::to_string(job)),
                      random);
        }
    }

    /// Let ranks of a job begin at given times.
    void Begin(std::size_t job, const std::vector<Time>& times)
    {
        for (uint32_t rank = 0; rank < times.size(); ++rank)
        {
            jobs->Delay(job, rank, times[rank]);
        }
    }

    uint32_t At(const std::string& name) const
    {
        return *m_topology.Find(name);
    }

    /// Return the port of the first root to the first leaf.
    Ptr<IncNetDevice> RootPort() const
    {
        return jobs->GetRig().GetPort(At("spine0"), At("leaf0"));
    }

    /// Return the counters of the first leaf.
    const IncAggregatorCounters& Leaf() const
    {
        return jobs->GetRig()
            .fabric.GetNodes()
            .Get(At("leaf0"))
            ->GetObject<IncAggregator>()
            ->GetCounters();
    }

    std::unique_ptr<IncPooledJobs> jobs; // the jobs

  private:
    IncTopology m_topology; // the network
};

/// Return a predicate that chooses contributions of the first message of the first job.
IncChosenFrameLoss::Choice
FirstMessage()
{
    return [choice = IncAggregationRig::Contributions(0)](const IncParsedFrame& frame) {
        return choice(frame) && frame.inc->treeId == 1;
    };
}

} // namespace

/// Test a message whose first contribution finds no cell, and the second would find one.
class IncPoolStickyTest : public TestCase
{
  public:
    IncPoolStickyTest()
        : TestCase(
              "A message without a cell passes later contributions on, also when cells are free")
    {
    }

  private:
    void DoRun() override
    {
        TwoJobs world("Shared");
        // A rank of the second job keeps the cell busy while the first job begins.
        world.Begin(1, {Time(0), MicroSeconds(8), Time(0), Time(0)});
        world.Begin(0, {MicroSeconds(4), MicroSeconds(12), MicroSeconds(4), MicroSeconds(12)});
        world.jobs->Run();
        NS_TEST_EXPECT_MSG_EQ(world.jobs->AreExact(), true, "sums");
        NS_TEST_EXPECT_MSG_EQ(world.Leaf().collisions, 1U, "the first message of the first job");
        NS_TEST_EXPECT_MSG_EQ(world.Leaf().passed, 2U, "contributions of both workers");
        NS_TEST_EXPECT_MSG_EQ(world.jobs->GetRetransmissions(), 0U, "nothing was lost");
    }
};

/// Test a message whose first contribution finds no cell, and the second one does, as in ATP.
class IncPoolLateCellTest : public TestCase
{
  public:
    explicit IncPoolLateCellTest(IncDisseminationMode dissemination, const std::string& name)
        : TestCase("If each contribution asks for a cell, the rest of a message waits in the cell "
                   "until a worker repeats its contribution, with results by " +
                   name),
          m_dissemination(dissemination)
    {
    }

  private:
    void DoRun() override
    {
        TwoJobs world("Shared", m_dissemination, IncCellLedger::CELL);
        world.Begin(1, {Time(0), MicroSeconds(8), Time(0), Time(0)});
        world.Begin(0, {MicroSeconds(4), MicroSeconds(40), MicroSeconds(4), MicroSeconds(40)});
        const IncFrameRecorder sent(
            world.jobs->GetRig().GetPort(world.At("leaf0"), world.At("spine0")),
            "FrameSent",
            [](const IncFrame& frame) {
                return frame.hasInc && !frame.inc.Has(IncHeader::RESULT);
            });
        world.jobs->Run();
        NS_TEST_EXPECT_MSG_EQ(world.jobs->AreExact(), true, "sums");
        NS_TEST_EXPECT_MSG_EQ(world.jobs->GetHeld(), 0U, "cells");
        NS_TEST_EXPECT_MSG_EQ(world.Leaf().evicted, 1U, "a repetition has emptied the cell");
        NS_TEST_EXPECT_MSG_GT(world.jobs->GetRetransmissions(), 0U, "only a timer helps");
        // First copy of rank 0; then the repetition of a rank behind what was in the cell.
        NS_TEST_ASSERT_MSG_GT(sent.GetFrames().size(), 2U, "frames to the root");
        const auto& frames = sent.GetFrames();
        NS_TEST_EXPECT_MSG_EQ(frames[0]->inc.Has(IncHeader::RETRANSMITTED), false, "rank 0");
        for (std::size_t i = 1; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(frames[i]->inc.messageId,
                                  frames[0]->inc.messageId,
                                  "frame " << i);
            NS_TEST_EXPECT_MSG_EQ(frames[i]->pbm->bits.Count(), 1U, "frame " << i);
        }
    }

    IncDisseminationMode m_dissemination; // way of the results
};

/// Test the loss of a part that left a switch because its cell was taken.
class IncPoolLostPartTest : public TestCase
{
  public:
    IncPoolLostPartTest()
        : TestCase("The workers of a lost part send again, each for itself")
    {
    }

  private:
    void DoRun() override
    {
        TwoJobs world("Preempt");
        world.Begin(0, {Time(0), MicroSeconds(40), Time(0), Time(0)});
        world.Begin(1, std::vector<Time>(4, MicroSeconds(6)));
        const auto lost = IncAggregationRig::LoseAt(world.RootPort(), FirstMessage());
        world.jobs->Run();
        NS_TEST_EXPECT_MSG_EQ(world.jobs->AreExact(), true, "sums");
        NS_TEST_EXPECT_MSG_EQ(lost->GetLost(), 1U, "the part");
        NS_TEST_EXPECT_MSG_EQ(world.Leaf().evicted, 1U, "the second job has taken the cell");
        NS_TEST_EXPECT_MSG_GT(world.Leaf().passed, 1U, "late rank, and repetitions");
        NS_TEST_EXPECT_MSG_GT(world.jobs->GetRetransmissions(), 0U, "the worker of the part");
    }
};

/// Test the loss of a whole sum whose cell another message has got since.
class IncPoolLostSumTest : public TestCase
{
  public:
    IncPoolLostSumTest(IncDisseminationMode dissemination, const std::string& name)
        : TestCase("Workers of a lost sum without a cell send again, and the late sum is refused, "
                   "with results by " +
                   name),
          m_dissemination(dissemination)
    {
    }

  private:
    void DoRun() override
    {
        TwoJobs world("Shared", m_dissemination);
        // The other leaf is so late that the parts of the first leaf arrive before the message
        // ends.
        world.Begin(0, {Time(0), Time(0), MilliSeconds(20), MilliSeconds(20)});
        world.Begin(1, std::vector<Time>(4, MicroSeconds(10)));
        const auto lost = IncAggregationRig::LoseAt(world.RootPort(), FirstMessage());
        IncAggregationRig& rig = world.jobs->GetRig();
        const IncFrameRecorder sent(rig.GetPort(world.At("leaf0"), world.At("spine0")),
                                    "FrameSent",
                                    [](const IncFrame& frame) { return frame.hasInc; });
        Simulator::Schedule(MilliSeconds(15), [&]() {
            rig.fabric.GetSwitch(world.At("spine0"))
                ->Receive(sent.GetFrames().front()->Copy(), *world.RootPort());
        });
        world.jobs->Run();
        NS_TEST_EXPECT_MSG_EQ(world.jobs->AreExact(), true, "sums");
        NS_TEST_EXPECT_MSG_EQ(lost->GetLost(), 1U, "the sum");
        NS_TEST_EXPECT_MSG_GT(world.Leaf().passed, 1U, "repetitions of both workers");
        const auto root = rig.fabric.GetNodes().Get(world.At("spine0"))->GetObject<IncAggregator>();
        NS_TEST_EXPECT_MSG_GT(root->GetCounters().duplicates +
                                  root->GetCounters().refused.Get(IncRefusal::OVERLAP),
                              0U,
                              "the late sum");
    }

    IncDisseminationMode m_dissemination; // way of the results
};

/// Test a lost sum that arrives when the root has the repetition of one of its workers.
class IncPoolOverlapTest : public TestCase
{
  public:
    IncPoolOverlapTest()
        : TestCase("The root drops and counts a late sum of which it has a part")
    {
    }

  private:
    void DoRun() override
    {
        TwoJobs world("Shared");
        // The other leaf is late, so the first contribution at the root is a repetition.
        world.Begin(0, {Time(0), Time(0), MilliSeconds(20), MilliSeconds(20)});
        world.Begin(1, std::vector<Time>(4, MicroSeconds(10)));
        const auto lost = IncAggregationRig::LoseAt(world.RootPort(), FirstMessage());
        const IncAggregationRig& rig = world.jobs->GetRig();
        const IncFrameRecorder sent(rig.GetPort(world.At("leaf0"), world.At("spine0")),
                                    "FrameSent",
                                    [](const IncFrame& frame) { return frame.hasInc; });
        const auto root = rig.fabric.GetNodes().Get(world.At("spine0"))->GetObject<IncAggregator>();
        bool isFirst = true;
        const auto sendSum = [&](uint16_t, uint32_t, uint32_t, const IncBitString&) {
            if (std::exchange(isFirst, false))
            {
                Simulator::ScheduleNow([&]() {
                    rig.fabric.GetSwitch(world.At("spine0"))
                        ->Receive(sent.GetFrames().front()->Copy(), *world.RootPort());
                });
            }
        };
        root->TraceConnectWithoutContext(
            "Aggregated",
            Callback<void, uint16_t, uint32_t, uint32_t, const IncBitString&>(sendSum));
        world.jobs->Run();
        NS_TEST_EXPECT_MSG_EQ(world.jobs->AreExact(), true, "sums");
        NS_TEST_EXPECT_MSG_EQ(lost->GetLost(), 1U, "the sum");
        const IncAggregatorCounters& counters = root->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.overlapRoot, 1U, "the late sum");
        NS_TEST_EXPECT_MSG_EQ(counters.refused.Get(IncRefusal::OVERLAP), 1U, "the late sum");
        NS_TEST_EXPECT_MSG_EQ(counters.completedParts, 1U, "the message of the lost sum");
        NS_TEST_EXPECT_MSG_EQ(counters.completedWhole, 3U, "the other messages");
        NS_TEST_EXPECT_MSG_EQ(counters.partsMax, 3U, "two workers, and the other leaf's sum");
        NS_TEST_EXPECT_MSG_EQ(world.jobs->GetCells(0).overlapRoot, 1U, "the job");
        NS_TEST_EXPECT_MSG_EQ(world.jobs->GetCells(1).overlapRoot, 0U, "the other job");
        NS_TEST_EXPECT_MSG_EQ(world.Leaf().completedWhole, 0U, "the leaf is no root");
    }
};

/// Test the removal of a tree that holds cells, as when a manager replaces a tree.
class IncPoolRemovalTest : public TestCase
{
  public:
    IncPoolRemovalTest()
        : TestCase("The cells of a tree that is removed are free at once")
    {
    }

  private:
    void DoRun() override
    {
        TwoJobs world("Shared");
        world.Begin(0, {Time(0), Seconds(2000), Time(0), Time(0)}); // never complete
        world.Begin(1, std::vector<Time>(4, MilliSeconds(1)));
        const auto leaf = world.jobs->GetRig()
                              .fabric.GetNodes()
                              .Get(world.At("leaf0"))
                              ->GetObject<IncAggregator>();
        uint32_t before = 0;
        uint32_t after = 1;
        Simulator::Schedule(MicroSeconds(500), [&]() {
            before = leaf->GetPool()->GetHeld();
            leaf->RemoveTree(1);
            after = leaf->GetPool()->GetHeld();
        });
        world.jobs->Run();
        NS_TEST_EXPECT_MSG_EQ(before, 1U, "the incomplete message has the cell");
        NS_TEST_EXPECT_MSG_EQ(after, 0U, "removed");
        NS_TEST_EXPECT_MSG_EQ(world.Leaf().collisions, 0U, "the second job finds the cell free");
    }
};

/// Test many jobs that share a single cell.
class IncPoolSingleCellTest : public TestCase
{
  public:
    IncPoolSingleCellTest()
        : TestCase("Eight jobs complete with one cell on each leaf")
    {
    }

  private:
    static constexpr uint32_t JOBS = 8;

    void DoRun() override
    {
        for (const std::string policy : {"Shared", "Preempt"})
        {
            IncTopology topology = IncLeafSpineTopology(2, JOBS, 2 * JOBS).Build();
            IncPoolSetting setting;
            setting.policy = policy;
            setting.cells = 1;
            setting.options.slots = 1;
            setting.options.groups = JOBS;
            setting.priorities = {0, 1, 2, 3, 4, 5, 6, 7};
            IncPooledJobs jobs(topology, setting);
            std::mt19937 random(1);
            for (uint32_t job = 0; job < JOBS; ++job)
            {
                const auto& hosts = topology.GetHosts();
                const auto first = hosts.begin() + 2 * job;
                const auto second = first + 2 * JOBS;
                jobs.Add({*first, *(first + 1), *second, *(second + 1)},
                         *topology.Find("spine" + std::to_string(job)),
                         random);
                jobs.Delay(job, 0, MicroSeconds(job % 3)); // so that messages hold their cells
            }
            jobs.Run();
            NS_TEST_EXPECT_MSG_EQ(jobs.AreExact(), true, policy);
            NS_TEST_EXPECT_MSG_GT(jobs.GetCounters().collisions + jobs.GetCounters().evicted,
                                  0U,
                                  policy);
            NS_TEST_EXPECT_MSG_EQ(jobs.GetRetransmissions(), 0U, policy);
            NS_TEST_EXPECT_MSG_EQ(jobs.GetHeld(), 0U, policy);
        }
    }
};

class IncPoolRacesTestSuite : public TestSuite
{
  public:
    IncPoolRacesTestSuite()
        : TestSuite("inc-pool-races", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncPoolStickyTest);
        AddTestCase(new IncPoolLateCellTest(IncDisseminationMode::BIER, "BIER"));
        AddTestCase(new IncPoolLateCellTest(IncDisseminationMode::TREE, "tree"));
        AddTestCase(new IncPoolLostPartTest);
        AddTestCase(new IncPoolLostSumTest(IncDisseminationMode::BIER, "BIER"));
        AddTestCase(new IncPoolLostSumTest(IncDisseminationMode::TREE, "tree"));
        AddTestCase(new IncPoolOverlapTest);
        AddTestCase(new IncPoolRemovalTest);
        AddTestCase(new IncPoolSingleCellTest);
    }
};

static IncPoolRacesTestSuite g_incPoolRacesTestSuite; //!< registers the suite
