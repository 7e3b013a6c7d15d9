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

/// The input has the arguments of inc-sim, one a line.
void
ReadArguments(const uint8_t* data, std::size_t size)
{
    std::istringstream text(std::string(data, data + size));
    std::vector<std::string> arguments;
    for (std::string line; std::getline(text, line);)
    {
        // Leave out ns-3's own arguments: they take effect at once and would change later inputs. A
        // command line has no zero bytes.
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
