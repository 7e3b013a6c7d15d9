/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OFFER_H
#define INC_OFFER_H

#include "ns3/inc-header.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The collectives and operations that an aggregation tree serves; by default all.
 */
class IncOffer
{
  public:
    IncOffer() = default;

    /**
     * \brief Serve one collective and one operation.
     * \param collective of all requests
     * \param operation of all requests
     */
    IncOffer(IncCollective collective, IncOperation operation)
        : m_collectives(BitOf(collective)),
          m_operations(BitOf(operation))
    {
    }

    /**
     * \param header of a contribution or result
     * \return whether the tree serves it
     */
    bool Includes(const IncHeader& header) const
    {
        return (m_collectives & BitOf(header.collective)) != 0 &&
               (m_operations & BitOf(header.operation)) != 0;
    }

    /**
     * \brief Serve one more collective and one more operation.
     * \param collective of some requests
     * \param operation of some requests
     */
    void Add(IncCollective collective, IncOperation operation)
    {
        m_collectives |= BitOf(collective);
        m_operations |= BitOf(operation);
    }

    /** \return the same as a number, as control messages have it */
    uint32_t ToNumber() const
    {
        return uint32_t{m_collectives} << 16 | m_operations;
    }

    /**
     * \param number of ToNumber()
     * \return the offer
     */
    static IncOffer FromNumber(uint32_t number)
    {
        IncOffer offer;
        offer.m_collectives = static_cast<uint16_t>(number >> 16);
        offer.m_operations = static_cast<uint16_t>(number);
        return offer;
    }

  private:
    template <typename T>
    static constexpr uint16_t BitOf(T value)
    {
        return static_cast<uint16_t>(1U << (static_cast<uint8_t>(value) & 0x0f)); // 4 bits each
    }

    uint16_t m_collectives{UINT16_MAX}; //!< a bit for each
    uint16_t m_operations{UINT16_MAX};  //!< a bit for each operation
};

} // namespace ns3

#endif // INC_OFFER_H
