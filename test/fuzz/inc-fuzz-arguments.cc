/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"
#include "inc-sim-arguments.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The arguments of inc-sim, a line each.
void
ReadArguments(const uint8_t* data, std::size_t size)
{
    std::istringstream text(std::string(data, data + size));
    std::vector<std::string> arguments;
    for (std::string line; std::getline(text, line);)
    {
        // ns-3's own arguments take effect at once and for good: they would carry over to the next
        // input. A command line has no zeros.
        if (line.rfind("--ns3::", 0) != 0 && line.find('\0') == std::string::npos)
        {
            arguments.push_back(line);
        }
    }
    std::ostringstream help;
    IncFuzzAccepts([&] { IncSimArguments::Parse(arguments, help); });
}

const IncFuzzParser g_arguments("arguments", ReadArguments, IncFuzzLines);

} // namespace
