/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-file.h"
#include "inc-fuzz-parser.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-leaf-spine-topology.h"

using namespace ns3;

namespace
{

void
ReadEcmpFile(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file;
    static const IncTopology topology = IncLeafSpineTopology(2, 2, 2).Build();
    const std::string& name = file.Fill(data, size);
    IncFuzzAccepts([&] {
        const IncEcmpFile ecmp(name);
        ecmp.GetSchemes();
        ecmp.CheckUse("per-flow", "egress");
        IncFabricHelper helper;
        ecmp.Configure(topology, helper, 2, 2);
    });
}

const IncFuzzParser g_ecmp("ecmp-files", ReadEcmpFile, IncFuzzJson);

} // namespace
