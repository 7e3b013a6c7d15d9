/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-payload.h"

#include <cstdlib>
#include <new>

namespace ns3
{

/// \brief Free lists of payload buffers, one per power of two.
class IncPayloadPool
{
  public:
    static constexpr uint8_t SIZE_CLASSES = 32;

    ~IncPayloadPool()
    {
        for (auto* head : m_free)
        {
            while (head)
            {
                IncPayload* next = head->m_next;
                std::free(head);
                head = next;
            }
        }
    }

    IncPayload* Take(uint8_t sizeClass)
    {
        IncPayload* payload = m_free[sizeClass];
        if (payload)
        {
            m_free[sizeClass] = payload->m_next;
            payload->m_references = 0;
            return payload;
        }
        void* memory = std::malloc(HEADER + (std::size_t(1) << sizeClass));
        if (!memory)
        {
            throw std::bad_alloc();
        }
        return new (memory) IncPayload(static_cast<uint8_t*>(memory) + HEADER, sizeClass);
    }

    void Give(const IncPayload* payload)
    {
        auto* mine = const_cast<IncPayload*>(payload);
        mine->m_packet = nullptr;
#ifdef __SANITIZE_ADDRESS__
        std::free(mine); // let the sanitizer see a use after the last reference
#else
        mine->m_next = m_free[mine->m_sizeClass];
        m_free[mine->m_sizeClass] = mine;
#endif
    }

  private:
    /// Keeps the data aligned for vector loads.
    static constexpr std::size_t HEADER = (sizeof(IncPayload) + 31) / 32 * 32;

    IncPayload* m_free[SIZE_CLASSES] = {};
};

namespace
{

IncPayloadPool g_pool;

} // namespace

IncPayload::IncPayload(uint8_t* data, uint8_t sizeClass)
    : m_data(data),
      m_references(0),
      m_sizeClass(sizeClass),
      m_next(nullptr)
{
}

Ptr<IncPayload>
IncPayload::Create(uint32_t size)
{
    uint8_t sizeClass = 6;
    while ((uint64_t(1) << sizeClass) < size)
    {
        ++sizeClass;
    }
    return Ptr<IncPayload>(g_pool.Take(sizeClass));
}

Ptr<IncPayload>
IncPayload::Wrap(Ptr<const Packet> packet, uint16_t protocol)
{
    Ptr<IncPayload> payload = Create(0);
    payload->m_packet = packet;
    payload->m_protocol = protocol;
    return payload;
}

void
IncPayload::Recycle() const
{
    g_pool.Give(this);
}

} // namespace ns3
