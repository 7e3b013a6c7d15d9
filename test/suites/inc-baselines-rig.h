/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BASELINES_RIG_H
#define INC_BASELINES_RIG_H

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-impairment.h"
#include "ns3/inc-parameter-server.h"
#include "ns3/inc-ring-allreduce.h"
#include "ns3/inc-test-data.h"
#include "ns3/inc-verifier.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/// A network of hosts, and a host algorithm that runs over the first of them.
class IncBaselinesRig
{
  public:
    static constexpr uint64_t SEED = 12;      //!< seed of operands and faults
    static constexpr uint32_t PAYLOAD = 1024; //!< bytes of data in a full packet
    /// Bytes of a frame on the wire beside its payload: Ethernet 14 and FCS 4, IPv4 20, UDP 8,
    /// BTH 12, ICRC 4, preamble and gap 20.
    static constexpr uint32_t OVERHEAD = 82;

    explicit IncBaselinesRig(const IncTopology& topology, uint32_t queueBytes = 2 << 20)
    {
        IncFabricHelper helper;
        helper.SetDeviceAttribute("QueueSize", UintegerValue(queueBytes));
        m_fabric = helper.Install(topology);
        IncFabricHelper::AssignStreams(m_fabric, 1);
        for (uint32_t host : topology.GetHosts())
        {
            m_hosts.Add(m_fabric.GetNodes().Get(host));
        }
    }

    ~IncBaselinesRig()
    {
        m_algorithm->Dispose();
        Simulator::Destroy();
    }

    // Run a ring over all hosts.
    void Use(Ptr<IncRingAllReduce> ring)
    {
        ring->Setup(m_hosts);
        m_algorithm = ring;
    }

    void UseRing(uint32_t ranks, uint32_t sliceBytes = 16384, uint32_t scratchSlices = 32)
    {
        auto ring = CreateObject<IncRingAllReduce>();
        ring->SetAttribute("SliceBytes", UintegerValue(sliceBytes));
        ring->SetAttribute("ScratchSlices", UintegerValue(scratchSlices));
        ring->Setup(FirstHosts(ranks));
        m_algorithm = ring;
    }

    void UseParameterServer(uint32_t ranks, uint32_t server, Ptr<IncParameterServer> ps = nullptr)
    {
        ps = ps ? ps : CreateObject<IncParameterServer>();
        ps->Setup(FirstHosts(ranks), m_hosts.Get(server));
        m_algorithm = ps;
    }

    // Lose, duplicate and reorder frames on every link, with given probabilities.
    void Impair(double loss, double duplicate, double reorder, int64_t stream)
    {
        for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
        {
            auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(loss);
            model->AssignStreams(stream + 2 * i);
            auto impairment = CreateObject<IncImpairment>();
            impairment->SetAttribute("DuplicateProbability", DoubleValue(duplicate));
            impairment->SetAttribute("ReorderProbability", DoubleValue(reorder));
            impairment->AssignStreams(stream + 2 * i + 1);
            auto device = m_fabric.GetDevices().Get(i);
            device->SetAttribute("ReceiveErrorModel", PointerValue(model));
            device->SetAttribute("Impairment", PointerValue(impairment));
        }
    }

