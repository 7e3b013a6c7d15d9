/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-job.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-client-agent.h"
#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-host-collective.h"
#include "ns3/inc-host-continuation.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

const Time SPELL = MilliSeconds(1);
const Time RELEASE = Seconds(2); // time that is enough even if many control datagrams are lost

constexpr uint32_t TENANT = IncSimControl::TENANT;

/// Ranks of a job that have joined a group; they leave when the job ends.
class IncJoinedRanks
{
  public:
    IncJoinedRanks(const IncJobSetting& setting)
        : m_network(setting.network),
          m_timeline(setting.observers.GetTimeline()),
          m_plane(setting.network.GetControl()->GetPlane()),
          m_share(*setting.share),
          m_hosts(CreateObject<IncHostContinuation>()),
          m_rebuilt(setting.share->workers.size())
    {
    }

    ~IncJoinedRanks();

    IncJoinedRanks(const IncJoinedRanks&) = delete;
    IncJoinedRanks& operator=(const IncJoinedRanks&) = delete;

    /// Join, and simulate until the manager has decided.
    void Join(const NodeContainer& hosts,
              const IncGroupProfile& profile,
              const IncGroupHelper& helper);

    IncMembership GetStatus() const
    {
        return m_status;
    }

    const IncSetupResult& GetSetup() const
    {
        return m_setup;
    }

    const std::vector<Ptr<IncClient>>& GetClients() const
    {
        return m_clients;
    }

    /// Return the group as the manager sees it, or nullptr if it knows none.
    const IncManagedGroup* FindGroup() const
    {
        return m_plane.GetManager()->FindGroup(TENANT, m_share.treeId);
    }

    /// Return how often a rank went on over another tree.
    uint32_t GetRebuilt() const
    {
        return *std::max_element(m_rebuilt.begin(), m_rebuilt.end());
    }

    /// Return the growing sets of ranks without which the others went on, one set for each time.
    const std::vector<std::set<uint32_t>>& GetAbsent() const
    {
        return m_absent;
    }

    bool AreOverHosts() const
    {
        return m_hosts->IsInUse();
    }

    const std::string& GetLastReason() const
    {
        return m_lastReason;
    }

    /// \param listener called when a rank goes on over another tree, or over the hosts
    void SetListener(std::function<void()> listener)
    {
        m_listener = std::move(listener);
    }

    /// End the collectives that go on over the hosts.
    void EndHosts()
    {
        m_hosts->Dispose();
    }

  private:
    void Decided(IncMembership status, const std::string& reason);
    void NoteAbsent(const std::set<uint32_t>& absent);

    const IncSimNetwork& m_network;
    Ptr<IncTimeline> m_timeline;
    const IncControlPlane& m_plane; //!< manager and agents
    const IncJobShare& m_share;
    Ptr<IncHostContinuation> m_hosts;          //!< runs collectives without a tree, or null
    std::vector<uint32_t> m_rebuilt;           //!< number of changes of tree, by rank
    std::vector<std::set<uint32_t>> m_absent;  //!< growing sets of absent ranks
    std::function<void()> m_listener{[]() {}}; //!< called when a rank changes its tree
    std::string m_lastReason;                  //!< reason why ranks go on over the hosts
    std::vector<Ptr<IncClient>> m_clients;
    std::size_t m_undecided{0}; //!< ranks that wait for the manager
    Time m_last;                //!< time of the manager's answer to the last rank
    IncMembership m_status{IncMembership::JOINING}; //!< membership of all ranks
    IncSetupResult m_setup;                         //!< outcome of the request
    IncOwnedEvents m_events;                        //!< events in which ranks join and leave
};

void
IncJoinedRanks::Join(const NodeContainer& hosts,
                     const IncGroupProfile& profile,
                     const IncGroupHelper& helper)
{
    const Time start = Simulator::Now();
    IncClientAgent::Request request;
    request.group = m_share.treeId;
    request.ranks = static_cast<uint32_t>(m_share.workers.size());
    request.profile = profile;
    request.status = [this](IncMembership status, const std::string& reason) {
        Decided(status, reason);
    };
    m_hosts->Setup(hosts, profile.overflow);
    m_undecided = m_share.workers.size();
    for (const uint32_t worker : m_share.workers)
    {
        const uint32_t rank = request.rank;
        request.rebuilt = [this, rank](const std::set<uint32_t>& absent) {
            ++m_rebuilt[rank];
            NoteAbsent(absent);
        };
        request.overHosts = [this, rank](const std::set<uint32_t>& absent) {
            NoteAbsent(absent);
            return m_hosts->MakeRunner(rank, absent);
        };
        m_clients.push_back(helper.MakeClient());
        m_clients.back()->Attach(m_network.GetFabric().GetNic(worker),
                                 profile.transport,
                                 profile.ResultsPassBy());
        request.client = m_clients.back();
        m_events.ScheduleAt(
            *m_network.GetFabric().GetNodes().Get(worker),
            Time(0),
            [agent = m_plane.GetClientAgent(worker), request]() { agent->Join(request); });
        ++request.rank;
    }
    Simulator::Run(); // agents end the set-up at their deadline
    if (m_status == IncMembership::READY)
    {
        m_setup.executedScheme = "inc";
        m_setup.setupUs = (m_last - start).GetNanoSeconds() / 1e3;
        if (m_timeline)
        {
            const std::string group = "group " + std::to_string(m_share.treeId);
            m_timeline->Add({"manager", "set-up", group, "set-up", start, m_last});
        }
    }
}

