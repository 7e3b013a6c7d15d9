/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-program.h"

#include "inc-ns3-argument.h"

#include "ns3/inc-argument-table.h"

#include <exception>
#include <iostream>

namespace ns3
{

int
IncRunProgram(const std::string& name, const std::function<int()>& body)
{
    try
    {
        return body();
    }
    catch (const std::exception& error)
    {
        std::cerr << name << ": " << error.what() << "\n";
        return 2;
    }
}

bool
IncParseProgram(IncArgumentTable& arguments, int argc, char** argv)
{
    arguments.SetForeign(IncPassToNs3, "Attributes and global values, as for every ns-3 program.");
    if (arguments.Parse({argv + 1, argv + argc}))
    {
        return true;
    }
    std::cout << arguments.Help();
    return false;
}

} // namespace ns3
