/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tensor-pool.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/// What is kept, by size.
class TensorPool
{
  public:
    uint8_t* Take(uint64_t bytes)
    {
        m_used += bytes;
        m_mostUsed = std::max(m_mostUsed, m_used);
        auto found = m_free.find(bytes);
        if (found == m_free.end())
        {
            while (m_used + m_kept > m_mostUsed)
            {
                Forget(std::prev(m_free.end()));
            }
            return new uint8_t[bytes];
        }
        uint8_t* memory = found->second.release();
        m_kept -= bytes;
        m_free.erase(found);
        return memory;
    }

    void Give(uint8_t* memory, uint64_t bytes)
    {
        m_used -= bytes;
        m_kept += bytes;
        m_free.emplace(bytes, memory);
    }

  private:
    using Free = std::multimap<uint64_t, std::unique_ptr<uint8_t[]>>;

    void Forget(Free::iterator tensor)
    {
        m_kept -= tensor->first;
        m_free.erase(tensor);
    }

    Free m_free;            //!< by size
    uint64_t m_kept{0};     //!< bytes of these
    uint64_t m_used{0};     //!< bytes of those that are taken
    uint64_t m_mostUsed{0}; //!< at a time
};

TensorPool&
Pool()
{
    static TensorPool pool;
    return pool;
}

} // namespace

void
IncTensorReturner::operator()(uint8_t* memory) const
{
    Pool().Give(memory, m_bytes);
}

IncTensorMemory
IncTakeTensor(uint64_t bytes)
{
    return IncTensorMemory(Pool().Take(bytes), IncTensorReturner(bytes));
}

} // namespace ns3
