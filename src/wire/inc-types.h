/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TYPES_H
#define INC_TYPES_H

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/** \defgroup inc In-network computing for RoCE fabrics */

/// \ingroup inc
/// \brief Element types in the INC header (draft-liu-nfsv4-rocev2, section 6, item 3).
enum class IncDataType : uint8_t
{
    FLOAT16 = 1,
    BFLOAT16 = 2,
    FLOAT32 = 3,
    FLOAT64 = 4,
    INT8 = 5,
    UINT8 = 6,
    INT32 = 7,
    INT64 = 8,
    INT16 = 9
};

/// \ingroup inc
/// \brief Reduction operations in the INC header (draft-liu-nfsv4-rocev2, section 6, item 4).
enum class IncOperation : uint8_t
{
    NONE = 0, //!< no reduction (broadcast, barrier)
    SUM = 1,
    PROD = 2,
    MIN = 3,
    MAX = 4
};

/// \ingroup inc
/// \brief The nine collectives of draft-liu-nfsv4-rocev2, section 1, as coded in the INC header.
enum class IncCollective : uint8_t
{
    BROADCAST = 1,
    ALLGATHER = 2,
    ALLTOALL = 3,
    SCATTER = 4,
    GATHER = 5,
    REDUCE = 6,
    ALLREDUCE = 7,
    REDUCESCATTER = 8,
    BARRIER = 9
};

/// The nine collectives, in the order in which users see them.
constexpr IncCollective INC_COLLECTIVES[]{IncCollective::ALLREDUCE,
                                          IncCollective::REDUCE,
                                          IncCollective::BROADCAST,
                                          IncCollective::ALLGATHER,
                                          IncCollective::REDUCESCATTER,
                                          IncCollective::ALLTOALL,
                                          IncCollective::GATHER,
                                          IncCollective::SCATTER,
                                          IncCollective::BARRIER};

/** \return true if each rank is the root of a block of the elements */
constexpr bool
IncHasBlocks(IncCollective collective)
{
    return collective == IncCollective::ALLGATHER || collective == IncCollective::REDUCESCATTER;
}

/// Lowest number of a user-defined collective (IncOwnCollective); no header has such numbers.
constexpr uint8_t INC_FIRST_OWN_COLLECTIVE = 128;

/** \return true for a user-defined collective (IncOwnCollective) */
constexpr bool
IncIsOwn(IncCollective collective)
{
    return static_cast<uint8_t>(collective) >= INC_FIRST_OWN_COLLECTIVE;
}

/** \return true if the result of a message is for one rank, its root (Reduce, ReduceScatter) */
constexpr bool
IncGoesToRoot(IncCollective collective)
{
    return collective == IncCollective::REDUCE || collective == IncCollective::REDUCESCATTER;
}

/** \return true if the elements of a message come from one rank, its root (Broadcast, AllGather) */
constexpr bool
IncComesFromRoot(IncCollective collective)
{
    return collective == IncCollective::BROADCAST || collective == IncCollective::ALLGATHER;
}

constexpr bool
IncReduces(IncCollective collective)
{
    return collective == IncCollective::ALLREDUCE || IncGoesToRoot(collective) ||
           IncIsOwn(collective);
}

constexpr uint32_t
IncSizeOf(IncDataType type)
{
    switch (type)
    {
    case IncDataType::INT8:
    case IncDataType::UINT8:
        return 1;
    case IncDataType::FLOAT16:
    case IncDataType::BFLOAT16:
    case IncDataType::INT16:
        return 2;
    case IncDataType::FLOAT32:
    case IncDataType::INT32:
        return 4;
    case IncDataType::FLOAT64:
    case IncDataType::INT64:
        return 8;
    }
    return 0;
}

bool IncIsFloat(IncDataType type);

/** \return name as users write it, such as "float32", "sum" or "allreduce" */
std::string IncName(IncDataType value);
std::string IncName(IncOperation value);
std::string IncName(IncCollective value);

void IncSetName(IncCollective value, const std::string& name);

/** \return the value with a name that IncName() returns; nothing for other names */
std::optional<IncDataType> IncParseDataType(const std::string& name);
std::optional<IncOperation> IncParseOperation(const std::string& name);
std::optional<IncCollective> IncParseCollective(const std::string& name);

} // namespace ns3

#endif // INC_TYPES_H
