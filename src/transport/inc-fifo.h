/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FIFO_H
#define INC_FIFO_H

#include <cstddef>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A first-in, first-out queue that keeps its memory, so that a steady queue never
/// allocates.
template <typename T>
class IncFifo
{
  public:
    /** \return whether the queue is empty */
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /** \return the number of elements */
    std::size_t GetSize() const
    {
        return m_size;
    }

    /** \brief Append a value. */
    void Push(T value)
    {
        if (m_size == m_ring.size())
        {
            Grow();
        }
        m_ring[Slot(m_size)] = std::move(value);
        ++m_size;
    }

    /** \return the element; index 0 is the oldest */
    const T& operator[](std::size_t index) const
    {
        return m_ring[Slot(index)];
    }

    /** \return the element; index 0 is the oldest */
    T& operator[](std::size_t index)
    {
        return m_ring[Slot(index)];
    }

    /** \return the oldest element; the queue must not be empty */
    const T& Front() const
    {
        return m_ring[m_head];
    }

    /** \brief Remove the oldest element; the queue must not be empty. */
    void Pop()
    {
        m_ring[m_head] = T();
        m_head = Slot(1);
        --m_size;
    }

    /** \brief Remove all elements. */
    void Clear()
    {
        while (!IsEmpty())
        {
            Pop();
        }
    }

  private:
    std::size_t Slot(std::size_t index) const
    {
        return (m_head + index) & (m_ring.size() - 1);
    }

    void Grow()
    {
        std::vector<T> larger(m_ring.empty() ? 4 : 2 * m_ring.size());
        for (std::size_t i = 0; i < m_size; ++i)
        {
            larger[i] = std::move(m_ring[Slot(i)]);
        }
        m_ring = std::move(larger);
        m_head = 0;
    }

    std::vector<T> m_ring; //!< slots; their number is a power of two
    std::size_t m_head{0}; //!< slot of the oldest element
    std::size_t m_size{0};
};

} // namespace ns3

#endif // INC_FIFO_H
