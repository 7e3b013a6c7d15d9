/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-data-memory.h"

#include "inc-execution-run.h"

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
    MemoryCheck(const IncScenarioConfig& config, const std::string& argument)
        : m_config(config),
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
            m_config.Refuse(m_argument,
                            IncName(collective) + " of " + std::to_string(ranks) +
                                " ranks has values of " + shown(needed) +
                                "; accepted: with --data=virtual, or up to this machine's " +
                                shown(m_memory));
        }
    }

  private:
    const IncScenarioConfig& m_config; //!< the scenario
    std::string m_argument;            //!< argument that asks for collectives
    double m_memory;                   //!< memory of the machine, bytes
};

} // namespace

void
IncRefuseDataBeyondMemory(const IncScenarioConfig& config, const std::vector<IncJobShare>& shares)
{
    if (config.virtualData)
    {
        return;
    }
    const MemoryCheck memory(config, config.workloadFile.empty() ? "size" : "workload");
    if (config.execution)
    {
        for (const auto& trace : config.execution->GetTraces())
        {
            for (const IncTraceNode& node : trace.GetNodes())
            {
                if (node.communication == IncTraceNode::NO_COMMUNICATION ||
                    node.type != IncChakraNode::Type::COLLECTIVE)
                {
                    continue;
                }
                const auto& asked = trace.GetCommunications()[node.communication];
                const auto ranks = config.execution->GetGroups()[asked.group].ranks.size();
                memory.Check(asked.collective,
                             config.dtype,
                             IncExecutionRun::CountOf(asked,
                                                      static_cast<uint32_t>(ranks),
                                                      IncSizeOf(config.dtype)),
                             ranks);
            }
        }
    }
    else if (config.workload)
    {
        for (const IncWorkloadLayer& layer : config.workload->layers)
        {
            if (layer.weightGradient.collective)
            {
                const IncDataType type = layer.dtype.value_or(config.dtype);
                memory.Check(*layer.weightGradient.collective,
                             type,
                             layer.weightGradient.bytes / IncSizeOf(type),
                             shares.front().workers.size());
            }
        }
    }
    else if (config.RunsCollectives())
    {
        const auto ranks = shares.front().workers.size();
        for (const uint64_t size : config.sizes)
        {
            memory.Check(config.collective,
                         config.dtype,
                         config.CountOf(size, static_cast<uint32_t>(ranks)),
                         ranks,
                         shares.size());
        }
    }
}

} // namespace ns3
