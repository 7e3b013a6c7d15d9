/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-list.h"
#include "inc-fuzz-parser.h"

#include "ns3/inc-leaf-spine-topology.h"

using namespace ns3;

namespace
{

void
ReadFlowList(IncFuzzFile& file, const uint8_t* data, std::size_t size)
{
    static const IncTopology topology = IncLeafSpineTopology(2, 2, 4).Build();
    const std::string& name = file.Fill(data, size);
    std::vector<IncFlow> flows;
    if (!IncFuzzAccepts(
            [&] { flows = IncReadFlows("--flowList=", name, topology, topology.GetHosts()); }))
    {
        return;
    }
    IncFuzzExpect(!flows.empty(), "a list that is accepted has flows");
    for (const IncFlow& flow : flows)
    {
        IncFuzzExpect(flow.from != flow.to, "a flow has two ends");
    }
}

void
ReadCsv(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file;
    ReadFlowList(file, data, size);
}

void
ReadConnectionMatrix(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file(".cm");
    ReadFlowList(file, data, size);
}

const IncFuzzParser g_csv("flow-lists", ReadCsv, IncFuzzLines);
const IncFuzzParser g_matrices("connection-matrices", ReadConnectionMatrix, IncFuzzLines);

} // namespace
