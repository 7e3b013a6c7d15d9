/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario.h"

#include "inc-given-attributes.h"
#include "inc-repetition.h"
#include "inc-scenario-runner.h"
#include "inc-sim-arguments.h"

#include "ns3/inc-output-file.h"
#include "ns3/inc-progress.h"
#include "ns3/inc-result-table.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/inc-version.h"
#include "ns3/simulator.h"

#include <memory>
#include <sstream>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ns3
{

namespace
{

/**
 * \brief Let the program keep what it frees: a scheme's tensors are the next one's, and the system
 * makes their pages resident once.
 */
void
KeepFreedMemory()
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

std::vector<std::string>
Describe(const IncArgumentTable& table)
{
    std::string line = "inc-sim";
    for (const auto& [name, typed] : table.Given())
    {
        line += " " + typed;
    }
    return {line};
}

void
WriteFiles(const IncOutputConfig& output, const IncResult& result)
{
    if (!output.output.empty())
    {
        IncWriteOutputFile(output.output, result.ToJson());
    }
    if (!output.csv.empty())
    {
        IncWriteOutputFile(output.csv, result.ToCsv());
    }
}

} // namespace

int
IncScenario::Main(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err)
{
    KeepFreedMemory();
    IncSimulatorImpl::MakeDefault();
    const auto expanded = IncExpandRepetition(arguments);
    const auto parsed = IncSimArguments::Parse(expanded, out);
    if (!parsed)
    {
        return 0;
    }
    const IncOutputConfig& output = parsed->output;
    auto progress = output.progress ? IncProgress(err, isatty(STDERR_FILENO) != 0) : IncProgress();
    IncResult result;
    // What is wrong with an attribute or a pattern may be found by the run: nothing has been said
    // till then.
    std::ostringstream held;
    const bool mayBeRefused = IncAreAttributesGiven() || !output.selection.empty();
    std::ostream& shown = mayBeRefused ? held : out;
    {
        IncScenarioRunner runner(*parsed, progress);
        std::unique_ptr<IncResultTable> table;
        if (!output.quiet)
        {
            table = std::make_unique<IncResultTable>(shown);
            auto lines = Describe(parsed->table);
            for (const auto& note : runner.GetNotes())
            {
                lines.push_back(note);
            }
            table->PrintHeader(lines);
        }
        result = runner.Run(table.get());
        if (table)
        {
            table->PrintFooter();
        }
    }
    out << held.str();
    Simulator::Destroy();
    result.arguments = IncRepeatableArguments(expanded, parsed->seed, parsed->run);
    result.simulation.ns3Version = IncNs3Version();
    result.simulation.moduleVersion = IncModuleVersion();
    WriteFiles(output, result);
    return result.IsOk() ? 0 : 1;
}

} // namespace ns3
