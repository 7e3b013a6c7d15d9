/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-data-memory.h"

#include "inc-execution-run.h"
#include "inc-sim-arguments.h"

#include "ns3/inc-collective-shape.h"

#include <string>
#include <unistd.h>

namespace ns3
{

namespace
{

constexpr double GB = 1e9;

/// Refuses one collective by the argument that asks for it.
class MemoryCheck
{
  public:
    MemoryCheck(const IncSimArguments& arguments, const std::string& argument)
        : m_arguments(arguments),
          m_argument(argument),
          m_memory(static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                   static_cast<double>(sysconf(_SC_PAGESIZE)))
    {
    }

    /// Operands and results of all ranks, of several jobs at a time.
    void Check(IncCollective collective,
               IncDataType type,
               uint64_t count,
               std::size_t ranks,
               std::size_t jobs = 1) const
    {
        // The rank that is the root first; the others are alike. As a double: it may be any number.
        const auto elements = [&](bool isRoot) {
            const auto of = static_cast<uint32_t>(ranks);
            return static_cast<double>(IncSendElements(collective, of, 1, isRoot)) +
                   static_cast<double>(IncReceiveElements(collective, of, 1, isRoot));
        };
        const double needed = (elements(true) + elements(false) * (ranks - 1.0)) * count *
                              IncSizeOf(type) * static_cast<double>(jobs);
        if (needed > m_memory)
        {
            const auto shown = [](double bytes) {
                return std::to_string(static_cast<uint64_t>(bytes / GB)) + " GB";
            };
            m_arguments.table.Refuse(
                m_argument,
                IncName(collective) + " of " + std::to_string(ranks) + " ranks has values of " +
                    shown(needed) + "; accepted: with --data=virtual, or up to this machine's " +
                    shown(m_memory));
        }
    }

  private:
    const IncSimArguments& m_arguments; //!< arguments of the run
    std::string m_argument;             //!< argument that asks for collectives
    double m_memory;                    //!< memory of the machine, bytes
};

} // namespace

void
IncRefuseDataBeyondMemory(const IncSimArguments& arguments, const std::vector<IncJobShare>& shares)
{
    if (arguments.call.isVirtual)
    {
        return;
    }
    const MemoryCheck memory(arguments, arguments.rows.workloadFile.empty() ? "size" : "workload");
    if (arguments.rows.execution)
    {
        for (const auto& trace : arguments.rows.execution->GetTraces())
        {
            for (const IncTraceNode& node : trace.GetNodes())
            {
                if (node.communication == IncTraceNode::NO_COMMUNICATION ||
                    node.type != IncChakraNode::Type::COLLECTIVE)
                {
                    continue;
                }
                const auto& asked = trace.GetCommunications()[node.communication];
                const auto ranks = arguments.rows.execution->GetGroups()[asked.group].ranks.size();
                memory.Check(asked.collective,
                             arguments.call.dtype,
                             IncExecutionRun::CountOf(asked,
                                                      static_cast<uint32_t>(ranks),
                                                      IncSizeOf(arguments.call.dtype)),
                             ranks);
            }
        }
    }
    else if (arguments.rows.workload)
    {
        for (const IncWorkloadLayer& layer : arguments.rows.workload->layers)
        {
            if (layer.weightGradient.collective)
            {
                const IncDataType type = layer.dtype.value_or(arguments.call.dtype);
                memory.Check(*layer.weightGradient.collective,
                             type,
                             layer.weightGradient.bytes / IncSizeOf(type),
                             shares.front().workers.size());
            }
        }
    }
    else if (arguments.rows.RunsCollectives())
    {
        const auto ranks = shares.front().workers.size();
        for (const uint64_t size : arguments.rows.sizes)
        {
            memory.Check(arguments.call.collective,
                         arguments.call.dtype,
                         arguments.call.CountOf(size, static_cast<uint32_t>(ranks)),
                         ranks,
                         shares.size());
        }
    }
}

} // namespace ns3
