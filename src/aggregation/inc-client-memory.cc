/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The memory that is touched for every message of a client, whichever it is.

#include "inc-client.h"
#include "inc-uc-client-link.h"

namespace ns3
{

void
IncClient::AppendMemory(IncNodeMemory& memory) const
{
    memory.Add(this, 1);
    const auto* begin = reinterpret_cast<const char*>(&m_slots);
    memory.Add(begin, reinterpret_cast<const char*>(&m_config) - begin + 1);
    memory.Add(m_sentLike);
    memory.Add(m_receivedLike);
    memory.Add(m_watch);
    memory.Add(&m_counters, 1);
    m_link->AppendMemory(memory);
    m_nic->AppendMemory(memory);
}

void
IncUcClientLink::AppendMemory(IncNodeMemory& memory) const
{
    memory.Add(*this);
    m_queuePair->AppendMemory(memory);
}

} // namespace ns3
