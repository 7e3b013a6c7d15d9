/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TRACED_CALLBACK_H
#define INC_TRACED_CALLBACK_H

#include "ns3/traced-callback.h"

#include <memory>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief Form of ns-3's TracedCallback for many objects whose trace sources mostly have no
/// listener. It stores one pointer; the first listener allocates the list.
template <typename... Ts>
class IncTracedCallback
{
  public:
    /** \brief Connect a callback. */
    void ConnectWithoutContext(const CallbackBase& callback)
    {
        Listeners().ConnectWithoutContext(callback);
    }

    /** \brief Connect a callback whose first argument is the path. */
    void Connect(const CallbackBase& callback, std::string path)
    {
        Listeners().Connect(callback, path);
    }

    /** \brief Disconnect a callback. */
    void DisconnectWithoutContext(const CallbackBase& callback)
    {
        Listeners().DisconnectWithoutContext(callback);
    }

    /** \brief Disconnect a callback that was connected with this path. */
    void Disconnect(const CallbackBase& callback, std::string path)
    {
        Listeners().Disconnect(callback, path);
    }

    /** \return whether no callback is connected */
    bool IsEmpty() const
    {
        return !m_listeners || m_listeners->IsEmpty();
    }

    /** \brief Call all listeners. */
    void operator()(Ts... args) const
    {
        if (m_listeners)
        {
            (*m_listeners)(args...);
        }
    }

  private:
    TracedCallback<Ts...>& Listeners()
    {
        if (!m_listeners)
        {
            m_listeners = std::make_unique<TracedCallback<Ts...>>();
        }
        return *m_listeners;
    }

    /// The list is null before the first listener.
    std::unique_ptr<TracedCallback<Ts...>> m_listeners;
};

} // namespace ns3

#endif // INC_TRACED_CALLBACK_H
