/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-output.h"

#include "inc-plan-options.h"

#include "ns3/inc-output-file.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace ns3
{

void
IncPlanOutput::AddArguments(IncArgumentTable& table, uint64_t& seed)
{
    table.Integer("seed",
                  seed,
                  uint64_t{0},
                  IncPlanOptions::MAX_SEED,
                  "Seed of random numbers; the same seed gives the same file.");
    table.Text("output",
               file,
               "a file to be written",
               "File to write; by default standard output.");
}

void
IncPlanOutput::Write(const nlohmann::ordered_json& value) const
{
    const std::string text = value.dump(value.size() > 0 ? 1 : -1) + "\n";
    if (file.empty())
    {
        std::cout << text;
    }
    else
    {
        IncWriteOutputFile(file, text);
    }
}

} // namespace ns3
