/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COMMUNICATOR_RIG_H
#define INC_COMMUNICATOR_RIG_H

#include "ns3/error-model.h"
#include "ns3/inc-collective-data.h"
#include "ns3/inc-communicator-helper.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Hosts of a network and their communicators.
class IncCommunicatorRig
{
  public:
    explicit IncCommunicatorRig(const IncTopology& topology,
                                const IncGroupOptions& options = IncGroupOptions())
        : fabric(IncFabricHelper().Install(topology)),
          helper(options)
    {
        IncFabricHelper::AssignStreams(fabric, 1);
        helper.GetGroupHelper().SetClientAttribute("Payload", UintegerValue(256));
        hosts = topology.GetHosts();
    }

    ~IncCommunicatorRig()
    {
        for (const auto& communicator : made)
        {
            communicator->Dispose();
        }
        Simulator::Destroy();
    }

    IncCommunicatorHelper::Communicators Keep(
        const IncCommunicatorHelper::Communicators& communicators)
    {
        for (const auto& communicator : communicators)
        {
            if (communicator)
            {
                made.push_back(communicator);
            }
        }
        return communicators;
    }

    IncCommunicatorHelper::Communicators Install()
    {
        return Keep(helper.Install(fabric, hosts));
    }

    void Lose(double rate, int64_t stream)
    {
        for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
        {
            auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(rate);
            model->AssignStreams(stream + i);
            fabric.GetDevices().Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(model));
        }
    }

    static void Run(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    IncFabric fabric;                       //!< the network
    IncCommunicatorHelper helper;           //!< makes communicators
    std::vector<uint32_t> hosts;            //!< node indices of all hosts
    std::vector<Ptr<IncCommunicator>> made; //!< communicators that the rig disposes of
};

/// One collective of a group, with its memory and its outcome.
class IncCommunicatorOperation
{
  public:
    IncCommunicatorOperation(const IncCollectiveRequest& what,
                             const std::vector<Ptr<IncCommunicator>>& group,
                             bool inPlace,
                             uint64_t seed)
        : m_data(what, group.size(), inPlace, seed),
          m_request(m_data.MakeRequest()),
          m_group(group)
    {
    }

    void Start(uint32_t rank)
    {
        IncCall call;
        call.collective = m_request.collective;
        call.type = m_request.type;
        call.operation = m_request.operation;
        call.count = m_request.count;
        call.root = m_request.root;
        call.send = m_request.SendOf(rank);
        call.receive = m_request.ReceiveOf(rank);
        call.done = IncCall::Done([this](const std::string& error) {
            ++over;
            failed += error.empty() ? 0 : 1;
        });
        m_group[rank]->Start(call);
    }

    bool IsRight() const
    {
        return over == m_group.size() && failed == 0 && m_data.CountWrong() == 0;
    }

    std::size_t over{0};   //!< number of ranks whose call has ended
    std::size_t failed{0}; //!< number of ranks whose call has failed

  private:
    IncCollectiveData m_data;
    IncCollectiveRequest m_request;
    std::vector<Ptr<IncCommunicator>> m_group;
};

} // namespace ns3

#endif // INC_COMMUNICATOR_RIG_H
