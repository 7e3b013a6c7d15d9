/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-servers-result.h"

#include <cstdio>

namespace ns3
{

nlohmann::ordered_json
IncServersResult::ToJson() const
{
    using Json = nlohmann::ordered_json;
    return Json{{"servers", servers},
                {"gpus_per_server", gpusPerServer},
                {"in_server", inServer},
                {"scale_up_bytes_total", scaleUpBytesTotal},
                {"scale_up_bytes_max", scaleUpBytesMax},
                {"scale_up_bottleneck", bottleneck}};
}

std::string
IncServersResult::ToText() const
{
    char text[160];
    std::snprintf(text,
                  sizeof(text),
                  "in servers of %u: %s, at most %.3f MB on a scale-up link each way",
                  gpusPerServer,
                  inServer.c_str(),
                  static_cast<double>(scaleUpBytesMax) / 1e6);
    return text;
}

} // namespace ns3
