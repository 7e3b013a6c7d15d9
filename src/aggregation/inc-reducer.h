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
 * Neither buffer need be aligned; they must not overlap. The arguments are the accumulator, the
 * operand and the number of elements (not bytes); a count of 0 touches nothing.
 */
using IncReduceFunction = void (*)(uint8_t* acc, const uint8_t* in, uint32_t count);

/**
 * \ingroup inc
 * \brief Return the function that reduces elements. A tree calls this once, not for every packet.
 *
 * - Integer sums and products wrap or saturate as \p overflow says.
 * - Sums and products of float16 and bfloat16 are rounded to nearest even after every step, as in
 *   an ALU of that type. Those of float32 and float64 are the host's IEEE 754 arithmetic. A NaN
 *   operand gives a NaN, infinities follow IEEE 754.
 * - Floating-point minimum and maximum are those of IEEE 754-2019, section 9.6. -0 is less than +0.
 *   A NaN operand gives that NaN, made quiet (the accumulator's if both are NaN).
 *
 * Equal operands in equal order give equal bits on every call.
 *
 * \param type the elements' type
 * \param operation the operation
 * \param overflow the behaviour of integer sums and products
 * \return the function, or nullptr for IncOperation::NONE, which reduces nothing
 */
IncReduceFunction IncFindReducer(IncDataType type,
                                 IncOperation operation,
                                 IncOverflow overflow = IncOverflow::WRAP);

} // namespace ns3

#endif // INC_REDUCER_H
