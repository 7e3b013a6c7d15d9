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
 * \param frame a frame
 * \return whether it is a result that was sent before
 */
inline bool
IncIsRepair(const IncFrame& frame)
{
    return frame.hasInc && frame.inc.Has(IncHeader::RESULT) &&
           frame.inc.Has(IncHeader::RETRANSMITTED);
}

/// Error model that loses chosen frames. It parses the bytes of each frame to choose.
class IncChosenFrameLoss : public ErrorModel
{
  public:
    /// Predicate that returns true for a frame to lose.
    using Choice = std::function<bool(const IncParsedFrame&)>;

    /**
     * \param choice predicate that chooses frames
     * \param times number of chosen frames to lose; later ones pass
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

    Choice m_choice;    //!< predicate that chooses frames
    uint32_t m_times;   //!< number of chosen frames to lose
    uint32_t m_lost{0}; //!< number of frames lost so far
};

/**
 * \brief A network with one group of workers that run in-network AllReduce on seeded data.
 *
 * Set the options before Setup(). The tree is the topology's VAT if there is one; otherwise the
 * tree builder makes it.
 */
class IncAggregationRig
{
  public:
    static constexpr uint64_t SEED = 20260701; //!< seed of the test data

    /**
     * \param topology topology of the network
     * \param fabricHelper helper that installs the network
     */
    explicit IncAggregationRig(const IncTopology& topology,
                               const IncFabricHelper& fabricHelper = IncFabricHelper())
        : m_topology(topology)
    {
        fabric = fabricHelper.Install(topology);
        IncFabricHelper::AssignStreams(fabric, 1);
        options.dissemination = IncDisseminationMode::TREE; // default of the tests
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
    std::vector<uint32_t> workers; //!< node indices of the workers, by rank
    IncGroupOptions options;       //!< options of the group
    IncGroupHelper helper;         //!< makes clients and aggregators
    IncGroup group;                //!< the installed group

    /** \brief Build the tree and install the group. */
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
     * \brief Queue an operation on every rank.
     * \param type type of the elements
     * \param operation operation of the reduction
     * \param count number of elements of each rank
     * \param start function that returns the start time of a rank; null: all start at once
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
     * \brief Post a request of one rank.
     * \param rank rank that posts the request
     * \param request the request, without memory and completion
     * \param buffer operand, which the result replaces
     * \param start delay of the post
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
     * \brief Simulate until all requests have completed or one rank has failed.
     * \param limit simulated time after which a hang is assumed
     * \return true if all completed without a failure
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

    /** \brief Simulate for some more time. */
    static void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** \return the errors of failed requests */
    const std::vector<std::string>& GetFailures() const
    {
        return m_failures;
    }

    /**
     * \param operation index of an operation that Start() queued
     * \return number of wrong elements over all ranks
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

    /** \return index of the node with a given name */
    uint32_t At(const std::string& name) const
    {
        return *m_topology.Find(name);
    }

    /** \return the port of a node whose link leads to a given neighbor */
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
     * \brief Lose the first chosen frames that arrive at a port.
     * \param port port that loses frames
     * \param choice predicate that chooses frames
     * \param times number of chosen frames to lose
     * \return error model that counts the lost frames
     */
    static Ptr<IncChosenFrameLoss> LoseAt(Ptr<IncNetDevice> port,
                                          const IncChosenFrameLoss::Choice& choice,
                                          uint32_t times = 1)
    {
        auto model = CreateObject<IncChosenFrameLoss>(choice, times);
        port->SetAttribute("ReceiveErrorModel", PointerValue(model));
        return model;
    }

    /** \brief Lose, duplicate and reorder frames on every link, with given probabilities. */
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

    /** \return number of frames that an aggregator refused for a given reason */
    uint64_t GetRefused(IncRefusal refusal, uint32_t vatNode = 0) const
    {
        return group.aggregators[vatNode]->GetCounters().refused.Get(refusal);
    }

    /** \return number of frames that an aggregator refused for any reason */
    uint64_t GetRefused(uint32_t vatNode = 0) const
    {
        return group.aggregators[vatNode]->GetCounters().refused.GetTotal();
    }

    /**
     * \brief Return whether every VAT node added every contribution exactly once.
     * \param messages number of messages of all operations
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

    /// Return a predicate that chooses the results of one message, or of all without a number.
    static IncChosenFrameLoss::Choice Results(std::optional<uint32_t> messageId = std::nullopt)
    {
        return [messageId](const IncParsedFrame& frame) {
            return frame.inc && frame.inc->Has(IncHeader::RESULT) &&
                   frame.inc->messageId == messageId.value_or(frame.inc->messageId);
        };
    }

    /// Return a predicate that chooses the contributions to one message, or to all.
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
        uint64_t count;                            //!< number of elements of each rank
        std::vector<std::vector<uint8_t>> buffers; //!< operands and results, by rank
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

    IncTopology m_topology;                     //!< topology of the network
    std::unique_ptr<IncAggregationTree> m_tree; //!< aggregation tree of the group
    std::deque<Operation> m_operations;         //!< operations in the order of Start()
    uint32_t m_expected{0};                     //!< number of requests that have not completed
    std::vector<std::string> m_failures;        //!< errors of failed requests
};

/// Records copies of chosen frames that a port sends or receives.
class IncFrameRecorder
{
  public:
    /// Predicate that returns true for a frame to record.
    using Choice = std::function<bool(const IncFrame&)>;

    /**
     * \param port port to watch
     * \param source trace source of the port: FrameSent or FrameReceived
     * \param choice predicate that chooses frames
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

    /** \return times at which the frames passed */
    const std::vector<Time>& GetTimes() const
    {
        return m_times;
    }

    /**
     * \param index index of a recorded frame
     * \return a copy with all bits of the data set, so that any sum that includes it is wrong
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

    Choice m_choice;                   //!< predicate that chooses frames
    std::vector<IncFramePtr> m_frames; //!< the copies, oldest first
    std::vector<Time> m_times;         //!< times at which the frames passed
};

} // namespace ns3

#endif // INC_AGGREGATION_RIG_H
