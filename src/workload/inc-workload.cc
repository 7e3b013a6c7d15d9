/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-workload.h"

#include "inc-workload-reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace ns3
{

namespace
{

/// Why a layer is more than data parallelism; empty: it is not.
std::string
BeyondDataParallel(const IncWorkloadLayer& layer)
{
    const IncWorkloadPhase& gradient = layer.weightGradient;
    if (layer.recomputes)
    {
        return "activations that are computed again are";
    }
    if (layer.sharded)
    {
        return "sharded parameters are";
    }
    if (layer.forward.collective || layer.inputGradient.collective)
    {
        return "collectives of activations (model parallelism) are";
    }
    if (gradient.collective && gradient.collective != IncCollective::ALLREDUCE)
    {
        return IncName(*gradient.collective) + " is";
    }
    return gradient.group.empty() ? "" : "the group " + gradient.group + " is";
}

} // namespace

double
IncWorkloadLayer::BackwardUs() const
{
    return inputGradient.computeUs + weightGradient.computeUs;
}

IncWorkload
IncWorkload::Load(const std::string& path)
{
    std::ifstream file(path);
    // A folder opens and cannot be read.
    if (!file || (file.peek() == std::ifstream::traits_type::eof() && file.bad()))
    {
        throw IncWorkloadError(path + ": cannot be read: " + std::strerror(errno) +
                               "; accepted: a readable workload file");
    }
    return Read(file, path);
}

IncWorkload
IncWorkload::Read(std::istream& stream, const std::string& name)
{
    return IncWorkloadReader(stream, name).Read();
}

uint64_t
IncWorkload::GradientBytes() const
{
    uint64_t bytes = 0;
    for (const auto& layer : layers)
    {
        bytes += layer.weightGradient.bytes;
    }
    return bytes;
}

bool
IncWorkload::HasDataTypes() const
{
    return std::all_of(layers.begin(), layers.end(), [](const auto& layer) {
        return layer.dtype.has_value();
    });
}

bool
IncWorkload::IsDataParallel() const
{
    return std::all_of(layers.begin(), layers.end(), [](const auto& layer) {
        return BeyondDataParallel(layer).empty();
    });
}

void
IncWorkload::RequireOneDataType() const
{
    for (const auto& layer : layers)
    {
        if (layer.dtype != layers.front().dtype)
        {
            throw IncWorkloadError(name + ":" + std::to_string(layer.line) + ": dtype " +
                                   IncName(*layer.dtype) +
                                   "; accepted with collectives other than allreduce: that of the "
                                   "first line, " +
                                   IncName(*layers.front().dtype));
        }
    }
}

void
IncWorkload::RequireDataParallel() const
{
    for (const auto& layer : layers)
    {
        const std::string reason = BeyondDataParallel(layer);
        if (!reason.empty())
        {
            throw IncWorkloadError(name + ":" + std::to_string(layer.line) + ": " + reason +
                                   " not in this version; accepted: allreduce of weight gradients "
                                   "over all workers");
        }
    }
    if (GradientBytes() == 0)
    {
        throw IncWorkloadError(name + ": no layer has a collective; accepted: at least one");
    }
}

} // namespace ns3
