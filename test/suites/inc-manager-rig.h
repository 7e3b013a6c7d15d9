/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MANAGER_RIG_H
#define INC_MANAGER_RIG_H

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-host-continuation.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/inc-test-data.h"
#include "ns3/inc-verifier.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

const Time REGISTRATION = MilliSeconds(10); //!< far more than it takes without loss

/**
 * \ingroup inc-tests
 * \brief A network with a manager on a node of its own.
 */
class IncManagerRig
{
  public:
    static constexpr uint64_t RATE = 100000000000; //!< bit/s
    static constexpr int64_t DELAY = 1000000;      //!< ps
    static constexpr uint64_t MESSAGE = 256;       //!< elements of one with the default payload

    /// A rank and what its agent was told.
    struct Rank
    {
        uint32_t number;                 //!< in its group
        uint32_t host;                   //!< node index
        Ptr<IncClient> client;           //!< its own
        std::vector<IncMembership> said; //!< in order
        std::string reason;              //!< with the last
        Time at;                         //!< of the last
        std::vector<uint8_t> buffer;     //!< of its tensor
        uint32_t completed{0};           //!< requests
        std::string failure;             //!< of the first request that failed
    };

    /// A group.
    struct Job
    {
        uint32_t group;          //!< its name
        IncGroupProfile profile; //!< how it works
        std::deque<Rank> ranks;  //!< by rank
        uint64_t count{0};       //!< elements of a tensor
        Time joined;             //!< when
        Ptr<IncHostContinuation> hosts{CreateObject<IncHostContinuation>()}; //!< without a tree

        /// \brief Whether all ranks were told the same last.
        bool AllAre(IncMembership status) const
        {
            return std::all_of(ranks.begin(), ranks.end(), [status](const Rank& rank) {
                return !rank.said.empty() && rank.said.back() == status;
            });
        }

        /// \brief When the last rank was told.
        Time Last() const
        {
            Time last;
            for (const Rank& rank : ranks)
            {
                last = std::max(last, rank.at);
            }
            return last;
        }
    };

    /// All ways in which the ends of queue pairs learn of each other.
    static constexpr std::array<IncQueuePairSetup, 3> SETUPS{IncQueuePairSetup::MANAGER,
                                                             IncQueuePairSetup::CM,
                                                             IncQueuePairSetup::SOCKET};

    explicit IncManagerRig(IncTopology topology)
    {
        manager = IncManagerHelper::AddManagerNode(topology, RATE, DELAY);
        fabric = IncFabricHelper().Install(topology);
        IncFabricHelper::AssignStreams(fabric, 1);
    }

    ~IncManagerRig()
    {
        for (Job& job : jobs)
        {
            job.hosts->Dispose();
            for (Rank& rank : job.ranks)
            {
                rank.client->Dispose();
            }
        }
        jobs.clear();
        Simulator::Destroy();
    }

    /// \brief Install and start the control plane.
    void Start()
    {
        plane = helper.Install(fabric, manager, groups);
        plane.Start();
    }

    /// \brief Simulate for some time.
    void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// \brief Make a job; hosts join now.
    Job& Join(uint32_t group,
              const std::vector<uint32_t>& hosts,
              const IncGroupProfile& profile = IncGroupProfile())
    {
        Job& job = jobs.emplace_back();
        job.group = group;
        job.profile = profile;
        job.joined = Simulator::Now();
        NodeContainer nodes;
        for (const uint32_t host : hosts)
        {
            nodes.Add(fabric.GetNodes().Get(host));
        }
        job.hosts->Setup(nodes, profile.overflow);
        for (const uint32_t host : hosts)
        {
            Rank& rank = job.ranks.emplace_back();
            rank.number = static_cast<uint32_t>(job.ranks.size() - 1);
            rank.host = host;
            rank.client = CreateObject<IncClient>();
            rank.client->Attach(fabric.GetNic(host), profile.transport, profile.ResultsPassBy());
            IncClientAgent::Request request;
            request.group = group;
            request.rank = rank.number;
            request.ranks = static_cast<uint32_t>(hosts.size());
            request.profile = profile;
            request.client = rank.client;
            request.status = [this, &job, &rank](IncMembership status, const std::string& reason) {
                rank.said.push_back(status);
                rank.reason = reason;
                rank.at = Simulator::Now();
                if (status == IncMembership::READY && postsWhenReady > 0 && rank.buffer.empty())
                {
                    Post(job, rank, postsWhenReady);
                }
            };
            if (goesOnOverHosts)
            {
                request.overHosts = [hosts = job.hosts, rank = request.rank](const auto& absent) {
                    return hosts->MakeRunner(rank, absent);
                };
            }
            Ptr<IncClientAgent> agent = plane.GetClientAgent(host);
            Simulator::ScheduleWithContext(host, Time(0), [agent, request]() {
                agent->Join(request);
            });
        }
        return job;
    }

    /// \brief Post an AllReduce on all ranks, now, of elements of four bytes.
    void Post(Job& job, uint64_t count, IncDataType type = IncDataType::INT32)
    {
        for (Rank& rank : job.ranks)
        {
            Post(job, rank, count, type);
        }
    }

