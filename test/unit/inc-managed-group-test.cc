/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the state machine of a group, against the table in the manual.

#include "ns3/inc-managed-group.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using Field = IncControlField;
using Kind = IncControlKind;

namespace
{

constexpr uint32_t SWITCH = 0x0a000001;
constexpr uint32_t OTHER_SWITCH = 0x0a000004;
constexpr uint32_t STRANGER = 0x0a000005;
constexpr uint32_t CLIENTS[] = {0x0a000002, 0x0a000003};
constexpr uint16_t TREE = 5;
constexpr uint16_t EPOCH = 9;
const Time DEADLINE = Seconds(1);

/// \brief A manager with one switch and two hosts that records the requests of its group.
class FakeManager : public IncManagedGroup::Host
{
  public:
    void Send(uint32_t peer, Kind kind, const IncControlBody& body) override
    {
        sent.push_back({peer, kind});
        last[{peer, kind}] = body;
    }

    std::unique_ptr<IncGroupLayout> Plan(const IncManagedGroup& group, std::string& reason) override
    {
        const bool isRefused = group.GetRefusing().count(SWITCH) > 0;
        if (isRefused && group.GetRefusing().count(OTHER_SWITCH) > 0)
        {
            reason = "no switch is left";
            return nullptr;
        }
        IncHeardTopology heard;
        heard.topology.AddSwitch(isRefused ? "s1" : "s0");
        heard.addresses = {isRefused ? OTHER_SWITCH : SWITCH};
        heard.nodes[heard.addresses.front()] = 0;
        heard.ports = {{0, 1}};
        std::vector<IncTreeWorker> workers;
        for (const IncGroupMember& member : group.GetMembers())
        {
            const uint32_t host = heard.topology.AddHost("h" + std::to_string(workers.size()));
            heard.topology.AddLink(0, host, 1000000000, 0);
            heard.addresses.push_back(member.address);
            heard.ports.push_back({0});
            workers.push_back({host, host});
        }
        heard.topology.DeriveTiers();
        auto tree = IncTreeBuilder(heard.topology).Build(workers);
        return std::make_unique<IncGroupLayout>(std::move(heard),
                                                std::move(tree),
                                                group.GetProfile(),
                                                group.GetMembers(),
                                                TREE,
                                                EPOCH);
    }

    void GiveBack(const IncManagedGroup& group) override
    {
        ++given;
    }

    bool FailsRefused() const override
    {
        return fails;
    }

    bool Rebuilds() const override
    {
        return rebuilds;
    }

    bool IsHost(uint32_t peer) const override
    {
        return peer != SWITCH && peer != OTHER_SWITCH;
    }

    void Changed(const IncManagedGroup& group, const std::string& reason) override
    {
    }

    void Over(const IncManagedGroup& group) override
    {
    }

    /// \brief Return how many messages of a kind were sent to a node.
    std::size_t Count(uint32_t peer, Kind kind) const
    {
        return std::count(sent.begin(), sent.end(), std::make_pair(peer, kind));
    }

    std::vector<std::pair<uint32_t, Kind>> sent;              //!< in order
    std::map<std::pair<uint32_t, Kind>, IncControlBody> last; //!< body of the latest message
    uint32_t given{0};                                        //!< number of calls of GiveBack()
    bool rebuilds{false};                                     //!< see Rebuilds()
    bool fails{false};                                        //!< see FailsRefused()
};

/// \brief A group, and the messages that its agents would send.
class Rig
{
  public:
    ~Rig()
    {
        group.reset();
        Simulator::Destroy();
    }

    static IncControlBody Identity()
    {
        IncControlBody body;
        body.Add(Field::TREE, TREE);
        body.Add(Field::EPOCH, EPOCH);
        return body;
    }

    static IncControlBody OfRank(uint64_t rank)
    {
        IncControlBody body = Identity();
        body.Add(Field::RANK, rank);
        return body;
    }

