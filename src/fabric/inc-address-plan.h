/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ADDRESS_PLAN_H
#define INC_ADDRESS_PLAN_H

#include "ns3/ipv4-address.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Addresses of a fabric: node number i has 10.0.0.0 + i + 1, hosts and switches alike.
 *
 * So the index of a flat table is in the address and needs no lookup.
 */
class IncAddressPlan
{
  public:
    static constexpr uint32_t NETWORK = 0x0a000000;   //!< 10.0.0.0
    static constexpr uint32_t MASK = 0xff000000;      //!< /8
    static constexpr uint32_t MAX_NODES = 0x00fffffd; //!< nodes that have an address

    /**
     * \param index number of a node in its fabric
     * \return its address, host order
     */
    static constexpr uint32_t AddressOf(uint32_t index)
    {
        return NETWORK + index + 1;
    }

    /**
     * \param address host order
     * \return the node's number; beyond every table for an address outside the plan
     */
    static constexpr uint32_t IndexOf(uint32_t address)
    {
        return (address & MASK) == NETWORK ? (address & ~MASK) - 1 : UINT32_MAX;
    }
};

} // namespace ns3

#endif // INC_ADDRESS_PLAN_H