void
IncJoinedRanks::Decided(IncMembership status, const std::string& reason)
{
    if (m_undecided == 0)
    {
        m_lastReason = status == IncMembership::HOST ? reason : m_lastReason;
        // later changes do not matter here: requests of the group fail or continue by themselves
        return;
    }
    if (status != IncMembership::READY || m_status == IncMembership::JOINING)
    {
        m_status = status; // the set-up has failed if one rank is not READY
        m_setup.reason = reason;
    }
    m_last = Simulator::Now();
    if (--m_undecided == 0)
    {
        Simulator::Stop();
    }
}

void
IncJoinedRanks::NoteAbsent(const std::set<uint32_t>& absent)
{
    if (!absent.empty() && std::find(m_absent.begin(), m_absent.end(), absent) == m_absent.end())
    {
        m_absent.push_back(absent);
    }
    m_listener();
}

IncJoinedRanks::~IncJoinedRanks()
{
    const uint32_t name = m_share.treeId;
    for (const uint32_t worker : m_share.workers)
    {
        m_events.ScheduleAt(*m_network.GetFabric().GetNodes().Get(worker),
                            Time(0),
                            [agent = m_plane.GetClientAgent(worker), name]() {
                                if (agent->IsMember(name))
                                {
                                    agent->Leave(name);
                                }
                            });
    }
    const Time end = Simulator::Now() + RELEASE;
    do
    {
        Simulator::Stop(SPELL);
        Simulator::Run();
    } while (m_plane.GetManager()->FindGroup(TENANT, name) && Simulator::Now() < end);
}

/// Return the tree of a group in node indices of the network; the manager has other numbers.
IncAggregationTree
Renumber(const IncGroupLayout& layout, const IncTopology& topology)
{
    const auto find = [&](uint32_t node) {
        return *topology.Find(layout.GetHeard().topology.GetName(node));
    };
    std::vector<IncTreeWorker> workers = layout.GetTree().GetWorkers();
    for (IncTreeWorker& worker : workers)
    {
        worker.host = find(worker.host);
    }
    std::vector<IncAggregationTreeNode> nodes = layout.GetTree().GetNodes();
    for (IncAggregationTreeNode& vatNode : nodes)
    {
        vatNode.node = find(vatNode.node);
    }
    return {topology, workers, nodes};
}

/// A job with a group that the manager has set up.
class IncManagedJob : public IncInNetworkJob
{
  public:
    IncManagedJob(const IncJobSetting& setting,
                  IncGroup described,
                  std::unique_ptr<IncJoinedRanks> ranks)
        : IncInNetworkJob(setting),
          m_ranks(std::move(ranks))
    {
        described.clients = m_ranks->GetClients();
        Use(ReadLayout(described), described);
        m_ranks->SetListener([this]() {
            FollowLayout();
            UpdateOutcomes();
        });
    }

    ~IncManagedJob() override
    {
        m_ranks->SetListener([]() {});
        m_ranks->EndHosts();
    }

    std::optional<IncSetupResult> GetSetup() const override
    {
        auto setup = IncInNetworkJob::GetSetup();
        setup->rebuilt = m_ranks->GetRebuilt();
        if (m_ranks->AreOverHosts())
        {
            setup->executedScheme += std::string("+") + IncHostContinuation::GetAlgorithm();
            setup->reason = m_ranks->GetLastReason();
        }
        return setup;
    }

    std::set<uint32_t> GetGone() const override
    {
        std::set<uint32_t> gone = IncInNetworkJob::GetGone();
        for (const auto& absent : m_ranks->GetAbsent())
        {
            gone.insert(absent.begin(), absent.end());
        }
        return gone;
    }

    bool CanLoseRanks() const override
    {
        return true;
    }

