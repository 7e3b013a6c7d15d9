/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NODE_MEMORY_H
#define INC_NODE_MEMORY_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The memory that most events of a node touch, so that IncNodeWindow can fetch it while
 * those of another node are executed.
 *
 * The memory is a hint: nothing is read, and memory that is gone does no harm.
 */
class IncNodeMemory
{
  public:
    /**
     * \param begin of some memory
     * \param bytes how much
     */
    void Add(const void* begin, std::size_t bytes)
    {
        const auto end = reinterpret_cast<uintptr_t>(begin) + bytes;
        for (auto line = reinterpret_cast<uintptr_t>(begin) / LINE * LINE; bytes != 0 && line < end;
             line += LINE)
        {
            m_lines.push_back(line);
        }
    }

    /** \param object all of it */
    template <typename T>
    void Add(const T& object)
    {
        Add(&object, sizeof(T));
    }

    /** \return addresses of cache lines, each once */
    std::vector<uintptr_t> GetLines() const
    {
        std::vector<uintptr_t> lines = m_lines;
        std::sort(lines.begin(), lines.end());
        lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
        return lines;
    }

  private:
    static constexpr uintptr_t LINE = 64; //!< bytes of a cache line

    std::vector<uintptr_t> m_lines; //!< cache lines as added
};

} // namespace ns3

#endif // INC_NODE_MEMORY_H
