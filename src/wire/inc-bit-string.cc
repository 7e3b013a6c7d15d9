/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bit-string.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace ns3
{

IncBitString::IncBitString(uint32_t length)
    : m_bits(length)
{
}

IncBitString::IncBitString(uint32_t length, std::initializer_list<uint32_t> bits)
    : m_bits(length)
{
    for (auto bit : bits)
    {
        Set(bit);
    }
}

void
IncBitString::CheckRange(uint32_t bit) const
{
    if (bit == 0 || bit > m_bits.size())
    {
        throw std::out_of_range("bit " + std::to_string(bit) +
                                " is not in a bit string of bits 1 to " +
                                std::to_string(m_bits.size()));
    }
}

void
IncBitString::Set(uint32_t bit)
{
    CheckRange(bit);
    m_bits.set(bit - 1);
}

void
IncBitString::Reset(uint32_t bit)
{
    CheckRange(bit);
    m_bits.reset(bit - 1);
}

void
IncBitString::Clear()
{
    m_bits.reset();
}

uint32_t
IncBitString::Count() const
{
    return static_cast<uint32_t>(m_bits.count());
}

bool
IncBitString::Intersects(const IncBitString& other) const
{
    if (m_bits.size() == other.m_bits.size())
    {
        return m_bits.intersects(other.m_bits);
    }
    for (auto bit = FindFirst(); bit != 0; bit = FindNext(bit))
    {
        if (other.Test(bit))
        {
            return true;
        }
    }
    return false;
}

bool
IncBitString::IsSubsetOf(const IncBitString& other) const
{
    if (m_bits.size() == other.m_bits.size())
    {
        return m_bits.is_subset_of(other.m_bits);
    }
    for (auto bit = FindFirst(); bit != 0; bit = FindNext(bit))
    {
        if (!other.Test(bit))
        {
            return false;
        }
    }
    return true;
}

uint32_t
IncBitString::FindFirst() const
{
    // npos + 1 is 0, which stands for "none"
    return static_cast<uint32_t>(m_bits.find_first() + 1);
}

uint32_t
IncBitString::FindNext(uint32_t bit) const
{
    return bit == 0 ? FindFirst() : static_cast<uint32_t>(m_bits.find_next(bit - 1) + 1);
}

IncBitString&
IncBitString::operator&=(const IncBitString& other)
{
    if (m_bits.size() == other.m_bits.size())
    {
        m_bits &= other.m_bits;
        return *this;
    }
    Bits mask(other.m_bits);
    mask.resize(m_bits.size());
    m_bits &= mask;
    return *this;
}

IncBitString&
IncBitString::operator|=(const IncBitString& other)
{
    if (m_bits.size() == other.m_bits.size())
    {
        m_bits |= other.m_bits;
        return *this;
    }
    Bits added(other.m_bits);
    const auto length = std::max(m_bits.size(), added.size());
    added.resize(length);
    m_bits.resize(length);
    m_bits |= added;
    return *this;
}

IncBitString&
IncBitString::operator-=(const IncBitString& other)
{
    if (m_bits.size() == other.m_bits.size())
    {
        m_bits -= other.m_bits;
        return *this;
    }
    Bits removed(other.m_bits);
    removed.resize(m_bits.size());
    m_bits -= removed;
    return *this;
}

bool
operator==(const IncBitString& a, const IncBitString& b)
{
    if (a.m_bits.size() == b.m_bits.size())
    {
        return a.m_bits == b.m_bits;
    }
    return a.IsSubsetOf(b) && b.IsSubsetOf(a);
}

bool
operator<(const IncBitString& a, const IncBitString& b)
{
    if (a.m_bits.size() == b.m_bits.size())
    {
        return a.m_bits < b.m_bits;
    }
    const auto length = std::max(a.m_bits.size(), b.m_bits.size());
    auto wideA = a.m_bits;
    auto wideB = b.m_bits;
    wideA.resize(length);
    wideB.resize(length);
    return wideA < wideB;
}

void
IncBitString::WriteTo(uint8_t* out) const
{
    const std::size_t octets = (m_bits.size() + 7) / 8;
    std::vector<uint64_t> blocks(m_bits.num_blocks());
    boost::to_block_range(m_bits, blocks.begin());
    for (std::size_t i = 0; i < octets; ++i)
    {
        out[octets - 1 - i] = static_cast<uint8_t>(blocks[i / 8] >> (i % 8 * 8));
    }
}

IncBitString
IncBitString::ReadFrom(const uint8_t* in, uint32_t length)
{
    const std::size_t octets = length / 8;
    std::vector<uint64_t> blocks((octets + 7) / 8);
    for (std::size_t i = 0; i < octets; ++i)
    {
        blocks[i / 8] |= static_cast<uint64_t>(in[octets - 1 - i]) << (i % 8 * 8);
    }
    IncBitString result(length);
    boost::from_block_range(blocks.begin(), blocks.end(), result.m_bits);
    return result;
}

IncBitString
IncBitString::GetSet(uint32_t si, uint32_t length) const
{
    const uint32_t before = si * length;
    IncBitString set(length);
    for (uint32_t bit = FindNext(before); bit != 0 && bit <= before + length; bit = FindNext(bit))
    {
        set.Set(bit - before);
    }
    return set;
}

std::string
IncBitString::ToHex() const
{
    static constexpr char DIGITS[] = "0123456789abcdef";
    std::vector<uint8_t> octets((m_bits.size() + 7) / 8);
    WriteTo(octets.data());
    std::string text;
    text.reserve(octets.size() * 2);
    for (auto octet : octets)
    {
        text += DIGITS[octet >> 4];
        text += DIGITS[octet & 0x0f];
    }
    return text;
}

uint8_t
IncBitString::CodeOfLength(uint32_t length)
{
    for (uint8_t code = 1; LengthOfCode(code) != 0; ++code)
    {
        if (LengthOfCode(code) == length)
        {
            return code;
        }
    }
    return 0;
}

uint32_t
IncBitString::LengthFor(uint32_t maxBit)
{
    uint32_t length = MIN_WIRE_LENGTH;
    while (length < maxBit && length < MAX_WIRE_LENGTH)
    {
        length *= 2;
    }
    return length < maxBit ? 0 : length;
}

} // namespace ns3
