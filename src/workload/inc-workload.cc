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

/// One line, whatever the file is called.
[[noreturn]] void
RefuseLayer(const IncWorkload& workload, const IncWorkloadLayer& layer, const std::string& reason)
{
    throw IncWorkloadError(workload.name + ":" + std::to_string(layer.line) + ": " + reason +
                           " not in this version; accepted: allreduce of weight gradients over all "
                           "workers");
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

void
IncWorkload::RequireDataParallel() const
{
    for (const auto& layer : layers)
    {
        const auto& gradient = layer.weightGradient;
        if (layer.forward.collective || layer.inputGradient.collective)
        {
            RefuseLayer(*this, layer, "collectives of activations (model parallelism) are");
        }
        if (gradient.collective && gradient.collective != IncCollective::ALLREDUCE)
        {
            RefuseLayer(*this, layer, IncName(*gradient.collective) + " is");
        }
        if (!gradient.group.empty())
        {
            RefuseLayer(*this, layer, "the group " + gradient.group + " is");
        }
    }
    if (GradientBytes() == 0)
    {
        throw IncWorkloadError(name + ": no layer has a collective; accepted: at least one");
    }
}

} // namespace ns3
