/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-average.h"

#include <Eigen/Core>
#include <cstring>

namespace ns3
{

namespace
{

/// Computed in a type that holds the element and the divisor exactly.
template <typename T, typename Wide>
void
Divide(uint8_t* elements, uint64_t count, uint32_t divisor)
{
    for (uint64_t i = 0; i < count; ++i)
    {
        T element;
        std::memcpy(&element, elements + i * sizeof(T), sizeof(T));
        element = static_cast<T>(static_cast<Wide>(element) / static_cast<Wide>(divisor));
        std::memcpy(elements + i * sizeof(T), &element, sizeof(T));
    }
}

} // namespace

void
IncDivide(IncDataType type, uint8_t* elements, uint64_t count, uint32_t divisor)
{
    switch (type)
    {
    case IncDataType::FLOAT16:
        return Divide<Eigen::half, float>(elements, count, divisor);
    case IncDataType::BFLOAT16:
        return Divide<Eigen::bfloat16, float>(elements, count, divisor);
    case IncDataType::FLOAT32:
        return Divide<float, double>(elements, count, divisor);
    case IncDataType::FLOAT64:
        return Divide<double, double>(elements, count, divisor);
    case IncDataType::INT8:
        return Divide<int8_t, int64_t>(elements, count, divisor);
    case IncDataType::UINT8:
        return Divide<uint8_t, int64_t>(elements, count, divisor);
    case IncDataType::INT32:
        return Divide<int32_t, int64_t>(elements, count, divisor);
    case IncDataType::INT64:
        return Divide<int64_t, int64_t>(elements, count, divisor);
    }
}

} // namespace ns3
