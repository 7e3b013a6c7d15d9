/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BYTE_ORDER_H
#define INC_BYTE_ORDER_H

#include <cstddef>
#include <cstdint>

namespace ns3
{

/** \brief Write in network byte order. */
inline void
IncPut16(uint8_t* out, uint32_t value)
{
    out[0] = static_cast<uint8_t>(value >> 8);
    out[1] = static_cast<uint8_t>(value);
}

inline void
IncPut24(uint8_t* out, uint32_t value)
{
    out[0] = static_cast<uint8_t>(value >> 16);
    IncPut16(out + 1, value);
}

inline void
IncPut32(uint8_t* out, uint32_t value)
{
    IncPut16(out, value >> 16);
    IncPut16(out + 2, value);
}

inline void
IncPut64(uint8_t* out, uint64_t value)
{
    IncPut32(out, static_cast<uint32_t>(value >> 32));
    IncPut32(out + 4, static_cast<uint32_t>(value));
}

/** \brief Read in network byte order. */
inline uint16_t
IncGet16(const uint8_t* in)
{
    return static_cast<uint16_t>(in[0] << 8 | in[1]);
}

inline uint32_t
IncGet24(const uint8_t* in)
{
    return static_cast<uint32_t>(in[0]) << 16 | IncGet16(in + 1);
}

inline uint32_t
IncGet32(const uint8_t* in)
{
    return static_cast<uint32_t>(IncGet16(in)) << 16 | IncGet16(in + 2);
}

inline uint64_t
IncGet64(const uint8_t* in)
{
    return static_cast<uint64_t>(IncGet32(in)) << 32 | IncGet32(in + 4);
}

/** \brief Append the low `size` bytes of a number to a string or vector, in network byte order. */
template <typename BYTES>
void
IncAppend(BYTES& bytes, uint64_t value, std::size_t size)
{
    for (std::size_t i = size; i-- > 0;)
    {
        bytes.push_back(static_cast<typename BYTES::value_type>(value >> (8 * i)));
    }
}

/** \brief Read a number of `size` bytes in a string or vector, in network byte order. */
template <typename BYTES>
uint64_t
IncReadAt(const BYTES& bytes, std::size_t at, std::size_t size)
{
    uint64_t value = 0;
    for (std::size_t i = at; i < at + size; ++i)
    {
        value = value << 8 | static_cast<uint8_t>(bytes[i]);
    }
    return value;
}

} // namespace ns3

#endif // INC_BYTE_ORDER_H
