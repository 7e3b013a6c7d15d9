/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WATCHED_TRACE_H
#define INC_WATCHED_TRACE_H

#include "ns3/trace-source-accessor.h"

#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Accessor of a trace source whose object is told when a listener came or went, so that it
 * need not look at the source to know that nobody listens.
 */
class IncWatchedTraceAccessor : public TraceSourceAccessor
{
  public:
    /// Called after each change with the object whose trace source it is.
    using Changed = void (*)(ObjectBase* object);

    /**
     * \param source accessor of the trace source itself
     * \param changed who is told
     */
    IncWatchedTraceAccessor(Ptr<const TraceSourceAccessor> source, Changed changed);

    // inherited from TraceSourceAccessor
    bool ConnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override;
    bool Connect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override;
    bool DisconnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override;
    bool Disconnect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override;

  private:
    bool Tell(bool done, ObjectBase* object) const;

    Ptr<const TraceSourceAccessor> m_source; //!< does the work
    Changed m_changed;                       //!< called when a callback comes or goes
};

} // namespace ns3

#endif // INC_WATCHED_TRACE_H
