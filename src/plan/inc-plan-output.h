/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_OUTPUT_H
#define INC_PLAN_OUTPUT_H

#include "ns3/inc-argument-table.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What all verbs of inc-plan that write a file have in common: its name, and the seed.
 */
struct IncPlanOutput
{
    std::string file; //!< empty: standard output

    /**
     * \param table gets "seed" and "output"
     * \param seed where the first goes
     */
    void AddArguments(IncArgumentTable& table, uint64_t& seed);

    /** \param value to be written */
    void Write(const nlohmann::ordered_json& value) const;
};

} // namespace ns3

#endif // INC_PLAN_OUTPUT_H
