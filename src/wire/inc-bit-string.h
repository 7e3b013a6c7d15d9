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
 * \brief A BitString of RFC 8279: a set of BFRs, or of workers, numbered from 1.
 *
 * Bit 1 is the lowest bit. On the wire a BitString is 64 to 4096 bits long, a power of two, with
 * bit 1 the lowest bit of the last octet; in memory it may have any length. The length only says
 * which bits can be set without growing: strings are compared as sets, so strings of different
 * lengths are equal when the same bits are set. No operation between strings of one length
 * allocates.
 */
class IncBitString
{
  public:
    static constexpr uint32_t MIN_WIRE_LENGTH = 64;   //!< shortest BitString of RFC 8296, in bits
    static constexpr uint32_t MAX_WIRE_LENGTH = 4096; //!< longest BitString of RFC 8296, in bits

    /** \brief The empty set, of length 0. */
    IncBitString() = default;

    /**
     * \brief The empty set, of a given length.
     * \param length bits
     */
    explicit IncBitString(uint32_t length);

    /**
     * \brief A set given by its members.
     * \param length bits
     * \param bits the bits to set, each 1 to length; std::out_of_range otherwise
     */
    IncBitString(uint32_t length, std::initializer_list<uint32_t> bits);

    /** \return the length in bits */
    uint32_t GetLength() const
    {
        return static_cast<uint32_t>(m_bits.size());
    }

    /**
     * \brief Put a bit in.
     * \param bit 1 to the length; std::out_of_range otherwise
     */
    void Set(uint32_t bit);

    /**
     * \brief Take a bit out.
     * \param bit 1 to the length; std::out_of_range otherwise
     */
    void Reset(uint32_t bit);

    /** \brief Take all bits out; the length stays. */
    void Clear();

    /**
     * \param bit any number
     * \return whether the bit is in; false beyond the length and for 0
     */
    bool Test(uint32_t bit) const
    {
        return bit >= 1 && bit <= m_bits.size() && m_bits.test(bit - 1);
    }

    /** \return whether any bit is in */
    bool Any() const
    {
        return m_bits.any();
    }

    /** \return whether no bit is in */
    bool None() const
    {
        return m_bits.none();
    }

    /** \return the number of bits set */
    uint32_t Count() const;

    /** \return whether the two have a bit in common */
    bool Intersects(const IncBitString& other) const;
    /** \return whether every bit of this one is in the other */
    bool IsSubsetOf(const IncBitString& other) const;

    /** \return the lowest bit, or 0 if there is none */
    uint32_t FindFirst() const;
    /**
     * \param bit a bit number
     * \return the lowest bit above it, or 0 if there is none
     */
    uint32_t FindNext(uint32_t bit) const;

    /** \brief Keep the common bits. The length stays. */
    IncBitString& operator&=(const IncBitString& other);
    /** \brief Add the other's bits, growing to its length if that is longer. */
    IncBitString& operator|=(const IncBitString& other);
    /** \brief Take the other's bits out. The length stays. */
    IncBitString& operator-=(const IncBitString& other);

    /** \return whether the same bits are in */
    friend bool operator==(const IncBitString& a, const IncBitString& b);
    /** \return whether a comes before b when both are read as binary numbers */
    friend bool operator<(const IncBitString& a, const IncBitString& b);

    /**
     * \brief Write the string as octets, bit 1 in the lowest bit of the last one.
     * \param out room for ceil(length / 8) octets
     */
    void WriteTo(uint8_t* out) const;

    /**
     * \brief Read a string from octets, bit 1 in the lowest bit of the last one.
     * \param in length / 8 octets
     * \param length bits, a multiple of 8
     * \return the string
     */
    static IncBitString ReadFrom(const uint8_t* in, uint32_t length);

    /**
     * \brief Cut out what one BitString of RFC 8279 holds of a longer string of BFR-ids.
     * \param si set identifier
     * \param length BitString length
     * \return bits si * length + 1 to (si + 1) * length, numbered from 1
     */
    IncBitString GetSet(uint32_t si, uint32_t length) const;

    /** \return the octets as hexadecimal digits, two each */
    std::string ToHex() const;

    /**
     * \param code a BSL code of RFC 8296, 1 to 7
     * \return the BitString length in bits, or 0 for any other code
     */
    static constexpr uint32_t LengthOfCode(uint8_t code)
    {
        return code >= 1 && code <= 7 ? 1U << (code + 5) : 0;
    }

    /**
     * \param length bits
     * \return the BSL code of RFC 8296, or 0 if no BitString on the wire has this length
     */
    static uint8_t CodeOfLength(uint32_t length);

    /**
     * \param maxBit the highest bit to be set
     * \return the shortest wire length that has it, or 0 if it is beyond the longest
     */
    static uint32_t LengthFor(uint32_t maxBit);

  private:
    using Bits = boost::dynamic_bitset<uint64_t>;

    void CheckRange(uint32_t bit) const;

    Bits m_bits; //!< bit n of the string at position n - 1
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
