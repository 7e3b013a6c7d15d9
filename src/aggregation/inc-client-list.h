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

/**
 * \ingroup inc
 * \brief The clients of a host, for Config paths to reach them. Aggregated to the host's node when
 * it has its first client.
 */
class IncClientList : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncClientList();

    /** \param client of this host; it removes itself */
    void Add(IncClient* client);

    /** \param client that is no more */
    void Remove(IncClient* client);

    /** \return the number of elements */
    uint32_t GetN() const;

    /**
     * \param i number of a client, in the order in which they were attached
     * \return the client
     */
    Ptr<IncClient> Get(uint32_t i) const;

  private:
    std::vector<IncClient*> m_clients; //!< clients that are not disposed of
};

} // namespace ns3

#endif // INC_CLIENT_LIST_H