    void Join(uint32_t rank, uint32_t qpn = 16)
    {
        IncControlBody body;
        body.Add(Field::QPN, qpn);
        body.Add(Field::RANK, rank);
        body.Add(Field::RANKS, 2);
        IncGroupProfile().Write(body);
        group->Receive(CLIENTS[rank], Kind::JOIN, body);
    }

    void Reserved()
    {
        IncControlBody body = Identity();
        body.Add(Field::CHILD, IncControlBody());
        body.Add(Field::CHILD, IncControlBody());
        body.Add(Field::STREAM, IncControlBody());
        group->Receive(SWITCH, Kind::RESERVED, body);
    }

    void Leave(uint32_t rank)
    {
        IncControlBody body;
        body.Add(Field::RANK, rank);
        group->Receive(CLIENTS[rank], Kind::LEAVE, body);
    }

    /// \brief Bring the group to a state in which one answer is missing.
    void Reach(const std::string& state)
    {
        const std::vector<std::pair<std::string, std::function<void()>>> way{
            {"IDLE", []() {}},
            {"REGISTERED", [this]() { Join(0); }},
            {"RESERVING", [this]() { Join(1); }},
            {"COMMITTING", [this]() { Reserved(); }},
            {"READY", [this]() { group->Receive(SWITCH, Kind::COMMITTED, Identity()); }},
            {"FENCING",
             [this]() {
                 group->Dismantle("a test");
                 group->Receive(CLIENTS[1], Kind::FENCED, Identity());
             }},
            {"RELEASING", [this]() { group->Receive(CLIENTS[0], Kind::FENCED, Identity()); }}};
        for (const auto& [name, step] : way)
        {
            step();
            ASSERT_EQ(IncGroupStateName(group->GetState()), name);
            if (name == state)
            {
                return;
            }
        }
        FAIL() << "no state " << state;
    }

    /// \brief Cause the event of a row of the table.
    void Do(const std::string& event)
    {
        const std::map<std::string, std::function<void()>> events{
            {"JOIN",
             [this]() {
                 const auto joined = static_cast<uint32_t>(group->GetMembers().size());
                 joined == 2 ? Join(0, 17) : Join(joined);
             }},
            {"LEAVE", [this]() { Leave(0); }},
            {"RESERVED", [this]() { Reserved(); }},
            {"REFUSED", [this]() { group->Receive(SWITCH, Kind::REFUSED, Identity()); }},
            {"COMMITTED", [this]() { group->Receive(SWITCH, Kind::COMMITTED, Identity()); }},
            {"FAILURE", [this]() { group->Receive(CLIENTS[0], Kind::FAILURE, OfRank(0)); }},
            {"FENCED", [this]() { group->Receive(CLIENTS[0], Kind::FENCED, Identity()); }},
            {"RELEASED", [this]() { group->Receive(SWITCH, Kind::RELEASED, Identity()); }},
            {"node lost", [this]() { group->NodeLost(CLIENTS[0], "a test"); }},
            {"link lost", [this]() { group->LinkLost(SWITCH, 1, "a test"); }},
            {"deadline",
             []() {
                 Simulator::Stop(2 * DEADLINE);
                 Simulator::Run();
             }},
            {"dismantle", [this]() { group->Dismantle("a test"); }}};
        ASSERT_EQ(events.count(event), 1U) << event;
        events.at(event)();
    }

