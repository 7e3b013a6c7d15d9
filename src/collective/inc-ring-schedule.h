/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RING_SCHEDULE_H
#define INC_RING_SCHEDULE_H

#include <cstdint>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Which elements a rank of a ring AllReduce sends and receives, and in which order.
 *
 * The elements are cut into as many chunks as there are ranks, as equal as can be (empty ones
 * included), and chunks into slices. In step t of 2(n-1), rank r sends chunk r - t and receives
 * chunk r - 1 - t (modulo n): the first n - 1 steps reduce and scatter, the others gather. What is
 * received in one step is sent in the next.
 */
class IncRingSchedule
{
  public:
    /// A run of elements.
    struct Slice
    {
        uint64_t first{0}; //!< its first element
        uint32_t count{0}; //!< number of elements
    };

    IncRingSchedule() = default;

    /**
     * \param rank own rank
     * \param ranks number of ranks, at least 1
     * \param count number of elements
     * \param sliceElements most elements of a slice, at least 1
     */
    IncRingSchedule(uint32_t rank, uint32_t ranks, uint64_t count, uint32_t sliceElements);

    /** \return number of steps, 2(n-1) */
    uint32_t GetSteps() const;

    /**
     * \param step a step
     * \return whether what is received in it is reduced, not copied
     */
    bool IsReducing(uint32_t step) const;

    /**
     * \param step a step
     * \return the chunk sent in it
     */
    uint32_t GetSentChunk(uint32_t step) const;

    /**
     * \param step a step
     * \return the chunk received in it
     */
    uint32_t GetReceivedChunk(uint32_t step) const;

    /**
     * \param chunk a chunk
     * \return number of its slices, 0 if it is empty
     */
    uint64_t GetSlices(uint32_t chunk) const;

    /**
     * \param chunk a chunk
     * \param slice one of its slices
     * \return the elements
     */
    Slice GetSlice(uint32_t chunk, uint64_t slice) const;

  private:
    uint64_t FirstOf(uint64_t chunk) const;

    uint32_t m_rank{0};          //!< own rank
    uint32_t m_ranks{1};         //!< number of ranks
    uint64_t m_count{0};         //!< number of elements
    uint32_t m_sliceElements{1}; //!< most elements of a slice
};

/**
 * \ingroup inc
 * \brief A place in the sequence of all slices that a rank sends, or receives, in a ring AllReduce.
 */
class IncRingCursor
{
  public:
    IncRingCursor() = default;

    /**
     * \param schedule outlives the cursor
     * \param sending over what is sent or over what is received
     */
    IncRingCursor(const IncRingSchedule* schedule, bool sending);

    /** \return whether there is no slice any more */
    bool IsAtEnd() const;

    /** \return the step of the present slice */
    uint32_t GetStep() const;

    /** \return the present slice's number in its chunk */
    uint64_t GetIndex() const;

    /** \return the present slice */
    IncRingSchedule::Slice Get() const;

    /** \brief Goes to the next slice. */
    void Advance();

    /**
     * \param step a step
     * \param index a slice of it
     * \return whether that slice lies behind
     */
    bool HasPassed(uint32_t step, uint64_t index) const;

    /** \return slices of the present chunk that follow, but for the last, which may be shorter */
    uint64_t GetLikeOnes() const
    {
        return IsAtEnd() || m_index + 2 > m_slices ? 0 : m_slices - 2 - m_index;
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    uint32_t GetChunk() const;
    void SkipEmptyChunks();

    const IncRingSchedule* m_schedule{nullptr}; //!< schedule that the cursor walks
    bool m_sending{false};                      //!< the cursor is that of sent slices
    uint32_t m_step{0};                         //!< step of the cursor
    uint64_t m_index{0};                        //!< present slice in its chunk
    uint64_t m_slices{0};                       //!< slices of that chunk
};

} // namespace ns3

#endif // INC_RING_SCHEDULE_H
