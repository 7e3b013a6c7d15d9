/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-client-list.h"

#include "inc-client.h"

#include "ns3/object-vector.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncClientList);

TypeId
IncClientList::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncClientList")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncClientList>()
            .AddAttribute("Clients",
                          "The clients of the groups that this host is in, oldest first",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeObjectVectorAccessor(&IncClientList::Get, &IncClientList::GetN),
                          MakeObjectVectorChecker<IncClient>());
    return tid;
}

void
IncClientList::Add(IncClient* client)
{
    m_clients.push_back(client);
}

void
IncClientList::Remove(IncClient* client)
{
    m_clients.erase(std::remove(m_clients.begin(), m_clients.end(), client), m_clients.end());
}

uint32_t
IncClientList::GetN() const
{
    return static_cast<uint32_t>(m_clients.size());
}

Ptr<IncClient>
IncClientList::Get(uint32_t i) const
{
    return m_clients.at(i);
}

} // namespace ns3