    std::vector<std::set<uint32_t>> GetAbsent() const override
    {
        return m_ranks->GetAbsent();
    }

    using IncInNetworkJob::Describe;

    void Describe(IncVerifier& verifier) const override
    {
        // Each tree reduces in another order, and so do the hosts.
        if (m_ranks->GetRebuilt() == 0 && !m_ranks->AreOverHosts())
        {
            IncInNetworkJob::Describe(verifier);
        }
    }

  private:
    /// Return the manager's tree, and put its numbers and switches into the group.
    IncAggregationTree ReadLayout(IncGroup& group)
    {
        const IncFabric& fabric = m_network.GetFabric();
        const IncGroupLayout& layout = *m_ranks->FindGroup()->GetLayout();
        const IncAggregationTree tree = Renumber(layout, fabric.GetTopology());
        m_epoch = layout.GetEpoch();
        group.treeId = layout.GetTreeId();
        group.slots = layout.GetSlots();
        group.aggregators.clear();
        for (const auto& vatNode : tree.GetNodes())
        {
            const Ptr<Node> node = fabric.GetNodes().Get(vatNode.node);
            group.aggregators.push_back(node->GetObject<IncAggregator>());
        }
        return tree;
    }

    /// Take over the last tree, if the manager still has one, because the row names it.
    void FollowLayout()
    {
        const IncManagedGroup* managed = m_ranks->FindGroup();
        if (managed && managed->GetLayout() && managed->GetLayout()->GetEpoch() != m_epoch)
        {
            IncGroup group = GetGroup();
            const IncAggregationTree tree = ReadLayout(group);
            Follow(tree, group);
        }
    }

    std::unique_ptr<IncJoinedRanks> m_ranks; //!< ranks of the group, once they have joined
    uint16_t m_epoch{0};                     //!< epoch of the tree that the row names
};

/// A collective that fails at all ranks with one reason.
class IncRefusedCollective : public IncCollectiveAlgorithm
{
  public:
    IncRefusedCollective(uint32_t ranks, std::string reason)
        : m_ranks(ranks),
          m_reason(std::move(reason))
    {
    }

    uint32_t GetRanks() const override
    {
        return m_ranks;
    }

    bool Knows(IncCollective collective) const override
    {
        return true;
    }

    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override
    {
        m_events.Schedule(Time(0), [done, rank, reason = m_reason]() { done(rank, reason); });
    }

  private:
    uint32_t m_ranks;
    std::string m_reason;
    IncOwnedEvents m_events; //!< events in which the ranks fail
};

bool
RunsAsRing(IncCollective collective)
{
    const auto& known = IncHostAlgorithmOf("ring").collectives;
    return std::find(known.begin(), known.end(), collective) != known.end();
}

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeManagedJob(const IncJobSetting& setting)
{
    const IncGroupHelper helper = IncMakeGroupHelper(setting);
    const IncGroupOptions options = IncMakeGroupOptions(setting);
    IncGroup described;
    try
    {
        described = helper.Describe(setting.network.GetFabric(), *setting.share->tree, options);
    }
    catch (const IncGroupError& error)
    {
        setting.table.Refuse("topology", error.what());
    }
    setting.observers.Tell(&IncRunObserver::WatchManager, setting.network.GetControl()->GetPlane());
    setting.network.GetControl()->Begin();
    auto ranks = std::make_unique<IncJoinedRanks>(setting);
    IncGroupProfile profile = IncGroupHelper::MakeProfile(options, described);
    profile.tenant = TENANT;
    ranks->Join(setting.GetWorkers(), profile, helper);
    const auto refuse = [&setting](const std::string& reason) {
        const auto size = static_cast<uint32_t>(setting.share->workers.size());
        return std::make_unique<IncScenarioJob>(setting,
                                                CreateObject<IncRefusedCollective>(size, reason));
    };
    IncSetupResult setup = ranks->GetSetup();
    std::unique_ptr<IncScenarioJob> job;
    switch (ranks->GetStatus())
    {
    case IncMembership::READY:
        if (!ranks->FindGroup() || !ranks->FindGroup()->GetLayout())
        {
            job = refuse("the manager has given the group up since");
            break;
        }
        job = std::make_unique<IncManagedJob>(setting, std::move(described), std::move(ranks));
        break;
    case IncMembership::HOST:
        setup.executedScheme = RunsAsRing(setting.call.collective) ? "ring" : "point-to-point";
        job = IncMakeHostJob(setting, IncHostAlgorithmOf(setup.executedScheme));
        break;
    default:
        job = refuse(setup.reason);
        break;
    }
    job->SetSetup(setup);
    return job;
}

} // namespace ns3
