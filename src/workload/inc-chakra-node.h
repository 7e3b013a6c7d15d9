/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CHAKRA_NODE_H
#define INC_CHAKRA_NODE_H

#include "inc-workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A node of a Chakra execution trace as the file contains it (MLCommons Chakra,
/// et_def.proto). Attributes are found by name, and every type that holds a number is read.
struct IncChakraNode
{
    enum class Type : uint8_t
    {
        METADATA = 1,
        MEMORY_LOAD = 2,
        MEMORY_STORE = 3,
        COMPUTE = 4,
        SEND = 5,
        RECEIVE = 6,
        COLLECTIVE = 7
    };

    uint64_t id{0};    //!< identifier, unique in the file
    bool hasId{false}; //!< true if the file contains the id; protocol buffers omit a 0
    std::string name;  //!< name, not necessarily unique
    Type type{Type::METADATA};
    std::vector<uint64_t> dependencies; //!< ids of data_deps
    uint64_t durationUs{0};             //!< recorded duration, us
    std::optional<bool> isCpuOperation; //!< value of is_cpu_op
    std::optional<int64_t> commType;
    std::optional<int64_t> commSize;    //!< value of comm_size, bytes
    std::optional<int64_t> source;      //!< value of comm_src, a rank
    std::optional<int64_t> destination; //!< value of comm_dst, a rank
    std::optional<int64_t> tag;         //!< value of comm_tag
    std::optional<int64_t>
        root;          //!< rank of the root in its group, for a collective that has a root
    std::string group; //!< value of pg_name; empty for all ranks
    bool leavesOutDimension{false}; //!< true if involved_dim is false for some dimension

    /// \brief Replace the present values by those of a message, a Node of protocol buffers. If the
    /// message is wrong, throw IncWorkloadError with the reason only.
    void Decode(std::string_view message);
};

} // namespace ns3

#endif // INC_CHAKRA_NODE_H
