/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COMMUNICATION_GROUP_H
#define INC_COMMUNICATION_GROUP_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The ranks that run a collective together.
 */
struct IncCommunicationGroup
{
    std::string name;            //!< "all", or as in the traces
    std::vector<uint32_t> ranks; //!< ascending; a rank's place is its rank in the group
};

} // namespace ns3

#endif // INC_COMMUNICATION_GROUP_H
