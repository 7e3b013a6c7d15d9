/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATION_RIG_H
#define INC_AGGREGATION_RIG_H

#include "inc-wire-parser.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-impairment.h"
#include "ns3/inc-test-data.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/inc-verifier.h"
#include "ns3/inc-written-tree.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

constexpr uint32_t PER_MESSAGE = 256; //!< elements of four bytes in the default payload

/**
 * \ingroup inc-tests
 * \param frame a frame
 * \return whether it is a result that was sent before
 */
inline bool
IncIsRepair(const IncFrame& frame)
{
    return frame.hasInc && frame.inc.Has(IncHeader::RESULT) &&
           frame.inc.Has(IncHeader::RETRANSMITTED);
}

/**
 * \ingroup inc-tests
 * \brief Loses chosen frames, which it finds in their bytes as a capture shows them.
 */
class IncChosenFrameLoss : public ErrorModel
{
  public:
    /// Whether a frame is one of those to lose.
    using Choice = std::function<bool(const IncParsedFrame&)>;

    /**
     * \param choice which frames
     * \param times how many of them, the first ones
     */
    IncChosenFrameLoss(Choice choice, uint32_t times)
        : m_choice(std::move(choice)),
          m_times(times)
    {
    }

    /** \return frames lost so far */
    uint32_t GetLost() const
    {
        return m_lost;
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        if (m_lost == m_times || !m_choice(IncParseFrame(bytes.data(), bytes.size())))
        {
            return false;
        }
        ++m_lost;
        return true;
    }

    void DoReset() override
    {
        m_lost = 0;
    }

    Choice m_choice;    //!< which frames
    uint32_t m_times;   //!< how many of them
    uint32_t m_lost{0}; //!< so far
};

/**
 * \ingroup inc-tests
 * \brief A network with one group of workers that run in-network AllReduce on seeded data.
 *
 * The options are set before Setup(). The tree is the topology's own VAT if it has one, else that
 * of the tree builder.
 */
class IncAggregationRig
{
  public:
    static constexpr uint64_t SEED = 20260701; //!< of the test data

    /**
     * \param topology of the network
     * \param fabricHelper that installs it
     */
    explicit IncAggregationRig(const IncTopology& topology,
                               const IncFabricHelper& fabricHelper = IncFabricHelper())
        : m_topology(topology)
    {
        fabric = fabricHelper.Install(topology);
        IncFabricHelper::AssignStreams(fabric, 1);
        options.dissemination = IncDisseminationMode::TREE; // unless a test is about another
        workers = topology.GetWorkers().empty() ? topology.GetHosts() : topology.GetWorkers();
    }

    ~IncAggregationRig()
    {
        for (const auto& client : group.clients)
        {
            client->Dispose();
        }
        Simulator::Destroy();
    }

    IncFabric fabric;              //!< the network
    std::vector<uint32_t> workers; //!< by rank
    IncGroupOptions options;       //!< how the group is to work
    IncGroupHelper helper;         //!< makes clients and aggregators
    IncGroup group;                //!< what was set up

    /** \brief Builds the tree and installs the group. */
    void Setup()
    {
        const auto leaves = IncTreeWorkers(m_topology, workers);
        m_tree = std::make_unique<IncAggregationTree>(m_topology.GetVat().empty()
                                                          ? IncTreeBuilder(m_topology).Build(leaves)
                                                          : IncWrittenTree(m_topology, leaves));
        group = helper.Install(fabric, *m_tree, options);
    }

    /** \return the tree */
    const IncAggregationTree& GetTree() const
    {
        return *m_tree;
    }

    /**
     * \brief Queues an operation on every rank.
     * \param type of the elements
     * \param operation of the reduction
     * \param count elements of each rank
     * \param start when a rank begins; nothing: at once
     */
    void Start(IncDataType type,
               IncOperation operation,
               uint64_t count,
               const std::function<Time(uint32_t rank)>& start = nullptr)
    {
        m_operations.push_back({IncTestData(SEED, type, operation), count, {}});
        for (uint32_t rank = 0; rank < workers.size(); ++rank)
        {
            auto& buffer = m_operations.back().buffers.emplace_back(count * IncSizeOf(type) + 1);
            m_operations.back().data.Fill(rank, 0, count, buffer.data());
            IncClientRequest request;
            request.operation = operation;
            request.dataType = type;
            request.count = count;
            Post(rank, request, buffer.data(), start ? start(rank) : Time(0));
        }
    }

