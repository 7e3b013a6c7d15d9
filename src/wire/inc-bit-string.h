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
    static constexpr uint32_t MIN_WIRE_LENGTH = 64;   //!< shortest BitString of RFC 8296, in bits
    static constexpr uint32_t MAX_WIRE_LENGTH = 4096; //!< longest BitString of RFC 8296, in bits

    /** \brief Make an empty set of length 0. */
    IncBitString() = default;

    /**
     * \brief Make an empty set of a given length.
     * \param length length in bits
     */
    explicit IncBitString(uint32_t length);

    /**
     * \brief Make a set with given members.
     * \param length length in bits
     * \param bits bits to set, each from 1 to length; throws std::out_of_range otherwise
     */
    IncBitString(uint32_t length, std::initializer_list<uint32_t> bits);

    /** \return the length in bits */
    uint32_t GetLength() const
    {
        return static_cast<uint32_t>(m_bits.size());
    }

    /**
     * \brief Set a bit.
     * \param bit bit from 1 to the length; throws std::out_of_range otherwise
     */
    void Set(uint32_t bit);

    /**
     * \brief Clear a bit.
     * \param bit bit from 1 to the length; throws std::out_of_range otherwise
     */
    void Reset(uint32_t bit);

    /** \brief Clear all bits; the length does not change. */
    void Clear();

    /** \return true if a bit is set; false for 0 and for numbers beyond the length */
    bool Test(uint32_t bit) const
    {
        return bit >= 1 && bit <= m_bits.size() && m_bits.test(bit - 1);
    }

    /** \return true if any bit is set */
    bool Any() const
    {
        return m_bits.any();
    }

    /** \return true if no bit is set */
    bool None() const
    {
        return m_bits.none();
    }

    /** \return the number of bits set */
    uint32_t Count() const;

    /** \return true if the two have a bit in common */
    bool Intersects(const IncBitString& other) const;
    /** \return true if every bit of this set is in the other */
    bool IsSubsetOf(const IncBitString& other) const;

    /** \return the lowest bit, or 0 if there is none */
    uint32_t FindFirst() const;
    /** \return the lowest set bit above a given one, or 0 if there is none */
    uint32_t FindNext(uint32_t bit) const;

    /** \brief Keep the common bits. The length does not change. */
    IncBitString& operator&=(const IncBitString& other);
    /** \brief Add the bits of the other set; grow to its length if that is longer. */
    IncBitString& operator|=(const IncBitString& other);
    /** \brief Clear the bits that are in the other set. The length does not change. */
    IncBitString& operator-=(const IncBitString& other);

    /** \return true if both sets have equal bits */
    friend bool operator==(const IncBitString& a, const IncBitString& b);
    /** \return true if a is less than b when both are read as binary numbers */
    friend bool operator<(const IncBitString& a, const IncBitString& b);

    /**
     * \brief Write the string as octets, bit 1 in the lowest bit of the last one.
     * \param out memory for ceil(length / 8) octets
     */
    void WriteTo(uint8_t* out) const;

    /**
     * \brief Read a string from octets, bit 1 in the lowest bit of the last one.
     * \param in length / 8 octets
     * \param length length in bits, a multiple of 8
     * \return the string
     */
    static IncBitString ReadFrom(const uint8_t* in, uint32_t length);

    /**
     * \brief Return the part of a longer string of BFR-ids that one BitString of RFC 8279 contains.
     * \param si set identifier
     * \param length length of the BitString, bits
     * \return bits si * length + 1 to (si + 1) * length, numbered from 1
     */
    IncBitString GetSet(uint32_t si, uint32_t length) const;

    /** \return the octets as hexadecimal digits, two each */
    std::string ToHex() const;

    /** \return length in bits for a BSL code of RFC 8296, 1 to 7; 0 for any other code */
    static constexpr uint32_t LengthOfCode(uint8_t code)
    {
        return code >= 1 && code <= 7 ? 1U << (code + 5) : 0;
    }

    /**
     * \param length length in bits
     * \return BSL code of RFC 8296; 0 if no BitString on the wire has this length
     */
    static uint8_t CodeOfLength(uint32_t length);

    /** \return shortest length on the wire with a given bit; 0 if there is none */
    static uint32_t LengthFor(uint32_t maxBit);

  private:
    using Bits = boost::dynamic_bitset<uint64_t>;

    void CheckRange(uint32_t bit) const;

    Bits m_bits; //!< bits of the string; bit n is at position n - 1
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
