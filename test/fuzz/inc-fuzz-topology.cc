/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"

#include "ns3/inc-simai-topology.h"
#include "ns3/inc-topology-file.h"
#include "ns3/inc-topology.h"

#include <optional>

using namespace ns3;

namespace
{

/// Read a network of a builder, and read it again from its text.
template <typename Builder, typename... Options>
void
ReadTopology(const uint8_t* data, std::size_t size, const Options&... options)
{
    static IncFuzzFile file;
    const std::string& name = file.Fill(data, size);
    std::optional<IncTopology> topology;
    if (!IncFuzzAccepts([&] { topology = Builder(name, options...).Build(); }))
    {
        return;
    }
    const std::string text = IncTopologyFile::ToText(*topology);
    static IncFuzzFile second;
    const auto& again = second.Fill(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    IncFuzzExpect(IncTopologyFile::ToText(IncTopologyFile(again).Build()) == text,
                  "a network that is written is read again as it was");
}

void
ReadSimai(const uint8_t* data, std::size_t size)
{
    ReadTopology<IncSimaiTopology>(data, size, IncScaleUpReduction::PULL);
}

const IncFuzzParser g_topologies("topologies", ReadTopology<IncTopologyFile>, IncFuzzJson);
const IncFuzzParser g_simai("simai-topologies", ReadSimai, IncFuzzLines);

} // namespace
