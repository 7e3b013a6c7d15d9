/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/// Feeds a parser with the inputs of its corpus, and with seeded changes of each input:
/// inc-fuzz-replay PARSER FOLDER [CHANGES [SEED]].

#include "inc-fuzz-parser.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

/// Overwrite, remove or repeat one byte, or cut the rest off.
void
Change(Bytes& input, std::mt19937& random)
{
    if (input.empty())
    {
        input.push_back(random());
        return;
    }
    const auto at = input.begin() + random() % input.size();
    switch (random() % 4)
    {
    case 0:
        *at = random();
        break;
    case 1:
        input.erase(at);
        break;
    case 2:
        input.insert(at, *at);
        break;
    default:
        input.erase(at, input.end());
    }
}

/// Read the input from memory of exactly its size, so that a sanitizer detects accesses beyond it.
void
Read(const IncFuzzParser& parser, const Bytes& input)
{
    const Bytes exact(input);
    parser.read(exact.data(), exact.size());
}

} // namespace

int
main(int argc, char** argv)
{
    const auto& all = IncFuzzParser::All();
    const auto found = argc > 2 ? all.find(argv[1]) : all.end();
    if (found == all.end() || !std::filesystem::is_directory(argv[2]))
    {
        std::cerr << "inc-fuzz-replay: wants a parser and the folder of its inputs\n";
        return 2;
    }
    const IncFuzzParser& parser = *found->second;
    const uint64_t changes = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
    std::mt19937 random(argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 1);

    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(argv[2]))
    {
        files.insert(entry.path());
    }
    uint64_t inputs = 0;
    for (const std::string& file : files)
    {
        std::ifstream stream(file, std::ios::binary);
        const Bytes kept{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
        Read(parser, kept);
        ++inputs;
        for (uint64_t i = 0; i < changes; ++i)
        {
            Bytes input = kept;
            for (uint32_t n = 1 + random() % 4; n > 0; --n)
            {
                Change(input, random);
            }
            if (parser.mutate && random() % 2)
            {
                const std::size_t size = input.size();
                input.resize(size + 4096);
                input.resize(parser.mutate(input.data(), size, input.size(), random()));
            }
            Read(parser, input);
            ++inputs;
        }
    }
    std::cout << argv[1] << ": " << inputs << " inputs from " << files.size() << " files\n";
    return files.empty() ? 1 : 0;
}
