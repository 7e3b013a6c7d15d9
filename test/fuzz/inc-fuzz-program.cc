/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/// Feeds one parser with inputs of libFuzzer: inc-fuzz PARSER [libFuzzer's arguments].

#include "inc-fuzz-parser.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace ns3;

extern "C" std::size_t LLVMFuzzerMutate(uint8_t* data, std::size_t size, std::size_t most);

namespace
{

IncFuzzParser* g_parser;

} // namespace

extern "C" int
LLVMFuzzerInitialize(int* argc, char*** argv)
{
    const auto& all = IncFuzzParser::All();
    const auto found = *argc > 1 ? all.find((*argv)[1]) : all.end();
    if (found == all.end())
    {
        std::fprintf(stderr, "inc-fuzz: which parser? There are");
        for (const auto& [name, parser] : all)
        {
            std::fprintf(stderr, " %s", name.c_str());
        }
        std::fprintf(stderr, "\n");
        std::exit(2);
    }
    g_parser = found->second;
    // Pass on the program's name and the arguments for libFuzzer, which follow.
    (*argv)[1] = (*argv)[0];
    ++*argv;
    --*argc;
    return 0;
}

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    g_parser->read(data, size);
    return 0;
}

extern "C" std::size_t
LLVMFuzzerCustomMutator(uint8_t* data, std::size_t size, std::size_t most, unsigned int seed)
{
    // Change bytes as well, because readers must survive data without structure.
    if (g_parser->mutate && seed % 4 != 0)
    {
        return g_parser->mutate(data, size, most, seed);
    }
    return LLVMFuzzerMutate(data, size, most);
}
