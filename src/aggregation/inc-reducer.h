/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REDUCER_H
#define INC_REDUCER_H

#include "ns3/inc-types.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Behaviour of integer sums and products beyond the range of their type.
enum class IncOverflow : uint8_t
{
    WRAP,    //!< result modulo 2^bits, two's complement
    SATURATE //!< nearest value of the type
};

/**
 * \ingroup inc
 * \brief Reduces element by element: acc[i] = acc[i] (op) in[i] for i in [0, count).
 *
 * The buffers need not be aligned, but must not overlap.
 */
using IncReduceFunction = void (*)(uint8_t* acc, const uint8_t* in, uint32_t count);

/**
 * \brief Return the function that reduces elements. A tree calls this once, not for every packet.
 *
 * - Integer sums and products wrap or saturate as \p overflow says.
 * - Sums and products of float16 and bfloat16 are rounded to nearest even after every step, as in
 *   an ALU of that type. Those of float32 and float64 are the host's IEEE 754 arithmetic. A NaN
 *   operand gives a NaN, infinities follow IEEE 754.
 * - Floating-point minimum and maximum are those of IEEE 754-2019, section 9.6. -0 is less than +0.
 *   A NaN operand gives that NaN, made quiet (the accumulator's if both are NaN).
 *
 * Equal operands in equal order give equal bits on every call. IncOperation::NONE gives nullptr.
 */
IncReduceFunction IncFindReducer(IncDataType type,
                                 IncOperation operation,
                                 IncOverflow overflow = IncOverflow::WRAP);

} // namespace ns3

#endif // INC_REDUCER_H
