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
 * \ingroup inc
 * \brief A number of bytes: 4096, 16MiB, 1.5KiB, 20MB.
 *
 * KiB, MiB, GiB, TiB and, as in nccl-tests, K, M, G, T are powers of 1024; KB (kB), MB, GB, TB are
 * powers of 1000. Fractions are read where they make whole bytes.
 * \param text the number with its unit
 * \return bytes, or nothing
 */
std::optional<uint64_t> IncParseBytes(std::string_view text);

/**
 * \ingroup inc
 * \brief One size, a comma-separated list, or start:end:factor (8:128MiB:2), in any mixture.
 * \param text the sizes; a factor is a whole number from 2
 * \return the sizes in bytes in the order written, or nothing if any part is wrong or there are
 * more than 1000
 */
std::optional<std::vector<uint64_t>> IncParseSizes(std::string_view text);

/**
 * \ingroup inc
 * \brief A rate with its unit as ns-3 writes it: 100Gbps, 25Gb/s, 12.5GB/s.
 * \param text the rate
 * \return bits per second, from 1 kbps to 100 Tbps, or nothing
 */
std::optional<uint64_t> IncParseBitRate(std::string_view text);

/**
 * \ingroup inc
 * \brief A time with its unit as ns-3 writes it: 1us, 500ns, 1.5ms.
 * \param text the time; one that is no whole number of nanoseconds is refused
 * \return nanoseconds, from 0 to 1000 s, or nothing
 */
std::optional<int64_t> IncParseNanoseconds(std::string_view text);

} // namespace ns3

#endif // INC_ARGUMENT_VALUE_H
