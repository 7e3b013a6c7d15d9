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

/// Parameters may be gathered this number of computations ahead.
constexpr std::size_t AHEAD = 2;

class TraceMaker
{
  public:
    TraceMaker(const IncParallelism& parallelism, uint32_t ranks)
        : m_parallelism(parallelism),
          m_ranks(ranks)
    {
    }

    std::vector<IncMadeNode> nodes;

    void Compute(const IncWorkloadLayer& layer, const std::string& pass, double us)
    {
        std::vector<uint64_t> after;
        if (layer.sharded)
        {
            const std::size_t first = m_computed.size();
            after.push_back(Gather(layer, pass, first < AHEAD ? NONE : m_computed[first - AHEAD]));
        }
        after.push_back(m_computed.empty() ? NONE : m_computed.back());
        after.push_back(m_awaited);
        m_awaited = NONE;
        m_computed.push_back(Add(layer.name + " " + pass, Type::COMPUTE, after));
        nodes.back().node.isCpuOperation = false;
        nodes.back().durationNs = std::llround(us * 1e3);
    }

    /// Add the collective of activations or their gradients that the next computation needs.
    void Exchange(const IncWorkloadLayer& layer,
                  const IncWorkloadPhase& phase,
                  const std::string& pass)
    {
        if (phase.collective && SizeOf(phase.group) > 1)
        {
            m_awaited = Communicate(layer.name + " " + pass, phase, m_computed.back());
        }
    }

    void Reduce(const IncWorkloadLayer& layer)
    {
        const IncWorkloadPhase& gradient = layer.weightGradient;
        if (!gradient.collective || SizeOf(gradient.group) <= 1)
        {
            return;
        }
        const uint64_t reduced = Communicate(layer.name, gradient, m_computed.back());
        nodes.back().hasOwnStream = true;
        if (layer.updateUs > 0)
        {
            Add(layer.name + " update", Type::COMPUTE, {reduced});
            nodes.back().node.isCpuOperation = true;
            nodes.back().durationNs = std::llround(layer.updateUs * 1e3);
        }
    }

  private:
    static constexpr uint64_t NONE = UINT64_MAX;

    uint64_t Gather(const IncWorkloadLayer& layer, const std::string& pass, uint64_t after)
    {
        // comm_size is the contribution of a rank: its shard, in whole elements.
        const uint64_t size = IncSizeOf(*layer.dtype);
        const uint64_t elements = layer.weightGradient.bytes / size;
        const uint64_t id = Add(layer.name + " allgather " + pass, Type::COLLECTIVE, {after});
        nodes.back().collective = IncCollective::ALLGATHER;
        nodes.back().node.commSize =
            static_cast<int64_t>((elements + m_ranks - 1) / m_ranks * size);
        return id;
    }

    uint64_t Communicate(const std::string& name, const IncWorkloadPhase& phase, uint64_t after)
    {
        const uint64_t id = Add(name + " " + IncName(*phase.collective), Type::COLLECTIVE, {after});
        const uint32_t size = SizeOf(phase.group);
        // comm_size counts the bytes that a rank sends. The file has the larger of sent and
        // received bytes.
        const bool isGather = *phase.collective == IncCollective::ALLGATHER;
        nodes.back().collective = phase.collective;
        nodes.back().node.commSize =
            static_cast<int64_t>(isGather ? (phase.bytes + size - 1) / size : phase.bytes);
        nodes.back().node.group = phase.group;
        return id;
    }

    uint32_t SizeOf(const std::string& group) const
    {
        return group.empty() ? m_ranks : m_parallelism.SizeOf(group, m_ranks);
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

    const IncParallelism& m_parallelism;
    uint32_t m_ranks;
    std::vector<uint64_t> m_computed;
    uint64_t m_awaited{NONE}; //!< id of the node for which the next computation waits
};

/// Return the first layer whose forward pass is repeated before a layer's backward pass; the layer
/// itself if nothing is repeated.
std::size_t
LastCheckpoint(const std::vector<IncWorkloadLayer>& layers, std::size_t layer)
{
    std::size_t first = layer;
    while (layers[layer].recomputes && first > 0 && !layers[first].isCheckpoint)
    {
        --first;
    }
    return first;
}

} // namespace

std::vector<IncMadeNode>
IncMakeWorkloadTrace(const IncWorkload& workload, uint32_t ranks)
{
    TraceMaker maker(workload.parallelism, ranks);
    const auto& layers = workload.layers;
    const auto forward = [&maker, &layers](std::size_t layer, const std::string& pass) {
        maker.Compute(layers[layer], pass, layers[layer].forward.computeUs);
        maker.Exchange(layers[layer], layers[layer].forward, pass);
    };
    for (std::size_t i = 0; i < layers.size(); ++i)
    {
        forward(i, "forward");
    }
    for (std::size_t i = layers.size(); i-- > 0;)
    {
        for (std::size_t again = LastCheckpoint(layers, i); again < i; ++again)
        {
            forward(again, "forward again");
        }
        const IncWorkloadLayer& layer = layers[i];
        if (layer.inputGradient.collective)
        {
            maker.Compute(layer, "input gradient", layer.inputGradient.computeUs);
            maker.Exchange(layer, layer.inputGradient, "input gradient");
            maker.Compute(layer, "weight gradient", layer.weightGradient.computeUs);
        }
        else
        {
            maker.Compute(layer, "backward", layer.BackwardUs());
        }
        maker.Reduce(layer);
    }
    return maker.nodes;
}

} // namespace ns3
