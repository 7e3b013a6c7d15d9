/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_ADDITION_H
#define INC_FRAME_ADDITION_H

#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Optional part of a frame: a BIER header, or telemetry. It is stored outside the frame, so
/// that the many frames without it stay small.
class IncFrameAddition
{
  public:
    /** Take a reference. */
    void Ref() const
    {
        ++m_references;
    }

    /** Drop a reference; the last one recycles the object. */
    void Unref() const
    {
        if (--m_references == 0)
        {
            Recycle();
        }
    }

  protected:
    IncFrameAddition() = default;
    IncFrameAddition(const IncFrameAddition&) = delete;
    virtual ~IncFrameAddition() = default;

  private:
    virtual void Recycle() const = 0;

    mutable uint32_t m_references{0};
    mutable const IncFrameAddition* m_next{};

    template <typename T>
    friend class IncRecycledAddition;
};

/// \ingroup inc
/// \brief Addition that returns to a free list of its class T, so that frames allocate nothing.
template <typename T>
class IncRecycledAddition : public IncFrameAddition
{
  public:
    /** \return an object with the content of an earlier use; the caller must set all fields */
    static Ptr<T> Create()
    {
        const IncFrameAddition* first = g_free.head;
        if (!first)
        {
            return Ptr<T>(new T);
        }
        g_free.head = first->m_next;
        return Ptr<T>(const_cast<T*>(static_cast<const T*>(first)));
    }

  private:
    struct FreeList
    {
        ~FreeList()
        {
            while (const IncFrameAddition* first = head)
            {
                head = first->m_next;
                delete first;
            }
        }

        const IncFrameAddition* head{nullptr};
    };

    void Recycle() const override
    {
#ifdef __SANITIZE_ADDRESS__
        delete this; // lets the sanitizer detect a use after the last reference
#else
        this->m_next = g_free.head;
        g_free.head = this;
#endif
    }

    static inline FreeList g_free;
};

} // namespace ns3

#endif // INC_FRAME_ADDITION_H
