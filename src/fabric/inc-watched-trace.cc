/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-watched-trace.h"

namespace ns3
{

IncWatchedTraceAccessor::IncWatchedTraceAccessor(Ptr<const TraceSourceAccessor> source,
                                                 Changed changed)
    : m_source(source),
      m_changed(changed)
{
}

bool
IncWatchedTraceAccessor::ConnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const
{
    return Tell(m_source->ConnectWithoutContext(obj, cb), obj);
}

bool
IncWatchedTraceAccessor::Connect(ObjectBase* obj, std::string context, const CallbackBase& cb) const
{
    return Tell(m_source->Connect(obj, context, cb), obj);
}

bool
IncWatchedTraceAccessor::DisconnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const
{
    return Tell(m_source->DisconnectWithoutContext(obj, cb), obj);
}

bool
IncWatchedTraceAccessor::Disconnect(ObjectBase* obj,
                                    std::string context,
                                    const CallbackBase& cb) const
{
    return Tell(m_source->Disconnect(obj, context, cb), obj);
}

bool
IncWatchedTraceAccessor::Tell(bool done, ObjectBase* object) const
{
    if (done)
    {
        m_changed(object);
    }
    return done;
}

} // namespace ns3
