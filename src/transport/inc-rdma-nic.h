/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RDMA_NIC_H
#define INC_RDMA_NIC_H

#include "inc-host-bus.h"
#include "inc-memory-region.h"
#include "inc-queue-pair.h"

#include "ns3/inc-ecmp.h"
#include "ns3/inc-forwarding-table.h"
#include "ns3/inc-frame-processor.h"
#include "ns3/inc-frame-sink.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-node-memory.h"
#include "ns3/inc-packet-lifetime.h"
#include "ns3/inc-priority.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <memory>
#include <vector>

namespace ns3
{

class IncConnectionManager;
class IncRcQueuePair;
class IncUcQueuePair;

/// \ingroup inc
/// \brief The sending side of a NIC's port: serves the queue pairs of a priority by round robin.
class IncNicPort : public IncFrameSource
{
  public:
    /** \brief Make the sending side of a port. */
    explicit IncNicPort(IncNetDevice* device)
        : m_device(device)
    {
        device->SetSource(this);
    }

    /** \return the port */
    IncNetDevice* GetDevice() const
    {
        return m_device;
    }

    /** \brief Add a queue pair that has a frame, and is outside the round robin. */
    void Activate(IncQueuePair* qp)
    {
        Append(qp);
        m_device->Kick();
    }

    /** \brief Remove a queue pair, whether or not it is in the round robin. */
    void Remove(const IncQueuePair* qp)
    {
        // Rebuild the list without the queue pair. The list is short enough for this.
        Round& round = m_rounds[qp->m_connection.priority];
        IncQueuePair* head = round.head;
        round.head = nullptr;
        m_ready &= ~(1U << qp->m_connection.priority);
        while (head)
        {
            IncQueuePair* next = head->m_progress.nextActive;
            if (head != qp)
            {
                Append(head);
            }
            head = next;
        }
    }

    IncPrioritySet GetReady() override
    {
        for (uint32_t rounds = m_ready; rounds != 0; rounds &= rounds - 1)
        {
            const uint32_t priority = __builtin_ctz(rounds);
            if (!m_rounds[priority].head->HasFrame())
            {
                RemoveIdle(priority);
            }
        }
        return m_ready;
    }

    IncFramePtr Pull(uint32_t priority) override
    {
        IncQueuePair* qp = RemoveHead(priority);
        IncFramePtr frame = qp->NextFrame();
        if (!qp->m_progress.active && qp->HasFrame())
        {
            Append(qp);
        }
        return frame;
    }

  private:
    /// Round robin of one priority: queue pairs that may have a frame, in the order of their turns.
    struct Round
    {
        IncQueuePair* head{nullptr};
        IncQueuePair* tail{nullptr}; //!< last queue pair; valid if head is not null

        INC_FIELDS(IncNicPort::Round, INC_VALUE(head) + INC_UNVISITED(tail))
    };

    void Append(IncQueuePair* qp)
    {
        const uint32_t priority = qp->m_connection.priority;
        Round& round = m_rounds[priority];
        qp->m_progress.active = true;
        qp->m_progress.nextActive = nullptr;
        (round.head ? round.tail->m_progress.nextActive : round.head) = qp;
        round.tail = qp;
        m_ready |= 1U << priority;
    }

    /// Remove queue pairs before the first with a frame. Out of line, because it is rarely needed.
    [[gnu::noinline]] void RemoveIdle(uint32_t priority)
    {
        while (m_ready >> priority & 1 && !m_rounds[priority].head->HasFrame())
        {
            RemoveHead(priority);
        }
    }

    IncQueuePair* RemoveHead(uint32_t priority)
    {
        Round& round = m_rounds[priority];
        IncQueuePair* qp = round.head;
        round.head = qp->m_progress.nextActive;
        qp->m_progress.active = false;
        if (!round.head)
        {
            m_ready &= ~(1U << priority);
        }
        return qp;
    }

    INC_FIELDS(IncNicPort, INC_VALUE(m_ready) + INC_PART(m_rounds) + INC_UNVISITED(m_device))

    IncNetDevice* m_device;
    IncPrioritySet m_ready{0};                  //!< priorities with a queue pair in the round robin
    std::array<Round, INC_PRIORITIES> m_rounds; //!< round robins by priority
};

/**
 * \ingroup inc
 * \brief The RDMA NIC of a host: queue pairs, registered memory, and the ports they share.
 *
 * Scripts create queue pairs here and register the memory that peers may write. The NIC stands
 * between queue pairs and links. Queue pairs of a port take turns, one frame each; a received frame
 * goes to the queue pair with its QPN. The NIC never repeats or reorders frames: queue pairs do. It
 * is aggregated to the host's node.
 */
class IncRdmaNic : public Object, public IncHostBus, public IncFrameSink, public IncFrameForwarder
{
  public:
    static constexpr uint32_t FIRST_QPN = 16;         //!< number of the first queue pair
    static constexpr uint32_t LARGEST_QPN = 0xffffff; //!< largest number, 24 bits as in the BTH

    /// Number of the first queue pair of an IncFrameProcessor.
    static constexpr uint32_t FIRST_PROCESSOR_QPN = 0x800000;

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRdmaNic();

