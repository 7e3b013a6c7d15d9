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
#include "ns3/inc-program.h"
#include "ns3/inc-progress.h"
#include "ns3/inc-result-table.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/inc-version.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>
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

/// Keep freed memory for the tensors of the next scheme, so that the system makes each page
/// resident only once.
void
KeepFreedMemory()
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

std::vector<std::string>
Describe(std::string line, const IncArgumentTable& table)
{
    for (const auto& [name, typed] : table.Given())
    {
        line += " " + typed;
    }
    return {line};
}

/// Return a reason and an advice if --fastForward=on skipped nothing; otherwise an empty text.
std::string
DescribeIdleFastForward(const IncSimArguments& arguments, const IncResult& result)
{
    const auto& report = result.simulation.fastForward;
    if (arguments.output.fastForward != IncFastForwardMode::ON || !report ||
        report->jumpedEvents > 0)
    {
        return "";
    }
    constexpr uint32_t FEW_SLOTS = 64; // with few slots the state recurs after few rounds
    const IncAggregationConfig& aggregation = arguments.aggregation;
    const bool isBier = aggregation.dissemination == IncDisseminationMode::BIER;
    const std::string advice = !arguments.RunsInNetwork()      ? ""
                               : isBier                        ? "; try --dissemination=tree"
                               : aggregation.slots > FEW_SLOTS ? "; try --slots=64"
                                                               : "";
    return "Nothing was skipped  : " + report->reason + advice;
}

/// Return an advice if PFC is on and sent no pause; otherwise an empty text.
std::string
DescribeIdlePfc(const IncSimArguments& arguments, const IncResult& result)
{
    const bool isIdle = std::all_of(result.rows.begin(), result.rows.end(), [](const auto& row) {
        return row.pfcFrames == 0;
    });
    return arguments.pfc.isOn && isIdle
               ? "No pause was sent    : no queue filled its share of the buffer of " +
                     arguments.table.Value("buffer") +
                     " bytes; try a smaller --buffer, such as 1MiB"
               : "";
}

/// The result file and the CSV file. A row is in both files as soon as it has ended.
class ResultFiles
{
  public:
    explicit ResultFiles(const IncOutputConfig& output)
        : m_json(output.output),
          m_csv(output.csv)
    {
    }

    void Write(const IncResult& result)
    {
        m_json.Write([&result]() { return result.ToJson(); }, !result.isInterrupted);
        m_csv.Write([&result]() { return result.ToCsv(); }, !result.isInterrupted);
    }

    void Restore()
    {
        m_json.Restore();
        m_csv.Restore();
    }

  private:
    IncGrowingOutputFile m_json;
    IncGrowingOutputFile m_csv;
};

int
RunScenario(const std::string& program, const std::vector<std::string>& arguments)
{
    KeepFreedMemory();
    IncSimulatorImpl::MakeDefault();
    const auto expanded = IncExpandRepetition(arguments);
    const auto parsed = IncSimArguments::Parse(expanded, std::cout, program);
    if (!parsed)
    {
        return 0;
    }
    const IncOutputConfig& output = parsed->output;
    auto progress =
        output.progress ? IncProgress(std::cerr, isatty(STDERR_FILENO) != 0) : IncProgress();
    IncResult result;
    ResultFiles files(output);
    // Only the run may show that an attribute or a pattern is wrong. Print nothing until then.
    std::ostringstream held;
    const bool mayBeRefused = IncAreAttributesGiven() || !output.selection.empty();
    std::ostream& shown = mayBeRefused ? held : std::cout;
    {
        IncScenarioRunner runner(*parsed, progress);
        std::unique_ptr<IncResultTable> table;
        if (!output.quiet)
        {
            table = std::make_unique<IncResultTable>(shown);
            auto lines = Describe(program, parsed->table);
            for (const auto& note : runner.GetNotes())
            {
                lines.push_back(note);
            }
            table->PrintHeader(lines);
        }
        const auto rowEnded = [&](IncResult& rows) {
            rows.arguments = IncRepeatableArguments(expanded, parsed->seed, parsed->run);
            rows.isInterrupted = true;
            files.Write(rows);
        };
        try
        {
            result = runner.Run(table.get(), rowEnded);
        }
        catch (const IncError&)
        {
            files.Restore(); // an argument turned out to be wrong: leave existing files unchanged
            throw;
        }
        if (table)
        {
            table->PrintFooter(
                {DescribeIdleFastForward(*parsed, result), DescribeIdlePfc(*parsed, result)});
        }
    }
    std::cout << held.str();
    Simulator::Destroy();
    result.isInterrupted = false;
    result.simulation.ns3Version = IncNs3Version();
    result.simulation.moduleVersion = IncModuleVersion();
    files.Write(result);
    return result.IsOk() ? 0 : 1;
}

} // namespace

int
IncScenario::Main(const std::string& program, int argc, char* argv[])
{
    return IncRunProgram(program, [&]() { return RunScenario(program, {argv + 1, argv + argc}); });
}

} // namespace ns3
