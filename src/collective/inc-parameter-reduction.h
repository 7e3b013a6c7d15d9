/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_REDUCTION_H
#define INC_PARAMETER_REDUCTION_H

#include "inc-parameter-config.h"
#include "inc-parameter-segments.h"
#include "inc-rank-agent.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The memory and arithmetic of a parameter server: a window of accumulators, and landing
 * slots out of which contributions are reduced into them, as they arrive or in rank order.
 */
class IncParameterReduction
{
  public:
    /**
     * \param config of the group
     * \param localRank rank of the worker on the server's own host, or IncRankAgent::NO_RANK
     */
    IncParameterReduction(const IncParameterConfig& config, uint32_t localRank);

    /** \return where contributions land */
    uint8_t* GetLanding();

    /** \return size of the landing memory in bytes */
    uint64_t GetLandingBytes() const;

    /**
     * \brief Begins an operation; all slots are free.
     * \param task the operation; outlives it
     */
    void Begin(const IncRankTask& task);

    /** \return the operation's segments */
    const IncParameterSegments& GetSegments() const;

    /**
     * \brief Takes a free accumulator for a segment, and the local worker's contribution.
     * \param segment one whose predecessor in the window is released
     */
    void Open(uint64_t segment);

    /** \return whether there is a free landing slot */
    bool HasFreeSlot() const;

    /** \return a free landing slot, which is now taken */
    uint32_t TakeSlot();

    /**
     * \brief A contribution has landed; its slot is freed when it is reduced.
     * \param segment an open segment
     * \param rank whose contribution
     * \param slot where it landed
     */
    void Contribute(uint64_t segment, uint32_t rank, uint32_t slot);

    /**
     * \param segment an open segment
     * \return whether all ranks' contributions are reduced
     */
    bool IsComplete(uint64_t segment) const;

    /**
     * \param segment a complete segment
     * \return the result, or nullptr for virtual data
     */
    const uint8_t* GetResult(uint64_t segment) const;

    /**
     * \param visitor of the state
     * \param before segments that were opened
     * \param now the same, where the visitor has advanced them
     */
    void VisitState(IncStateVisitor& visitor, uint64_t before, uint64_t now);

  private:
    /// A contribution that waits for its turn.
    struct Waiting
    {
        uint32_t rank; //!< rank that contributed
        uint32_t slot; //!< where it landed
    };

    /// An open segment.
    struct Accumulator
    {
        uint32_t reduced{0};          //!< contributions in it; in rank order, the next rank
        std::vector<Waiting> waiting; //!< landed before their turn
    };

    Accumulator& AccumulatorOf(uint64_t segment);
    uint8_t* BytesOf(uint64_t segment) const;
    void ReduceInTurn(uint64_t segment);
    void ReduceSlot(uint64_t segment, uint32_t slot);
    void Reduce(uint64_t segment, const uint8_t* contribution);

    IncParameterConfig m_config;          //!< parameters of the group
    uint32_t m_localRank;                 //!< rank of the worker on the same host
    uint64_t m_landingBytes;              //!< size of the landing memory
    std::unique_ptr<uint8_t[]> m_landing; //!< where contributions land
    std::unique_ptr<uint8_t[]> m_sums;    //!< the accumulators' elements
    std::vector<Accumulator> m_window;    //!< by segment modulo the window
    std::vector<uint32_t> m_freeSlots;    //!< free slots of the landing memory
    const IncRankTask* m_task{nullptr};   //!< the operation
    IncParameterSegments m_segments;      //!< segments of the task
};

} // namespace ns3

#endif // INC_PARAMETER_REDUCTION_H
