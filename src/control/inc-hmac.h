/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HMAC_H
#define INC_HMAC_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// A key for HMAC-SHA-256, or the digest of a message.
using IncDigest = std::array<uint8_t, 32>;

/// \return whether the module was built with libgcrypt, which authentication needs
bool IncHmacIsAvailable();

/// \brief Return the HMAC-SHA-256 of a message of `size` bytes (RFC 2104, FIPS 180-4). Aborts
/// without libgcrypt.
IncDigest IncHmac(const IncDigest& key, const uint8_t* data, std::size_t size);

/**
 * \brief Encrypt or decrypt `size` bytes in place by AES-256 in counter mode (NIST SP 800-38A).
 *
 * `block` is the first counter block; with one key, no block may be used twice. Aborts without
 * libgcrypt.
 */
void IncCipher(const IncDigest& key,
               const std::array<uint8_t, 16>& block,
               uint8_t* data,
               std::size_t size);

} // namespace ns3

#endif // INC_HMAC_H
