/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BLOCK_QUANTIZER_H
#define INC_BLOCK_QUANTIZER_H

#include "ns3/inc-types.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Turns float32 into integers whose sum over n ranks cannot overflow, and sums into float32.
 *
 * With integers of b bits and h = ceil(log2 n), an operand is rounded to nearest even and limited
 * to 2^(b-1-h) - 1. All ranks use the largest exponent e of a block, with |x| < 2^e, and the scale
 * 2^(b-1-h-e). As in SwitchML the exponents are exchanged first; its scales are no powers of two.
 * Memory need not be aligned.
 */
struct IncBlockQuantizer
{
    static constexpr uint8_t NOT_FINITE = 255; //!< exponent of a block with an infinity or a NaN

    IncDataType type{IncDataType::INT32}; //!< type of the integers: INT16 or INT32
    uint64_t block{1};                    //!< number of elements that have one scale
    double factor{0};                     //!< scale of all blocks; 0: a power of two for each block
    uint32_t ranks{1};                    //!< number of ranks, at most GetMaxRanks()

    /** \return largest number of ranks that leaves a sign and 8 bits for an operand */
    uint32_t GetMaxRanks() const
    {
        return 1U << (8 * IncSizeOf(type) - 9);
    }

    /** \return exponent of some float32: e + 126, at least 1; 0 if all of them are zero */
    static uint8_t FindExponent(const uint8_t* x, uint64_t count);

    /** \brief Write the integers of `count` finite float32 elements. `exponent` is the largest over
     * all ranks, and is ignored with a factor. */
    void Quantize(const uint8_t* x, uint64_t count, uint8_t exponent, uint8_t* integers) const;

    /** \brief Write the float32 elements of sums whose operands were quantised with `exponent`. */
    void Restore(const uint8_t* sums, uint64_t count, uint8_t exponent, uint8_t* x) const;

  private:
    int GetBits() const;
    double GetScale(uint8_t exponent) const;
};

} // namespace ns3

#endif // INC_BLOCK_QUANTIZER_H
