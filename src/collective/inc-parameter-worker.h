/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_WORKER_H
#define INC_PARAMETER_WORKER_H

#include "inc-baseline-connection.h"
#include "inc-flow-spread.h"
#include "inc-parameter-config.h"
#include "inc-rank-agent.h"

#include "ns3/inc-state-fields.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Divides the elements of an operation into segments, and places them in memory. A parameter
 * server and its workers compute equal divisions from the operation alone.
 */
class IncParameterSegments
{
  public:
    IncParameterSegments() = default;

    /** \brief Divide `count` elements of an operation; with one worker there are no segments. */
    IncParameterSegments(const IncParameterConfig& config, uint64_t count, uint32_t elementBytes)
        : m_count(config.ranks > 1 ? count : 0),
          m_elementBytes(elementBytes),
          m_segmentElements(static_cast<uint32_t>(
              std::clamp<uint64_t>(count, 1, config.segmentBytes / elementBytes)))
    {
    }

    /** \return number of segments */
    uint64_t GetN() const
    {
        return (m_count + m_segmentElements - 1) / m_segmentElements;
    }

    /** \brief Return the number of later segments, except the last, which may be shorter. */
    uint64_t CountEqualRounds(uint64_t segment) const
    {
        return segment + 2 < GetN() ? GetN() - 2 - segment : 0;
    }

    /** \return number of elements in a segment */
    uint32_t GetCount(uint64_t segment) const
    {
        const uint64_t left = m_count - segment * m_segmentElements;
        return static_cast<uint32_t>(std::min<uint64_t>(left, m_segmentElements));
    }

    /** \return size of a segment, bytes */
    uint32_t GetBytes(uint64_t segment) const
    {
        return GetCount(segment) * m_elementBytes;
    }

    /** \return offset of a segment's first byte in the operation's buffer */
    uint64_t GetOffset(uint64_t segment) const
    {
        return segment * m_segmentElements * m_elementBytes;
    }

    /** \brief Return the size of the memory where a segment lands, bytes; at least QUANTUM. Thus a
     * limit on bytes in flight also limits the number of frames when segments are tiny. */
    uint32_t GetStride() const
    {
        return RoundUp(m_segmentElements * m_elementBytes);
    }

    /** \return a size in bytes, rounded up to a multiple of QUANTUM */
    static uint32_t RoundUp(uint32_t bytes)
    {
        return (bytes + QUANTUM - 1) / QUANTUM * QUANTUM;
    }

    static constexpr uint32_t QUANTUM = 256; //!< unit of strides, bytes

  private:
    uint64_t m_count{0};
    uint32_t m_elementBytes{1};
    uint32_t m_segmentElements{1}; //!< elements in every segment but the last
};

/**
 * \ingroup inc
 * \brief A worker of a parameter server on another host. For every CREDIT of the server it pushes a
 * segment into the slot that the credit names, and it takes the results.
 *
 * Results land in a circular buffer of W = windowSegments slots, segment s in slot s mod W. The
 * buffer cannot overflow. The server needs the push of s for the result of s. The worker pushes s
 * only after it took out the result of s - W. A result overwrites the pushed data of its segment.
 * Therefore the worker takes it only after that push was acknowledged.
 */
class IncParameterWorker : public IncRankAgent
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Make the queue pair and the memory where results land. Return the data that the
     * server needs to connect. */
    IncBaselineConnection::Endpoint Setup(Ptr<Node> host,
                                          uint32_t rank,
                                          const IncParameterConfig& config);

    /** \brief Connect to the server by its queue pair for this worker. */
    void Connect(const IncBaselineConnection::Endpoint& server);

    /** \brief If hosts have several NICs, use only the NIC `rail` for the connection. */
    void UseRail(uint32_t rail, IncFlowSpread& spread)
    {
        spread.Place(m_server->GetQueuePair(), 0, rail);
    }

    /** \return number of results of the present task that have been taken */
    uint64_t GetTaken() const override
    {
        return m_counts.taken;
    }

    /** \return number of segments still to push, except the last, which may be shorter */
    uint64_t CountEqualRounds() const override
    {
        return IsActive() ? m_segments.CountEqualRounds(m_counts.pushed) : 0;
    }

    void Announce(IncStateVisitor& visitor) const override;
    void VisitState(IncStateVisitor& visitor) override;

  protected:
    void DoDispose() override;
    void Begin() override;
    void TellPeersOfFailure() override;

  private:
    void Received(const IncBaselineMessage& message);
    void Progress();
    void TakeResult();
    void Push();

    /// Numbers of segments and results so far.
    struct Counts
    {
        uint64_t pushed{0};
        uint64_t acknowledged{0};
        uint64_t arrived{0};
        uint64_t taken{0};

        INC_FIELDS(IncParameterWorker::Counts,
                   INC_COUNT(acknowledged) + INC_COUNT(arrived) + INC_COUNT(taken) +
                       INC_UNVISITED(pushed))
    };

    IncParameterConfig m_config;
    std::unique_ptr<uint8_t[]> m_landing;
    std::unique_ptr<IncBaselineConnection> m_server;
    uint32_t m_serverKey{0}; //!< key of the server's memory where pushes land
    IncParameterSegments m_segments;
    std::deque<uint32_t> m_credits; //!< unused slots of the server, as credits named them
    Counts m_counts;
};

} // namespace ns3

#endif // INC_PARAMETER_WORKER_H
