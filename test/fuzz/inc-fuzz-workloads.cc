/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fuzz-parser.h"

#include "ns3/inc-execution-trace.h"
#include "ns3/inc-execution-workload.h"
#include "ns3/inc-workload.h"

#include <filesystem>
#include <fstream>

using namespace ns3;

namespace
{

void
ReadWorkload(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file;
    const std::string& name = file.Fill(data, size);
    IncFuzzAccepts([&] {
        const IncWorkload workload = IncWorkload::Load(name);
        IncFuzzExpect(!workload.layers.empty(), "a workload has layers");
        workload.GradientBytes();
        workload.HasDataTypes();
        workload.IsDataParallel();
    });
}

void
ReadTrace(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file;
    const std::string& name = file.Fill(data, size);
    IncFuzzAccepts([&] { const IncExecutionTrace trace(name); });
}

/// Traces of two ranks that contain only the version, which comes first.
class EmptyTraces
{
  public:
    EmptyTraces()
        : m_folder(std::filesystem::temp_directory_path() / "inc-fuzz-XXXXXX")
    {
        IncFuzzExpect(mkdtemp(m_folder.data()), "a folder can be made");
        for (const char* rank : {"0", "1"})
        {
            std::ofstream(GetPrefix() + "." + rank + ".et", std::ios::binary) << '\0';
        }
    }

    ~EmptyTraces()
    {
        std::filesystem::remove_all(m_folder);
    }

    std::string GetPrefix() const
    {
        return m_folder + "/trace";
    }

  private:
    std::string m_folder;
};

void
ReadGroups(const uint8_t* data, std::size_t size)
{
    static IncFuzzFile file;
    static const EmptyTraces traces;
    const std::string& name = file.Fill(data, size);
    IncFuzzAccepts([&] { const IncExecutionWorkload workload(traces.GetPrefix(), name); });
}

const IncFuzzParser g_workloads("workloads", ReadWorkload, IncFuzzLines);
const IncFuzzParser g_traces("traces", ReadTrace);
const IncFuzzParser g_groups("groups", ReadGroups, IncFuzzJson);

} // namespace
