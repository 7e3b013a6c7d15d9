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

const Time REGISTRATION = MilliSeconds(10); //!< ample time for all agents to register

/// A network with the aggregation manager on a node of its own.
class IncManagerRig
{
  public:
    static constexpr uint64_t RATE = 100000000000; //!< rate of links, bit/s
    static constexpr int64_t DELAY = 1000000;      //!< delay of links, ps
    static constexpr uint64_t MESSAGE = 256;       //!< elements of a message, default payload

    /// A rank, its memory, and the states of its membership.
    struct Rank
    {
        uint32_t number;                 //!< number of the rank in its group
        uint32_t host;                   //!< node index of the host
        Ptr<IncClient> client;           //!< client of the rank
        std::vector<IncMembership> said; //!< states of the membership, oldest first
        std::string reason;              //!< reason of the latest state
        Time at;                         //!< time of the latest state
        std::vector<uint8_t> buffer;     //!< memory of the tensor
        uint32_t completed{0};           //!< number of completed requests
        std::string failure;             //!< error of the first request that failed
    };

    /// A group and its ranks.
    struct Job
    {
        uint32_t group;          //!< number of the group
        IncGroupProfile profile; //!< profile of the group
        std::deque<Rank> ranks;  //!< ranks in order
        uint64_t count{0};       //!< number of elements of a tensor
        Time joined;             //!< time of Join()
        Ptr<IncHostContinuation> hosts{CreateObject<IncHostContinuation>()}; //!< if no tree is left

        /// \brief Return whether all ranks are in the same given state.
        bool AllAre(IncMembership status) const
        {
            return std::all_of(ranks.begin(), ranks.end(), [status](const Rank& rank) {
                return !rank.said.empty() && rank.said.back() == status;
            });
        }

        /// \brief Return the time of the latest change of a rank's state.
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

    /// \brief Simulate for some more time.
    void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// \brief Make a job, whose hosts join now.
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

    /// \brief Post an AllReduce of four-byte elements on all ranks, now.
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
     * \brief Count wrong elements at the surviving ranks.
     *
     * All survivors must have one sum of a message: that of all ranks, or that of the survivors.
     * \param job the group
     * \param gone ranks that did not survive
     * \return number of elements in wrong messages
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

    /// \brief Let all ranks leave, now.
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

    /// \brief Lose frames on every link, with a given probability.
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

    /// \brief Let all links of a node fail.
    void CutOff(uint32_t node)
    {
        for (const auto& port : fabric.GetTopology().GetPorts(node))
        {
            fabric.GetChannel(port.link)->SetUp(false);
        }
    }

    /// \brief Count slots, queue pairs, trees and memberships that living nodes still hold.
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
                left += aggregator->GetPool() ? aggregator->GetPool()->GetHeld() : 0;
            }
        }
        return left;
    }

    /// \brief Count the datagrams that wait for an ACK, over all nodes.
    uint64_t CountOutstanding() const
    {
        uint64_t outstanding = 0;
        for (uint32_t node = 0; node < fabric.GetNodes().GetN(); ++node)
        {
            outstanding += plane.GetEndpoint(node)->GetOutstanding();
        }
        return outstanding;
    }

    bool goesOnOverHosts{false}; //!< continue over hosts if no tree is left; set before Join()
    uint64_t postsWhenReady{0};  //!< elements that a rank posts when READY; set before Join()
    IncFabric fabric;            //!< the network
    uint32_t manager;            //!< node index of the manager
    IncManagerHelper helper;     //!< makes the control plane; set up before Start()
    IncGroupHelper groups;       //!< makes groups; set up before Start()
    IncControlPlane plane;       //!< control plane; valid after Start()
    std::deque<Job> jobs;        //!< jobs in the order of Join()
};

} // namespace ns3

#endif // INC_MANAGER_RIG_H
