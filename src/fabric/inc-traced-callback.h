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

/**
 * \ingroup inc
 * \brief ns-3's TracedCallback for objects of which there are many, with sources to which nobody
 * is connected mostly: a pointer each, and a list of listeners once there is one.
 */
template <typename... Ts>
class IncTracedCallback
{
  public:
    /** \param callback called from now on */
    void ConnectWithoutContext(const CallbackBase& callback)
    {
        Listeners().ConnectWithoutContext(callback);
    }

    /**
     * \param callback called from now on
     * \param path its first argument
     */
    void Connect(const CallbackBase& callback, std::string path)
    {
        Listeners().Connect(callback, path);
    }

    /** \param callback not called any more */
    void DisconnectWithoutContext(const CallbackBase& callback)
    {
        Listeners().DisconnectWithoutContext(callback);
    }

    /**
     * \param callback not called any more
     * \param path that it was connected with
     */
    void Disconnect(const CallbackBase& callback, std::string path)
    {
        Listeners().Disconnect(callback, path);
    }

    /** \return true when nobody is connected */
    bool IsEmpty() const
    {
        return !m_listeners || m_listeners->IsEmpty();
    }

    /** \param args what the listeners are told */
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

    std::unique_ptr<TracedCallback<Ts...>> m_listeners; //!< listeners; null before the first
};

} // namespace ns3

#endif // INC_TRACED_CALLBACK_H