    /**
     * \brief Posts a request of one rank.
     * \param rank whose
     * \param request all but memory and completion
     * \param buffer operand and result
     * \param start when
     */
    void Post(uint32_t rank, IncClientRequest request, uint8_t* buffer, Time start = Time(0))
    {
        request.send = buffer;
        request.receive = buffer;
        ++m_expected;
        request.done = Callback<void, const std::string&>(
            [this](const std::string& status) { Completed(status); });
        auto client = group.clients[rank];
        Simulator::Schedule(start, [client, request]() { client->Post(request); });
    }

    /**
     * \brief Simulates until all that was posted has completed, or one rank has failed.
     * \param limit simulated time after which a hang is assumed
     * \return true when all completed without a failure
     */
    bool Run(Time limit = Seconds(10))
    {
        EventId end = Simulator::Schedule(limit, &Simulator::Stop);
        if (m_expected > 0)
        {
            Simulator::Run();
        }
        Simulator::Cancel(end);
        return m_expected == 0 && m_failures.empty();
    }

    /** \brief Simulates for some time more. */
    static void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** \return what failed ranks said */
    const std::vector<std::string>& GetFailures() const
    {
        return m_failures;
    }

    /**
     * \param operation number of an operation that Start() queued
     * \return wrong elements over all ranks
     */
    uint64_t CountWrong(std::size_t operation = 0) const
    {
        const Operation& job = m_operations[operation];
        IncVerifier verifier(job.data.GetDataType(),
                             job.data.GetOperation(),
                             workers.size(),
                             [&job](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
                                 job.data.Fill(rank, first, count, out);
                             });
        verifier.SetOverflow(options.overflow);
        std::vector<const uint8_t*> results;
        for (const auto& buffer : job.buffers)
        {
            results.push_back(buffer.data());
        }
        return verifier.CountWrong(results, job.count);
    }

    /** \return the memory of a rank in an operation that Start() queued */
    const std::vector<uint8_t>& GetBuffer(uint32_t rank, std::size_t operation = 0) const
    {
        return m_operations[operation].buffers[rank];
    }

    /** \return node index of a name */
    uint32_t At(const std::string& name) const
    {
        return *m_topology.Find(name);
    }

    /** \return the port of a node that leads straight to another */
    Ptr<IncNetDevice> GetPort(uint32_t node, uint32_t towards) const
    {
        const auto& ports = m_topology.GetPorts(node);
        for (uint32_t port = 0; port < ports.size(); ++port)
        {
            if (ports[port].peer == towards)
            {
                return fabric.GetDevice(node, port);
            }
        }
        NS_ABORT_MSG("no link " << m_topology.GetName(node) << "->" << m_topology.GetName(towards));
    }

    /**
     * \brief Loses the first chosen frames that arrive at a port.
     * \param port where
     * \param choice which frames
     * \param times how many of them
     * \return the model, which counts them
     */
    static Ptr<IncChosenFrameLoss> LoseAt(Ptr<IncNetDevice> port,
                                          const IncChosenFrameLoss::Choice& choice,
                                          uint32_t times = 1)
    {
        auto model = CreateObject<IncChosenFrameLoss>(choice, times);
        port->SetAttribute("ReceiveErrorModel", PointerValue(model));
        return model;
    }

    /** \brief Loses, repeats and delays frames on every link. */
    void Impair(double loss, double duplicate, double reorder, int64_t stream = 1000)
    {
        for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
        {
            auto device = fabric.GetDevices().Get(i);
            auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(loss);
            model->AssignStreams(stream + 2 * i);
            device->SetAttribute("ReceiveErrorModel", PointerValue(model));
            auto impairment = CreateObject<IncImpairment>();
            impairment->SetAttribute("DuplicateProbability", DoubleValue(duplicate));
            impairment->SetAttribute("ReorderProbability", DoubleValue(reorder));
            impairment->AssignStreams(stream + 2 * i + 1);
            device->SetAttribute("Impairment", PointerValue(impairment));
        }
    }

    /** \return frames that an aggregator refused for a reason */
    uint64_t GetRefused(IncRefusal refusal, uint32_t vatNode = 0) const
    {
        return group.aggregators[vatNode]->GetCounters().refused.Get(refusal);
    }

