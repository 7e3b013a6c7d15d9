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

/// \ingroup inc
/// \brief Memory that most events of a node use, for prefetching. The addresses are hints: nothing
/// reads the memory, so addresses of freed memory do no harm.
class IncNodeMemory
{
  public:
    /** \brief Add the cache lines of this many bytes of memory. */
    void Add(const void* begin, std::size_t bytes)
    {
        const auto end = reinterpret_cast<uintptr_t>(begin) + bytes;
        for (auto line = reinterpret_cast<uintptr_t>(begin) / LINE * LINE; bytes != 0 && line < end;
             line += LINE)
        {
            m_lines.push_back(line);
        }
    }

    /** \brief Add the memory of an object. */
    template <typename T>
    void Add(const T& object)
    {
        Add(&object, sizeof(T));
    }

    /** \return addresses of cache lines, without duplicates */
    std::vector<uintptr_t> GetLines() const
    {
        std::vector<uintptr_t> lines = m_lines;
        std::sort(lines.begin(), lines.end());
        lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
        return lines;
    }

  private:
    static constexpr uintptr_t LINE = 64; //!< size of a cache line, bytes

    std::vector<uintptr_t> m_lines; //!< addresses of cache lines in the order of addition
};

} // namespace ns3

#endif // INC_NODE_MEMORY_H
