/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRACED_COUNTER_H
#define INC_TRACED_COUNTER_H

#include "ns3/inc-traced-callback.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A count that is a trace source: ns-3's TracedValue in half the memory.
 */
class IncTracedCounter
{
  public:
    /** \param value its beginning */
    explicit IncTracedCounter(uint64_t value)
        : m_value(value)
    {
    }

    /** \return the count */
    uint64_t Get() const
    {
        return m_value;
    }

    /** \return the count */
    operator uint64_t() const
    {
        return m_value;
    }

    /** \param value from now on */
    IncTracedCounter& operator=(uint64_t value)
    {
        if (value != m_value)
        {
            if (!m_changed.IsEmpty())
            {
                Tell(value);
            }
            m_value = value;
        }
        return *this;
    }

    /** \param more to be added */
    IncTracedCounter& operator+=(uint64_t more)
    {
        return *this = m_value + more;
    }

    /** \brief Count one more. */
    IncTracedCounter& operator++()
    {
        return *this = m_value + 1;
    }

    /** \copydoc IncTracedCallback::ConnectWithoutContext */
    void ConnectWithoutContext(const CallbackBase& callback)
    {
        m_changed.ConnectWithoutContext(callback);
    }

    /** \copydoc IncTracedCallback::Connect */
    void Connect(const CallbackBase& callback, std::string path)
    {
        m_changed.Connect(callback, path);
    }

    /** \copydoc IncTracedCallback::DisconnectWithoutContext */
    void DisconnectWithoutContext(const CallbackBase& callback)
    {
        m_changed.DisconnectWithoutContext(callback);
    }

    /** \copydoc IncTracedCallback::Disconnect */
    void Disconnect(const CallbackBase& callback, std::string path)
    {
        m_changed.Disconnect(callback, path);
    }

  private:
    /// Out of line: hardly any counter has a listener, and they count on the way of every frame.
    [[gnu::noinline]] void Tell(uint64_t value) const
    {
        m_changed(m_value, value);
    }

    uint64_t m_value;                                //!< the count
    IncTracedCallback<uint64_t, uint64_t> m_changed; //!< told of the old and the new one
};

} // namespace ns3

#endif // INC_TRACED_COUNTER_H