    /** \return frames that an aggregator refused for any reason */
    uint64_t GetRefused(uint32_t vatNode = 0) const
    {
        return group.aggregators[vatNode]->GetCounters().refused.GetTotal();
    }

    /**
     * \brief Says whether every VAT node added every contribution exactly once.
     * \param messages of all operations together
     */
    bool AddedOnce(uint64_t messages) const
    {
        for (uint32_t i = 0; i < group.aggregators.size(); ++i)
        {
            const auto& counters = group.aggregators[i]->GetCounters();
            if (counters.completed != messages ||
                counters.contributions != messages * m_tree->GetInputs(i).size())
            {
                return false;
            }
        }
        return true;
    }

    /** \return the sum of a counter over all clients */
    uint64_t SumOverClients(uint64_t IncClientCounters::*counter) const
    {
        uint64_t sum = 0;
        for (const auto& client : group.clients)
        {
            sum += client->GetCounters().*counter;
        }
        return sum;
    }

    /// A choice: results of a message, or of all messages if there is no number.
    static IncChosenFrameLoss::Choice Results(std::optional<uint32_t> messageId = std::nullopt)
    {
        return [messageId](const IncParsedFrame& frame) {
            return frame.inc && frame.inc->Has(IncHeader::RESULT) &&
                   frame.inc->messageId == messageId.value_or(frame.inc->messageId);
        };
    }

    /// A choice: contributions to a message, or to all messages if there is no number.
    static IncChosenFrameLoss::Choice Contributions(
        std::optional<uint32_t> messageId = std::nullopt)
    {
        return [messageId](const IncParsedFrame& frame) {
            return frame.inc &&
                   (frame.inc->flags & (IncHeader::RESULT | IncHeader::PENDING)) == 0 &&
                   frame.inc->messageId == messageId.value_or(frame.inc->messageId);
        };
    }

  private:
    /// One operation and its memory.
    struct Operation
    {
        IncTestData data;                          //!< operands
        uint64_t count;                            //!< elements of each rank
        std::vector<std::vector<uint8_t>> buffers; //!< by rank
    };

    void Completed(const std::string& status)
    {
        --m_expected;
        if (!status.empty())
        {
            m_failures.push_back(status);
        }
        if (m_expected == 0 || !status.empty())
        {
            Simulator::Stop();
        }
    }

    IncTopology m_topology;                     //!< of the network
    std::unique_ptr<IncAggregationTree> m_tree; //!< over it
    std::deque<Operation> m_operations;         //!< in the order of Start()
    uint32_t m_expected{0};                     //!< requests that have not completed
    std::vector<std::string> m_failures;        //!< what failed ranks said
};

/**
 * \ingroup inc-tests
 * \brief Keeps copies of frames that pass a port.
 */
class IncFrameRecorder
{
  public:
    /// Whether a frame is one of those to keep.
    using Choice = std::function<bool(const IncFrame&)>;

    /**
     * \param port where
     * \param source trace source of the port: FrameSent or FrameReceived
     * \param choice which frames
     */
    IncFrameRecorder(Ptr<IncNetDevice> port, const std::string& source, Choice choice)
        : m_choice(std::move(choice))
    {
        port->TraceConnectWithoutContext(source, MakeCallback(&IncFrameRecorder::Record, this));
    }

    /** \return the copies, oldest first */
    const std::vector<IncFramePtr>& GetFrames() const
    {
        return m_frames;
    }

    /** \return when they passed */
    const std::vector<Time>& GetTimes() const
    {
        return m_times;
    }

    /**
     * \param index of a recorded frame
     * \return a copy whose data are all ones, so that they show where they are added
     */
    IncFramePtr MakePoisoned(std::size_t index) const
    {
        IncFramePtr frame = m_frames.at(index)->Copy();
        if (frame->payload)
        {
            frame->payload = IncPayload::Create(frame->payloadSize);
            std::fill_n(frame->payload->GetData(), frame->payloadSize, 0xff);
        }
        return frame;
    }

  private:
    void Record(const IncFrame& frame)
    {
        if (m_choice(frame))
        {
            m_frames.push_back(frame.Copy());
            m_times.push_back(Simulator::Now());
        }
    }

    Choice m_choice;                   //!< which frames
    std::vector<IncFramePtr> m_frames; //!< the copies
    std::vector<Time> m_times;         //!< when they passed
};

} // namespace ns3

#endif // INC_AGGREGATION_RIG_H
