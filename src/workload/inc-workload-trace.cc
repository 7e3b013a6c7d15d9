/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-workload-trace.h"

#include <cmath>
#include <string>

namespace ns3
{

namespace
{

using Type = IncChakraNode::Type;

/// Computations for which parameters may have been gathered before they begin.
constexpr std::size_t AHEAD = 2;

class TraceMaker
{
  public:
    explicit TraceMaker(uint32_t ranks)
        : m_ranks(ranks)
    {
    }

    std::vector<IncMadeNode> nodes; //!< what was made

    /// A layer's computation in one direction.
    void Compute(const IncWorkloadLayer& layer, const std::string& pass, double us)
    {
        std::vector<uint64_t> after;
        if (layer.sharded)
        {
            const std::size_t first = m_computed.size();
            after.push_back(Gather(layer, pass, first < AHEAD ? NONE : m_computed[first - AHEAD]));
        }
        after.push_back(m_computed.empty() ? NONE : m_computed.back());
        m_computed.push_back(Add(layer.name + " " + pass, Type::COMPUTE, after));
        nodes.back().node.isCpuOperation = false;
        nodes.back().durationNs = std::llround(us * 1e3);
    }

    /// What becomes of the gradients that were computed last.
    void Reduce(const IncWorkloadLayer& layer)
    {
        const IncWorkloadPhase& gradient = layer.weightGradient;
        if (!gradient.collective)
        {
            return;
        }
        Communicate(layer.name + " " + IncName(*gradient.collective),
                    *gradient.collective,
                    gradient.bytes,
                    m_computed.back());
        nodes.back().hasOwnStream = true;
    }

  private:
    static constexpr uint64_t NONE = UINT64_MAX;

    uint64_t Gather(const IncWorkloadLayer& layer, const std::string& pass, uint64_t after)
    {
        // comm_size is what a rank puts in: its shard, of whole elements.
        const uint64_t size = IncSizeOf(*layer.dtype);
        const uint64_t elements = layer.weightGradient.bytes / size;
        return Communicate(layer.name + " allgather " + pass,
                           IncCollective::ALLGATHER,
                           (elements + m_ranks - 1) / m_ranks * size,
                           after);
    }

    uint64_t Communicate(const std::string& name,
                         IncCollective collective,
                         uint64_t bytes,
                         uint64_t after)
    {
        const uint64_t id = Add(name, Type::COLLECTIVE, {after});
        nodes.back().collective = collective;
        nodes.back().node.commSize = static_cast<int64_t>(bytes);
        return id;
    }

    uint64_t Add(const std::string& name, Type type, const std::vector<uint64_t>& after)
    {
        IncMadeNode made;
        made.node.id = nodes.size();
        made.node.name = name;
        made.node.type = type;
        for (const uint64_t before : after)
        {
            if (before != NONE)
            {
                made.node.dependencies.push_back(before);
            }
        }
        nodes.push_back(made);
        return nodes.back().node.id;
    }

    uint32_t m_ranks;                 //!< how many there are
    std::vector<uint64_t> m_computed; //!< computations so far
};

} // namespace

std::vector<IncMadeNode>
IncMakeWorkloadTrace(const IncWorkload& workload, uint32_t ranks)
{
    TraceMaker maker(ranks);
    for (const IncWorkloadLayer& layer : workload.layers)
    {
        maker.Compute(layer, "forward", layer.forward.computeUs);
    }
    for (auto layer = workload.layers.rbegin(); layer != workload.layers.rend(); ++layer)
    {
        maker.Compute(*layer, "backward", layer->BackwardUs());
        maker.Reduce(*layer);
    }
    return maker.nodes;
}

} // namespace ns3
