/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-types.h"

#include "inc-named-value.h"

#include <map>

namespace ns3
{

namespace
{

constexpr IncNamedValue<IncDataType> DATA_TYPES[] = {
    {"float16", IncDataType::FLOAT16},
    {"bfloat16", IncDataType::BFLOAT16},
    {"float32", IncDataType::FLOAT32},
    {"float64", IncDataType::FLOAT64},
    {"int8", IncDataType::INT8},
    {"uint8", IncDataType::UINT8},
    {"int32", IncDataType::INT32},
    {"int64", IncDataType::INT64},
    {"int16", IncDataType::INT16},
};

constexpr IncNamedValue<IncOperation> OPERATIONS[] = {
    {"none", IncOperation::NONE},
    {"sum", IncOperation::SUM},
    {"prod", IncOperation::PROD},
    {"min", IncOperation::MIN},
    {"max", IncOperation::MAX},
};

constexpr IncNamedValue<IncCollective> COLLECTIVES[] = {
    {"broadcast", IncCollective::BROADCAST},
    {"allgather", IncCollective::ALLGATHER},
    {"alltoall", IncCollective::ALLTOALL},
    {"scatter", IncCollective::SCATTER},
    {"gather", IncCollective::GATHER},
    {"reduce", IncCollective::REDUCE},
    {"allreduce", IncCollective::ALLREDUCE},
    {"reducescatter", IncCollective::REDUCESCATTER},
    {"barrier", IncCollective::BARRIER},
};

template <typename E, std::size_t N>
std::string
NameIn(const IncNamedValue<E> (&table)[N], E value)
{
    const char* name = IncFindName(table, value, nullptr);
    return name ? name : "unknown(" + std::to_string(static_cast<unsigned>(value)) + ")";
}

std::map<IncCollective, std::string>&
OwnCollectives()
{
    static std::map<IncCollective, std::string> names;
    return names;
}

} // namespace

bool
IncIsFloat(IncDataType type)
{
    return type == IncDataType::FLOAT16 || type == IncDataType::BFLOAT16 ||
           type == IncDataType::FLOAT32 || type == IncDataType::FLOAT64;
}

std::string
IncName(IncDataType value)
{
    return NameIn(DATA_TYPES, value);
}

std::string
IncName(IncOperation value)
{
    return NameIn(OPERATIONS, value);
}

std::string
IncName(IncCollective value)
{
    const auto own = OwnCollectives().find(value);
    return own == OwnCollectives().end() ? NameIn(COLLECTIVES, value) : own->second;
}

void
IncSetName(IncCollective value, const std::string& name)
{
    OwnCollectives()[value] = name;
}

std::optional<IncDataType>
IncParseDataType(const std::string& name)
{
    return IncFindValue(DATA_TYPES, name);
}

std::optional<IncOperation>
IncParseOperation(const std::string& name)
{
    return IncFindValue(OPERATIONS, name);
}

std::optional<IncCollective>
IncParseCollective(const std::string& name)
{
    return IncFindValue(COLLECTIVES, name);
}

} // namespace ns3