    FakeManager manager;
    std::unique_ptr<IncManagedGroup> group{
        std::make_unique<IncManagedGroup>(manager, IncGroupName{1, 2}, DEADLINE)};
};

std::vector<std::string>
Split(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream in(line + ",");
    for (std::string cell; std::getline(in, cell, ',');)
    {
        const auto begin = cell.find_first_not_of(' ');
        cells.push_back(begin == std::string::npos
                            ? ""
                            : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
    }
    return cells;
}

/// \brief Return the table of states in the manual, with its header first.
std::vector<std::vector<std::string>>
ReadTable()
{
    std::ifstream file(INC_SOURCE_DIR "/doc/inc-manager.rst");
    const std::string header = "   :header: Message, To, From, IDLE";
    std::vector<std::vector<std::string>> table;
    for (std::string line; std::getline(file, line);)
    {
        if (line.rfind(header, 0) == 0)
        {
            table.push_back(Split(line.substr(line.find("Message"))));
        }
        else if (!table.empty() && !line.empty())
        {
            if (line[0] != ' ')
            {
                break;
            }
            table.push_back(Split(line));
        }
    }
    return table;
}

} // namespace

TEST(IncManagedGroup, DoesWhatTheManualSays)
{
    const auto table = ReadTable();
    const std::map<std::string, IncControlRule::Taker> takers{
        {"manager", IncControlRule::MANAGER},
        {"switch", IncControlRule::SWITCH},
        {"client", IncControlRule::CLIENT},
        {"called end", IncControlRule::CALLED},
        {"calling end", IncControlRule::CALLER}};
    const std::map<std::string, IncControlRule::Sender> senders{
        {"any node", IncControlRule::ANY_NODE},
        {"host", IncControlRule::HOST},
        {"own rank", IncControlRule::OWN_RANK},
        {"member", IncControlRule::MEMBER},
        {"tree switch", IncControlRule::TREE_SWITCH},
        {"asked", IncControlRule::ASKED},
        {"its manager", IncControlRule::ITS_MANAGER},
        {"other end", IncControlRule::OTHER_END}};
    std::size_t rules = 0;
    for (std::size_t row = 1; row < table.size(); ++row)
    {
        const auto& cells = table[row];
        ASSERT_EQ(cells.size(), table[0].size()) << cells[0];
        if (cells[2].empty())
        {
            continue; // an event
        }
        ++rules;
        const auto& all = IncControlRule::GetAll();
        const auto rule = std::find_if(all.begin(), all.end(), [&](const auto& each) {
            return IncControlKindName(each.kind) == cells[0] && each.taker == takers.at(cells[1]);
        });
        ASSERT_NE(rule, all.end()) << cells[0] << " to " << cells[1];
        EXPECT_EQ(rule->sender, senders.at(cells[2])) << cells[0] << " to " << cells[1];
        for (uint8_t state = 0; state < 7; ++state)
        {
            EXPECT_EQ(rule->IsTakenIn(static_cast<IncGroupState>(state)), !cells[3 + state].empty())
                << cells[0] << " to " << cells[1] << " in " << table[0][3 + state];
        }
    }
    EXPECT_EQ(rules, IncControlRule::GetAll().size());
    const std::vector<std::string> elsewhere{"REGISTER", "HEARTBEAT", "ASK", "STATISTICS"};
    for (std::size_t row = 1; row < table.size() && table[row][1] == "manager"; ++row)
    {
        for (std::size_t column = 3; column < table[0].size(); ++column)
        {
            if (std::count(elsewhere.begin(), elsewhere.end(), table[row][0]) > 0)
            {
                continue;
            }
            const std::string& state = table[0][column];
            const std::string& said = table[row][column];
            Rig rig;
            rig.Reach(state);
            const std::size_t rejects = rig.manager.Count(CLIENTS[0], Kind::REJECT);
            rig.Do(table[row][0]);
            const bool stays = said.empty() || said == "REJECT";
            EXPECT_EQ(IncGroupStateName(rig.group->GetState()), stays ? state : said)
                << table[row][0] << " in " << state;
            if (said == "REJECT")
            {
                EXPECT_EQ(rig.manager.Count(CLIENTS[0], Kind::REJECT), rejects + 1)
                    << table[row][0] << " in " << state;
            }
        }
    }
}

TEST(IncManagedGroup, RefusesWhoHasNoSuchPartInIt)
{
    const std::vector<std::string>
        states{"IDLE", "REGISTERED", "RESERVING", "COMMITTING", "READY", "FENCING", "RELEASING"};
    for (std::size_t state = 0; state < states.size(); ++state)
    {
        for (const IncControlRule& rule : IncControlRule::GetAll())
        {
            for (const uint32_t peer : {SWITCH, CLIENTS[0], CLIENTS[1], OTHER_SWITCH, STRANGER})
            {
                for (const uint64_t rank : {uint64_t{0}, uint64_t{1} << 32})
                {
                    const bool isOwn = peer == CLIENTS[0] && rank == 0 && state > 0;
                    const bool isMember =
                        (peer == CLIENTS[0] && state > 0) || (peer == CLIENTS[1] && state > 1);
                    const bool hasRight = rule.sender == IncControlRule::OWN_RANK ? isOwn
                                          : rule.sender == IncControlRule::MEMBER ? isMember
                                          : rule.sender == IncControlRule::TREE_SWITCH
                                              ? peer == SWITCH
                                              : false;
                    const bool isHost = peer != SWITCH && peer != OTHER_SWITCH;
                    if (rule.taker != IncControlRule::MANAGER ||
                        rule.sender == IncControlRule::ANY_NODE ||
                        (rule.sender == IncControlRule::HOST && isHost) ||
                        (hasRight && rule.IsTakenIn(static_cast<IncGroupState>(state))))
                    {
                        continue;
                    }
                    Rig rig;
                    rig.Reach(states[state]);
                    const std::size_t sent = rig.manager.sent.size();
                    const auto refusal = rig.group->Receive(peer, rule.kind, Rig::OfRank(rank));
                    const bool isOfAttempt = rule.kind != Kind::JOIN && rule.kind != Kind::LEAVE;
                    const auto why = isOfAttempt && state < 2 ? IncControlRefusal::STALE
                                     : hasRight               ? IncControlRefusal::MISPLACED
                                                              : IncControlRefusal::STRANGER;
                    EXPECT_EQ(refusal, why) << IncControlKindName(rule.kind) << " of " << peer
                                            << " in " << states[state];
                    EXPECT_EQ(IncGroupStateName(rig.group->GetState()), states[state]);
                    EXPECT_EQ(rig.manager.sent.size(), sent) << IncControlKindName(rule.kind);
                }
            }
        }
    }
}

TEST(IncManagedGroup, HearsNothingOfAnotherAttempt)
{
    for (const std::string state : {"RESERVING", "COMMITTING", "FENCING", "RELEASING"})
    {
        Rig rig;
        rig.Reach(state);
        IncControlBody other;
        other.Add(Field::TREE, TREE);
        other.Add(Field::EPOCH, EPOCH - 1);
        other.Add(Field::CHILD, IncControlBody());
        other.Add(Field::CHILD, IncControlBody());
        other.Add(Field::STREAM, IncControlBody());
        for (const Kind kind :
             {Kind::RESERVED, Kind::REFUSED, Kind::COMMITTED, Kind::FENCED, Kind::RELEASED})
        {
            rig.group->Receive(kind == Kind::FENCED ? CLIENTS[0] : SWITCH, kind, other);
            EXPECT_EQ(IncGroupStateName(rig.group->GetState()), state) << IncControlKindName(kind);
        }
    }
}

TEST(IncManagedGroup, ReleasesEverySwitchOnceAndTellsEveryClientTheSame)
{
    for (const std::string state : {"RESERVING", "COMMITTING"})
    {
        Rig rig;
        rig.Reach(state);
        rig.Do("deadline");
        EXPECT_EQ(rig.manager.Count(SWITCH, Kind::RELEASE), 1U) << state;
        for (const uint32_t client : CLIENTS)
        {
            EXPECT_EQ(rig.manager.Count(client, Kind::REJECT), 1U) << state;
        }
        EXPECT_EQ(rig.manager.given, 0U) << "the switch has not answered";
        rig.Do("RELEASED");
        EXPECT_EQ(rig.manager.given, 1U) << state;
    }
}

TEST(IncManagedGroup, TriesAnotherSwitchBeforeItGivesUp)
{
    for (const std::string state : {"RESERVING", "COMMITTING"})
    {
        Rig rig;
        rig.Reach(state);
        rig.Do("REFUSED");
        EXPECT_EQ(rig.manager.Count(SWITCH, Kind::RELEASE), 1U) << state;
        EXPECT_EQ(rig.manager.Count(OTHER_SWITCH, Kind::RESERVE), 1U) << state;
        EXPECT_EQ(rig.manager.Count(CLIENTS[0], Kind::REJECT), 0U) << state;
        IncControlBody body = Rig::Identity();
        body.Add(Field::REASON, std::string("has no slots"));
        rig.group->Receive(OTHER_SWITCH, Kind::REFUSED, body);
        for (const uint32_t client : CLIENTS)
        {
            ASSERT_EQ(rig.manager.Count(client, Kind::REJECT), 1U) << state;
            EXPECT_EQ((rig.manager.last[{client, Kind::REJECT}].GetText(Field::REASON)),
                      "s1: has no slots, and then no switch is left");
        }
        EXPECT_EQ(rig.group->GetState(), IncGroupState::IDLE);
    }
}

TEST(IncManagedGroup, EndsForAllAtOnceWhereTwoRanksDoNotAgree)
{
    for (const bool isOther : {false, true})
    {
        Rig rig;
        rig.Join(0);
        IncControlBody body;
        body.Add(Field::RANK, isOther ? 1 : 0);
        body.Add(Field::RANKS, isOther ? 3 : 2);
        IncGroupProfile().Write(body);
        EXPECT_EQ(rig.group->Receive(CLIENTS[1], Kind::JOIN, body), IncControlRefusal::REJECTED);
        EXPECT_EQ(rig.group->GetState(), IncGroupState::IDLE);
        for (const uint32_t client : CLIENTS)
        {
            ASSERT_EQ(rig.manager.Count(client, Kind::REJECT), 1U);
            const IncControlBody& told = rig.manager.last[{client, Kind::REJECT}];
            EXPECT_EQ(told.Get(Field::FAILS), 1U);
            EXPECT_EQ(told.GetText(Field::REASON),
                      isOther ? "rank 1 wants another group than those before it"
                              : "rank 0 has joined twice");
        }
    }
}

TEST(IncManagedGroup, IsBuiltAnewFromTheFirstMessageThatARankLacks)
{
    Rig rig;
    rig.manager.rebuilds = true;
    rig.Reach("READY");
    EXPECT_TRUE(rig.group->LinkLost(CLIENTS[0], 0, "a test"));
    ASSERT_EQ(rig.group->GetState(), IncGroupState::FENCING);
    EXPECT_EQ((rig.manager.last[{CLIENTS[0], Kind::FENCE}].Get(Field::GOES_ON)), 1U);
    // Rank 0 has all results up to 6, and 9. Rank 1 has all up to 4, and 8 and 9.
    const std::vector<std::vector<IncReplayRun>> results{{{3, 4, 0}, {9, 1, 0}},
                                                         {{1, 4, 1}, {8, 2, 1}}};
    const std::vector<uint64_t> next{7, 5};
    for (uint32_t rank = 0; rank < 2; ++rank)
    {
        IncControlBody body = Rig::Identity();
        body.Add(Field::QPN, 20 + rank);
        body.Add(Field::NEXT_MESSAGE, next[rank]);
        body.Add(Field::RESULTS, IncWriteReplayRuns(results[rank]));
        rig.group->Receive(CLIENTS[rank], Kind::FENCED, body);
    }
    ASSERT_EQ(rig.group->GetState(), IncGroupState::RESERVING);
    EXPECT_EQ(rig.manager.Count(SWITCH, Kind::RELEASE), 1U) << "of the old tree";
    EXPECT_EQ(rig.manager.given, 1U);
    EXPECT_EQ((rig.manager.last[{SWITCH, Kind::RESERVE}].Get(Field::FIRST_MESSAGE)), 5U);
    rig.Do("RESERVED");
    rig.Do("COMMITTED");
    ASSERT_EQ(rig.group->GetState(), IncGroupState::READY);
    EXPECT_EQ(rig.group->GetRebuilt(), 1U);
    const IncControlBody& ready = rig.manager.last[{CLIENTS[1], Kind::READY}];
    EXPECT_EQ(ready.Get(Field::NEXT_MESSAGE), 5U);
    std::map<uint64_t, uint32_t> owners;
    for (const IncReplayRun& run : IncReadReplayRuns(ready.GetText(Field::RESULTS)))
    {
        for (uint64_t sequence = run.first; sequence < run.End(); ++sequence)
        {
            EXPECT_TRUE(owners.emplace(sequence, run.rank).second) << sequence;
        }
    }
    EXPECT_EQ(owners, (std::map<uint64_t, uint32_t>{{5, 0}, {6, 0}, {8, 1}, {9, 0}}));
}

TEST(IncManagedGroup, GoesOnWithoutARankUnlessARequestWantsAll)
{
    for (const bool needsAll : {false, true})
    {
        Rig rig;
        rig.manager.rebuilds = true;
        rig.Reach("READY");
        rig.Leave(0);
        ASSERT_EQ(rig.group->GetState(), IncGroupState::FENCING);
        IncControlBody body = Rig::Identity();
        body.Add(Field::QPN, 20);
        body.Add(Field::NEEDS_ALL, needsAll);
        rig.group->Receive(CLIENTS[1], Kind::FENCED, body);
        EXPECT_FALSE(rig.group->HasRank(0));
        EXPECT_EQ(rig.group->GetMembers().size(), 1U);
        EXPECT_EQ(rig.manager.Count(CLIENTS[1], Kind::REJECT), needsAll ? 1U : 0U);
    }
}

TEST(IncManagedGroup, GoesOnOverTheHostsWhereNoTreeIsLeftOrFailsAtAllRanksAlike)
{
    // Each array says: the host continues at rank 0, at rank 1, --fallback=fail, dismantled by
    // hand.
    for (const std::array<bool, 4> given : {std::array<bool, 4>{true, true, false, false},
                                            std::array<bool, 4>{true, false, false, false},
                                            std::array<bool, 4>{true, true, true, false},
                                            std::array<bool, 4>{true, true, false, true}})
    {
        Rig rig;
        rig.manager.rebuilds = true;
        rig.manager.fails = given[2];
        rig.Reach("READY");
        EXPECT_TRUE(rig.group->LinkLost(CLIENTS[0], 0, "a test"));
        for (uint32_t rank = 0; rank < 2; ++rank)
        {
            IncControlBody body = Rig::Identity();
            body.Add(Field::QPN, 20 + rank);
            body.Add(Field::NEXT_MESSAGE, 5 + rank);
            body.Add(Field::END_MESSAGE, 20 - rank);
            body.Add(Field::RESULTS, IncWriteReplayRuns({{4, 1 + rank, rank}, {9, 2, rank}}));
            body.Add(Field::OVER_HOSTS, given[rank]);
            rig.group->Receive(CLIENTS[rank], Kind::FENCED, body);
        }
        rig.Reserved();
        ASSERT_EQ(rig.group->GetState(), IncGroupState::COMMITTING);
        if (given[3])
        {
            rig.group->Dismantle("by hand");
        }
        else
        {
            rig.Do("deadline");
        }
        const bool goesOn = given[1] && !given[2] && !given[3];
        for (const uint32_t client : CLIENTS)
        {
            const IncControlBody& body = rig.manager.last[{client, Kind::REJECT}];
            EXPECT_EQ(rig.manager.Count(client, Kind::REJECT), 1U);
            EXPECT_EQ(body.Get(Field::OVER_HOSTS), goesOn);
            EXPECT_EQ(body.Get(Field::FAILS), !goesOn);
            if (goesOn)
            {
                EXPECT_EQ(body.Get(Field::NEXT_MESSAGE), 5U);
                EXPECT_EQ(body.Get(Field::END_MESSAGE), 20U);
                EXPECT_EQ(body.GetText(Field::RESULTS), IncWriteReplayRuns({{5, 1, 1}, {9, 2, 0}}));
                EXPECT_EQ(IncReadRankBits(body.GetText(Field::RANK_BITS)),
                          (std::vector<uint32_t>{1, 2}));
            }
        }
    }
}
