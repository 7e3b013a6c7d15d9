/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIT_STRING_H
#define INC_BIT_STRING_H

#include <boost/dynamic_bitset.hpp>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A BitString of RFC 8279: a set of BFRs or workers with numbers from 1.
 *
 * Bit 1 is the lowest bit. On the wire the length is a power of two from 64 to 4096 bits, and bit 1
 * is the lowest bit of the last octet. In memory a BitString may have any length. The length only
 * tells which bits can be set without growing. BitStrings are compared as sets, so two of different
 * lengths are equal if they contain equal bits. Operations between BitStrings of one length do not
 * allocate memory.
 */
class IncBitString
{
  public:
    static constexpr uint32_t MIN_WIRE_LENGTH = 64;   //!< shortest BitString of RFC 8296, bits
    static constexpr uint32_t MAX_WIRE_LENGTH = 4096; //!< longest BitString of RFC 8296, bits

    IncBitString() = default;

    /** \brief Make an empty set of `length` bits. */
    explicit IncBitString(uint32_t length);

    /** \brief Make a set of bits from 1 to `length`; throws std::out_of_range for others. */
    IncBitString(uint32_t length, std::initializer_list<uint32_t> bits);

    uint32_t GetLength() const
    {
        return static_cast<uint32_t>(m_bits.size());
    }

    /** \brief Set a bit from 1 to the length; throws std::out_of_range for others. */
    void Set(uint32_t bit);

    /** \brief Clear a bit from 1 to the length; throws std::out_of_range for others. */
    void Reset(uint32_t bit);

    void Clear();

    /** \return true if the bit is set; false for 0 and for numbers beyond the length */
    bool Test(uint32_t bit) const
    {
        return bit >= 1 && bit <= m_bits.size() && m_bits.test(bit - 1);
    }

    bool Any() const
    {
        return m_bits.any();
    }

    bool None() const
    {
        return m_bits.none();
    }

    uint32_t Count() const;

    bool Intersects(const IncBitString& other) const;
    bool IsSubsetOf(const IncBitString& other) const;

    /** \return the lowest bit; 0 if there is none */
    uint32_t FindFirst() const;
    /** \return the lowest set bit above a given one; 0 if there is none */
    uint32_t FindNext(uint32_t bit) const;

    /** \brief Keep the common bits. The length does not change. */
    IncBitString& operator&=(const IncBitString& other);
    /** \brief Add the bits of the other set; grow to its length if that is longer. */
    IncBitString& operator|=(const IncBitString& other);
    /** \brief Clear the bits that are in the other set. The length does not change. */
    IncBitString& operator-=(const IncBitString& other);

    friend bool operator==(const IncBitString& a, const IncBitString& b);
    /** \return true if a is less than b when both are read as binary numbers */
    friend bool operator<(const IncBitString& a, const IncBitString& b);

    /** \brief Write ceil(length / 8) octets, bit 1 in the lowest bit of the last octet. */
    void WriteTo(uint8_t* out) const;

    /** \brief Read length / 8 octets; `length` is a multiple of 8 bits. */
    static IncBitString ReadFrom(const uint8_t* in, uint32_t length);

    /** \return bits si * length + 1 to (si + 1) * length, numbered from 1: the BitString of set
     * `si` */
    IncBitString GetSet(uint32_t si, uint32_t length) const;

    std::string ToHex() const;

    /** \return bits for a BSL code of RFC 8296, 1 to 7; 0 for any other code */
    static constexpr uint32_t LengthOfCode(uint8_t code)
    {
        return code >= 1 && code <= 7 ? 1U << (code + 5) : 0;
    }

    /** \return BSL code of RFC 8296; 0 if no BitString on the wire has this length */
    static uint8_t CodeOfLength(uint32_t length);

    /** \return shortest length on the wire with a given bit; 0 if there is none */
    static uint32_t LengthFor(uint32_t maxBit);

  private:
    using Bits = boost::dynamic_bitset<uint64_t>;

    void CheckRange(uint32_t bit) const;

    Bits m_bits; //!< bit n is at position n - 1
};

inline bool
operator!=(const IncBitString& a, const IncBitString& b)
{
    return !(a == b);
}

inline IncBitString
operator&(IncBitString a, const IncBitString& b)
{
    return a &= b;
}

inline IncBitString
operator|(IncBitString a, const IncBitString& b)
{
    return a |= b;
}

inline IncBitString
operator-(IncBitString a, const IncBitString& b)
{
    return a -= b;
}

} // namespace ns3

#endif // INC_BIT_STRING_H
