/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLIENT_LIST_H
#define INC_CLIENT_LIST_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IncClient;

/// \ingroup inc
/// \brief The clients of a host, so that ns-3 Config paths can reach them. The list is aggregated
/// to the host's node together with its first client.
class IncClientList : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Add a client of this host. The client removes itself when it is disposed of. */
    void Add(IncClient* client);

    /** \brief Remove a client, because it is disposed of. */
    void Remove(IncClient* client);

    /** \return number of clients */
    uint32_t GetN() const;

    /** \return the client with this index, in the order in which the clients were attached */
    Ptr<IncClient> Get(uint32_t i) const;

  private:
    std::vector<IncClient*> m_clients; //!< clients that are not disposed of
};

} // namespace ns3

#endif // INC_CLIENT_LIST_H