    // Lose every frame that arrives at a host.
    void Deafen(uint32_t host)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(1);
        m_hosts.Get(host)->GetDevice(0)->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }

    // Compare the payload of each retransmission with that of the first packet with its PSN.
    void WatchRetransmissions()
    {
        for (uint32_t i = 0; i < m_hosts.GetN(); ++i)
        {
            m_hosts.Get(i)->GetDevice(0)->TraceConnectWithoutContext(
                "FrameSent",
                MakeCallback(&IncBaselinesRig::FrameSent, this));
        }
    }

    uint64_t GetChangedRetransmissions() const
    {
        return m_changed;
    }

    // Queue an operation on seeded data, or on virtual data.
    void Start(IncDataType type, IncOperation operation, uint64_t count, bool isVirtual = false)
    {
        m_operations.push_back({IncTestData(SEED, type, operation), {}, count, {}});
        Operation& job = m_operations.back();
        IncCollectiveRequest request;
        request.type = type;
        request.operation = operation;
        request.count = count;
        for (uint32_t rank = 0; rank < m_algorithm->GetRanks() && !isVirtual; ++rank)
        {
            job.buffers.emplace_back(count * IncSizeOf(type) + 1); // + 1: never null
            job.data.Fill(rank, 0, count, job.buffers.back().data());
            request.buffers.push_back(job.buffers.back().data());
        }
        m_algorithm->Start(request, MakeCallback(&IncBaselinesRig::Done, this));
    }

    void Run()
    {
        Simulator::Run();
    }

    // Count the wrong elements of an operation; with a reduction tree, compare exact bits.
    uint64_t CountWrong(std::size_t index, const IncReductionTree* tree = nullptr) const
    {
        const Operation& job = m_operations[index];
        IncVerifier verifier(job.data.GetDataType(),
                             job.data.GetOperation(),
                             m_algorithm->GetRanks(),
                             [&job](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
                                 job.data.Fill(rank, first, count, out);
                             });
        if (tree)
        {
            verifier.SetReductionTree(*tree);
        }
        std::vector<const uint8_t*> results;
        for (const auto& buffer : job.buffers)
        {
            results.push_back(buffer.data());
        }
        return verifier.CountWrong(results, job.count);
    }

    std::size_t GetOperations() const
    {
        return m_operations.size();
    }

    std::string Describe(std::size_t index) const
    {
        const Operation& job = m_operations[index];
        return IncName(job.data.GetDataType()) + " " + IncName(job.data.GetOperation()) + " of " +
               std::to_string(job.count);
    }

    const std::vector<uint8_t>& GetResult(std::size_t index, uint32_t rank) const
    {
        return m_operations[index].buffers[rank];
    }

    uint32_t GetSucceeded(uint32_t rank) const
    {
        return m_succeeded.count(rank) ? m_succeeded.at(rank) : 0;
    }

    const std::map<uint32_t, std::string>& GetFailures() const
    {
        return m_failures;
    }

    // Return the time of the last completion, s.
    double GetSeconds() const
    {
        return m_end.GetSeconds();
    }

    uint64_t GetBufferDrops() const
    {
        uint64_t drops = 0;
        for (uint32_t i = 0; i < m_fabric.GetDevices().GetN(); ++i)
        {
            drops +=
                DynamicCast<IncNetDevice>(m_fabric.GetDevices().Get(i))->GetCounters().bufferDrops;
        }
        return drops;
    }

    IncQueuePairCounters GetCounters() const
    {
        IncQueuePairCounters sum;
        for (uint32_t i = 0; i < m_hosts.GetN(); ++i)
        {
            for (const auto& qp : m_hosts.Get(i)->GetObject<IncRdmaNic>()->GetQueuePairs())
            {
                sum.packetsSent += qp->GetCounters().packetsSent;
                sum.retransmissions += qp->GetCounters().retransmissions;
                sum.duplicates += qp->GetCounters().duplicates;
            }
        }
        return sum;
    }

  private:
    // One operation and its memory.
    struct Operation
    {
        IncTestData data;
        std::vector<std::vector<uint8_t>> buffers;
        uint64_t count;
        std::vector<bool> done;
    };

    NodeContainer FirstHosts(uint32_t ranks) const
    {
        NodeContainer workers;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            workers.Add(m_hosts.Get(rank));
        }
        return workers;
    }

    void FrameSent(const IncFrame& frame)
    {
        if (!frame.payload)
        {
            return;
        }
        const uint8_t* data = frame.payload->GetData();
        const std::vector<uint8_t> bytes(data, data + frame.payloadSize);
        const auto key = std::make_tuple(frame.destination, frame.bth.destQp, frame.bth.psn);
        m_changed += m_sent.emplace(key, bytes).first->second != bytes;
    }

    void Done(uint32_t rank, const std::string& error)
    {
        m_end = Simulator::Now();
        if (error.empty())
        {
            ++m_succeeded[rank];
        }
        else
        {
            m_failures[rank] = error;
        }
    }

    IncFabric m_fabric;
    NodeContainer m_hosts;
    Ptr<IncCollectiveAlgorithm> m_algorithm;
    std::deque<Operation> m_operations;
    std::map<uint32_t, uint32_t> m_succeeded;
    std::map<uint32_t, std::string> m_failures;
    Time m_end;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<uint8_t>> m_sent;
    uint64_t m_changed{0};
};

} // namespace ns3

#endif // INC_BASELINES_RIG_H