    /// \brief Post a rank's part of an AllReduce, now.
    static void Post(Job& job, Rank& rank, uint64_t count, IncDataType type = IncDataType::INT32)
    {
        job.count = count;
        rank.buffer.resize(count * sizeof(int32_t));
        IncTestData(1, type, IncOperation::SUM).Fill(rank.number, 0, count, rank.buffer.data());
        IncClientRequest request;
        request.dataType = type;
        request.send = rank.buffer.data();
        request.receive = rank.buffer.data();
        request.count = count;
        request.done = Callback<void, const std::string&>([&rank](const std::string& status) {
            ++rank.completed;
            rank.failure = rank.failure.empty() ? status : rank.failure;
        });
        Ptr<IncClient> client = rank.client;
        Simulator::ScheduleWithContext(rank.host, Time(0), [client, request]() {
            client->Post(request);
        });
    }

    /**
     * \brief Elements of the ranks that are left which are not right.
     *
     * A message has one sum at all of them: that of all ranks, or that of those that are left.
     * \param job the group
     * \param gone ranks that are not left
     * \return elements of the messages for which that does not hold
     */
    static uint64_t CountWrong(const Job& job, const std::set<uint32_t>& gone = {})
    {
        const IncTestData data(1, IncDataType::INT32, IncOperation::SUM);
        std::vector<uint32_t> all(job.count, 0);
        std::vector<uint32_t> left(job.count, 0);
        std::vector<uint32_t> operand(job.count);
        for (uint32_t rank = 0; rank < job.ranks.size(); ++rank)
        {
            data.Fill(rank, 0, job.count, reinterpret_cast<uint8_t*>(operand.data()));
            for (uint64_t e = 0; e < job.count; ++e)
            {
                all[e] += operand[e];
                left[e] += gone.count(rank) > 0 ? 0 : operand[e];
            }
        }
        uint64_t wrong = 0;
        for (uint64_t first = 0; first < job.count; first += MESSAGE)
        {
            const uint64_t elements = std::min(MESSAGE, job.count - first);
            std::set<std::vector<uint8_t>> found;
            for (uint32_t rank = 0; rank < job.ranks.size(); ++rank)
            {
                const auto begin = job.ranks[rank].buffer.begin() + static_cast<long>(4 * first);
                if (gone.count(rank) == 0)
                {
                    found.emplace(begin, begin + static_cast<long>(4 * elements));
                }
            }
            const auto is = [&](const std::vector<uint32_t>& sums) {
                return std::memcmp(found.begin()->data(), &sums[first], 4 * elements) == 0;
            };
            wrong += found.size() == 1 && (is(all) || is(left)) ? 0 : elements;
        }
        return wrong;
    }

    /// \brief All ranks leave, now.
    void Leave(Job& job)
    {
        for (Rank& rank : job.ranks)
        {
            Ptr<IncClientAgent> agent = plane.GetClientAgent(rank.host);
            const uint32_t group = job.group;
            Simulator::ScheduleWithContext(rank.host, Time(0), [agent, group]() {
                if (agent->IsMember(group))
                {
                    agent->Leave(group);
                }
            });
        }
    }

    /// \brief Frames are lost on every link.
    void Lose(double loss, int64_t stream)
    {
        for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
        {
            auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(loss);
            model->AssignStreams(stream + i);
            fabric.GetDevices().Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(model));
        }
    }

    /// \brief All links of a node fail.
    void CutOff(uint32_t node)
    {
        for (const auto& port : fabric.GetTopology().GetPorts(node))
        {
            fabric.GetChannel(port.link)->SetUp(false);
        }
    }

    /// \brief What groups still have at nodes that live: slots, queue pairs, trees, memberships.
    uint64_t CountLeft(const std::set<uint32_t>& dead = {}) const
    {
        uint64_t left = plane.GetManager()->GetGroups();
        for (uint32_t node = 0; node < fabric.GetNodes().GetN(); ++node)
        {
            if (dead.count(node) > 0)
            {
                continue;
            }
            if (auto agent = plane.GetSwitchAgent(node))
            {
                left += !fabric.GetSwitch(node)->GetFlowTable().IsEmpty();
                left += agent->GetGroups() + agent->GetSlotsInUse() + agent->GetExchanged();
            }
            if (auto agent = plane.GetClientAgent(node))
            {
                left += agent->GetGroups() + agent->GetExchanged();
            }
            if (auto aggregator = fabric.GetNodes().Get(node)->GetObject<IncAggregator>())
            {
                left += aggregator->GetConnections() + aggregator->GetTreeIds().size();
            }
        }
        return left;
    }

    /// \brief Datagrams that wait for an ACK anywhere.
    uint64_t CountOutstanding() const
    {
        uint64_t outstanding = 0;
        for (uint32_t node = 0; node < fabric.GetNodes().GetN(); ++node)
        {
            outstanding += plane.GetEndpoint(node)->GetOutstanding();
        }
        return outstanding;
    }

    bool goesOnOverHosts{false}; //!< before Join(): where no tree is left
    uint64_t postsWhenReady{0};  //!< before Join(): elements that each rank posts as soon as it is
    IncFabric fabric;            //!< the network
    uint32_t manager;            //!< node index
    IncManagerHelper helper;     //!< before Start()
    IncGroupHelper groups;       //!< before Start()
    IncControlPlane plane;       //!< after Start()
    std::deque<Job> jobs;        //!< in the order of Join()
};

} // namespace ns3

#endif // INC_MANAGER_RIG_H