    /**
     * \brief Attach to a node, and receive the frames of all its IncNetDevices.
     * \param node node of the host, with all its devices
     * \param index the node's number in the fabric (IncAddressPlan)
     * \param ip IP version of all RoCEv2 packets that the NIC sends
     */
    void Attach(Ptr<Node> node, uint32_t index, IncIpVersion ip = IncIpVersion::V4);

    /** \brief Assign fixed streams to the random variables of the NIC, and return their number. */
    int64_t AssignStreams(int64_t stream);

    /** \return this host's IPv4 address, host order */
    uint32_t GetIpv4() const final
    {
        return m_address;
    }

    /** \brief Set the processor of queue pairs from FIRST_PROCESSOR_QPN on; lift queue limits. */
    void SetProcessor(IncFrameProcessor* processor);

    /** \brief Give ordinary packets for this node or its neighbors to a processor; nullptr: none.
     * The protocols of the node get packets that the processor does not take. Return the previous
     * processor. */
    IncFrameProcessor* SetLocalProcessor(IncFrameProcessor* processor);

    void Forward(IncFramePtr frame) override;

    /** \return IP version of the packets that the NIC sends */
    IncIpVersion GetIpVersion() const override
    {
        return m_ip;
    }

    /** \brief Set the sink of frames with a BIER header, or nullptr. */
    void SetBierSink(IncFrameSink* sink)
    {
        m_bierSink = sink;
    }

    /** \brief Set the routes of a host with several ports; queue pairs leave a port that has lost
     * its route. */
    void SetRoutes(const IncNodeRoutes& routes);

    /** \return routes of a host with several ports */
    const IncForwardingTable& GetTable() const
    {
        return m_table;
    }

    /** \brief Let peers write and read memory, or virtual data if `base` is nullptr. Return the
     * R_Key. */
    uint32_t RegisterMemory(uint8_t* base, uint64_t length);

    /** \return time of a frame between queue pair and wire, in each direction */
    Time GetPipelineLatency() const
    {
        return m_pipelineLatency;
    }

    /** \brief Set the path times for timers of queue pairs that connect later. */
    void SetPathTimes(const IncPathTimes& times)
    {
        m_pathTimes = times;
    }

    /** \return times of the network's paths; zero: unknown */
    const IncPathTimes& GetPathTimes() const
    {
        return m_pathTimes;
    }

    /** \return window in bytes of payload, at least `least`, that keeps the longest path busy at
     * GetSlowestRate(). Half a switch's buffer holds the window, because two may meet there */
    uint32_t GetPathBytes(uint32_t least) const;

    /** \return rate of the slowest port, or of the slowest known link, bit/s */
    uint64_t GetSlowestRate() const;

    /** \return registered memory */
    const IncMemoryRegions& GetMemory() const
    {
        return m_memory;
    }

    /** \return a new reliable-connected queue pair */
    Ptr<IncRcQueuePair> CreateRcQueuePair();

    /** \return the connection manager of the NIC, made at the first call */
    Ptr<IncConnectionManager> GetConnectionManager();

    /** \return a new unreliable-connected queue pair */
    Ptr<IncUcQueuePair> CreateUcQueuePair();

    /** \brief Give a queue pair of any kind its number and UDP source port. */
    void AddQueuePair(Ptr<IncQueuePair> qp);

    /** \brief Remove a queue pair; its number is not used again. */
    void RemoveQueuePair(uint32_t qpn);

    /** \return all queue pairs by number; null for a removed one */
    const std::vector<Ptr<IncQueuePair>>& GetQueuePairs() const
    {
        return m_queuePairs;
    }

    /** \return the port by which frames of a connection leave after IncConnection::Seal() */
    IncNicPort* PortTowards(const IncConnection& connection);

    /** \return the port by which frames of a flow with a hash by IncFlowHash() leave; nullptr: no
     * route */
    IncNicPort* FindPort(uint32_t address, uint64_t flowHash) const;

    void Receive(IncFramePtr frame, IncNetDevice& port) override;

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** \brief Add the memory that the NIC's frames use to a list. */
    void AppendMemory(IncNodeMemory& memory) const;

  protected:
    void DoDispose() override;

  private:
    void LinkChanged();
    void FollowRoutes();

    // Each frame uses these members. They are next to the virtual table pointer of IncFrameSink.
    uint32_t m_address{0};
    IncIpVersion m_ip{IncIpVersion::V4};
    std::vector<Ptr<IncQueuePair>> m_queuePairs; //!< queue pairs by QPN - FIRST_QPN
    std::vector<std::unique_ptr<IncNicPort>> m_ports;
    IncForwardingTable m_table;
    IncEcmp m_ecmp;
    IncMemoryRegions m_memory;
    IncFrameProcessor* m_processor{nullptr}; //!< aggregator of a server, or null
    IncFrameProcessor* m_local{nullptr};     //!< takes ordinary packets, or null
    IncFrameSink* m_bierSink{nullptr};       //!< removes BIER headers, or null
    IncPathTimes m_pathTimes;
    Time m_pipelineLatency;
    Ptr<IncConnectionManager> m_connectionManager; //!< owner of queue pair 1, or null
    Ptr<Node> m_node;
    Ptr<UniformRandomVariable> m_sourcePort;
};

} // namespace ns3

#endif // INC_RDMA_NIC_H
