/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARGUMENT_VALUE_H
#define INC_ARGUMENT_VALUE_H

#include "inc-parse.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * \brief Parse a number of bytes: 4096, 16MiB, 1.5KiB, 20MB; nothing for any other text.
 *
 * KiB, MiB, GiB, TiB are powers of 1024, and so are K, M, G, T, as in nccl-tests. KB (kB), MB, GB,
 * TB are powers of 1000. A fraction is accepted if it makes whole bytes.
 */
std::optional<uint64_t> IncParseBytes(std::string_view text);

/** \brief Parse sizes: one size, a comma-separated list, or start:end:factor (8:128MiB:2), whose
 * factor is a whole number from 2. Return bytes in the order written; nothing for a wrong part or
 * over 1000 sizes. */
std::optional<std::vector<uint64_t>> IncParseSizes(std::string_view text);

/** \brief Parse a rate with a unit that ns-3 knows: 100Gbps, 25Gb/s, 12.5GB/s. Return bits per
 * second, from 1 kbps to 100 Tbps; nothing for any other text. */
std::optional<uint64_t> IncParseBitRate(std::string_view text);

/** \brief Parse a time with a unit that ns-3 knows: 1us, 500ns, 1.5ms. Return whole nanoseconds,
 * from 0 to 1000 s; nothing for any other text. */
std::optional<int64_t> IncParseNanoseconds(std::string_view text);

} // namespace ns3

#endif // INC_ARGUMENT_VALUE_H
