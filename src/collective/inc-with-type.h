/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WITH_TYPE_H
#define INC_WITH_TYPE_H

#include "ns3/inc-types.h"

#include <Eigen/Core>
#include <cstdint>

namespace ns3
{

/// \brief Call a function with a zero of the C++ type that elements of `type` have. Return its
/// result.
template <typename Function>
auto
IncWithType(IncDataType type, Function function)
{
    switch (type)
    {
    case IncDataType::FLOAT16:
        return function(Eigen::half());
    case IncDataType::BFLOAT16:
        return function(Eigen::bfloat16());
    case IncDataType::FLOAT32:
        return function(float());
    case IncDataType::FLOAT64:
        return function(double());
    case IncDataType::INT8:
        return function(int8_t());
    case IncDataType::UINT8:
        return function(uint8_t());
    case IncDataType::INT32:
        return function(int32_t());
    case IncDataType::INT64:
        return function(int64_t());
    case IncDataType::INT16:
        break;
    }
    return function(int16_t());
}

} // namespace ns3

#endif // INC_WITH_TYPE_H
