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

/**
 * \ingroup inc
 * \brief A node of a Chakra execution trace as its file has it (MLCommons Chakra, et_def.proto).
 *
 * Attributes are found by name; their types differ between producers, and any that says a number
 * is read.
 */
struct IncChakraNode
{
    /// Type of a node, with the numbers of the file.
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

    uint64_t id{0};                     //!< unique in the file
    bool hasId{false};                  //!< the file says it; protocol buffers leave out 0
    std::string name;                   //!< need not be unique
    Type type{Type::METADATA};          //!< type of the node
    std::vector<uint64_t> dependencies; //!< ids of data_deps
    uint64_t durationUs{0};             //!< recorded duration, us
    std::optional<bool> isCpuOperation; //!< value of is_cpu_op
    std::optional<int64_t> commType;    //!< value of comm_type
    std::optional<int64_t> commSize;    //!< value of comm_size, bytes
    std::optional<int64_t> source;      //!< comm_src, a rank
    std::optional<int64_t> destination; //!< comm_dst, a rank
    std::optional<int64_t> tag;         //!< value of comm_tag
    std::optional<int64_t> root;        //!< root of a rooted collective, a rank of its group
    std::string group;                  //!< pg_name; empty: all ranks
    bool leavesOutDimension{false};     //!< involved_dim says no for one

    /**
     * \brief Read a message, in place of what was there.
     * \param message a Node of protocol buffers; throws IncWorkloadError with the reason alone
     */
    void Decode(std::string_view message);
};

} // namespace ns3

#endif // INC_CHAKRA_NODE_H
